import { beforeEach, expect, test } from 'vitest'
import { variantSheetKey } from '../../../lib/data/table/keys.ts'
import { corruptItem, removeItem, storedItem } from '../../support/items.ts'
import { type Merchant, makeShelves } from '../merchant.ts'
import { makeSizes, publicly } from './shirts.ts'

let shop: Merchant
beforeEach(async () => {
  shop = await makeShelves()
})

/** Changes of the variants after which their earlier row does not fit the product any more. */
const CHANGES: [what: string, patch: object][] = [
  ['another lowest price', { sku: 'SHIRT-S', price: 5 }],
  ['another highest price', { sku: 'SHIRT-L', price: 9_000 }],
  ['fewer variants', { sku: 'SHIRT-M', is_enabled: false }],
]

test.each(CHANGES)('a product with %s is not shown with the variants of before', async (_, patch) => {
  const { product, path } = await makeSizes(shop)
  const key = variantSheetKey(shop.business.id, product.id)
  const { card } = await storedItem(key)
  await shop.ask('PATCH', path, { variants: [patch] })
  const { card: current } = await storedItem(key)
  await corruptItem(key, { card })
  for (const shown of [`/products/${product.id}?expand=variants`, `/products/${product.slug}/variants`])
    expect(await publicly(shop, shown)).toMatchObject({
      status: 503,
      body: { code: 'temporarily_unavailable' },
    })
  await corruptItem(key, { card: current })
  expect((await publicly(shop, `/products/${product.id}/variants`)).status).toBe(200)
})

test('nor is one that is sold out with variants that are not, or one whose variants are not there yet', async () => {
  const { product, path } = await makeSizes(shop)
  const key = variantSheetKey(shop.business.id, product.id)
  const { card } = await storedItem(key)
  const variants = ['S', 'M', 'L'].map((size) => ({ sku: `SHIRT-${size}`, is_available: false }))
  await shop.ask('PATCH', path, { variants })
  await corruptItem(key, { card })
  const shown = `/products?ids=${product.id}&expand=variants`
  expect((await publicly(shop, shown)).status).toBe(503)
  await removeItem(key)
  expect((await publicly(shop, shown)).status).toBe(503)
  expect((await publicly(shop, `/products/${product.id}`)).status).toBe(200)
})
