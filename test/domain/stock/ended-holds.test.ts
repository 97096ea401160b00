import { describe, expect, test } from 'vitest'
import { chosenOf } from '../../../lib/domain/stock/ended-holds.ts'

const P = '0190a1b2-0000-7000-8000-000000000001'
const [ONE, TWO, OTHER] = [`${P}-1`, `${P}-2`, '0190a1b2-0000-7000-8000-000000000002']

const having = (n: number, ...ids: string[]) => ({
  sk: `HOLD#${n}`,
  facets: Object.fromEntries(ids.map((id) => [id, 1])),
})
const manyOf = (id: string) => Array.from({ length: 40 }, (_, n) => having(n, id))

/** A source that gives these numbers in turn. */
const source = (...numbers: number[]) => {
  let next = 0
  return () => numbers[next++ % numbers.length] ?? 0
}

describe('the ended holds that are released next', () => {
  test('have what is missing, and those without it or without anything stay', () => {
    const ended = [having(1, OTHER), having(2, ONE, OTHER), { sk: 'HOLD#3' }, having(4, TWO)]
    expect(chosenOf(ended, { missing: new Set([ONE]), tried: 0 })).toEqual([ended[1]])
  })

  test('have something of the same product where none has what is missing', () => {
    const ended = [having(1, OTHER), having(2, P), having(3, TWO)]
    const chosen = chosenOf(ended, { missing: new Set([ONE]), tried: 8 }, source(0, 1))
    expect(chosen).toEqual([ended[1], ended[2]])
  })

  test.each([
    { tried: 0, missing: [ONE], count: 1 },
    { tried: 0, missing: [ONE, TWO, OTHER], count: 3 },
    { tried: 1, missing: [ONE], count: 1 },
    { tried: 2, missing: [ONE], count: 2 },
    { tried: 4, missing: [ONE], count: 4 },
    { tried: 16, missing: [ONE], count: 10 },
  ])('are $count after $tried, where $missing.length variants are missing', ({ tried, missing, count }) => {
    expect(chosenOf(manyOf(ONE), { missing: new Set(missing), tried })).toHaveLength(count)
  })

  test('are chosen by chance: buyers at the same moment release different ones', () => {
    const ended = manyOf(ONE).slice(0, 4)
    const first = (...numbers: number[]) =>
      chosenOf(ended, { missing: new Set([ONE]), tried: 0 }, source(...numbers))
    expect(first(0.3, 0.1, 0.2, 0.4)).toEqual([ended[1]])
    expect(first(0.3, 0.4, 0.2, 0.1)).toEqual([ended[3]])
  })
})
