import { expect, test } from 'vitest'
import { COLUMNS, type ColumnName, columnOf } from '../../clients/console/src/rules/columns.ts'
import {
  type Edits,
  editBeyondTable,
  withChanges,
  withFaults,
} from '../../clients/console/src/rules/edits.ts'
import { keptEdits, keptText, keptUnder } from '../../clients/console/src/rules/kept-edits.ts'
import { hasCell, newRow } from '../../clients/console/src/rules/rows.ts'
import { euros, row } from './table.ts'

const none: Edits = new Map()
const price = columnOf('price')
const stock = columnOf('stock')
const change = (text: string, column = price, one = row('a')) => ({ row: one, column, text })

test('an edit has its text as the table shows it, and the text of before', () => {
  expect([...withChanges(none, [change(' 9,9 ')], euros)]).toEqual([
    ['a price', { text: '9.90', base: '12.50' }],
  ])
})

test('a text that cannot be read is kept, with the reason', () => {
  expect(withChanges(none, [change('1,234')], euros).get('a price')).toMatchObject({
    text: '1,234',
    fault: expect.stringContaining('1,234'),
  })
})

test('the stored text again is not an edit', () => {
  const edits = withChanges(none, [change('9')], euros)
  expect(withChanges(edits, [change('12.5')], euros).size).toBe(0)
  expect(edits.size).toBe(1)
})

test('an edit that the table does not show is found, a refused one first', () => {
  const some = row('a')
  const edited = (...texts: [ColumnName, string][]) =>
    withChanges(
      new Map(),
      texts.map(([name, text]) => ({ row: some, column: columnOf(name), text })),
      euros,
    )
  expect(editBeyondTable(edited(['price', '9']), some)).toBeUndefined()
  expect(editBeyondTable(edited(['description', 'x'], ['brand', 'B']), some)?.text).toBe('x')
  expect(
    editBeyondTable(edited(['brand', 'B'], ['description', 'x'.repeat(5001)]), some)?.fault,
  ).toBeDefined()
  expect(editBeyondTable(edited(['description', 'x']), row('b'))).toBeUndefined()
})

test('a cell that a row does not have gets no edit', () => {
  const shirt = row('shirt', { price: null, sku: null, stock: null }, { hasOptions: true })
  const small = row('small', { status: null, category_id: null }, { kind: 'variant' })
  const free = (one: typeof shirt) => COLUMNS.filter((column) => hasCell(one, column)).map(({ name }) => name)
  expect(free(shirt)).toEqual(['name', 'status', 'category_id', 'description', 'brand', 'tags', 'images'])
  expect(free(small)).toEqual(['price', 'compare_at_price', 'stock', 'sku'])
  expect(free(newRow('n'))).not.toContain('stock')
  expect(withChanges(none, [change('1', price, shirt)], euros).size).toBe(0)
})

test('the change of a quantity needs one', () => {
  const untracked = row('a', { stock: null }, { isTracked: false })
  expect(withChanges(none, [change('+3', stock, untracked)], euros).get('a stock')).toHaveProperty('fault')
  expect(withChanges(none, [change('3', stock, untracked)], euros).get('a stock')).not.toHaveProperty('fault')
  expect(withChanges(none, [change('+3', stock)], euros).get('a stock')).not.toHaveProperty('fault')
})

test('a sentence at a cell that nobody edited is there with its stored text', () => {
  const edits = withFaults(none, [{ row: row('a'), column: price, fault: 'Too high.' }], euros)
  expect(edits.get('a price')).toEqual({ text: '12.50', base: '12.50', fault: 'Too high.' })
})

test('edits are kept as a text without anything else, and read back', () => {
  const edits = withChanges(none, [change('9'), change('x', stock)], euros)
  const kept = {
    edits,
    unsettled: {
      key: 'k',
      keyId: 'i',
      works: [{ id: 'a', cell: 'a stock', text: '+3', change: { delta: 3 } }],
    },
  }
  expect(keptEdits(keptText(kept) ?? null)).toEqual(kept)
  expect(keptText({ edits: none, unsettled: undefined })).toBeUndefined()
  expect(keptUnder('b1')).toBe('console-edits b1')
  for (const text of [null, '', '{', '[]', 'null', '{"edits":[1,["a"],["a",null],["a",{"text":"1"}]]}'])
    expect(keptEdits(text), String(text)).toEqual({ edits: none, unsettled: undefined })
})
