import { beforeEach, expect, test } from 'vitest'
import { handler as createCategory } from '../../../functions/admin/categories/create.ts'
import { handler as deleteCategory } from '../../../functions/admin/categories/delete.ts'
import { handler as createProduct } from '../../../functions/admin/products/create.ts'
import { handler as getProduct } from '../../../functions/admin/products/get.ts'
import { handler as updateProduct } from '../../../functions/admin/products/update.ts'
import { countsOf, itemsOf } from '../../support/items.ts'
import { listOf } from '../../support/shop.ts'
import { invoke } from '../in-process.ts'
import { atOnce, create, type Merchant, makeShelves, outcome, TEA, tally } from '../merchant.ts'
import { typesOf } from '../table.ts'

let shop: Merchant

beforeEach(async () => {
  shop = await makeShelves()
})

// Of SKUs and external ids, as of what 16 writers do to each: data/races.
test('of 20 creations with one slug one succeeds', async () => {
  const answers = await atOnce(20, (n) =>
    shop.ask('POST', '/admin/products', { ...TEA, name: `Tea ${n}`, slug: 'wanted' }),
  )
  expect(tally(answers.map(outcome))).toEqual({ 201: 1, '409 slug_taken': 19 })
  expect(await countsOf(shop.business.id)).toEqual({ tea: 1, pots: 0 })
  expect(tally(await typesOf(shop.business.id))).toEqual({ 'category.created': 2, 'product.created': 1 })
})

test('of 20 creations of one category one succeeds, and 20 of one name get 20 ids', async () => {
  const same = await atOnce(20, () => shop.ask('POST', '/admin/categories', { name: 'Cups', id: 'cups' }))
  expect(tally(same.map(outcome))).toEqual({ 201: 1, '409 category_exists': 19 })
  const named = await atOnce(20, () => create(shop, '/admin/categories', { name: 'Mugs' }))
  expect(new Set(named.map(({ id }) => id)).size).toBe(20)
})

test('20 creations of one external id by PUT make one product, replaced 19 times', async () => {
  const path = '/admin/products/by-external-id/erp'
  const answers = await atOnce(20, (n) => shop.ask('PUT', path, { ...TEA, price: n }))
  expect(tally(answers.map(outcome))).toEqual({ 200: 19, 201: 1 })
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
  expect(answers.map(({ body }) => body.version).sort((a, b) => a - b)).toEqual(
    Array.from({ length: 20 }, (_, n) => n + 1),
  )
})

test('of 20 PUTs that must create one does', async () => {
  const path = '/admin/products/by-external-id/erp'
  const answers = await atOnce(20, () => shop.ask('PUT', path, TEA, { 'if-none-match': '*' }))
  expect(tally(answers.map(outcome))).toEqual({ 201: 1, '412 precondition_failed': 19 })
})

test('20 patches of different fields at once all land, and the version counts each', async () => {
  const { id } = await create(shop, '/admin/products', TEA)
  const path = `/admin/products/${id}`
  // 10 keys of metadata written twice each, and beside them fields that are set once.
  const answers = await atOnce(20, (n) =>
    shop.ask('PATCH', path, { metadata: { [`k${n % 10}`]: String(n) }, ...(n < 1 && { name: 'Gyokuro' }) }),
  )
  expect(tally(answers.map(outcome))).toEqual({ 200: 20 })
  expect(answers.map(({ body }) => body.version).sort((a, b) => a - b)).toEqual(
    Array.from({ length: 20 }, (_, n) => n + 2),
  )
  const { body } = await shop.ask('GET', path)
  expect([body.version, body.name, Object.keys(body.metadata).length]).toEqual([21, 'Gyokuro', 10])
  // Each key holds what its last writer wrote, in the order of the versions.
  const inOrder = answers.map((answer, n) => ({ n, version: answer.body.version }))
  for (const { n } of inOrder.sort((a, b) => a.version - b.version))
    body.metadata[`seen${n % 10}`] = String(n)
  for (let k = 0; k < 10; k++) expect(body.metadata[`k${k}`]).toBe(body.metadata[`seen${k}`])
  expect(tally(await typesOf(shop.business.id))).toMatchObject({ 'product.updated': 20 })
})

