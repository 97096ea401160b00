import { beforeEach, describe, expect, test } from 'vitest'
import { create, faults, type Merchant, makeShelves, outcome, TEA } from '../merchant.ts'
import { everythingOf, typesOf } from '../table.ts'

let shop: Merchant
beforeEach(async () => {
  shop = await makeShelves()
})

const at = (externalId: string) => `/admin/products/by-external-id/${externalId}`
const patch = (externalId: string, body: object, headers: Record<string, string> = {}) =>
  shop.ask('PATCH', at(externalId), body, headers)
const merge = async (operation: object) => {
  const { body } = await shop.ask('POST', '/admin/products/bulk', {
    operations: [{ op: 'merge', ...operation }],
  })
  const [result] = body.data
  if (!result) throw new Error('there is no result')
  return result
}

const FULL = {
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

describe('a product that is there', () => {
  test('keeps every field that a PATCH by external id does not name', async () => {
    const { id } = await create(shop, '/admin/products', { ...FULL, external_id: 'erp' })
    const answer = await patch('erp', { price: 7, metadata: { c: 'd' } })
    expect([outcome(answer), answer.headers.get('location')]).toEqual(['200', null])
    expect(answer.body).toMatchObject({ ...FULL, id, price: 7, metadata: { a: 'b', c: 'd' }, version: 2 })
    expect(answer.headers.get('etag')).toBe(`"${Date.parse(answer.body.created_at)}.2"`)
    expect((await shop.ask('GET', at('erp'))).body).toEqual(answer.body)
  })

  test('keeps every field that a bulk merge does not name', async () => {
    const { id } = await create(shop, '/admin/products', { ...FULL, external_id: 'erp' })
    expect(await merge({ external_id: 'erp', data: { price: 7 } })).toMatchObject({
      status: 200,
      id,
      version: 2,
    })
    expect((await shop.ask('GET', at('erp'))).body).toMatchObject({ ...FULL, price: 7 })
  })

  test('is not written when nothing is different', async () => {
    await create(shop, '/admin/products', { ...FULL, external_id: 'erp' })
    const before = await everythingOf(shop.business.id)
    expect((await patch('erp', { price: TEA.price, external_id: 'erp' })).body.version).toBe(1)
    expect(await merge({ external_id: 'erp', data: {} })).toMatchObject({ status: 200, version: 1 })
    expect(await everythingOf(shop.business.id)).toEqual(before)
  })

  test('is held to If-Match, and refused where it must be new', async () => {
    const { created_at } = await create(shop, '/admin/products', { ...TEA, external_id: 'erp' })
    const tag = `"${Date.parse(created_at)}.1"`
    expect(outcome(await patch('erp', { price: 7 }, { 'if-none-match': '*' }))).toBe(
      '412 precondition_failed',
    )
    expect(outcome(await patch('erp', { price: 7 }, { 'if-match': tag }))).toBe('200')
    expect(outcome(await patch('erp', { price: 8 }, { 'if-match': tag }))).toBe('412 precondition_failed')
    expect(await merge({ external_id: 'erp', data: { price: 8 }, if_match: tag })).toMatchObject({
      status: 412,
    })
  })
})

describe('a product that is not there', () => {
  test('is created by a PATCH by external id that has the required fields, with the defaults', async () => {
    const answer = await patch('erp', { ...TEA, description: null, metadata: { a: 'b', c: null } })
    expect(outcome(answer)).toBe('201')
    expect(answer.headers.get('location')).toBe(`/api/v1/admin/products/${answer.body.id}`)
    expect(answer.body).toMatchObject({
      ...TEA,
      external_id: 'erp',
      description: '',
      status: 'draft',
      metadata: { a: 'b' },
      version: 1,
    })
    expect(await typesOf(shop.business.id)).toContain('product.created')
  })

  test('is created by a bulk merge', async () => {
    expect(await merge({ external_id: 'erp', data: TEA })).toMatchObject({ status: 201, version: 1 })
    expect((await shop.ask('GET', at('erp'))).body).toMatchObject(TEA)
  })

  test('is not created without the required fields, each of which is named', async () => {
    const before = await everythingOf(shop.business.id)
    expect(faults(await patch('erp', { price: 7, nmae: null })).sort()).toEqual([
      '/category_id required',
      '/name required',
      '/nmae unknown_field',
    ])
    expect(await merge({ external_id: 'erp', data: { price: 7 } })).toMatchObject({
      status: 422,
      problem: {
        errors: [{ pointer: '/operations/0/data/name' }, { pointer: '/operations/0/data/category_id' }],
      },
    })
    expect(await everythingOf(shop.business.id)).toEqual(before)
  })

  test('is missing, whatever version of it is asked for', async () => {
    expect(outcome(await patch('erp', TEA, { 'if-match': '"1.1"' }))).toBe('404 product_not_found')
    expect(outcome(await patch('erp', TEA, { 'if-match': '*' }))).toBe('404 product_not_found')
    expect(await merge({ external_id: 'erp', data: TEA, if_match: '*' })).toMatchObject({ status: 404 })
  })
})

test('the external id of an operation is not changed by its data', async () => {
  await create(shop, '/admin/products', { ...TEA, external_id: 'erp' })
  expect(await merge({ external_id: 'erp', data: { external_id: 'else' } })).toMatchObject({
    problem: { errors: [{ pointer: '/operations/0/data/external_id', code: 'read_only' }] },
  })
})
