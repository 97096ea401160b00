import { beforeEach, describe, expect, test } from 'vitest'
import { faults, type Merchant, makeShelves, type Told } from '../merchant.ts'
import { makeShirt, makeSizes, pathOf, SIZES, variantsIn } from './shirts.ts'

let shop: Merchant

beforeEach(async () => {
  shop = await makeShelves()
})

/** Variants of which every one has another fault. */
const WRONG = [
  { option_values: { Size: 'S' }, price: -1 },
  { option_values: { Size: 'M' }, price: 5, compare_at_price: 3 },
  { option_values: { Colour: 'red' }, price: 1 },
  { option_values: { Size: 'L' }, price: 1, quantity: 5 },
  { option_values: { Size: 'XL' }, price: 1 },
  { option_values: { Size: 'M' }, price: 1, bogus: 1 },
  { option_values: { Size: 'L' }, price: 1 },
]

const FAULTS = [
  '/variants/0/price invalid',
  '/variants/1/compare_at_price invalid',
  '/variants/2/option_values/Colour unknown_field',
  '/variants/2/option_values/Size required',
  '/variants/3/quantity invalid',
  '/variants/4/option_values/Size invalid',
  '/variants/5/bogus unknown_field',
  '/variants/6/option_values invalid',
]

const SET = { options: [SIZES], variants: WRONG }
const NAMED = { name: 'Shirt', category_id: 'tea' }

/** Every endpoint that takes all variants of a product. */
const DOORS: Record<string, () => Promise<Told>> = {
  'POST /admin/products': () => shop.ask('POST', '/admin/products', { ...NAMED, ...SET }),
  'PATCH /admin/products/{id}': async () =>
    shop.ask('PATCH', `/admin/products/${(await makeShirt(shop)).id}`, SET),
  'PUT /admin/products/by-external-id/{external_id}': () =>
    shop.ask('PUT', '/admin/products/by-external-id/erp', { ...NAMED, ...SET }),
  'PATCH /admin/products/by-external-id/{external_id}': () =>
    shop.ask('PATCH', '/admin/products/by-external-id/erp', { ...NAMED, ...SET }),
  'PUT /admin/products/{id}/variants': async () => shop.ask('PUT', pathOf((await makeShirt(shop)).id), SET),
}

test.each(Object.keys(DOORS))('%s names all faults of all variants at once', async (endpoint) => {
  const told = await DOORS[endpoint]?.()
  expect(told && faults(told).sort()).toEqual(FAULTS)
})

test('a bulk operation names all faults of all variants at once', async () => {
  const operations = [{ op: 'create', data: { ...NAMED, ...SET } }]
  const told = await shop.ask('POST', '/admin/products/bulk', { operations })
  const [result] = told.body.data
  const { errors = [] } = Object(result?.problem) as { errors?: { pointer: string; code: string }[] }
  expect(errors.map(({ pointer, code }) => `${pointer} ${code}`).sort()).toEqual(
    FAULTS.map((fault) => `/operations/0/data${fault}`),
  )
})

describe('PATCH', () => {
  test('names all faults of all variants at once', async () => {
    const { path, variants } = await makeSizes(shop)
    const patches = [
      { price: 1 },
      { sku: 'NONE', price: 1 },
      { sku: 'SHIRT-S', price: -1 },
      { sku: 'SHIRT-M', compare_at_price: 1 },
      { id: variants[2]?.id, quantity: 4, bogus: 1 },
      { sku: 'SHIRT-S', price: 1 },
      { id: 'x' },
    ]
    expect(faults(await shop.ask('PATCH', path, { variants: patches, version: 9 })).sort()).toEqual([
      '/variants/0 invalid',
      '/variants/1/sku invalid',
      '/variants/2/price invalid',
      '/variants/3/compare_at_price invalid',
      '/variants/4/bogus unknown_field',
      '/variants/4/quantity read_only',
      '/variants/5/sku invalid',
      '/variants/6/id invalid',
      '/version read_only',
    ])
  })

  test('does not blame a patch for another that is wrong', async () => {
    const { path } = await makeSizes(shop)
    const moved = { sku: 'SHIRT-M', option_values: { Size: 'S' } }
    const unread = [{ sku: 'SHIRT-S', option_values: { Size: 5 } }, moved]
    expect(faults(await shop.ask('PATCH', path, { variants: unread }))).toEqual([
      '/variants/0/option_values/Size invalid',
    ])
    const swapped = [{ sku: 'SHIRT-S', option_values: { Size: 'M' }, price: -1 }, moved]
    expect(faults(await shop.ask('PATCH', path, { variants: swapped }))).toEqual([
      '/variants/0/price invalid',
    ])
  })
})

describe('a price of a product with options', () => {
  test('is refused with the place where it is set, at every endpoint that changes one', async () => {
    const { product } = await makeSizes(shop, undefined, { external_id: 'erp' })
    const paths = [`/admin/products/${product.id}`, '/admin/products/by-external-id/erp']
    for (const path of paths) {
      const told = await shop.ask('PATCH', path, { price: 1, sku: 'X' })
      const detail = 'is that of its variants: PATCH /admin/products/{id}/variants'
      expect(told.body.errors).toEqual([
        { pointer: '/price', code: 'read_only', detail },
        { pointer: '/sku', code: 'read_only', detail },
      ])
    }
    const told = await shop.ask('PATCH', pathOf(product.id), { variants: [{ sku: 'SHIRT-S', price: 1 }] })
    expect(told.status).toBe(200)
  })
})

describe('PATCH names a variant by its option values', () => {
  test('without an id or a SKU; a SKU that is null is a change', async () => {
    const { path } = await makeSizes(shop)
    const told = await shop.ask('PATCH', path, {
      variants: [
        { option_values: { Size: 'S' }, price: 7 },
        { option_values: { Size: 'M' }, sku: null },
      ],
    })
    expect(variantsIn(told).map(({ price, sku }) => [price, sku])).toEqual([
      [7, 'SHIRT-S'],
      [2000, null],
      [3000, 'SHIRT-L'],
    ])
  })

  test('next to an id or a SKU they are a change', async () => {
    const { path, variants } = await makeSizes(shop)
    const told = await shop.ask('PATCH', path, {
      variants: [
        { sku: 'SHIRT-S', option_values: { Size: 'M' } },
        { id: variants[1]?.id, option_values: { Size: 'S' } },
      ],
    })
    expect(variantsIn(told).map(({ sku, option_values }) => [sku, option_values.Size])).toEqual([
      ['SHIRT-S', 'M'],
      ['SHIRT-M', 'S'],
      ['SHIRT-L', 'L'],
    ])
  })

  test('all of them: a part of them, or another value, names none', async () => {
    const { path } = await makeSizes(shop)
    const patches = [
      { option_values: {}, price: 1 },
      { option_values: { Size: 'XL' }, price: 1 },
      { option_values: { Size: 'S' }, price: 1 },
      { sku: 'SHIRT-S', price: 1 },
    ]
    expect(faults(await shop.ask('PATCH', path, { variants: patches }))).toEqual([
      '/variants/0/option_values invalid',
      '/variants/1/option_values invalid',
      '/variants/3/sku invalid',
    ])
  })
})
