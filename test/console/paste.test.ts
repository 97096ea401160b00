import { expect, test } from 'vitest'
import { readBlock } from '../../clients/console/src/rules/block.ts'
import { COLUMNS } from '../../clients/console/src/rules/columns.ts'
import { type PastePlace, pasteOf, possibleSkus } from '../../clients/console/src/rules/paste.ts'
import { row } from './table.ts'

const rows = ['a', 'b', 'c', 'd'].map((id) => row(id))
const bySku = new Map(rows.map((one) => [String(one.values.sku), one]))

function place(column: string, from = 0, selected = { rows: 1, columns: 1 }): PastePlace {
  const at = COLUMNS.findIndex(({ name }) => name === column)
  return {
    rows: rows.slice(from),
    columns: COLUMNS.slice(at),
    selected,
    rowsBySku: bySku,
    nameOf: ({ id }) => id,
  }
}

const changesOf = (text: string, at: PastePlace) =>
  pasteOf(readBlock(text), at).changes.map((change) => [change.row.id, change.column.name, change.text])

test('a block with a title `sku` finds its rows by SKU, in whatever order they are', () => {
  const text = 'Price\tSKU\tstock\n9.90\tS-c\t4\n8\tS-a\t5'
  expect(changesOf(text, place('name', 3))).toEqual([
    ['c', 'price', '9.90'],
    ['c', 'stock', '4'],
    ['a', 'price', '8'],
    ['a', 'stock', '5'],
  ])
})

test('a first column of SKUs finds them too, and the rest goes to the columns from the selected one on', () => {
  expect(changesOf('S-d\t1\t2\nS-b\t3\t4', place('price'))).toEqual([
    ['d', 'price', '1'],
    ['d', 'compare_at_price', '2'],
    ['b', 'price', '3'],
    ['b', 'compare_at_price', '4'],
  ])
})

const NOTHING = 'Nothing pasted: title the SKUs “sku”, or paste cells without titles.'

test('unknown and doubled SKUs are named, and change nothing', () => {
  const { changes, said } = pasteOf(readBlock('S-a\t1\nS-x\t2\nS-b\t3\nS-b\t4'), place('price'))
  expect(changes.map((change) => change.row.id)).toEqual(['a'])
  expect(said).toContain('Pasted into 1 rows, found by their SKUs: Price.')
  expect(said).toContain('No row has these SKUs: S-x.')
  expect(said).toContain('more than once, and were left alone: S-b.')
})

test('a title that no column has is named', () => {
  expect(pasteOf(readBlock('sku\tcost\nS-a\t1'), place('price'))).toEqual({
    changes: [],
    said: 'Pasted into 1 rows, found by their SKUs: nothing. These columns are not here: cost.',
  })
})

test('without SKUs a block goes to the selected place, which is said', () => {
  const { changes, said } = pasteOf(readBlock('1\n2\n3'), place('price', 2))
  expect(changes.map((change) => [change.row.id, change.text])).toEqual([
    ['c', '1'],
    ['d', '2'],
  ])
  expect(said).toBe('Pasted by position: 2 × 1 from “c” to “d”. Ctrl-Z undoes it. 1 rows did not fit.')
})

test('where only some texts of the first column are SKUs nothing is pasted: by position prices would be in other rows', () => {
  const { changes, said } = pasteOf(readBlock('x\t1\ny\t2\nS-a\t3'), place('name'))
  expect(changes).toEqual([])
  expect(said).toBe(NOTHING)
})

test('a block with titles and without SKUs is not pasted: each price would be a row too low', () => {
  expect(pasteOf(readBlock('price\n9\n8'), place('price'))).toEqual({ changes: [], said: NOTHING })
  expect(pasteOf(readBlock('price'), place('price')).changes).toHaveLength(1)
})

test('one cell goes into every selected one', () => {
  expect(changesOf('7', place('price', 1, { rows: 2, columns: 1 }))).toEqual([
    ['b', 'price', '7'],
    ['c', 'price', '7'],
  ])
})

test('the texts that can be SKUs are known before a block is pasted; one column alone has none', () => {
  expect(possibleSkus(readBlock('sku\tprice\nS-x\t1\n\t2'), place('price'))).toEqual(['S-x'])
  expect(possibleSkus(readBlock('S-x\t1\nS-y\t2'), place('price'))).toEqual(['S-x', 'S-y'])
  expect(possibleSkus(readBlock('1\n2'), place('price'))).toEqual([])
})

test.each([
  [
    'a\tb\r\nc\td\r\n',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  ['a', [['a']]],
  ['a\t', [['a', '']]],
  ['\tb\n', [['', 'b']]],
  ['a\n\nb', [['a'], [''], ['b']]],
  ['"Best" tea\t1', [['"Best" tea', '1']]],
  ['"Best"\t1', [['"Best"', '1']]],
  [
    '"two\nlines"\t1\nb\t2',
    [
      ['two lines', '1'],
      ['b', '2'],
    ],
  ],
  ['"a ""b""\nc"\t1', [['a "b" c', '1']]],
  ['', []],
])('%j is read as a spreadsheet wrote it', (text, cells) => {
  expect(readBlock(text)).toEqual(cells)
})
