import { beforeEach, expect, test } from 'vitest'
import { updateProduct } from '../../lib/data/products/products.ts'
import { readItem } from '../../lib/data/table/calls/writer.ts'
import { productKey, slugGuardKey } from '../../lib/data/table/keys.ts'
import { INDEXES, STOREFRONT } from '../../lib/data/table/schema.ts'
import type { Business } from '../../lib/domain/business.ts'
import type { Product } from '../../lib/domain/products/product.ts'
import { callAs, listOf, makeBusiness, makeCategory, makeProduct } from '../support/shop.ts'

const INDEX_KEYS = [...new Set(Object.values(INDEXES).flatMap(({ partition, sort }) => [partition, sort]))]
const PUBLIC_ATTRIBUTES = [...INDEX_KEYS, STOREFRONT.card, 'card_version', STOREFRONT.facets].sort()
const GUARD_ATTRIBUTES = [STOREFRONT.store, STOREFRONT.byCreated].sort()

let business: Business
let product: Product

beforeEach(async () => {
  business = await makeBusiness()
  for (const id of ['tea', 'pots']) await makeCategory(business, { id })
  product = await makeProduct(business, {
    name: 'Sencha',
    slug: 'sencha',
    category_id: 'tea',
    tags: ['green'],
  })
})

const change = (changes: Partial<Product>) =>
  updateProduct(business.id, product.id, (before) => ({ ...before, ...changes }))

/** Every public path on which a product can be met, and whether it is met there. */
async function paths(category = 'tea', slug = 'sencha'): Promise<Record<string, boolean>> {
  const lists = ['position', 'name', 'price', 'created_at']
    .flatMap((sort) => [sort, `-${sort}`])
    .flatMap((sort) => [`/products?sort=${sort}`, `/products?sort=${sort}&category=${category}`])
  const met: Record<string, boolean> = {}
  for (const path of [
    ...lists,
    '/products?tag=green',
    '/products?is_available=true',
    `/products?ids=${product.id}`,
  ])
    met[path] = (await listOf(business, path)).data.some(({ id }) => id === product.id)
  for (const path of [product.id, product.id.toUpperCase(), slug])
    met[path] = (await callAs(business, `/products/${path}`)).status === 200
  return met
}

const everywhere = async (category?: string, slug?: string) => [
  ...new Set(Object.values(await paths(category, slug))),
]

/** The attributes by which the item stands in the storefront. */
const storefrontOf = (item: object | undefined) =>
  Object.keys(item ?? {})
    .filter((name) => PUBLIC_ATTRIBUTES.includes(name))
    .sort()
const itemOf = () => readItem<Record<string, unknown>>(productKey(business.id, product.id))
const guardOf = (slug: string) => readItem<Record<string, unknown>>(slugGuardKey(business.id, slug))

test('an active product is met on every public path, by exactly the attributes of the storefront', async () => {
  expect(await everywhere()).toEqual([true])
  expect(storefrontOf(await itemOf())).toEqual(PUBLIC_ATTRIBUTES)
  expect(storefrontOf(await guardOf('sencha'))).toEqual(GUARD_ATTRIBUTES)
})

test.each(['draft', 'archived'] as const)(
  'a product that becomes %s is gone from every path at once',
  async (status) => {
    await change({ status })
    expect(await everywhere()).toEqual([false])
    expect(storefrontOf(await itemOf())).toEqual([])
    expect(await guardOf('sencha')).toMatchObject({ product_id: product.id })
    expect(storefrontOf(await guardOf('sencha'))).toEqual([])
  },
)

test.each(['draft', 'archived'] as const)('a product that was made %s is public nowhere', async (status) => {
  product = await makeProduct(business, { slug: 'never', category_id: 'tea', tags: ['green'], status })
  expect(await everywhere('tea', 'never')).toEqual([false])
  expect(storefrontOf(await itemOf())).toEqual([])
  expect(storefrontOf(await guardOf('never'))).toEqual([])
})

test('publishing again brings it back on every path', async () => {
  const shown = await (await callAs(business, '/products/sencha')).json()
  await change({ status: 'draft' })
  await change({ status: 'archived', price: 4711 })
  await change({ status: 'active', price: product.price })
  expect(await everywhere()).toEqual([true])
  expect(storefrontOf(await itemOf())).toEqual(PUBLIC_ATTRIBUTES)
  expect(storefrontOf(await guardOf('sencha'))).toEqual(GUARD_ATTRIBUTES)
  const again = await (await callAs(business, '/products/sencha')).json()
  expect(again).toEqual({ ...(shown as object), updated_at: expect.any(String) })
})

test('a product that moves is met in its new category and not in its old one', async () => {
  await change({ category_id: 'pots' })
  expect(await everywhere('pots')).toEqual([true])
  expect((await listOf(business, '/products?category=tea')).data).toEqual([])
})

test('a product with a new slug is met by it and no longer by the old one', async () => {
  await change({ slug: 'matcha' })
  expect(await everywhere('tea', 'matcha')).toEqual([true])
  expect((await callAs(business, '/products/sencha')).status).toBe(404)
  expect(await guardOf('sencha')).toBeUndefined()
})

test('a new slug and a new status in one change leave no way to the unpublished product', async () => {
  await change({ slug: 'matcha', status: 'draft' })
  expect(await everywhere('tea', 'matcha')).toEqual([false])
  expect(storefrontOf(await guardOf('matcha'))).toEqual([])
  await change({ slug: 'sencha', status: 'active' })
  expect(await everywhere()).toEqual([true])
})

test('an old slug leads to the product that took it over', async () => {
  await change({ slug: 'matcha' })
  const heir = await makeProduct(business, { name: 'Heir', slug: 'sencha', category_id: 'tea' })
  expect(await (await callAs(business, '/products/sencha')).json()).toMatchObject({ id: heir.id })
})

test('every public field is new on every path after one change', async () => {
  const changes = {
    name: 'Gyokuro',
    price: 9,
    position: 3,
    is_available: false,
    tags: ['shade'],
    description: 'new',
  }
  await change(changes)
  for (const path of [
    '/products',
    '/products?sort=name',
    '/products?sort=-price&category=tea',
    '/products?tag=shade',
  ])
    expect((await listOf(business, path)).data).toMatchObject([changes])
  for (const path of ['/products?tag=green', '/products?is_available=true', '/products?price_min=10'])
    expect((await listOf(business, path)).data).toEqual([])
})
