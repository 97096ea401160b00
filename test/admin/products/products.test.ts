import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { PRODUCT_FIELDS } from '../../../lib/domain/products/fields.ts'
import { PRODUCT } from '../../../lib/domain/products/product.ts'
import { countsOf } from '../../support/items.ts'
import { callAs } from '../../support/shop.ts'
import { create, faults, type Merchant, makeShelves, outcome, TEA, type Told } from '../merchant.ts'

let shop: Merchant

beforeEach(async () => {
  shop = await makeShelves()
})

/** Checks the headers of every administrative response. */
function expectPrivate({ headers }: Told) {
  expect(headers.get('cache-control')).toBe('private, no-store')
  expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  for (const name of [
    'access-control-allow-origin',
    'access-control-expose-headers',
    'content-encoding',
    'vary',
  ])
    expect(headers.get(name), name).toBeNull()
}

describe('POST /admin/products', () => {
  test('makes a product with defaults and returns its Location', async () => {
    const started = Date.now()
    const answer = await shop.ask('POST', '/admin/products', TEA, { origin: 'https://page.example' })
    const { body, headers } = answer
    expectPrivate(answer)
    expect(answer.status).toBe(201)
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(headers.get('location')).toBe(`/api/v1/admin/products/${body.id}`)
    expect(headers.get('etag')).toBe(`"${Date.parse(body.created_at)}.1"`)
    expect(Object.keys(body)).toEqual(PRODUCT_FIELDS)
    expect(body).toEqual({
      ...PRODUCT.validate(TEA),
      id: body.id,
      currency: 'EUR',
      slug: 'sencha',
      additional_category_ids: [],
      status: 'draft',
      version: 1,
      price_range: null,
      variant_count: 1,
      created_at: body.created_at,
      updated_at: body.created_at,
    })
    expect(body.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(body.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    expect(Math.abs(Date.parse(body.created_at) - started)).toBeLessThan(60_000)
  })

  test('takes every field, trims names and keeps texts as they were sent', async () => {
    const fields = {
      name: '  Séncha <b>&amp;</b> ',
      description: ' as\tsent\n ',
      price: 0,
      is_available: false,
      category_id: 'pots',
      compare_at_price: 0,
      slug: 'given-slug',
      tags: [' a ', 'b'],
      position: 5,
      images: [{ url: 'https://img.example/1', alt: 'One' }, { url: 'HTTPS://img.example/2?x=y#z' }],
      status: 'active',
      sku: ' S-1 ',
      external_id: 'erp:1',
      cost: 7,
      metadata: { 'a b': ' c ' },
    }
    const { body } = await shop.ask('POST', '/admin/products', fields)
    expect(body).toMatchObject({
      ...fields,
      name: 'Séncha <b>&amp;</b>',
      tags: ['a', 'b'],
      sku: 'S-1',
      images: [fields.images[0], { ...fields.images[1], alt: '' }],
    })
    expect((await shop.ask('GET', `/admin/products/${body.id}`)).body).toEqual(body)
  })

  test('makes slugs from names, and none that is taken or reserved', async () => {
    const slugs: string[] = []
    for (const name of ['Thé Vért', 'Thé Vért', 'Search'])
      slugs.push((await create(shop, '/admin/products', { ...TEA, name })).slug)
    expect(slugs).toEqual(['the-vert', 'the-vert-2', 'search-2'])
  })

  test('refuses a given slug, SKU or external id that any product has', async () => {
    const held = { slug: 'held', sku: 'Held', external_id: 'held' }
    await create(shop, '/admin/products', { ...TEA, ...held, status: 'archived' })
    for (const [field, value] of Object.entries(held))
      expect(outcome(await shop.ask('POST', '/admin/products', { ...TEA, [field]: value }))).toBe(
        `409 ${field}_taken`,
      )
    expect(outcome(await shop.ask('POST', '/admin/products', { ...TEA, sku: 'held' }))).toBe('201')
    for (const slug of ['bulk', randomUUID()])
      expect(faults(await shop.ask('POST', '/admin/products', { ...TEA, slug }))).toEqual(['/slug invalid'])
  })
})

test('a product is read as it was written, by any spelling of its id, and HEAD says the same', async () => {
  const product = await create(shop, '/admin/products', TEA)
  for (const id of [product.id, product.id.toUpperCase()]) {
    const answer = await shop.ask('GET', `/admin/products/${id}`, undefined, {
      'accept-encoding': 'gzip, br',
    })
    expectPrivate(answer)
    expect([answer.status, answer.body]).toEqual([200, product])
    expect(Object.keys(answer.body)).toEqual(PRODUCT_FIELDS)
    const head = await shop.ask('HEAD', `/admin/products/${id}`)
    expect([head.status, head.text, head.headers.get('etag')]).toEqual([200, '', answer.headers.get('etag')])
  }
})

test('another id, or a text that cannot be an id, is 404', async () => {
  await create(shop, '/admin/products', TEA)
  for (const id of [randomUUID(), 'sencha', '..%2Fbusiness']) {
    const path = `/admin/products/${id}`
    for (const [method, body] of [['GET'], ['PATCH', { price: 1 }], ['DELETE']] as const)
      expect(outcome(await shop.ask(method, path, body))).toBe('404 product_not_found')
    expect((await shop.ask('HEAD', path)).status).toBe(404)
  }
})

test('a patch returns and stores the changed product, and moves it between categories', async () => {
  const product = await create(shop, '/admin/products', TEA)
  const path = `/admin/products/${product.id}`
  const answer = await shop.ask('PATCH', path, { category_id: 'pots', slug: 'moved', sku: 'one' })
  expectPrivate(answer)
  expect(answer.headers.get('location')).toBeNull()
  const { updated_at } = answer.body
  expect(answer.body).toEqual({
    ...product,
    category_id: 'pots',
    slug: 'moved',
    sku: 'one',
    version: 2,
    updated_at,
  })
  expect(Date.parse(String(updated_at))).toBeGreaterThan(Date.parse(product.created_at))
  expect((await shop.ask('GET', path)).body).toEqual(answer.body)
  expect(await countsOf(shop.business.id)).toEqual({ tea: 0, pots: 1 })
  // The values that it gave up are free, and those that it took are not.
  const second = await create(shop, '/admin/products', { ...TEA, slug: 'sencha' })
  const refused: [object, string][] = [
    [{ slug: 'moved', category_id: 'pots' }, '409 slug_taken'],
    [{ sku: 'one' }, '409 sku_taken'],
    [{ category_id: 'none' }, '422 validation_failed'],
  ]
  for (const [change, expected] of refused)
    expect(outcome(await shop.ask('PATCH', `/admin/products/${second.id}`, change))).toBe(expected)
  expect((await shop.ask('GET', `/admin/products/${second.id}`)).body).toEqual(second)
})

test('a deletion is final, has an empty response and frees unique values', async () => {
  const held = { ...TEA, slug: 'held', sku: 'held', external_id: 'held', status: 'active' }
  const product = await create(shop, '/admin/products', held)
  const answer = await shop.ask('DELETE', `/admin/products/${product.id}`)
  expectPrivate(answer)
  expect([answer.status, answer.text, answer.headers.get('content-type')]).toEqual([204, '', null])
  for (const method of ['GET', 'DELETE'])
    expect(outcome(await shop.ask(method, `/admin/products/${product.id}`))).toBe('404 product_not_found')
  expect((await callAs(shop.business, '/products/held')).status).toBe(404)
  expect((await create(shop, '/admin/products', held)).id).not.toBe(product.id)
  expect(await countsOf(shop.business.id)).toEqual({ tea: 1, pots: 0 })
})
