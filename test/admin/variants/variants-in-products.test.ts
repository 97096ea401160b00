import { beforeEach, describe, expect, test } from 'vitest'
import { type Merchant, makeShelves, outcome } from '../merchant.ts'
import { typesOf } from '../table.ts'
import { makeSizes, pathOf, publicly, SIZES, shirts, variantsIn } from './shirts.ts'

let shop: Merchant

beforeEach(async () => {
  shop = await makeShelves()
})

const SHIRT = { name: 'Shirt', category_id: 'tea', status: 'active' }
const variantsOf = async (id: unknown) => variantsIn(await shop.ask('GET', pathOf(`${id}`)))
const bulk = async (...operations: object[]) =>
  (await shop.ask('POST', '/admin/products/bulk', { operations })).body.data

describe('POST', () => {
  test('creates a product with its variants in one commit, which decide its price', async () => {
    const told = await shop.ask('POST', '/admin/products', { ...SHIRT, ...shirts() })
    expect(outcome(told)).toBe('201')
    expect(told.body).toMatchObject({
      price: 1000,
      sku: null,
      price_range: { min: 1000, max: 3000 },
      variant_count: 3,
      version: 1,
    })
    expect(told.body).not.toHaveProperty('variants')
    expect((await variantsOf(told.body.id)).map(({ sku }) => sku)).toEqual(['SHIRT-S', 'SHIRT-M', 'SHIRT-L'])
    expect((await publicly(shop, `/products/shirt?expand=variants`)).body.variants).toHaveLength(3)
    expect((await typesOf(shop.business.id)).at(-1)).toBe('product.created')
  })

  test('is answered again under its Idempotency-Key', async () => {
    const ask = () =>
      shop.ask('POST', '/admin/products', { ...SHIRT, ...shirts() }, { 'idempotency-key': 'once' })
    const [first, second] = [await ask(), await ask()]
    expect(second.body).toEqual(first.body)
    expect(second.headers.get('idempotency-replayed')).toBe('true')
  })

  test('takes one variant without options for the product itself', async () => {
    const { body } = await shop.ask('POST', '/admin/products', {
      ...SHIRT,
      variants: [{ price: 5, sku: 'ONE', cost: 2 }],
    })
    expect(body).toMatchObject({ price: 5, sku: 'ONE', cost: 2, price_range: null, variant_count: 1 })
    expect(await variantsOf(body.id)).toMatchObject([{ id: body.id, sku: 'ONE' }])
  })
})

describe('PUT by external id', () => {
  const path = '/admin/products/by-external-id/erp-1'

  test('creates, replaces, or leaves variants as they are', async () => {
    const created = await shop.ask('PUT', path, { ...SHIRT, ...shirts() })
    expect(outcome(created)).toBe('201')
    const named = await shop.ask('PUT', path, { ...SHIRT, name: 'Other' })
    expect(named.body).toMatchObject({ name: 'Other', variant_count: 3 })
    const replaced = await shop.ask('PUT', path, {
      ...SHIRT,
      options: [SIZES],
      variants: [{ sku: 'SHIRT-M', option_values: { Size: 'M' }, price: 9 }],
    })
    expect(replaced.body).toMatchObject({ price: 9, variant_count: 1, version: 3 })
    expect((await variantsOf(created.body.id)).map(({ id }) => id.slice(-1))).toEqual(['2'])
    const again = await shop.ask('PUT', path, {
      ...SHIRT,
      options: [SIZES],
      variants: [{ sku: 'SHIRT-M', option_values: { Size: 'M' }, price: 9 }],
    })
    expect(again.body.version).toBe(3)
    const plain = await shop.ask('PUT', path, {
      ...SHIRT,
      options: [],
      variants: [{ price: 4, sku: 'SHIRT-M' }],
    })
    expect(plain.body).toMatchObject({ price: 4, sku: 'SHIRT-M', price_range: null, variant_count: 1 })
  })
})

test('PATCH replaces all variants, and the product with them', async () => {
  const { product } = await makeSizes(shop)
  const told = await shop.ask('PATCH', `/admin/products/${product.id}`, {
    name: 'Two sizes',
    options: [SIZES],
    variants: [
      { sku: 'SHIRT-S', option_values: { Size: 'S' }, price: 1 },
      { sku: 'NEW', option_values: { Size: 'L' }, price: 2 },
    ],
  })
  expect(told.body).toMatchObject({ name: 'Two sizes', price: 1, variant_count: 2, version: 3 })
  const merged = await shop.ask('PATCH', '/admin/products/by-external-id/erp-2', {
    ...SHIRT,
    ...shirts(['A', 'B', 'C']),
  })
  expect(outcome(merged)).toBe('201')
  expect(merged.body).toMatchObject({ variant_count: 3, external_id: 'erp-2' })
})

test('bulk creates, upserts, merges and updates products with variants, each in a commit of its own', async () => {
  const results = await bulk(
    { op: 'create', data: { ...SHIRT, ...shirts() } },
    { op: 'upsert', external_id: 'b', data: { ...SHIRT, ...shirts(['B1', 'B2', 'B3']) } },
    { op: 'merge', external_id: 'c', data: { ...SHIRT, ...shirts(['C1', 'C2', 'B3']) } },
    { op: 'update', external_id: 'b', data: { options: [], variants: [{ price: 8, sku: 'B1' }] } },
    { op: 'create', data: { ...SHIRT, options: [SIZES], variants: [{ price: 1 }] } },
  )
  expect(results.map(({ status }) => status)).toEqual([201, 201, 409, 200, 422])
  expect(results[2]?.problem).toMatchObject({
    code: 'sku_taken',
    errors: [{ pointer: '/operations/2/data/variants/2/sku' }],
  })
  expect(results[4]?.problem).toMatchObject({
    errors: [{ pointer: '/operations/4/data/variants/0/option_values/Size', code: 'required' }],
  })
  expect(await variantsOf(results[1]?.id)).toMatchObject([{ sku: 'B1', price: 8 }])
})
