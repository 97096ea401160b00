import { beforeEach, describe, expect, test } from 'vitest'
import { UNSET_OF_VARIANTS } from '../../../lib/domain/products/fields.ts'
import { faults, type Merchant, makeShelves, outcome } from '../merchant.ts'
import { eventsOf } from '../table.ts'
import { makeShirt, makeSizes, pathOf, publicly, SIZES, shirts, variantsIn } from './shirts.ts'

let shop: Merchant

beforeEach(async () => {
  shop = await makeShelves()
})

const productOf = async (id: string) => (await shop.ask('GET', `/admin/products/${id}`)).body
const put = (path: string, body: object, headers = {}) => shop.ask('PUT', path, body, headers)
const patch = (path: string, body: object, headers = {}) => shop.ask('PATCH', path, body, headers)

test('the one variant of a product without options is the product itself', async () => {
  const { id } = await makeShirt(shop, { sku: 'ONE', cost: 3, compare_at_price: 700 })
  const { body, headers } = await shop.ask('GET', pathOf(id))
  expect(body).toMatchObject({ id, options: [], version: 1 })
  expect(body.variants).toEqual([
    {
      id,
      option_values: {},
      price: 500,
      compare_at_price: 700,
      image: null,
      position: 0,
      is_available: true,
      sku: 'ONE',
      cost: 3,
      is_enabled: true,
      track_inventory: false,
      allow_backorder: false,
      low_stock_at: null,
      ...UNSET_OF_VARIANTS,
    },
  ])
  expect(headers.get('etag')).toMatch(/^"\d+\.1"$/)
  expect(await productOf(id)).toMatchObject({ price_range: null, variant_count: 1 })
  expect((await publicly(shop, `/products/${id}/variants`)).body).toEqual({
    id,
    options: [],
    variants: [
      {
        id,
        option_values: {},
        price: 500,
        compare_at_price: 700,
        image: null,
        position: 0,
        is_available: true,
      },
    ],
  })
})

test('PUT gives a product options, and each variant an id of its own', async () => {
  const { product, set, variants } = await makeSizes(shop)
  expect(variants.map(({ id }) => id)).toEqual([1, 2, 3].map((n) => `${product.id}-${n}`))
  expect(set).toMatchObject({ options: [SIZES], version: 2 })
  expect(await productOf(product.id)).toMatchObject({
    price: 1000,
    sku: null,
    cost: null,
    is_available: true,
    price_range: { min: 1000, max: 3000 },
    variant_count: 3,
    version: 2,
  })
  const shown = await publicly(shop, `/products/${product.id}?expand=variants`)
  expect(shown.body).toMatchObject({ id: product.id, options: [SIZES], variant_count: 3 })
  expect(shown.body.variants).toHaveLength(3)
  expect(JSON.stringify(shown.body)).not.toContain('SHIRT-')
})

test('a patch of a variant that changes nothing makes no version and no event', async () => {
  const { variants } = shirts()
  const { product, path, set } = await makeSizes(shop, {
    options: [SIZES],
    variants: variants.map((one) => ({ ...one, position: 0 })),
  })
  const before = await eventsOf(shop.business.id)
  const told = await patch(path, { variants: [{ sku: 'SHIRT-S', price: 1000 }] })
  expect(told.body).toEqual(set)
  expect((await productOf(product.id)).version).toBe(2)
  expect(await eventsOf(shop.business.id)).toEqual(before)
})

test('what was read can be written again, and changes nothing', async () => {
  const { path, set } = await makeSizes(shop)
  const told = await put(path, set)
  expect(told.body).toEqual(set)
  expect(outcome(await put(path, { ...set, version: 7 }))).toBe('422 validation_failed')
})

test("the product's own SKU goes to the variant that has the product's id", async () => {
  const { id } = await makeShirt(shop, { sku: 'OWN' })
  const body = {
    options: [SIZES],
    variants: [
      { id, option_values: { Size: 'S' }, price: 1 },
      { option_values: { Size: 'M' }, price: 2 },
    ],
  }
  const told = await put(pathOf(id), body)
  expect(variantsIn(told).map((one) => [one.id, one.sku])).toEqual([
    [`${id}-1`, 'OWN'],
    [`${id}-2`, null],
  ])
  const found = await shop.ask('GET', '/admin/variants?sku=OWN')
  expect(found.body.data).toMatchObject([{ id: `${id}-1`, product_id: id, sku: 'OWN' }])
  expect((await shop.ask('GET', '/admin/products?sku=OWN')).body.data.map((one) => one.id)).toEqual([id])
  // As after an answer that was lost.
  expect((await put(pathOf(id), body)).body).toEqual(told.body)
})

