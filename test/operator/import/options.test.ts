import { expect, test } from 'vitest'
import { findWholeProduct } from '../../../lib/data/products/product-reads.ts'
import { changeProduct } from '../../../lib/data/products/products.ts'
import type { Business } from '../../../lib/domain/business.ts'
import { replaceVariants } from '../../../lib/domain/products/replace-variants.ts'
import { makeBusiness, makeCategory, makeProduct } from '../../support/shop.ts'
import { importInto } from '../operate.ts'

const SIZES = {
  options: [{ name: 'Size', values: ['S', 'M'] }],
  variants: ['S', 'M'].map((Size, n) => ({
    option_values: { Size },
    price: 100 * (n + 1),
    compare_at_price: 900,
    sku: `SHIRT-${Size}`,
  })),
}

async function shopWithShirt(): Promise<Business> {
  const business = await makeBusiness()
  await makeCategory(business, { id: 'tea' })
  const { id } = await makeProduct(business, { external_id: 'e1', category_id: 'tea', name: 'Shirt' })
  await changeProduct(business.id, id, (whole) => replaceVariants(whole, SIZES))
  return business
}

const shirtOf = (business: Business) => findWholeProduct(business.id, { external_id: 'e1' })

test('a row changes what a product with options has in common with others', async () => {
  const business = await shopWithShirt()
  const row = { external_id: 'e1', name: 'Better shirt', price: 100 }
  expect(await importInto(business, [row])).toMatchObject({ updated: 1, refused: [] })
  expect(await shirtOf(business)).toMatchObject({
    product: { name: 'Better shirt', price: 100, compare_at_price: 900, variant_count: 2 },
    set: { variants: [{ sku: 'SHIRT-S' }, { sku: 'SHIRT-M' }] },
  })
})

test('a row that contradicts the variants is refused by the fields, and changes nothing', async () => {
  const business = await shopWithShirt()
  const before = await shirtOf(business)
  const result = await importInto(business, [
    { external_id: 'e1', name: 'Other', price: 101 },
    { sku: 'SHIRT-M', name: 'Other', price: 200 },
  ])
  expect(result).toMatchObject({ updated: 0 })
  const said = JSON.stringify(result.refused)
  for (const field of ['price', 'sku'])
    expect(said).toContain(`${field}: is decided by the variants of this product`)
  expect(await shirtOf(business)).toEqual(before)
})

test('a row leaves is_available alone where the stock decides it', async () => {
  const business = await makeBusiness()
  await makeCategory(business, { id: 'tea' })
  await makeProduct(business, { external_id: 'e1', category_id: 'tea', track_inventory: true, quantity: 3 })
  const row = { external_id: 'e1', name: 'Cup', price: 5 }
  expect(await importInto(business, [{ ...row, is_available: true }])).toMatchObject({ updated: 1 })
  expect(await importInto(business, [{ ...row, is_available: false }])).toMatchObject({ unchanged: 1 })
  expect((await shirtOf(business))?.product).toMatchObject({ is_available: true, track_inventory: true })
})
