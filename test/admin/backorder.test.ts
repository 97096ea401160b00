/** `is_on_backorder` in the admin views and in events, and the words of channels for it. */
import { beforeEach, describe, expect, test } from 'vitest'
import { callAs } from '../support/shop.ts'
import { create, type Merchant, makeShelves, outcome } from './merchant.ts'
import { eventsOf } from './table.ts'
import { makeShirt, makeSizes, pathOf, publicly, SIZES, variantsIn } from './variants/shirts.ts'

const RULES = { track_inventory: true, allow_backorder: true }

let shop: Merchant
beforeEach(async () => {
  shop = await makeShelves()
})

const adjust = (changes: object[]) => shop.ask('POST', '/admin/inventory/adjust', { reason: 'sale', changes })
const sell = async (sku: string, delta: number) => expect(outcome(await adjust([{ sku, delta }]))).toBe('200')
const productOf = async (id: string) => (await shop.ask('GET', `/admin/products/${id}`)).body
const flagOf = async (id: string) => (await productOf(id)).is_on_backorder
const makeTea = (quantity: number, more: object = {}) =>
  makeShirt(shop, { sku: 'TEA', external_id: 'erp-1', ...RULES, quantity, ...more })
const updates = async () =>
  (await eventsOf(shop.business.id))
    .map(({ event }) => event)
    .filter(({ type }) => type === 'product.updated')

describe('a product without options', () => {
  test('is on backorder from the sale of its last piece until pieces arrive, with an event each time', async () => {
    const { id, ...made } = await makeTea(1)
    expect(made).not.toHaveProperty('is_on_backorder')
    await sell('TEA', -1)
    expect(await productOf(id)).toMatchObject({ is_on_backorder: true, is_available: true, version: 2 })
    await sell('TEA', -2)
    await sell('TEA', 2)
    expect(await productOf(id)).toMatchObject({ is_on_backorder: true, version: 2 })
    expect((await publicly(shop, `/products/${id}?expand=variants`)).text).not.toContain('backorder')
    await sell('TEA', 3)
    const after = await productOf(id)
    expect(after).toMatchObject({ is_available: true, version: 3 })
    expect(after).not.toHaveProperty('is_on_backorder')
    expect(await updates()).toMatchObject([
      { data: { is_on_backorder: true, version: 2 }, previous: { is_on_backorder: null, version: 1 } },
      { data: { version: 3 }, previous: { is_on_backorder: true, version: 2 } },
    ])
    const adjusted = (await eventsOf(shop.business.id)).filter(
      ({ event }) => event.type === 'inventory.adjusted',
    )
    expect(adjusted.map(({ event }) => event.data.availability_changed)).toEqual([[], [], [], []])
  })

  test('is on backorder from the first, where its stock begins with none', async () => {
    const { id, is_on_backorder } = await makeTea(0)
    expect([is_on_backorder, await flagOf(id)]).toEqual([true, true])
  })

  test('can be sent back as it was read, and is on backorder whatever is sent', async () => {
    const { id } = await makeTea(0)
    const { version: _, updated_at: __, ...read } = await productOf(id)
    const paths = [`/admin/products/${id}`, '/admin/products/by-external-id/erp-1']
    for (const [method, path] of [
      ['PATCH', paths[0]],
      ['PATCH', paths[1]],
      ['PUT', paths[1]],
    ] as const)
      for (const is_on_backorder of [true, false]) {
        const told = await shop.ask(method, `${path}`, { ...read, is_on_backorder })
        expect([outcome(told), told.body.is_on_backorder, told.body.version]).toEqual(['200', true, 1])
      }
  })

  test('is not on backorder while its stock is not tracked, or allows none', async () => {
    const { id } = await makeTea(0)
    const patch = async (body: object) => {
      const told = await shop.ask('PATCH', `/admin/products/${id}`, body)
      const { is_on_backorder, is_available } = told.body
      expect(await flagOf(id)).toBe(is_on_backorder)
      return [is_on_backorder, is_available]
    }
    expect(await patch({ allow_backorder: false })).toEqual([undefined, false])
    expect(await patch({ allow_backorder: true })).toEqual([true, true])
    expect(await patch({ low_stock_at: 3 })).toEqual([true, true])
    expect(await patch({ track_inventory: false })).toEqual([undefined, true])
    expect(await patch({ track_inventory: true })).toEqual([true, true])
  })

  test('takes it along when it gets options, and back', async () => {
    const { id } = await makeTea(0)
    const variants = [{ id, option_values: { Size: 'S' }, price: 1 }]
    const told = await shop.ask('PUT', pathOf(id), { options: [SIZES], variants })
    expect(variantsIn(told)).toMatchObject([{ id: `${id}-1`, is_on_backorder: true }])
    expect(await flagOf(id)).toBeUndefined()
    await shop.ask('PUT', pathOf(id), { options: [], variants: [{ id: `${id}-1`, price: 1 }] })
    expect(await flagOf(id)).toBe(true)
  })
})

