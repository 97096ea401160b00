import { expect, test } from 'vitest'
import type { Stock, StockLevel } from '../../../lib/domain/stock/stock.ts'
import { type PlannedChange, planMoves } from '../../../lib/domain/stock/stock-plan.ts'

const level = (quantity: number, allow_backorder = false): StockLevel => ({
  quantity,
  allow_backorder,
  low_stock_at: null,
  sku: null,
})
const stockOf = (levels: Record<string, StockLevel>): Stock => new Map(Object.entries(levels))

/** The outcome of one change of a quantity: the quantity after it and what flips, or the code against it. */
const outcome = (
  quantity: number,
  allow_backorder: boolean,
  change: Omit<PlannedChange, 'index' | 'variantId'>,
) => {
  const before = level(quantity, allow_backorder)
  const { moves, faults } = planMoves(stockOf({ a: before }), [{ index: 3, variantId: 'a', ...change }])
  const [move] = moves
  const [fault] = faults
  if (fault) {
    expect(moves).toEqual([])
    expect(faults).toEqual([{ index: 3, variantId: 'a', code: fault.code, quantity }])
    return fault.code
  }
  const { after, isFlip, isAvailabilityFlip } = move ?? {}
  const delta = (after ?? 0) - quantity
  expect(moves).toEqual([{ index: 3, variantId: 'a', before, after, isFlip, isAvailabilityFlip, delta }])
  return { after, isFlip, isAvailabilityFlip }
}

const to = (after: number) => ({ after, isFlip: false, isAvailabilityFlip: false })
const flipTo = (after: number) => ({ after, isFlip: true, isAvailabilityFlip: true })
const backorderFlipTo = (after: number) => ({ after, isFlip: true, isAvailabilityFlip: false })
const [STRICT, BACKORDER] = [false, true]

test.each([
  ['a sale', 5, STRICT, { delta: -1 }, to(4)],
  ['goods received', 5, STRICT, { delta: 3 }, to(8)],
  ['the last piece is sold', 1, STRICT, { delta: -1 }, flipTo(0)],
  ['the first piece arrives', 0, STRICT, { delta: 1 }, flipTo(1)],
  ['the last piece, with backorders', 1, BACKORDER, { delta: -1 }, backorderFlipTo(0)],
  ['one more than there is', 1, STRICT, { delta: -2 }, 'insufficient_stock'],
  ['one of nothing', 0, STRICT, { delta: -1 }, 'insufficient_stock'],
  ['one of nothing, with backorders', 0, BACKORDER, { delta: -1 }, to(-1)],
  ['a delivery of all that is owed, with backorders', -2, BACKORDER, { delta: 2 }, to(0)],
  ['a sale of all but one, with backorders', 5, BACKORDER, { delta: -4 }, to(1)],
  ['a sale below zero after the end of backorders', -2, STRICT, { delta: -1 }, 'insufficient_stock'],
  ['a delivery that leaves it below zero', -5, STRICT, { delta: 2 }, to(-3)],
  ['a delivery up to zero', -2, STRICT, { delta: 2 }, to(0)],
  ['no change of what is below zero', -2, STRICT, { delta: 0 }, to(-2)],
  ['a count', 5, STRICT, { quantity: 9 }, to(9)],
  ['a count of nothing', 5, STRICT, { quantity: 0 }, flipTo(0)],
  ['a count that changes nothing', 5, STRICT, { quantity: 5 }, to(5)],
  ['a count of less', 5, STRICT, { quantity: 2 }, to(2)],
  ['neither delta nor quantity', 5, STRICT, {}, to(5)],
  ['expected, and so it is', 5, STRICT, { delta: -1, expected: 5 }, to(4)],
  ['expected another quantity', 5, STRICT, { delta: -1, expected: 6 }, 'stock_differs'],
  ['a count that expected another quantity', 5, STRICT, { quantity: 5, expected: 4 }, 'stock_differs'],
  ['nothing expected, and so it is', 0, STRICT, { quantity: 4, expected: 0 }, flipTo(4)],
  ['nothing expected where something is', 5, STRICT, { quantity: 4, expected: 0 }, 'stock_differs'],
  ['the expectation is judged before the amount', 1, STRICT, { delta: -9, expected: 2 }, 'stock_differs'],
  ['expected below zero', -1, BACKORDER, { delta: 2, expected: -1 }, backorderFlipTo(1)],
] as const)('%s', (_, quantity, backorder, change, expected) => {
  expect(outcome(quantity, backorder, change)).toEqual(expected)
})

test('an untracked variant cannot be changed, and no quantity is shown', () => {
  const { moves, faults } = planMoves(stockOf({ a: level(5) }), [{ index: 0, variantId: 'b', delta: 1 }])
  expect(moves).toEqual([])
  expect(faults).toStrictEqual([{ index: 0, variantId: 'b', code: 'not_tracked' }])
})

test('a variant is changed once in a request: a second change is refused, also where the first was', () => {
  const changes = [
    { index: 0, variantId: 'a', delta: -9 },
    { index: 1, variantId: 'b', delta: -1 },
    { index: 2, variantId: 'a', delta: -1 },
    { index: 4, variantId: 'x', delta: -1 },
    { index: 5, variantId: 'x', delta: -1 },
  ]
  const { moves, faults } = planMoves(stockOf({ a: level(5), b: level(2) }), changes)
  expect(moves.map(({ index, after }) => [index, after])).toEqual([[1, 1]])
  expect(faults).toStrictEqual([
    { index: 0, variantId: 'a', code: 'insufficient_stock', quantity: 5 },
    { index: 2, variantId: 'a', code: 'named_twice', quantity: 5 },
    { index: 4, variantId: 'x', code: 'not_tracked' },
    { index: 5, variantId: 'x', code: 'named_twice' },
  ])
})

test('what earlier parts of the request have named counts, and stays as it was for the next part', () => {
  const named = new Set(['a'])
  const changes = ['a', 'b'].map((variantId, index) => ({ index, variantId, delta: -1 }))
  const { moves, faults } = planMoves(stockOf({ a: level(5), b: level(2) }), changes, named)
  expect(moves.map(({ variantId }) => variantId)).toEqual(['b'])
  expect(faults.map(({ code }) => code)).toEqual(['named_twice'])
  expect([...named]).toEqual(['a'])
})

test('an empty list of changes is not a fault', () => {
  expect(planMoves(new Map(), [])).toEqual({ moves: [], faults: [] })
})

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
