import { afterEach, expect, test, vi } from 'vitest'
import { deleteProduct, updateProduct } from '../../../lib/data/products/products.ts'
import { restore } from '../../../lib/data/storefront/card-text.ts'
import { CARD_VERSION } from '../../../lib/data/storefront/storefront.ts'
import * as keys from '../../../lib/data/table/keys.ts'
import type { Business } from '../../../lib/domain/business.ts'
import type { Product } from '../../../lib/domain/products/product.ts'
import { reindexBusiness } from '../../../lib/operator/upkeep/reindex/reindex.ts'
import { others } from '../../data/table/others.ts'
import { corruptItem, storedItem } from '../../support/items.ts'
import { makeBusiness, makeCategory, makeProduct } from '../../support/shop.ts'
import { verify } from '../business/busy-shop.ts'

afterEach(() => {
  others.act = undefined
})

vi.mock('../../../lib/data/table/commit.ts', async (original) =>
  (await import('../../data/table/others.ts')).afterOthers(
    await original<typeof import('../../../lib/data/table/commit.ts')>(),
  ),
)

async function makeOldProduct(): Promise<{ business: Business; product: Product; key: keys.Key }> {
  const business = await makeBusiness()
  await makeCategory(business, { id: 'tea' })
  const product = await makeProduct(business, { category_id: 'tea' })
  const key = keys.productKey(business.id, product.id)
  await corruptItem(key, { card: '{}', card_version: 0 })
  return { business, product, key }
}

test('a change that comes between the read and the write wins, and needs no second rendering', async () => {
  const { business, product, key } = await makeOldProduct()
  others.act = () => updateProduct(business.id, product.id, (p) => ({ ...p, price: 7, slug: 'other' }))
  expect(await reindexBusiness(business.id)).toMatchObject({ is_complete: true, written: 0, right: 3 })
  expect(await storedItem(key)).toMatchObject({ price: 7, version: 2 })
  const { card } = await storedItem(key)
  expect(JSON.parse(restore(String(card), product.id))).toMatchObject({ price: 7, slug: 'other' })
  expect(await verify(business)).toMatchObject({ code: 0, findings: [] })
})

test('what an older version of the program writes meanwhile is rendered again', async () => {
  const { business, key } = await makeOldProduct()
  others.act = () => corruptItem(key, { price: 7, version: 2, card: '{"old":true}' })
  expect(await reindexBusiness(business.id)).toMatchObject({ written: 1 })
  expect(await storedItem(key)).toMatchObject({ price: 7, version: 2, card_version: CARD_VERSION.product })
  expect(await verify(business)).toMatchObject({ code: 0, findings: [] })
})

test('an unpublished product does not come back into the storefront, a deleted one not into the table', async () => {
  const { business, product, key } = await makeOldProduct()
  others.act = () => updateProduct(business.id, product.id, (p) => ({ ...p, status: 'draft' }))
  await reindexBusiness(business.id)
  expect(await storedItem(key)).not.toHaveProperty('card')
  others.act = () => deleteProduct(business.id, product.id)
  await reindexBusiness(business.id, { all: true })
  await expect(storedItem(key)).rejects.toThrow('there is no')
  expect(await verify(business)).toMatchObject({ code: 0, findings: [] })
})
