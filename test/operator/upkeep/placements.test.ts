import { beforeEach, expect, test } from 'vitest'
import * as keys from '../../../lib/data/table/keys.ts'
import { reindexBusiness } from '../../../lib/operator/upkeep/reindex/reindex.ts'
import { create, type Merchant, makeShelves, TEA } from '../../admin/merchant.ts'
import { corruptItem, itemsOf, plantItem, removeItem, storedItem } from '../../support/items.ts'
import { verify } from '../business/busy-shop.ts'

let shop: Merchant
let id: string
let sencha: string
let draft: string

beforeEach(async () => {
  shop = await makeShelves()
  id = shop.business.id
  for (const category of ['gifts', 'sale'])
    await create(shop, '/admin/categories', { id: category, name: category })
  const additional_categories = [{ id: 'gifts', position: 3 }, { id: 'sale' }]
  const make = async (more: object) =>
    (await create(shop, '/admin/products', { ...TEA, additional_categories, ...more })).id
  sencha = await make({ status: 'active' })
  draft = await make({ name: 'Draft' })
})

const place = (category: string, product = sencha) => keys.placementKey(id, product, category)
const codes = async () =>
  (await verify(shop.business)).findings.map(({ code, sk }) => `${code} ${sk.split('#').at(-1)}`).sort()

test('places that are wrong, missing or left over are found and written again, and nothing else is', async () => {
  const before = await itemsOf(id)
  expect(await codes()).toEqual([])
  const item = await storedItem(place('gifts'))
  await corruptItem(place('gifts'), { by_position: 'x', card: '{"cost":1}' })
  await removeItem(place('sale'))
  // Of a draft, of a category that is not its own, and of a product that does not exist.
  await plantItem({ ...item, ...place('gifts', draft) })
  await plantItem({ ...item, ...place('pots'), shelf: keys.shelfPartition(id, 'pots') })
  await plantItem({ ...item, ...place('gifts', keys.idIn('01a1f85c-9786-79fb-a3c4-bd6300fca740')) })
  expect(await codes()).toEqual([
    'placement_differs gifts',
    'placement_left gifts',
    'placement_left gifts',
    'placement_left pots',
    'placement_missing sale',
  ])
  expect(await reindexBusiness(id)).toMatchObject({ is_complete: true, written: 4, unreadable: [] })
  expect(await itemsOf(id)).toEqual(before)
  expect(await codes()).toEqual([])
  expect(await reindexBusiness(id)).toMatchObject({ written: 0 })
})

test('wrong counts of places, and a category that is gone, are found', async () => {
  const count = keys.categoryCountKey(id, 'gifts', keys.shardOf(sencha))
  const { p } = await storedItem(count)
  await corruptItem(count, { p: Number(p) + 1 })
  const [{ detail } = {}] = (await verify(shop.business)).findings
  expect(detail).toBe(`counts ${Number(p) + 1} products placed in it, but there are ${p}`)
  await corruptItem(count, { p })
  await removeItem(keys.categoryKey(id, 'sale'))
  for (const { pk, sk } of await itemsOf(id)) if (sk.startsWith('COUNT#sale#')) await removeItem({ pk, sk })
  expect(await codes()).toEqual([`category_missing ${draft}`, `category_missing ${sencha}`].sort())
})

test('products and categories that were stored before there were places are complete, and can be changed', async () => {
  const key = keys.productKey(id, (await create(shop, '/admin/products', { ...TEA, name: 'Old' })).id)
  await corruptItem(key, { additional_categories: undefined })
  await corruptItem(keys.categoryKey(id, 'pots'), { parent_id: undefined, is_listed: undefined })
  expect(await codes()).toEqual([])
  const path = `/admin/products/${key.sk.slice(keys.PRODUCT_PREFIX.length)}`
  expect((await shop.ask('GET', path)).body).toMatchObject({ additional_categories: [] })
  const put = { additional_categories: [{ id: 'gifts' }], status: 'active' }
  expect((await shop.ask('PATCH', path, put)).body).toMatchObject({ additional_category_ids: ['gifts'] })
  expect((await shop.ask('PATCH', '/admin/categories/pots', { name: 'Pots' })).status).toBe(200)
  expect(await reindexBusiness(id)).toMatchObject({ unreadable: [] })
  expect(await codes()).toEqual([])
})

test('all is written again on request', async () => {
  const { written } = await reindexBusiness(id, { all: true })
  expect(written).toBeGreaterThan(0)
  expect(await codes()).toEqual([])
})
