import { beforeEach, describe, expect, test } from 'vitest'
import { AdjustmentRefused, adjustStock } from '../../lib/data/inventory/adjust.ts'
import { getProduct } from '../../lib/data/products/product-reads.ts'
import { changeProduct } from '../../lib/data/products/products.ts'
import { eventKey, stockKey } from '../../lib/data/table/keys.ts'
import { adminProduct } from '../../lib/domain/admin-view.ts'
import type { Business } from '../../lib/domain/business.ts'
import { MAX_OBJECT_BYTES } from '../../lib/domain/limits.ts'
import type { Product } from '../../lib/domain/products/product.ts'
import { patchWhole } from '../../lib/domain/products/product-body.ts'
import { itemsIn, storedItem } from '../support/items.ts'
import { makeBusiness, makeCategory, makeProduct } from '../support/shop.ts'

let business: Business
let product: string

beforeEach(async () => {
  business = await makeBusiness()
  await makeCategory(business, { id: 'tea' })
  product = (await makeProduct(business, { category_id: 'tea', track_inventory: true, quantity: 4 })).id
})

describe('a quantity that is set to what it is', () => {
  const setTo = (quantity: number, expected: number) =>
    adjustStock(business.id, {
      reason: 'correction',
      reference: null,
      changes: [{ index: 0, variantId: product, quantity, expected }],
    })
  const stored = async () => [
    await storedItem(stockKey(business.id, product)),
    ...(await itemsIn(eventKey(business.id, '').pk)),
  ]

  test('changes nothing and makes no event', async () => {
    const before = await stored()
    expect(await setTo(4, 4)).toMatchObject([{ delta: 0, quantity: 4 }])
    expect(await stored()).toEqual(before)
  })

  test('is still compared with what was expected', async () => {
    await expect(setTo(4, 5)).rejects.toBeInstanceOf(AdjustmentRefused)
  })

  test('does not stop another sale in the same request', async () => {
    const sold = await makeProduct(business, { category_id: 'tea', track_inventory: true, quantity: 9 })
    const changes = [
      { index: 0, variantId: product, quantity: 4 },
      { index: 1, variantId: sold.id, delta: -2 },
    ]
    const done = await adjustStock(business.id, { reason: 'other', reference: null, changes })
    expect(done.map(({ quantity }) => quantity)).toEqual([4, 7])
    expect(await storedItem(stockKey(business.id, sold.id))).toMatchObject({ q0: 7 })
  })
})

test('the last piece of a product that has all the bytes that it may have is sold, and the product is archived', async () => {
  const metadata = Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`k${n}`, 'x'.repeat(500)]))
  const makeOf = (slug: string, bytes: number) =>
    makeProduct(business, {
      category_id: 'tea',
      slug,
      track_inventory: true,
      quantity: 1,
      metadata,
      description: `${'¢'.repeat(2000)}${'x'.repeat(bytes)}`,
    })
  const bytesOf = (product: Product) => Buffer.byteLength(JSON.stringify(adminProduct(product)))
  const full = await makeOf('exact', MAX_OBJECT_BYTES - bytesOf(await makeOf('probe', 0)))
  expect(bytesOf(full)).toBe(MAX_OBJECT_BYTES)
  const changes = [{ index: 0, variantId: full.id, delta: -1 }]
  await adjustStock(business.id, { reason: 'sale', reference: null, changes })
  await changeProduct(business.id, full.id, (whole) => patchWhole(whole, { status: 'archived' }))
  expect(await getProduct(business.id, full.id)).toMatchObject({ is_available: false, status: 'archived' })
  const longer = changeProduct(business.id, full.id, (whole) => patchWhole(whole, { name: 'Sencha 2' }))
  await expect(longer).rejects.toThrow('object_too_large')
})
