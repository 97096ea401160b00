import { expect, test } from 'vitest'
import { findDialect } from '../../lib/catalogue-files/dialects/find-dialect.ts'

const CELLS = { Handle: 'card', Title: 'Card', 'Option1 Value': '25', 'Variant Price': '25.00' }

test.each([
  ['Gift Card', 'true', true],
  ['Gift card', 'TRUE', true],
  ['Gift Card', 'false', false],
  ['Gift Card', '', false],
])('a product with %s %j is left out: %s', (column, cell, isLeftOut) => {
  const values = { ...CELLS, 'Option1 Name': 'Worth', ...(cell && { [column]: cell }) }
  const further = { Handle: 'card', 'Option1 Value': '50', 'Variant Price': '50.00' }
  const header = [...Object.keys(values), column]
  const { dialect } = findDialect(header, { number: 1, line: 2, values }) ?? {}
  const rows = [values, further].map((one, n) => ({ number: n + 1, line: n + 2, values: one }))
  expect(dialect?.productOf(rows, { source: 'shopify', now: '' })).toMatchObject({
    values: { external_id: 'shopify:card', name: 'Card' },
    ...(isLeftOut && { leftOut: 'is a gift card, which does not move' }),
  })
  expect(dialect?.productOf(rows, { source: 'shopify', now: '' }).leftOut !== undefined).toBe(isLeftOut)
  expect(dialect?.used.has(column)).toBe(true)
})
