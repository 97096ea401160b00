import { expect, test } from 'vitest'
import { type Level, stockPortions } from '../../../lib/import/write/stock-portions.ts'

/** A product of which variants 0, 3, 6 … are not tracked, 1, 4, 7 … are as wanted, and 2, 5, 8 … differ. */
const levels = (count: number): Level[] =>
  Array.from({ length: count }, (_, n) => ({
    variantId: `${n}`,
    quantity: n,
    level: [undefined, n, n + 1][n % 3],
  }))

/** The portions by their places, with the variants that each sets. */
const portions = (all: readonly Level[], begun?: ReadonlySet<string>) =>
  stockPortions(all, begun).map(({ place, changed }) => [
    place,
    changed.map(({ variantId }) => Number(variantId)),
  ])

test('a row without a mark sets what differs', () => {
  expect(portions(levels(9))).toEqual([[0, [2, 5, 8]]])
})

test('a marked row sets all that is tracked, but not what it began itself', () => {
  expect(portions(levels(9), new Set())).toEqual([[0, [1, 2, 4, 5, 7, 8]]])
  expect(portions(levels(9), new Set(['2', '4']))).toEqual([[0, [1, 5, 7, 8]]])
})

test('a portion has 24 variants of the row, whatever of them is set, and one that sets nothing is left out', () => {
  const begun = new Set(Array.from({ length: 24 }, (_, n) => `${n + 24}`))
  const tracked = levels(73).map((one) => ({ ...one, level: 1 }))
  expect(stockPortions(tracked, begun).map(({ place, changed }) => [place, changed.length])).toEqual([
    [0, 24],
    [2, 24],
    [3, 1],
  ])
  expect(portions([], new Set())).toEqual([])
})
