import { expect, test } from 'vitest'
import { sizeOf } from '../../../lib/data/table/item-size.ts'

test.each([
  [{}, 0],
  [{ name: 'tea' }, 7],
  [{ é: 'ü€😀' }, 2 + 2 + 3 + 4],
  [{ n: 0 }, 1 + 2],
  [{ n: 27 }, 1 + 2],
  [{ n: -27 }, 1 + 3],
  [{ n: 461 }, 1 + 3],
  [{ n: 1_000_000_000_000 }, 1 + 2],
  [{ n: 1.5e-7 }, 1 + 2],
  [{ n: 9_007_199_254_740_991 }, 1 + 9],
  [{ yes: true, none: null }, 4 + 5],
  [{ b: new Uint8Array(40) }, 41],
  [{ s: new Set(['ab', 'c']) }, 4],
  [{ l: [] }, 1 + 3],
  [{ l: ['ab', 1] }, 1 + 3 + (1 + 2) + (1 + 2)],
  [{ m: {} }, 1 + 3],
  [{ m: { one: 'ab', two: [true] } }, 1 + 3 + (1 + 3 + 2) + (1 + 3 + 3 + 1 + 1)],
])('the size of %j is %i bytes', (item, bytes) => {
  expect(sizeOf(item)).toBe(bytes)
})
