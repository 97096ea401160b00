import { expect, test } from 'vitest'
import type { JsonObject } from '../../../lib/domain/body/json-object.ts'
import { breaksOf } from '../../../lib/domain/body/rule-breaks.ts'
import { patchVariants } from '../../../lib/domain/products/patch-variants.ts'
import { storedProduct } from './stored-product.ts'

const SIZES = ['S', 'M', 'L']

/** Three sizes of one position and one price. */
const shirt = () =>
  storedProduct({
    name: 'Shirt',
    category_id: 'tea',
    options: [{ name: 'Size', values: SIZES }],
    variants: SIZES.map((Size) => ({ option_values: { Size }, price: 5, sku: `SHIRT-${Size}`, position: 0 })),
  })

const sizesOf = (...patches: JsonObject[]) =>
  patchVariants(shirt(), { variants: patches }).set.variants.map(({ option_values }) => option_values.Size)

test('a patch of a variant leaves the order alone', () => {
  expect(sizesOf({ sku: 'SHIRT-S', price: 6 })).toEqual(SIZES)
  expect(sizesOf({ sku: 'SHIRT-L', price: 6 }, { sku: 'SHIRT-M', price: 7 })).toEqual(SIZES)
})

test('a patch that changes nothing leaves all as it was', () => {
  expect(patchVariants(shirt(), { variants: [{ sku: 'SHIRT-S', price: 5 }] })).toEqual(shirt())
})

test('a patch of a position moves its variant', () => {
  expect(sizesOf({ sku: 'SHIRT-S', position: 1 })).toEqual(['M', 'L', 'S'])
})

test('of two variants that do not fit, the patched one is to blame', () => {
  const clash = () => patchVariants(shirt(), { variants: [{ sku: 'SHIRT-S', option_values: { Size: 'M' } }] })
  expect(breaksOf(clash).map(({ path }) => path.join('/'))).toEqual(['variants/0/option_values'])
})