test.each(['product', 'category', 'business'])(
  'of 20 writers that go out from one version of a %s one succeeds',
  async (kind) => {
    const { id } = await create(shop, '/admin/products', { ...TEA, external_id: 'erp' })
    const paths: Record<string, string> = { product: `products/${id}`, category: 'categories/tea' }
    const path = `/admin/${paths[kind] ?? 'business'}`
    const tag = (await shop.ask('GET', path)).headers.get('etag') ?? ''
    const answers = await atOnce(20, (n) =>
      shop.ask('PATCH', path, { name: `Writer ${n}` }, { 'if-match': tag }),
    )
    expect(tally(answers.map(outcome))).toEqual({ 200: 1, '412 precondition_failed': 19 })
    const winner = answers.find(({ status }) => status === 200)
    expect((await shop.ask('GET', path)).body).toEqual(winner?.body)
  },
)

test('of 20 deletions of a product one succeeds', async () => {
  const { id } = await create(shop, '/admin/products', TEA)
  const answers = await atOnce(20, () => shop.ask('DELETE', `/admin/products/${id}`))
  expect(tally(answers.map(outcome))).toEqual({ 204: 1, '404 product_not_found': 19 })
  expect(await countsOf(shop.business.id)).toEqual({ tea: 0, pots: 0 })
  expect((await typesOf(shop.business.id)).filter((type) => type === 'product.deleted')).toHaveLength(1)
})

test('a category deleted while a product comes into it: one of the two is refused, 40 times', async () => {
  const { id: businessId } = shop.business
  const movers = await atOnce(10, (n) => create(shop, '/admin/products', { ...TEA, slug: `mover-${n}` }))
  const read = (id: string) =>
    invoke(getProduct, businessId, { method: 'GET', route: '/admin/products/{id}', path: { id } })

  async function round(n: number): Promise<string> {
    const category = `c${n}`
    await invoke(createCategory, businessId, {
      method: 'POST',
      route: '/admin/categories',
      body: { name: 'C', id: category },
    })
    const mover = movers[n % 10]?.id ?? ''
    /** Some reads of a head start for one side or the other, so that each of them is first at times. */
    const reads = async (count: number) => {
      for (let k = 0; k < count; k++) await read(mover)
    }
    const arrive = async () => {
      await reads(Math.max(0, (n % 7) - 3))
      return n % 2
        ? invoke(createProduct, businessId, {
            method: 'POST',
            route: '/admin/products',
            body: { ...TEA, category_id: category },
          })
        : invoke(updateProduct, businessId, {
            method: 'PATCH',
            route: '/admin/products/{id}',
            path: { id: mover },
            body: { category_id: category, status: n % 4 ? 'active' : 'archived' },
          })
    }
    const leave = async () => {
      await reads(Math.max(0, 3 - (n % 7)))
      return invoke(deleteCategory, businessId, {
        method: 'DELETE',
        route: '/admin/categories/{id}',
        path: { id: category },
      })
    }
    const [arrival, removal] = await Promise.all([arrive(), leave()])
    return `${arrival.status < 300 ? 'came' : arrival.body.code}, ${removal.status === 204 ? 'went' : removal.body.code}`
  }

  const outcomes: string[] = []
  for (let n = 0; n < 40; n += 5) outcomes.push(...(await atOnce(5, (k) => round(n + k))))
  const { 'came, category_not_empty': came = 0, 'validation_failed, went': went = 0 } = tally(outcomes)
  expect(came + went, JSON.stringify(tally(outcomes))).toBe(40)
  expect(Math.min(came, went)).toBeGreaterThan(0)

  const items = await itemsOf(businessId)
  const categories = new Set(items.filter(({ type }) => type === 'category').map(({ id }) => id))
  const products = items.filter(({ type }) => type === 'product')
  for (const { category_id } of products) expect(categories).toContain(category_id)
  const counted = Object.fromEntries([...categories].map((id) => [id, 0]))
  for (const { category_id } of products)
    counted[String(category_id)] = (counted[String(category_id)] ?? 0) + 1
  expect(await countsOf(businessId)).toEqual(counted)
  expect((await listOf(shop.business, '/categories?limit=200')).count).toBe(Math.min(200, categories.size))
})
