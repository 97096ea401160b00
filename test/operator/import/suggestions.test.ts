import { describe, expect, test } from 'vitest'
import { likelyField, nearest } from '../../../lib/import/read/suggestions.ts'
import { makeBusiness } from '../../support/shop.ts'
import { makeFile, operate } from '../operate.ts'

const FIELDS = ['name', 'description', 'price', 'compare_at_price', 'sku', 'category', 'cost', 'slug']

describe('the nearest name', () => {
  test.each([
    ['categroy', 'category'],
    ['Catgory', 'category'],
    ['descripton', 'description'],
    ['comapre at price', 'compare_at_price'],
    ['prices', 'price'],
    ['nmae', 'name'],
    ['sky', 'sku'],
    ['Cost ', 'cost'],
  ])('%j is %s', (word, name) => {
    expect(nearest(word, FIELDS)).toBe(name)
  })

  test.each(['weight', 'skuuu', 'lost it', '', 'xy'])('%j is near none', (word) => {
    expect(nearest(word, FIELDS)).toBeUndefined()
  })

  test('is the one with the fewest differences, whatever their order', () => {
    expect(nearest('costs', ['cast', 'cost'])).toBe('cost')
    expect(nearest('costs', ['cost', 'cast'])).toBe('cost')
  })
})

test.each([
  ['Title', 'name'],
  ['unit price', 'price'],
  ['RRP', 'compare_at_price'],
  ['Article-Number', 'sku'],
  ['catgory', 'category'],
])('the column %j is likely meant for %s', (column, field) => {
  expect(likelyField(column, FIELDS)).toBe(field)
})

test('a field that is filled already is not meant', () => {
  expect(likelyField('Title', ['price'])).toBeUndefined()
})

async function importing(text: string, ...options: string[]) {
  const { id } = await makeBusiness()
  const file = await makeFile('a.csv', text)
  return operate('import', file, '--business', id, '--dry-run', ...options)
}

test('columns that seem to be meant are named with what to write', async () => {
  const { notes } = await importing('sku,Title,price,catgory,weight\nS1,Cup,9.00,Cups,3\n')
  expect(notes[0]).toBe(
    'ignored columns: "Title" (to use it: --map name="Title"), "catgory" (to use it: --map category="catgory"), "weight"',
  )
})

test.each([
  ['nmae=sku', '--map nmae=sku: there is no field "nmae"; did you mean name?'],
  ['name=Titel', '--map name=Titel: no row has "Titel"; did you mean --map name="Title"?'],
  ['name=weight', '--map name=weight: no row has "weight"'],
])('--map %s says what may have been meant', async (pair, line) => {
  const { code, notes } = await importing('sku,Title,price\nS1,Cup,9.00\n', '--map', pair)
  expect([code, notes]).toEqual([1, [`error: ${line}`]])
})
