import { expect, test } from 'vitest'
import { quarterOf } from './support/seed-of-run.ts'

const CASES = ['a', 'b', 'c', 'd', 'e', 'f', 'g']

test.each([0, 1, 2, 3])(
  'four runs together try each case of an exhaustive loop once, with a shift of %i',
  (shift) => {
    const tried = [0, 1, 2, 3].map((turn) => quarterOf(CASES, { turn, shift }))
    expect(tried.flat().sort()).toEqual(CASES)
    expect(Math.max(...tried.map(({ length }) => length))).toBeLessThanOrEqual(2)
  },
)

test('rounds of an outer loop that shift by one try other cases in one run', () => {
  const rounds = [0, 1, 2, 3].map((shift) => quarterOf(CASES, { turn: 0, shift }))
  expect(rounds.flat().sort()).toEqual(CASES)
})

test('a whole run tries all cases', () => {
  expect(quarterOf(CASES, { turn: null, shift: 0 })).toEqual(CASES)
})

test.each([1, 2, 3])('of %i cases each run tries one at least', (count) => {
  const few = CASES.slice(0, count)
  for (const turn of [0, 1, 2, 3])
    for (const shift of [0, 1, 2]) expect(quarterOf(few, { turn, shift })).toHaveLength(1)
})
