import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { updateProduct } from '../../../lib/data/products/products.ts'
import * as keys from '../../../lib/data/table/keys.ts'
import { reindexBusiness } from '../../../lib/operator/upkeep/reindex/reindex.ts'
import { others } from '../../data/table/others.ts'
import { corruptItem, guardsOf, itemsOf, plantItem, removeItem, storedItem } from '../../support/items.ts'
import { verify } from '../business/busy-shop.ts'
import { operate } from '../operate.ts'
import { makeVariedShop, sheetOf, type VariedShop } from './varied-shop.ts'

afterEach(() => {
  others.act = undefined
})

vi.mock('../../../lib/data/table/commit.ts', async (original) =>
  (await import('../../data/table/others.ts')).afterOthers(
    await original<typeof import('../../../lib/data/table/commit.ts')>(),
  ),
)

let shop: VariedShop
let id: string
beforeEach(async () => {
  shop = await makeVariedShop()
  id = shop.business.id
})

const codes = async () => (await verify(shop.business)).findings.map(({ code }) => code).sort()

/** A guard that a product left behind. */
async function plantGuard(sku: string, productId: string): Promise<keys.Key> {
  const key = keys.skuGuardKey(id, sku)
  await plantItem({ ...key, type: 'guard', product_id: productId, stamp: 'seen' })
  return key
}

test('what variants show is rendered again, and nothing else changes', async () => {
  const before = await itemsOf(id)
  await corruptItem(sheetOf(shop, shop.shirt), {
    card: '{}',
    card_version: 2,
    by_created: 'x',
    store: undefined,
  })
  await corruptItem(sheetOf(shop, shop.draft), { card: '{}', store: keys.variantsPartition(id) })
  expect(await codes()).toEqual(['card_differs', 'index_keys_differ', 'storefront_left'])
  expect(await reindexBusiness(id)).toMatchObject({ is_complete: true, written: 2, unreadable: [] })
  expect(await itemsOf(id)).toEqual(before)
  expect(await codes()).toEqual([])
  expect(await reindexBusiness(id)).toMatchObject({ written: 0, right: 10 })
  expect(await reindexBusiness(id, { all: true })).toMatchObject({ written: 10, right: 0 })
  expect(await itemsOf(id)).toEqual(before)
})

test('variants with faults are named; those that are left over, or of a later version, stay as they are', async () => {
  const broken = sheetOf(shop, shop.shirt)
  await corruptItem(broken, { options: [], card: '{}' })
  await corruptItem(sheetOf(shop, shop.archived), { version: 99, card: '{}' })
  const drafted = await storedItem(sheetOf(shop, shop.draft))
  await plantItem({ ...drafted, ...sheetOf(shop, shop.plain), product_id: shop.plain, card: '{}' })
  const before = await itemsOf(id)
  expect(await reindexBusiness(id, { all: true })).toMatchObject({ is_complete: true, unreadable: [broken] })
  const after = await itemsOf(id)
  expect(after.filter(({ type }) => type === 'variants')).toEqual(
    before.filter(({ type }) => type === 'variants'),
  )
})

test('variants of a product that is unpublished meanwhile do not come back into the storefront', async () => {
  const key = sheetOf(shop, shop.shirt)
  await corruptItem(key, { card: '{}' })
  others.act = () => updateProduct(id, shop.shirt, (product) => ({ ...product, status: 'draft' }))
  expect(await reindexBusiness(id)).toMatchObject({ is_complete: true, written: 0 })
  expect(await storedItem(key)).not.toHaveProperty('card')
  expect(await codes()).toEqual([])
})

test('guards of SKUs that events name and nobody has are deleted, all others stay', async () => {
  const left = await plantGuard('OLD', shop.shirt)
  await plantGuard('LOST-M', shop.shirt)
  const held = await guardsOf(id, ['SHIRT-S', 'SHIRT-M', 'SHIRT-L', 'PLAIN-L', 'LOST-M'])
  expect(held).toHaveLength(5)
  await plantItem({ ...keys.slugGuardKey(id, 'lost'), type: 'guard', product_id: shop.shirt })
  expect(await codes()).toEqual(['guard_left', 'guard_left'])
  const { code, stdout } = await operate('reindex', '--business', id)
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: '0 rendered again, 10 already correct, 0 broken, 1 held SKU freed',
  })
  await expect(storedItem(left)).rejects.toThrow('there is no')
  expect(await guardsOf(id, ['SHIRT-S', 'SHIRT-M', 'SHIRT-L', 'PLAIN-L', 'LOST-M'])).toEqual(held)
  expect(await codes()).toEqual(['guard_left'])
  expect(await reindexBusiness(id)).toMatchObject({ freed: 0 })
})

test('a left guard with a second fault is freed once', async () => {
  const left = await plantGuard('OLD', shop.shirt)
  await corruptItem(left, { business_id: randomUUID() })
  expect(await codes()).toEqual(['foreign_item', 'guard_left'])
  expect(await reindexBusiness(id)).toMatchObject({ freed: 1 })
  expect(await codes()).toEqual([])
})

test('a SKU that its product takes again meanwhile stays its own', async () => {
  const left = await plantGuard('OLD', shop.plain)
  others.act = () => updateProduct(id, shop.plain, (product) => ({ ...product, sku: 'OLD' }))
  await reindexBusiness(id)
  expect(await storedItem(left)).toMatchObject({ product_id: shop.plain })
  expect(await codes()).toEqual([])
})

test('guards of variants that are lost stay, and those of a product with faults', async () => {
  const broken = keys.productKey(id, shop.plain)
  await corruptItem(broken, { sku: undefined })
  const key = keys.skuGuardKey(id, 'SHIRT-M')
  await removeItem(sheetOf(shop, shop.shirt))
  expect(await reindexBusiness(id)).toMatchObject({ freed: 0, unreadable: [broken] })
  expect(await storedItem(key)).toMatchObject({ product_id: shop.shirt })
  expect(await storedItem(keys.skuGuardKey(id, 'PLAIN-L'))).toMatchObject({ product_id: shop.plain })
})
