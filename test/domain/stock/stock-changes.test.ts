import { expect, test } from 'vitest'
import { stockChanges } from '../../../lib/domain/stock/stock-changes.ts'
import { shirt } from '../products/stored-product.ts'

const { set } = shirt()
const [S, M, L] = set.variants.map(({ id }) => id)
if (!S || !M || !L) throw new Error('a shirt has three sizes')
const stock = (levels: Record<string, number>) =>
  new Map(
    Object.entries(levels).map(([id, quantity]) => [
      id,
      { quantity, allow_backorder: false, low_stock_at: null, sku: null },
    ]),
  )

test('quantities that begin, end and stay, by the values of their variants', () => {
  expect(stockChanges(stock({ [S]: 5, [M]: 0 }), stock({ [S]: 5, [L]: 7 }), [set])).toEqual([
    { id: L, option_values: { Size: 'L' }, from: null, to: 7 },
    { id: M, option_values: { Size: 'M' }, from: 0, to: null },
  ])
})

test('the quantity of a product without options, and of a variant that is gone', () => {
  expect(stockChanges(stock({ a: 3 }), stock({ [S]: 3 }), [set, undefined])).toEqual([
    { id: S, option_values: { Size: 'S' }, from: null, to: 3 },
    { id: 'a', option_values: {}, from: 3, to: null },
  ])
  expect(stockChanges(stock({ [S]: 1 }), stock({}), [undefined, set])).toMatchObject([
    { option_values: { Size: 'S' }, to: null },
  ])
})
