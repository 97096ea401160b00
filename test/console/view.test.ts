import { expect, test } from 'vitest'
import { heldFragment, scheduledFragment, screenOf } from '../../clients/console/src/rules/screens.ts'
import { ALL, drawnRows, found, fragmentOf, queryOf } from '../../clients/console/src/rules/view.ts'
import { row } from './table.ts'

const rows = [
  row('c', { name: 'Tea 10', price: 300, stock: 0 }, { words: 'tea 10 s-c green', lowStockAt: 2 }),
  row(
    'b',
    { name: 'Tea 9', price: null, stock: null, status: 'draft' },
    { words: 'tea 9 s-b', lowStockAt: 2 },
  ),
  row('a', { name: 'Cup', price: 100, stock: 5, category_id: 'cups' }, { words: 'cup s-a' }),
]
const ids = (query: Partial<typeof ALL>) => found(rows, { ...ALL, ...query }).join('')

test('products are found by all words, status, category and low stock', () => {
  expect(ids({})).toBe('cba')
  expect(ids({ words: 'TEA  green' })).toBe('c')
  expect(ids({ status: 'draft' })).toBe('b')
  expect(ids({ category: 'cups' })).toBe('a')
  expect(ids({ isLow: true })).toBe('c')
})

test('they are sorted by name with numbers in it, by price and by stock, without a number last', () => {
  expect(ids({ sort: 'name' })).toBe('abc')
  expect(ids({ sort: 'price' })).toBe('acb')
  expect(ids({ sort: 'stock' })).toBe('cab')
})

test('an address leads back to what was shown', () => {
  const query = { words: 'a & b', status: 'draft', category: 'cups', isLow: true, sort: 'price' as const }
  expect(queryOf(fragmentOf(query))).toEqual(query)
  expect(fragmentOf(ALL)).toBe('#/products')
  for (const fragment of ['', '#', '#/products', '#/other?q=a', '#/products?sort=x'])
    expect(queryOf(fragment), fragment).toEqual(ALL)
})

test('only the rows in view are drawn, and some above and below', () => {
  const view = { heightPx: 400, rowPx: 40 }
  expect(drawnRows({ ...view, scrolledPx: 0 }, 5000)).toEqual({ first: 0, end: 31 })
  expect(drawnRows({ ...view, scrolledPx: 40_000 }, 5000)).toEqual({ first: 990, end: 1021 })
  expect(drawnRows({ ...view, scrolledPx: 40_000 }, 3)).toEqual({ first: 0, end: 3 })
  expect(drawnRows({ ...view, scrolledPx: 0 }, 0)).toEqual({ first: 0, end: 0 })
})

test('an address leads to a screen, and any other text to the products', () => {
  expect(screenOf('#/files')).toEqual({ name: 'files' })
  expect(screenOf('#/products/01a2184a-f7c2-7126-8159-0601c627400c')).toEqual({
    name: 'product',
    id: '01a2184a-f7c2-7126-8159-0601c627400c',
  })
  expect(screenOf('#/held')).toEqual({ name: 'held', product: undefined })
  expect(screenOf(heldFragment('01a2-8'))).toEqual({ name: 'held', product: '01a2-8' })
  expect(screenOf('#/scheduled')).toEqual({ name: 'scheduled', product: undefined })
  expect(screenOf(scheduledFragment('01a2-8'))).toEqual({ name: 'scheduled', product: '01a2-8' })
  for (const text of [
    '#/scheduled/x',
    '#/held?product=',
    '#/held/x',
    '',
    '#/products',
    '#/products?q=tea',
    '#/products/',
    '#/products/<img>',
    '#/other',
  ])
    expect(screenOf(text)).toEqual({ name: 'products' })
})
