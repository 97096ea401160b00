import { expect, test } from 'vitest'
import { readText, textOf, textOfValue, tidyText } from '../../clients/console/src/rules/cell-text.ts'
import { columnNamed, columnOf } from '../../clients/console/src/rules/columns.ts'
import { withChanges } from '../../clients/console/src/rules/edits.ts'
import { imagesIn, isPictureUrl, listText, moved, tagsIn } from '../../clients/console/src/rules/lists.ts'
import { planSave } from '../../clients/console/src/rules/plan.ts'
import { euros, row } from './table.ts'

const [tags, images] = [columnOf('tags'), columnOf('images')]
const picture = (n: number, more = {}) => ({ url: `https://shop.example/${n}.jpg`, alt: '', ...more })
const read = (list: object, column = images) => readText(JSON.stringify(list), column, euros)

test('a list is read back as it is written, whatever is in it', () => {
  const hostile = ['a,b', '"quoted"', 'שלום', '<b>', '][', '\u202e', 'W'.repeat(50)]
  expect(readText(textOfValue(hostile, tags, euros), tags, euros)).toEqual({ value: hostile })
  const both = [picture(1, { alt: '"><img>', width: 20, height: 10 }), picture(2)]
  expect(readText(textOfValue(both, images, euros), images, euros)).toEqual({ value: both })
})

test('an empty list is an empty text, as that of a new product is', () => {
  expect(listText([])).toBe('')
  expect(readText('', tags, euros)).toEqual({ value: [] })
  expect(textOf(row('a'), images, euros)).toBe('')
})

test('equal pictures are equal texts, in whatever order their members come', () => {
  const [image] = imagesIn('[{"height":10,"alt":"A","width":20,"url":"https://x.example/1"}]')
  expect(listText(image ? [image] : [])).toBe(
    '[{"url":"https://x.example/1","alt":"A","width":20,"height":10}]',
  )
})

test('a text that cannot be read as a list has nothing in it', () => {
  for (const text of ['x', '{}', 'null', '7', '[1,null,{}]', '[{"url":1,"alt":""}]'])
    expect([tagsIn(text), imagesIn(text)], text).toEqual([[], []])
})

test('tags are trimmed, and equal ones are there once', () => {
  expect(tidyText('[" tea ","tea","Tea"]', tags, euros)).toBe('["tea","Tea"]')
})

test.each([
  [[''], 'Tag 1 is empty.'],
  [['a', 'b\nc'], 'Tag 2 is not one line.'],
  [['W'.repeat(51)], 'Tag 1 is longer than 50 characters.'],
  [Array.from({ length: 21 }, (_, n) => String(n)), 'A product has at most 20 tags: these are 21.'],
])('tags %# are refused', (list, fault) => {
  expect(read(list, tags)).toEqual({ fault })
})

test('the length is counted in characters as people see them', () => {
  expect(read(['😀'.repeat(50)], tags)).toHaveProperty('value')
})

test.each([
  [[picture(1), picture(2, { url: 'http://shop.example/2.jpg' })], 'Picture 2 has no https address'],
  [[picture(1, { alt: 'a\tb' })], 'picture 1 is not one line'],
  [[picture(1, { alt: 'W'.repeat(501) })], 'picture 1 is longer than 500'],
  [Array.from({ length: 11 }, (_, n) => picture(n)), 'at most 10 pictures: these are 11'],
])('pictures %# are refused', (list, fault) => {
  expect(read(list)).toEqual({ fault: expect.stringContaining(fault) })
})

test('only an address that can be nothing but a picture of the web is one', () => {
  for (const url of [
    'https://a.example/1.jpg',
    'HTTPS://a.example',
    'https://cdn.example/@shop/1.jpg?by=@me',
    'http://localhost:3000/media/a/b/2000.webp',
  ])
    expect(isPictureUrl(url), url).toBe(true)
  for (const url of [
    'javascript:alert(1)',
    ' https://a.example',
    'https://user:pass@a.example/1.jpg',
    'https://a.example/a b.jpg',
    'data:image/svg+xml,<svg/>',
    '//a.example/1.jpg',
    'http://localhost.example/media/a',
    'https://',
    `https://a.example/${'x'.repeat(2048)}`,
  ])
    expect(isPictureUrl(url), url).toBe(false)
})

test('an element moves by one place, and not beyond the ends', () => {
  expect(moved(['a', 'b', 'c'], 1, -1)).toEqual(['b', 'a', 'c'])
  expect(moved(['a', 'b', 'c'], 1, 1)).toEqual(['a', 'c', 'b'])
  expect(moved(['a', 'b', 'c'], 0, -1)).toEqual(['a', 'b', 'c'])
  expect(moved(['a', 'b', 'c'], 2, 1)).toEqual(['a', 'b', 'c'])
})

test('a description is kept as it is written, up to 5,000 characters; a brand can be empty', () => {
  const text = columnOf('description')
  expect(readText('', text, euros)).toEqual({ value: '' })
  expect(readText('x'.repeat(10_000), text, euros)).toEqual({ fault: '10000 characters: at most 5000.' })
  const edits = withChanges(new Map(), [{ row: row('a'), column: text, text: ' a\n\n' }], euros)
  expect(edits.get('a description')?.text).toBe(' a\n\n')
  expect(readText('', columnOf('brand'), euros)).toEqual({ value: null })
})

test('a save sends lists as lists', () => {
  const before = row('a')
  const edits = withChanges(
    new Map(),
    [
      { row: before, column: tags, text: '["x"]' },
      { row: before, column: images, text: listText([picture(1)]) },
    ],
    euros,
  )
  const { products } = planSave([before], edits, [tags, images], euros)
  expect(products[0]?.data).toEqual({ tags: ['x'], images: [picture(1)] })
})

test('a pasted list goes into no column that the table does not show', () => {
  for (const title of ['Tags', 'images', 'Description', 'brand'])
    expect(columnNamed(title), title).toBeUndefined()
})
