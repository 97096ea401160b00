import { expect, test } from 'vitest'
import { COLUMNS, columnOf } from '../../clients/console/src/rules/columns.ts'
import { type Edits, withChanges, withFaults } from '../../clients/console/src/rules/edits.ts'
import { partsOf, planSave } from '../../clients/console/src/rules/plan.ts'
import { newRow, type Row } from '../../clients/console/src/rules/rows.ts'
import { euros, row } from './table.ts'

function planOf(rows: Row[], changes: [id: string, column: string, text: string][], from: Edits = new Map()) {
  const edits = withChanges(
    from,
    changes.map(([id, name, text]) => ({
      row: rows.find((one) => one.id === id) ?? row(id),
      column: COLUMNS.find((column) => column.name === name) ?? columnOf('name'),
      text,
    })),
    euros,
  )
  return planSave(rows, edits, COLUMNS, euros)
}

const [a, b] = [row('a'), row('b')]

test('a row is sent with all its cells', () => {
  const { products } = planOf(
    [a, b],
    [
      ['a', 'price', '20'],
      ['a', 'compare_at_price', '25'],
      ['b', 'name', 'B'],
    ],
  )
  expect(products.map(({ row: { id }, data }) => [id, data])).toEqual([
    ['a', { price: 2000, compare_at_price: 2500 }],
    ['b', { name: 'B' }],
  ])
})

test('a row with a cell that cannot be read is not sent, but its quantity is', () => {
  const { products, stock } = planOf(
    [a],
    [
      ['a', 'price', '1,234'],
      ['a', 'compare_at_price', '25'],
      ['a', 'stock', '9'],
    ],
  )
  expect(products).toEqual([])
  expect(stock.map(({ change }) => change)).toEqual([{ quantity: 9, expected: 3 }])
})

test('a quantity is set if it is what was seen, or changed by a difference', () => {
  const { stock } = planOf(
    [a, b],
    [
      ['a', 'stock', '9'],
      ['b', 'stock', '-2'],
    ],
  )
  expect(stock.map(({ change }) => change)).toEqual([{ quantity: 9, expected: 3 }, { delta: -2 }])
})

test('variants are sent together for each product', () => {
  const small = row('shirt-1', {}, { kind: 'variant', productId: 'shirt' })
  const large = row('shirt-2', {}, { kind: 'variant', productId: 'shirt' })
  const { products, variants } = planOf(
    [small, large],
    [
      ['shirt-1', 'price', '1'],
      ['shirt-2', 'sku', ''],
    ],
  )
  expect(products).toEqual([])
  expect(variants.get('shirt')?.map(({ data }) => data)).toEqual([{ price: 100 }, { sku: null }])
})

test('a first quantity begins to be tracked with the row, and is set from 0', () => {
  const untracked = row('a', { stock: null }, { isTracked: false })
  const { products, stock, tracked } = planOf([untracked], [['a', 'stock', '9']])
  expect(tracked).toBe(1)
  expect(products.map(({ data }) => data)).toEqual([{ track_inventory: true }])
  expect(stock.map(({ change }) => change)).toEqual([{ quantity: 9, expected: 0 }])
  const faulty = planOf(
    [untracked],
    [
      ['a', 'stock', '9'],
      ['a', 'price', 'x'],
    ],
  )
  expect([faulty.products, faulty.stock, faulty.tracked]).toEqual([[], [], 0])
})

test('a new product is a draft, and is not sent without what it needs', () => {
  const fresh = newRow('n')
  const whole = planOf(
    [fresh],
    [
      ['n', 'name', 'Oolong'],
      ['n', 'price', '9'],
      ['n', 'category_id', 'tea'],
    ],
  )
  expect(whole.created.map(({ data }) => data)).toEqual([
    { status: 'draft', name: 'Oolong', price: 900, category_id: 'tea' },
  ])
  const part = planOf([fresh], [['n', 'name', 'Oolong']])
  expect(part.created).toEqual([])
  expect(part.missing.map(({ column }) => column.name)).toEqual(['price', 'category_id'])
  expect(planOf([fresh], []).missing).toEqual([])
})

test('a sentence at a cell that nobody edited is nothing to send', () => {
  const edits = withFaults(new Map(), [{ row: a, column: columnOf('price'), fault: 'x' }], euros)
  expect(planSave([a], edits, COLUMNS, euros).products).toEqual([])
})

test('a list is sent in parts', () => {
  expect(partsOf([1, 2, 3, 4, 5], 2)).toEqual([[1, 2], [3, 4], [5]])
  expect(partsOf([], 2)).toEqual([])
})