test('options go when one variant without values is put, whose fields are then those of the product', async () => {
  const { product, path } = await makeSizes(shop)
  const told = await put(path, { options: [], variants: [{ sku: 'SHIRT-M', price: 7 }] })
  expect(variantsIn(told)).toMatchObject([{ id: product.id, sku: 'SHIRT-M', price: 7 }])
  expect(await productOf(product.id)).toMatchObject({
    price: 7,
    sku: 'SHIRT-M',
    price_range: null,
    variant_count: 1,
  })
  const shown = await publicly(shop, `/products/${product.id}?expand=variants`)
  expect(shown.body.options).toEqual([])
  // The numbers of variants are not used again.
  expect(variantsIn(await put(path, shirts(['A', 'B', 'C']))).map(({ id }) => id.slice(-1))).toEqual([
    '4',
    '5',
    '6',
  ])
})

describe('PATCH', () => {
  test('changes the variants it names, by id or SKU, in one commit', async () => {
    const { path, variants } = await makeSizes(shop)
    const told = await patch(path, {
      variants: [
        { sku: 'SHIRT-S', price: 5, compare_at_price: 6 },
        { id: variants[1]?.id, sku: 'NEW', is_enabled: false },
      ],
    })
    expect(told.body.version).toBe(3)
    expect(variantsIn(told)).toMatchObject([
      { price: 5, compare_at_price: 6, sku: 'SHIRT-S' },
      { price: 2000, sku: 'NEW', is_enabled: false },
      { price: 3000, sku: 'SHIRT-L' },
    ])
  })

  test('swaps the SKUs of two variants', async () => {
    const { path, variants } = await makeSizes(shop)
    const told = await patch(path, {
      variants: [
        { id: variants[0]?.id, sku: 'SHIRT-M' },
        { id: variants[1]?.id, sku: 'SHIRT-S' },
      ],
    })
    expect(variantsIn(told).map(({ sku }) => sku)).toEqual(['SHIRT-M', 'SHIRT-S', 'SHIRT-L'])
    const found = await shop.ask('GET', '/admin/variants?sku=SHIRT-S')
    expect(found.body.data.map(({ id }) => id)).toEqual([variants[1]?.id])
  })

  test('of a product without options changes the product', async () => {
    const { id } = await makeShirt(shop, { sku: 'ONE' })
    const told = await patch(pathOf(id), { variants: [{ sku: 'ONE', price: 9 }] })
    expect(told.status).toBe(200)
    expect(await productOf(id)).toMatchObject({ price: 9, sku: 'ONE', version: 2 })
  })
})

test('a variant that is not enabled is not public, nor are values that only it has', async () => {
  const { product, path } = await makeSizes(shop)
  await patch(path, { variants: [{ sku: 'SHIRT-L', is_enabled: false }] })
  const { body } = await publicly(shop, `/products/${product.slug}?expand=variants`)
  expect(body).toMatchObject({
    options: [{ name: 'Size', values: ['S', 'M'] }],
    variant_count: 2,
    price_range: { min: 1000, max: 2000 },
  })
  expect(JSON.stringify(body)).not.toContain('"L"')
  expect((await shop.ask('GET', path)).body.options).toEqual([SIZES])
})

