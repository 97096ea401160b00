import { expect, test } from 'vitest'
import { namesIn } from '../../lib/import/row-names.ts'

test.each([
  ['of letters', 'x'.repeat(255)],
  ['of characters with two UTF-16 units', '\u{1F375}'.repeat(255)],
])('the longest SKU %s names its product', (_, sku) => {
  expect(namesIn({ sku })).toEqual({ sku })
  expect(namesIn({ variants: [{ sku }] })).toEqual({ sku })
})

test.each([
  ['too long for a key', 'x'.repeat(2_000)],
  ['half a surrogate pair', '\ud83c'],
  ['empty', ''],
])('a SKU that is %s names nothing', (_, sku) => {
  expect(namesIn({ sku })).toEqual({})
})
