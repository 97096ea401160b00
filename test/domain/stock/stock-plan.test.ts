import { expect, test } from 'vitest'
import { planMoves } from '../../../lib/domain/stock/stock-plan.ts'

const MOST = 1_000_000_000

/** The quantity after a change of a variant of which there are so many, or why it cannot be made. */
function after(before: number, change: { delta?: number; quantity?: number }, allow_backorder = true) {
  const stock = new Map([['v', { quantity: before, allow_backorder, low_stock_at: null, sku: null }]])
  const { moves, faults } = planMoves(stock, [{ index: 0, variantId: 'v', ...change }])
  return moves[0]?.after ?? faults[0]?.code
}

test.each([
  ['to the most there can be', MOST - 1, 1, MOST],
  ['beyond it', MOST - 1, 2, 'out_of_range'],
  ['to the fewest there can be', 1 - MOST, -1, -MOST],
  ['beyond these', 1 - MOST, -2, 'out_of_range'],
  ['from beyond the most further away', MOST + 5, 1, 'out_of_range'],
  ['from beyond the most back, if not wholly', MOST + 5, -1, MOST + 4],
  ['from beyond the fewest back, if not wholly', -MOST - 5, 1, -MOST - 4],
])('a change %s', (_, before, delta, told) => {
  expect(after(before, { delta })).toBe(told)
})

test('a change to fewer than none without backorders is one to less than there is', () => {
  expect(after(0, { delta: -MOST }, false)).toBe('insufficient_stock')
})
