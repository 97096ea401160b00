import { beforeEach, expect, test } from 'vitest'
import { categoryCountKey, placementKey, shardOf, shelfPartition } from '../../../lib/data/table/keys.ts'
import { numbered } from '../../domain/products/stored-product.ts'
import { itemsOf, plantItem, storedItem } from '../../support/items.ts'
import { listOf } from '../../support/shop.ts'
import { create, faults, type Merchant, makeShelves, outcome, type Sent, TEA } from '../merchant.ts'
import { everythingOf } from '../table.ts'

let shop: Merchant

beforeEach(async () => {
  shop = await makeShelves()
  for (const id of ['gifts', 'front', 'sale']) await create(shop, '/admin/categories', { id, name: id })
})

const ACTIVE = { ...TEA, status: 'active' }

const make = (more: object) => create(shop, '/admin/products', { ...ACTIVE, ...more })
const patch = (id: string, body: Sent) => shop.ask('PATCH', `/admin/products/${id}`, body)

/** The names of the products that a category lists. */
const listed = async (category: string) =>
  (await listOf(shop.business, `/products?category=${category}`)).data.map(({ name }) => name)

/** The number of products placed in a category, by its counts. */
async function placedIn(category: string, productId: string): Promise<unknown> {
  return (await storedItem(categoryCountKey(shop.business.id, category, shardOf(productId)))).p ?? 0
}

test('a product is listed in its additional categories, at its place there', async () => {
  const pot = await make({
    name: 'Pot',
    category_id: 'pots',
    position: 9,
    additional_categories: [{ id: 'gifts', position: 1 }, { id: 'tea' }],
  })
  expect(pot.additional_category_ids).toEqual(['gifts', 'tea'])
  expect(pot.additional_categories).toEqual([{ id: 'gifts', position: 1 }, { id: 'tea' }])
  for (const [name, position] of [
    ['First', 0],
    ['Second', 5],
    ['Last', 10],
  ] as const) {
    await make({ name, position })
    await make({ name, position, category_id: 'gifts' })
  }
  await expect.poll(() => listed('gifts')).toEqual(['First', 'Pot', 'Second', 'Last'])
  await expect.poll(() => listed('tea')).toEqual(['First', 'Second', 'Pot', 'Last'])
  expect(await listed('pots')).toEqual(['Pot'])
  const { data } = await listOf(
    shop.business,
    '/products?category=gifts&fields=additional_category_ids,category_id',
  )
  expect(data[1]).toEqual({ id: pot.id, category_id: 'pots', additional_category_ids: ['gifts', 'tea'] })
})

test('a filter of a list applies to products that are placed there as to its own', async () => {
  const additional_categories = [{ id: 'gifts' }]
  await make({ name: 'Own', category_id: 'gifts', price: 500, tags: ['green'] })
  await make({ name: 'Placed', price: 500, tags: ['green'], additional_categories })
  await make({ name: 'Other', price: 900, tags: ['black'], is_available: false, additional_categories })
  await expect.poll(() => listed('gifts')).toEqual(['Other', 'Own', 'Placed'])
  expect(await listed('gifts&tag=green')).toEqual(['Own', 'Placed'])
  expect(await listed('gifts&tag=black')).toEqual(['Other'])
  expect(await listed('gifts&tag=red')).toEqual([])
  expect(await listed('gifts&is_available=false')).toEqual(['Other'])
  expect(await listed('gifts&is_available=true')).toEqual(['Own', 'Placed'])
  expect(await listed('gifts&price_min=501')).toEqual(['Other'])
  expect(await listed('gifts&price_max=899')).toEqual(['Own', 'Placed'])
})

test('a product whose additional categories are taken away is listed in none of them', async () => {
  const { id } = await make({ additional_categories: [{ id: 'gifts' }] })
  await expect.poll(() => listed('gifts')).toEqual(['Sencha'])
  expect((await patch(id, { additional_categories: [] })).body.additional_category_ids).toEqual([])
  await expect.poll(() => listed('gifts')).toEqual([])
})

test('a category that does not exist is refused at its place, together with all other faults', async () => {
  const additional_categories = [{ id: 'gifts' }, { id: 'none' }]
  const { id } = await create(shop, '/admin/products', TEA)
  const before = await everythingOf(shop.business.id)
  const post = (more: object) =>
    shop.ask('POST', '/admin/products', { ...TEA, additional_categories, ...more })
  expect(faults(await post({}))).toEqual(['/additional_categories/1/id invalid'])
  expect(faults(await post({ price: -1, category_id: 'gifts' })).sort()).toEqual([
    '/additional_categories/0/id invalid',
    '/additional_categories/1/id invalid',
    '/price invalid',
  ])
  expect(faults(await post({ category_id: 'nothing' }))).toEqual([
    '/category_id invalid',
    '/additional_categories/1/id invalid',
  ])
  expect(faults(await patch(id, { additional_category_ids: ['gifts'] }))).toEqual([
    '/additional_category_ids read_only',
  ])
  const bulk = await shop.ask('POST', '/admin/products/bulk', {
    operations: [{ op: 'update', id, data: { additional_categories } }],
  })
  expect(JSON.stringify(bulk.body.data)).toContain('/operations/0/data/additional_categories/1/id')
  expect(await everythingOf(shop.business.id)).toEqual(before)
})