const makeSizesOf = (quantities: number[]) =>
  makeSizes(shop, {
    options: [SIZES],
    variants: SIZES.values.map((Size, n) => ({
      option_values: { Size },
      price: 1000,
      sku: `SHIRT-${Size}`,
      ...RULES,
      quantity: quantities[n],
    })),
  })

test('variants are on backorder one by one, and their product is not', async () => {
  const { product, path } = await makeSizesOf([1, 0, 5])
  const flags = async () => variantsIn(await shop.ask('GET', path)).map((one) => one.is_on_backorder)
  expect(await flags()).toEqual([undefined, true, undefined])
  await sell('SHIRT-S', -1)
  expect(await flags()).toEqual([true, true, undefined])
  const after = await productOf(product.id)
  expect([after.version, after.is_on_backorder]).toEqual([3, undefined])
  const [found] = (await shop.ask('GET', '/admin/variants?sku=SHIRT-M')).body.data
  expect(found).toMatchObject({ id: `${product.id}-2`, is_on_backorder: true })
  const sent = { variants: [{ ...found, is_on_backorder: false }] }
  expect((await shop.ask('PATCH', path, sent)).body).toMatchObject({
    version: 3,
    variants: [{}, { is_on_backorder: true }, {}],
  })
  const { body: read } = await shop.ask('GET', path)
  expect((await shop.ask('PUT', path, read)).body).toEqual(read)
  expect((await updates()).at(-1)).toMatchObject({
    variants_changed: [`${product.id}-1`],
    data: { version: 3 },
  })
})

test('24 products with options come to be on backorder in one commit', async () => {
  const products = await Promise.all(
    Array.from({ length: 24 }, (_, n) =>
      create(shop, '/admin/products', {
        name: `P${n}`,
        category_id: 'tea',
        status: 'active',
        options: [{ name: 'Size', values: ['S'] }],
        variants: [{ option_values: { Size: 'S' }, price: 1, sku: `P-${n}`, ...RULES, quantity: 1 }],
      }),
    ),
  )
  expect(outcome(await adjust(products.map((_, n) => ({ sku: `P-${n}`, delta: -2 }))))).toBe('200')
  expect(await updates()).toHaveLength(24)
})

test('channels say what is on backorder, and of a product with options which variants are', async () => {
  const patch = { product_url_template: 'https://shop.example/{slug}?v={variant_id}', country: 'DE' }
  expect(outcome(await shop.ask('PATCH', '/admin/business', patch))).toBe('200')
  const shown = { images: [{ url: 'https://images.example/1.jpg', alt: '' }], brand: 'Best' }
  const tea = await makeTea(1, shown)
  const { product } = await makeSizesOf([1, 0, 5])
  await shop.ask('PATCH', `/admin/products/${product.id}`, shown)
  const structured = async (id: string) =>
    [
      ...(await publicly(shop, `/products/${id}/jsonld`)).text.matchAll(
        /schema\.org\/(\w*Stock|BackOrder)"/g,
      ),
    ].map(([, word]) => word)
  expect(await structured(tea.id)).toEqual(['InStock'])
  await adjust([
    { sku: 'TEA', delta: -1 },
    { sku: 'SHIRT-S', delta: -3 },
  ])
  expect(await structured(tea.id)).toEqual(['BackOrder'])
  expect(await structured(product.id)).toEqual(['BackOrder', 'BackOrder', 'InStock'])
  const feed = async (name: string) => (await publicFeed(name)).matchAll(AVAILABILITY).map(([, word]) => word)
  const said = async (name: string) => [...(await feed(name))].sort()
  expect(await said('google.xml')).toEqual(['in_stock', 'out_of_stock', 'out_of_stock', 'out_of_stock'])
  const toBeOrdered = 'available for order'
  expect(await said('meta.xml')).toEqual([toBeOrdered, toBeOrdered, toBeOrdered, 'in stock'])
  expect(await said('openai.jsonl')).toEqual(['backorder', 'backorder', 'backorder', 'in_stock'])
})

const AVAILABILITY = /availability(?:>|":")([a-z_ ]+)/g

const publicFeed = async (name: string) => (await callAs(shop.business, `/feeds/${name}`)).text()
