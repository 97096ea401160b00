import * as v from 'valibot'
import { expect, test } from 'vitest'
import { hasOptions, isExternalId, isSku, PRODUCT } from '../../../lib/domain/products/product.ts'
import { variantId } from '../../../lib/domain/products/variant.ts'
import { storedProduct } from './stored-product.ts'

test.each<[string, boolean]>([
  ['a-Z_0.9:~', true],
  ['x'.repeat(128), true],
  ['x'.repeat(129), false],
  ['', false],
  ['a b', false],
  ['ä', false],
  ['variants', false],
  ['variant', true],
])('%j as the id of a product in another system: %s', (text, expected) => {
  expect(isExternalId(text)).toBe(expected)
})

test.each<[string, boolean]>([
  ['A 1', true],
  ['x'.repeat(255), true],
  ['x'.repeat(256), false],
  [' A', false],
  ['', false],
  ['a\tb', false],
])('%j as a SKU: %s', (text, expected) => {
  expect(isSku(text)).toBe(expected)
})

test('a product has options if its variants have prices, or none of them is enabled', () => {
  expect(hasOptions({ price_range: null, variant_count: 1 })).toBe(false)
  expect(hasOptions({ price_range: null, variant_count: 0 })).toBe(true)
  expect(hasOptions({ price_range: { min: 1, max: 1 }, variant_count: 1 })).toBe(true)
})

test('the ids of additional categories are derived from these', () => {
  const { product } = storedProduct({
    name: 'Tea',
    price: 1,
    category_id: 'tea',
    additional_categories: [{ id: 'a' }],
  })
  expect(PRODUCT.derived?.(product)).toEqual({ additional_category_ids: ['a'] })
})

test('the id of a variant is that of its product, or that and a number', () => {
  const id = '01900000-0000-7000-8000-00000000000a'
  expect(v.parse(variantId, `${id.toUpperCase()}-12`)).toBe(`${id}-12`)
  expect(
    [id, `${id}-1`, `${id}-0`, `${id}-`, `${id}-1234567890`, 'A'].map((one) => v.is(variantId, one)),
  ).toEqual([true, true, false, false, false, false])
})
