/**
 * The public reads as they were at the last release read what the code of today writes: a deployment can be taken back while
 * it is used. Until there is a release they are those of the commit that test/fixtures/README.md names.
 */

import { createHash } from 'node:crypto'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { handler as getBusiness } from '../../functions/business/get.ts'
import { handler as getCategory } from '../../functions/categories/get.ts'
import { handler as listCategories } from '../../functions/categories/list.ts'
import { handler as getProduct } from '../../functions/products/get.ts'
import { handler as listProducts } from '../../functions/products/list.ts'
import { handler as listVariants } from '../../functions/products/variants.ts'
import { changeProduct } from '../../lib/data/products/products.ts'
import { putItem } from '../../lib/data/table/calls/writer.ts'
import * as keys from '../../lib/data/table/keys.ts'
import { TTL_ATTRIBUTE } from '../../lib/data/table/schema.ts'
import type { Business } from '../../lib/domain/business.ts'
import { replaceVariants } from '../../lib/domain/products/replace-variants.ts'
import { ask } from '../support/in-process.ts'
import { call, type List, makeBusiness, makeCategory, makeKey, makeProduct } from '../support/shop.ts'

const BEFORE = join(import.meta.dirname, '../fixtures/before')
const load = createRequire(import.meta.url)
type Handler = typeof listProducts

const NOW = {
  'products-list': listProducts,
  'products-get': getProduct,
  'products-variants': listVariants,
  'categories-list': listCategories,
  'categories-get': getCategory,
  'business-get': getBusiness,
} as const satisfies Record<string, Handler>
type Name = keyof typeof NOW
const before = (name: Name): Handler => load(join(BEFORE, `${name}.cjs`)).handler

/** Longer than a slug could be before. */
const LONG = 'a'.repeat(64)

let shop: Business
let shirt: string
beforeAll(async () => {
  shop = await makeBusiness({ name: 'A shop', description: 'Tea' })
  for (const id of ['tea', 'pots']) await makeCategory(shop, { id, name: id })
  await makeProduct(shop, { name: 'Sencha', slug: 'sencha', category_id: 'tea', tags: ['green'], cost: 1 })
  await makeProduct(shop, {
    name: 'Pot',
    slug: 'pot',
    category_id: 'pots',
    track_inventory: true,
    quantity: 3,
  })
  await makeProduct(shop, { name: 'Long', slug: LONG, category_id: 'pots', compare_at_price: 2_000 })
  await makeProduct(shop, { name: 'Draft', slug: 'draft', category_id: 'pots', status: 'draft' })
  shirt = (await makeProduct(shop, { name: 'Shirt', slug: 'shirt', category_id: 'tea' })).id
  const variant = (Size: string) => ({
    option_values: { Size },
    price: 900,
    track_inventory: true,
    quantity: 2,
  })
  await changeProduct(shop.id, shirt, (whole) =>
    replaceVariants(whole, {
      options: [{ name: 'Size', values: ['S', 'M'] }],
      variants: ['S', 'M'].map(variant),
    }),
  )
})

type Question = Parameters<typeof ask>[2]
const both = async (name: Name, question: Question) => {
  const [old, now] = [await ask(before(name), shop.id, question), await ask(NOW[name], shop.id, question)]
  return { old, now }
}

/** A body without the member of products that had not been there before. */
const known = (text: string) =>
  JSON.parse(text, (name, value) => (name === 'additional_category_ids' ? undefined : value))

/** A body without what clients do not rely on in a problem: the ids of its request, and the sentence for people. */
function relevant(text: string): object {
  const { instance: _, request_id: __, detail: ___, ...body } = known(text)
  return body
}

const PRODUCT = '/products/{product}'
test.each<[Name, Question]>([
  ['products-list', { route: '/products' }],
  ['products-list', { route: '/products', query: 'sort=-price&tag=green' }],
  ['products-list', { route: '/products', query: 'category=pots&fields=name,price,slug' }],
  ['products-get', { route: PRODUCT, path: { product: 'sencha' } }],
  ['products-get', { route: PRODUCT, path: { product: 'shirt' }, query: 'expand=variants' }],
  ['products-get', { route: PRODUCT, path: { product: 'draft' } }],
  ['products-variants', { route: `${PRODUCT}/variants`, path: { product: 'shirt' } }],
  ['products-variants', { route: `${PRODUCT}/variants`, path: { product: 'pot' } }],
  ['categories-list', { route: '/categories' }],
  ['categories-get', { route: '/categories/{category}', path: { category: 'tea' } }],
  ['business-get', { route: '/business' }],
])('%s of before returns what it returns today: %j', async (name, question) => {
  const { old, now } = await both(name, question)
  expect(old.status).toBe(now.status)
  expect(relevant(old.text)).toEqual(relevant(now.text))
})

test('products with their variants, by their ids', async () => {
  const { old, now } = await both('products-list', {
    route: '/products',
    query: `ids=${shirt}&expand=variants`,
  })
  expect([old.status, known(old.text)]).toEqual([200, known(now.text)])
})

test('a product by its id is found, whatever its slug; a slug of more than 63 characters is not', async () => {
  const list = JSON.parse((await both('products-list', { route: '/products' })).old.text) as List
  const long = list.data.find(({ slug }) => slug === LONG)
  const byId = await both('products-get', { route: PRODUCT, path: { product: String(long?.id) } })
  expect([byId.old.status, known(byId.old.text)]).toEqual([200, known(byId.now.text)])
  const bySlug = await both('products-get', { route: PRODUCT, path: { product: LONG } })
  expect([bySlug.old.status, bySlug.now.status]).toEqual([404, 200])
})

test.each<Name>(['products-list', 'categories-list'])(
  'a cursor of %s goes on in the other version',
  async (name) => {
    const route = name === 'products-list' ? '/products' : '/categories'
    const first = await both(name, { route, query: 'limit=1' })
    for (const cursor of [first.old, first.now].map(({ text }) => (JSON.parse(text) as List).next_cursor)) {
      const next = await both(name, { route, query: `limit=1&cursor=${cursor}` })
      expect([next.old.status, next.now.status]).toEqual([200, 200])
      expect(known(next.old.text)).toEqual(known(next.now.text))
    }
  },
)

test('a response that was kept before is returned again', async () => {
  const { apiKey, token } = await makeKey(shop)
  const body = { name: 'Kept', price: 1, category_id: 'tea' }
  const post = (idempotencyKey: string) =>
    call('/admin/products', {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'idempotency-key': idempotencyKey,
      },
      body: JSON.stringify(body),
    })
  const first = await post('today')
  const kept = await first.text()
  const canonical = JSON.stringify(
    Object.fromEntries(Object.entries(body).sort(([a], [b]) => (a < b ? -1 : 1))),
  )
  const expires_at = Math.floor(Date.now() / 1000) + 3_600
  const headerOf = (name: string) => first.headers.get(name) ?? ''
  await putItem({
    ...keys.idempotencyKey(shop.id, apiKey.id, 'POST /api/v1/admin/products#before'),
    type: 'idempotency',
    fingerprint: createHash('sha256').update(canonical).digest('hex'),
    statusCode: 201,
    headers: Object.fromEntries(
      ['cache-control', 'content-type', 'etag', 'location'].map((name) => [name, headerOf(name)]),
    ),
    body: kept,
    expires_at,
    [TTL_ATTRIBUTE]: expires_at,
  })
  const response = await post('before')
  expect([response.status, response.headers.get('idempotency-replayed')]).toEqual([201, 'true'])
  expect(await response.text()).toBe(kept)
})