describe('while no variant is enabled', () => {
  const HIDDEN = {
    options: [SIZES],
    variants: SIZES.values.map((Size, n) => ({
      option_values: { Size },
      price: 7000 + n,
      compare_at_price: 9000,
      sku: `SHIRT-${Size}`,
      is_enabled: false,
    })),
  }
  const PRIVATE = /7001|7002|9000|Size|SHIRT|"[SML]"/

  test('their prices are private, and the price stays what it last was', async () => {
    const { product, path, set } = await makeSizes(shop)
    const enable = (is_enabled: boolean) =>
      patch(path, { variants: variantsIn({ body: set }).map(({ id }) => ({ id, is_enabled })) })
    expect(outcome(await enable(false))).toBe('200')
    expect(outcome(await put(path, HIDDEN))).toBe('200')
    const shown = {
      price: 1000,
      compare_at_price: null,
      price_range: null,
      variant_count: 0,
      is_available: false,
    }
    expect(await productOf(product.id)).toMatchObject(shown)
    const one = await publicly(shop, `/products/${product.id}?expand=variants`)
    expect(one).toMatchObject({ status: 200, body: { ...shown, options: [], variants: [] } })
    const all = await publicly(shop, `/products/${product.id}/variants`)
    expect(all.body).toEqual({ id: product.id, options: [], variants: [] })
    const bought = await publicly(shop, `/products?ids=${product.id}&expand=variants`)
    expect(`${one.text}${all.text}${bought.text}`).not.toMatch(PRIVATE)
    // They are still there, and what decides their product.
    const renamed = await patch(`/admin/products/${product.id}`, { name: 'Other', price: 1000 })
    expect(renamed.body).toMatchObject({ ...shown, name: 'Other' })
    expect(faults(await patch(`/admin/products/${product.id}`, { price: 5 }))).toEqual(['/price read_only'])
    expect((await shop.ask('GET', path)).body).toMatchObject({ options: [SIZES] })
    await enable(true)
    expect(await productOf(product.id)).toMatchObject({ price: 7000, price_range: { min: 7000, max: 7002 } })
  })

  test('lists filter and sort by the price that is shown', async () => {
    const { product, path } = await makeSizes(shop)
    const dear = await makeShirt(shop, { name: 'Dear', price: 2000 })
    await put(path, HIDDEN)
    const found = (query: string) => publicly(shop, `/products?${query}`)
    await expect
      .poll(async () => (await found('sort=price')).body.data.map(({ id }) => id))
      .toEqual([product.id, dear.id])
    expect((await found('price_max=1000')).body.data).toMatchObject([{ id: product.id, price: 1000 }])
    expect((await found('price_min=7000')).body.data).toEqual([])
  })
})

test('names and values of options are stored in one form, by which they are found again', async () => {
  const { id } = await makeShirt(shop, { external_id: 'erp-1' })
  const body = {
    options: [{ name: 'Gro\u0308ße', values: ['XL \u00a0 weit', ' S '] }],
    variants: [
      { option_values: { 'Gro\u0308ße': 'XL  weit' }, price: 1 },
      { option_values: { 'Gr\u00f6ße': 'S' }, price: 2 },
    ],
  }
  const told = await put(pathOf(id), body)
  expect(told.body).toMatchObject({
    options: [{ name: 'Gr\u00f6ße', values: ['XL weit', 'S'] }],
    variants: [{ option_values: { 'Gr\u00f6ße': 'XL weit' } }, { option_values: { 'Gr\u00f6ße': 'S' } }],
  })
  expect((await put(pathOf(id), body)).body).toEqual(told.body)
  const swapped = variantsIn(told).map((one, n) => ({
    id: one.id,
    option_values: { 'Gro\u0308ße': ['S', 'XL\u2003weit'][n] },
  }))
  expect(variantsIn(await patch(pathOf(id), { variants: swapped })).map((one) => one.option_values)).toEqual([
    { 'Gr\u00f6ße': 'S' },
    { 'Gr\u00f6ße': 'XL weit' },
  ])
})

