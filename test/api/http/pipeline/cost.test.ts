import { expect, test } from 'vitest'
import {
  costOf,
  costOfBulk,
  costOfOperation,
  costOfVariants,
} from '../../../../lib/api/http/pipeline/cost.ts'

test.each([
  [0, 1],
  [1, 1],
  [25, 1],
  [26, 2],
  [50, 2],
  [51, 3],
  [100, 4],
])('%i writes cost %i', (writes, tokens) => {
  expect(costOf(writes)).toBe(tokens)
  const data = { variants: Array.from({ length: writes }, () => ({})) }
  expect([costOfVariants(data), costOfOperation({ op: 'create', data })]).toEqual([tokens, tokens])
})

test('a body without a list of variants costs one, and so does an invalid operation', () => {
  for (const body of [{}, { variants: 'x'.repeat(100) }, { variants: { length: 100 } }])
    expect([costOfVariants(body), costOfOperation({ data: body })]).toEqual([1, 1])
  for (const operation of [null, 7, [], {}, { data: [] }]) expect(costOfOperation(operation)).toBe(1)
})

test('a bulk request costs what its operations cost together', () => {
  const variants = Array.from({ length: 26 }, () => ({}))
  expect(costOfBulk({ operations: [null, { data: { variants } }, { op: 'delete' }] })).toBe(4)
  expect(costOfBulk({ operations: [] })).toBe(0)
})
