import { beforeEach, expect, test } from 'vitest'
import { countsOf } from '../../support/items.ts'
import { create, faults, type Merchant, makeShelves, outcome, TEA } from '../merchant.ts'

let shop: Merchant

beforeEach(async () => {
  shop = await makeShelves()
})

const at = (externalId: string) => `/admin/products/by-external-id/${encodeURIComponent(externalId)}`
const put = (externalId: string, body: object) => shop.ask('PUT', at(externalId), body)

test('a PUT creates, with everything a new product has', async () => {
  const answer = await put('erp-1', { ...TEA, sku: 'one' })
  const { id } = answer.body
  expect(outcome(answer)).toBe('201')
  expect(answer.headers.get('location')).toBe(`/api/v1/admin/products/${id}`)
  expect(answer.headers.get('etag')).toBe(`"${Date.parse(answer.body.created_at)}.1"`)
  expect(answer.body).toMatchObject({
    ...TEA,
    external_id: 'erp-1',
    slug: 'sencha',
    status: 'draft',
    version: 1,
  })
  for (const path of [at('erp-1'), `/admin/products/${id}`])
    expect((await shop.ask('GET', path)).body).toEqual(answer.body)
  expect(await countsOf(shop.business.id)).toEqual({ tea: 1, pots: 0 })
})

test('a second PUT replaces every field, except slug, status and availability where it is silent', async () => {
  const full = {
    ...TEA,
    description: 'd',
    is_available: false,
    compare_at_price: 9000,
    slug: 'full',
    position: 7,
    images: [{ url: 'https://img.example/', alt: 'x' }],
    tags: ['t'],
    status: 'active',
    sku: 's',
    cost: 3,
    metadata: { a: 'b' },
  }
  const { body: before } = await put('erp-1', full)
  const answer = await put('erp-1', { name: 'Gyokuro', price: 1, category_id: 'pots' })
  expect([outcome(answer), answer.headers.get('location')]).toEqual(['200', null])
  expect(answer.headers.get('etag')).toBe(`"${Date.parse(before.created_at)}.2"`)
  expect(answer.body).toEqual({
    ...before,
    name: 'Gyokuro',
    description: '',
    price: 1,
    category_id: 'pots',
    compare_at_price: null,
    images: [],
    tags: [],
    position: 0,
    sku: null,
    cost: null,
    metadata: {},
    slug: 'full',
    status: 'active',
    is_available: false,
    external_id: 'erp-1',
    version: 2,
    updated_at: answer.body.updated_at,
  })
  expect((await shop.ask('GET', at('erp-1'))).body).toEqual(answer.body)
  expect(await countsOf(shop.business.id)).toEqual({ tea: 0, pots: 1 })
  const said = { slug: 'other', status: 'archived', is_available: true }
  expect((await put('erp-1', { ...TEA, ...said })).body).toMatchObject(said)
})

test('a PUT of what a GET answered changes nothing', async () => {
  const { body } = await put('erp-1', { ...TEA, metadata: { b: '1', a: '2' } })
  expect((await put('erp-1', body)).body).toEqual(body)
})

test('every external id is one in a path, and nothing else is', async () => {
  for (const id of ['A.b_c:d~e-1', 'x'.repeat(128), 'bulk', 'ERP', 'erp']) {
    expect(outcome(await put(id, TEA))).toBe('201')
    expect((await shop.ask('GET', at(id))).body.external_id).toBe(id)
  }
  const before = await countsOf(shop.business.id)
  for (const id of ['é', 'a/b', 'a%', 'a+b']) {
    expect(outcome(await shop.ask('GET', at(id)))).toBe('404 product_not_found')
    expect(faults(await shop.ask('PUT', at(id), TEA))).toContain('/external_id invalid')
  }
  expect(await countsOf(shop.business.id)).toEqual(before)
})

test('an id moves with a patch, and leads where it is', async () => {
  const { body: one } = await put('erp-1', TEA)
  await put('erp-2', TEA)
  const patch = (external_id: string | null) =>
    shop.ask('PATCH', `/admin/products/${one.id}`, { external_id })
  expect(outcome(await patch('erp-2'))).toBe('409 external_id_taken')
  expect(outcome(await patch('erp-3'))).toBe('200')
  expect((await shop.ask('GET', at('erp-1'))).status).toBe(404)
  expect((await shop.ask('GET', at('erp-3'))).body.id).toBe(one.id)
  expect(outcome(await put('erp-1', TEA))).toBe('201')
  await patch(null)
  expect((await shop.ask('GET', at('erp-3'))).status).toBe(404)
  await shop.ask('DELETE', `/admin/products/${(await shop.ask('GET', at('erp-1'))).body.id}`)
  expect(outcome(await put('erp-1', TEA))).toBe('201')
})

test.each([
  [{ slug: 'held' }, '409 slug_taken'],
  [{ sku: 'held' }, '409 sku_taken'],
  [{ category_id: 'none' }, '422 validation_failed'],
])('a PUT with %j is refused, be it new or not', async (fields, refusal) => {
  await create(shop, '/admin/products', { ...TEA, slug: 'held', sku: 'held' })
  const { body } = await put('erp-1', TEA)
  for (const id of ['erp-1', 'erp-2']) expect(outcome(await put(id, { ...TEA, ...fields }))).toBe(refusal)
  expect((await shop.ask('GET', at('erp-1'))).body).toEqual(body)
  expect((await shop.ask('GET', at('erp-2'))).status).toBe(404)
})
