import { expect, test } from 'vitest'
import { operationOf, worksOf } from '../../clients/console/src/rules/prices/price-work.ts'
import { newRow } from '../../clients/console/src/rules/rows.ts'
import { variant } from './products.ts'
import { row } from './table.ts'

const ofShirt = (id: string) => row(id, {}, { kind: 'variant', productId: 'shirt' })
const nameOf = (id: string) => `The ${id}`

test('a product changes as a whole if its own row is selected, else with its selected variants', () => {
  const rows = [row('tea'), row('shirt', {}, { hasOptions: true }), ofShirt('shirt-1')]
  expect(worksOf(rows, -10, nameOf)).toEqual([
    { product: 'tea', name: 'The tea', change: { percent: -10 } },
    { product: 'shirt', name: 'The shirt', change: { percent: -10 } },
  ])
  expect(worksOf([ofShirt('shirt-1'), row('tea'), ofShirt('shirt-3')], 5, nameOf)).toEqual([
    { product: 'shirt', name: 'The shirt', change: { percent: 5, variants: ['shirt-1', 'shirt-3'] } },
    { product: 'tea', name: 'The tea', change: { percent: 5 } },
  ])
})

test('a product that is not saved yet does not change', () => {
  expect(worksOf([newRow('new-1')], -10, nameOf)).toEqual([])
})

test('a percentage of a whole product is left to the API', () => {
  const [work] = worksOf([row('tea')], -12.5, nameOf)
  expect(work && operationOf(work)).toEqual({ op: 'reprice', id: 'tea', percent: -12.5 })
})

test('selected variants change by what is stored, on condition that it still is', () => {
  const stored = {
    variants: [variant('shirt-1', 999), variant('shirt-2', 1000)],
    created_at: '1970-01-01T00:00:01Z',
    version: 7,
  }
  const [work] = worksOf([ofShirt('shirt-1'), ofShirt('shirt-3')], -10, nameOf)
  expect(work && operationOf(work, stored)).toEqual({
    op: 'variants',
    id: 'shirt',
    // That the third is gone is for the API to say.
    data: { variants: [{ id: 'shirt-1', price: 899 }, { id: 'shirt-3' }] },
    if_match: '"1000.7"',
  })
  expect(work && operationOf(work)).toEqual({
    op: 'variants',
    id: 'shirt',
    data: { variants: [{ id: 'shirt-1' }, { id: 'shirt-3' }] },
  })
})

test('earlier prices are those of the product, or of its variants', () => {
  const back = (...prices: [string, number][]) =>
    operationOf({ product: 'tea', name: 'Tea', change: { prices: new Map(prices) } })
  expect(back(['tea', 1250])).toEqual({ op: 'update', id: 'tea', data: { price: 1250 } })
  expect(back(['tea-1', 1250], ['tea-2', 900])).toEqual({
    op: 'variants',
    id: 'tea',
    data: {
      variants: [
        { id: 'tea-1', price: 1250 },
        { id: 'tea-2', price: 900 },
      ],
    },
  })
})