describe('a product with options', () => {
  test('accepts what its variants decide only as it is', async () => {
    const { product } = await makeSizes(shop)
    const path = `/admin/products/${product.id}`
    expect(outcome(await patch(path, { name: 'New', price: 1000, sku: null, cost: null }))).toBe('200')
    const refused = await patch(path, { price: 5, sku: 'X', is_available: false, variant_count: 9 })
    expect(faults(refused).sort()).toEqual(['/price read_only', '/sku read_only', '/variant_count read_only'])
  })

  test('keeps it when it is replaced', async () => {
    const { product } = await makeSizes(shop, shirts(), { external_id: 'erp-1' })
    const body = { name: 'Anew', price: 1000, category_id: 'pots', status: 'active' }
    expect(outcome(await put('/admin/products/by-external-id/erp-1', body))).toBe('200')
    expect(await productOf(product.id)).toMatchObject({ name: 'Anew', variant_count: 3 })
    const refused = await put('/admin/products/by-external-id/erp-1', { ...body, price: 2 })
    expect(faults(refused)).toEqual(['/price read_only'])
  })

  test('hides its variants when it is no longer active, and frees their SKUs when it is deleted', async () => {
    const { product } = await makeSizes(shop)
    const path = `/admin/products/${product.id}`
    await patch(path, { status: 'draft' })
    expect((await publicly(shop, `/products/${product.id}/variants`)).status).toBe(404)
    await patch(path, { status: 'active' })
    expect((await publicly(shop, `/products/${product.id}/variants`)).body.variants).toHaveLength(3)
    expect(outcome(await shop.ask('DELETE', path))).toBe('204')
    expect((await shop.ask('GET', '/admin/variants?sku=SHIRT-S')).body.data).toEqual([])
    await makeShirt(shop, { sku: 'SHIRT-S' })
  })
})

test('events have the product without its variants, and the ids of those that changed', async () => {
  const { product, path, variants } = await makeSizes(shop)
  await patch(path, { variants: [{ sku: 'SHIRT-M', price: 1 }] })
  const happened = (await eventsOf(shop.business.id)).map(({ event }) => event)
  const ids = variants.map(({ id }) => id)
  expect(happened.slice(-2)).toMatchObject([
    { type: 'product.updated', variants_changed: ids },
    { type: 'product.updated', variants_changed: [ids[1]], previous: { price: 1000 } },
  ])
  expect(happened.at(-1)?.data).toEqual(await productOf(product.id))
})

test('one precondition holds for a product and its variants', async () => {
  const { path, set } = await makeSizes(shop)
  const { headers } = await shop.ask('GET', path)
  const etag = `${headers.get('etag')}`
  expect((await shop.ask('GET', path, undefined, { 'if-none-match': etag })).status).toBe(304)
  expect(outcome(await put(path, shirts(), { 'if-match': etag }))).toBe('200')
  await patch(`/admin/products/${set.id}`, { name: 'Other' })
  expect(outcome(await put(path, shirts(), { 'if-match': etag }))).toBe('412 precondition_failed')
  const missing = pathOf('00000000-0000-7000-8000-000000000000')
  expect(outcome(await put(missing, shirts(), { 'if-match': etag }))).toBe('404 product_not_found')
})

describe('GET /products with ids and expand', () => {
  test('lists products with their variants in one response, as each of them is shown alone', async () => {
    const plain = await makeShirt(shop)
    const { product } = await makeSizes(shop)
    const path = `/products?ids=${product.id},${plain.id}&expand=variants`
    const { body } = await publicly(shop, path)
    const alone = await Promise.all(
      [product.id, plain.id].map((id) => publicly(shop, `/products/${id}?expand=variants`)),
    )
    expect(body.data).toEqual(alone.map((one) => one.body))
    const picked = await publicly(shop, `${path}&fields=name`)
    expect(picked.body.data.map((one) => Object.keys(one))).toEqual([
      ['id', 'name', 'options', 'variants'],
      ['id', 'name', 'options', 'variants'],
    ])
  })

  test('is refused without ids, and for more than 20', async () => {
    const ids = Array.from({ length: 21 }, (_, n) => `00000000-0000-7000-8000-0000000000${10 + n}`)
    const refused = await Promise.all(
      ['/products?expand=variants', `/products?expand=variants&ids=${ids}`, '/products/x?expand=stock'].map(
        (path) => publicly(shop, path),
      ),
    )
    expect(refused.map(({ status, body }) => [status, body.errors[0]])).toMatchObject([
      [400, { parameter: 'expand', detail: 'needs ids' }],
      [400, { parameter: 'expand', detail: 'is for at most 20 ids' }],
      [400, { parameter: 'expand' }],
    ])
    expect((await publicly(shop, `/products?expand=variants&ids=${ids.slice(1)}`)).status).toBe(200)
  })
})