test('a product that moves into one of its additional categories is listed there once', async () => {
  const { id } = await make({ additional_categories: [{ id: 'gifts' }, { id: 'front' }] })
  const { body } = await patch(id, { category_id: 'gifts' })
  expect(body).toMatchObject({ category_id: 'gifts', additional_category_ids: ['front'] })
  await expect.poll(() => listed('gifts')).toEqual(['Sencha'])
  expect([await placedIn('gifts', id), await placedIn('front', id)]).toEqual([0, 1])
  // Into the old one again, which becomes an additional one in turn.
  const swapped = await patch(id, { category_id: 'tea', additional_categories: [{ id: 'gifts' }] })
  expect(swapped.body).toMatchObject({ category_id: 'tea', additional_category_ids: ['gifts'] })
  expect([await placedIn('gifts', id), await placedIn('front', id)]).toEqual([1, 0])
  await expect.poll(() => listed('front')).toEqual([])
  expect(await listed('gifts')).toEqual(['Sencha'])
})

test('only active products are listed, and all hold their categories', async () => {
  const { id } = await create(shop, '/admin/products', { ...TEA, additional_categories: [{ id: 'gifts' }] })
  const remove = async () => outcome(await shop.ask('DELETE', '/admin/categories/gifts'))
  const places = async () => (await itemsOf(shop.business.id)).filter(({ type }) => type === 'placement')
  expect(await remove()).toBe('409 category_not_empty')
  expect(await places()).toEqual([])
  await patch(id, { status: 'active' })
  const item = await storedItem(placementKey(shop.business.id, id, 'gifts'))
  expect(Object.keys(item).sort()).toEqual(
    ['pk', 'sk', 'type', 'shelf', 'by_position', 'by_name', 'by_price', 'by_created'].sort(),
  )
  // Members that are not in the place change without it.
  await patch(id, { description: 'Steamed.', is_available: false, tags: ['a'] })
  await expect.poll(() => listed('gifts')).toEqual(['Sencha'])
  await patch(id, { status: 'archived' })
  expect(await listed('gifts')).toEqual([])
  expect(await places()).toEqual([])
  expect(await remove()).toBe('409 category_not_empty')
  expect((await shop.ask('GET', '/admin/products?category=gifts')).body.data.map((one) => one.id)).toEqual([
    id,
  ])
  await shop.ask('DELETE', `/admin/products/${id}`)
  expect(await remove()).toBe('204')
})

test('a write of more than one transaction holds is refused, and changes nothing', async () => {
  for (const id of ['a', 'b', 'c']) await create(shop, '/admin/categories', { id, name: id })
  const places = (...ids: string[]) => ids.map((id) => ({ id }))
  const { id } = await make({
    slug: 'before',
    external_id: 'erp:1',
    additional_categories: places('gifts', 'front', 'sale'),
  })
  const before = await everythingOf(shop.business.id)
  const body = (skus: number) => ({
    category_id: 'pots',
    slug: 'after',
    external_id: 'erp:2',
    additional_categories: places('a', 'b', 'c'),
    ...numbered(skus, (n) => ({ sku: `SKU-${n}`, track_inventory: true })),
  })
  expect(outcome(await patch(id, body(80)))).toBe('422 too_many_sku_changes')
  expect(await everythingOf(shop.business.id)).toEqual(before)
  expect(outcome(await patch(id, body(70)))).toBe('200')
  await expect.poll(() => listed('c')).toEqual(['Sencha'])
  expect(await listed('gifts')).toEqual([])
})

test('a place that its product has left shows nothing, even while its row is still there', async () => {
  const { id } = await make({ additional_categories: [{ id: 'gifts' }] })
  const { id: draft } = await make({
    status: 'draft',
    name: 'Draft',
    additional_categories: [{ id: 'gifts' }],
  })
  const stand = await storedItem(placementKey(shop.business.id, id, 'gifts'))
  const shelf = (category: string) => shelfPartition(shop.business.id, category)
  await plantItem({ ...stand, ...placementKey(shop.business.id, id, 'sale'), shelf: shelf('sale') })
  await plantItem({
    ...stand,
    ...placementKey(shop.business.id, draft, 'sale'),
    shelf: shelf('sale'),
    by_created: draft,
  })
  await make({ name: 'Last', category_id: 'sale', position: 9 })
  await expect.poll(() => listed('gifts')).toEqual(['Sencha'])
  const { data, has_more } = await listOf(shop.business, '/products?category=sale&limit=1')
  expect([data.map(({ name }) => name), has_more]).toEqual([['Last'], false])
})
