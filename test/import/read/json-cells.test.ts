import { expect, test } from 'vitest'
import { MAX_OBJECT_BYTES, MAX_VARIANTS_BYTES } from '../../../lib/domain/limits.ts'
import { MAX_LINE_CHARACTERS } from '../../../lib/import/catalogue-files/read/json-rows.ts'
import { MOST_VALUES_OF_ROW } from '../../../lib/import/catalogue-files/read/json-values.ts'
import { MAX_CELL_CHARACTERS, withJsonCells } from '../../../lib/import/read/json-cells.ts'

const rowOf = (values: object) => ({ number: 1, line: 2, values })
const lists = (length: number) => '[[],[]]'.padEnd(length, ' ')

test('JSON of 512 KB in a cell is read, and of more is a fault of the row that names the column', () => {
  const longest = withJsonCells(rowOf({ name: 'Cup', variants: lists(MAX_CELL_CHARACTERS) }))
  expect(longest).toMatchObject({ values: { name: 'Cup', variants: expect.any(Array) } })
  expect(longest).not.toHaveProperty('fault')
  expect(withJsonCells(rowOf({ name: 'Cup', variants: lists(MAX_CELL_CHARACTERS + 1) }))).toStrictEqual({
    ...rowOf({ name: 'Cup' }),
    fault: 'has more than 512 KB of JSON in variants',
  })
})

test('JSON of 50,000 values in a cell is read, and of more is a fault of the row that names the column', () => {
  const values = (count: number) => JSON.stringify(Array.from({ length: count }, () => ','))
  const most = withJsonCells(rowOf({ variants: values(MOST_VALUES_OF_ROW) }))
  expect(most).toMatchObject({ values: { variants: expect.any(Array) } })
  expect(most).not.toHaveProperty('fault')
  expect(withJsonCells(rowOf({ name: 'Cup', variants: values(MOST_VALUES_OF_ROW + 1) }))).toStrictEqual({
    ...rowOf({ name: 'Cup' }),
    fault: 'has more than 50000 values in variants',
  })
})

test('a text of more than 512 KB that is not JSON stays, and so does an earlier fault', () => {
  const long = 'x'.repeat(MAX_CELL_CHARACTERS + 1)
  expect(withJsonCells(rowOf({ tags: long }))).toStrictEqual(rowOf({ tags: long }))
  expect(withJsonCells({ ...rowOf({ tags: `[${long}` }), fault: 'has 3 cells' })).toMatchObject({
    fault: 'has 3 cells',
  })
})

test('the largest product of an export can be read again', () => {
  // Of each of 100 variants an export has a quantity more than is stored.
  const variants = MAX_VARIANTS_BYTES + 100 * '"quantity":-1000000000,'.length
  expect(Math.max(variants, MAX_OBJECT_BYTES)).toBeLessThan(MAX_CELL_CHARACTERS)
  expect(variants + MAX_OBJECT_BYTES).toBeLessThan(MAX_LINE_CHARACTERS / 2)
})

test.each(['tags', 'images', 'additional_categories', 'metadata', 'options', 'variants'])(
  'the cell of %s can hold JSON, and another text stays a text',
  (field) => {
    expect(withJsonCells(rowOf({ [field]: ' ["a"]' }))).toStrictEqual(rowOf({ [field]: ['a'] }))
    expect(withJsonCells(rowOf({ [field]: '{"a":1}' }))).toStrictEqual(rowOf({ [field]: { a: 1 } }))
    for (const text of ['[a', '{a}', 'a ["b"]', '7', '"a"', '', 'null'])
      expect(withJsonCells(rowOf({ [field]: text }))).toStrictEqual(rowOf({ [field]: text }))
  },
)

test('JSON in other cells is a text, and a row that is not an object stays as it is', () => {
  const row = rowOf({ name: '["a"]', Tags: '["a"]' })
  expect(withJsonCells(row)).toBe(row)
  const none = { number: 1, line: 2, values: null, fault: 'has 2 cells' }
  expect(withJsonCells(none)).toBe(none)
  const list = rowOf({ tags: ['a'] })
  expect(withJsonCells(list)).toBe(list)
})

test('JSON that is nested deeper than can be read is a text', () => {
  const deep = '['.repeat(20_000)
  expect(withJsonCells(rowOf({ tags: deep, options: '["a"]' }))).toStrictEqual(
    rowOf({ tags: deep, options: ['a'] }),
  )
})
