import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { create, type Merchant, makeShelves, outcome, TEA } from '../merchant.ts'
import { makeSizes, SIZES, shirts } from './shirts.ts'

let shop: Merchant

beforeEach(async () => {
  shop = await makeShelves()
})

const find = (sku: string) => shop.ask('GET', `/admin/variants?sku=${encodeURIComponent(sku)}`)

test('finds the variant of a product with options, or the product without, by its SKU', async () => {
  const { product, variants } = await makeSizes(shop)
  const plain = await create(shop, '/admin/products', { ...TEA, sku: 'TEA' })
  const told = await find('SHIRT-M')
  expect(told.body).toEqual({
    data: [{ ...variants[1], product_id: product.id }],
    count: 1,
    has_more: false,
    next_cursor: null,
  })
  expect((await find('TEA')).body.data).toMatchObject([{ id: plain.id, product_id: plain.id, sku: 'TEA' }])
})

test('a variant that was found can be changed and written back as it is shown', async () => {
  const { path, product } = await makeSizes(shop)
  const [found] = (await find('SHIRT-M')).body.data
  const patch = { variants: [{ ...found, price: 7 }] }
  expect((await shop.ask('PATCH', path, patch)).body.variants).toMatchObject([{}, { price: 7 }, {}])
  const all = await Promise.all(['SHIRT-S', 'SHIRT-M', 'SHIRT-L'].map(find))
  const set = { options: [SIZES], variants: all.flatMap(({ body }) => body.data) }
  const { version } = (await shop.ask('GET', path)).body
  expect((await shop.ask('PUT', path, set)).body.version).toBe(version)
  const other = { variants: [{ ...found, product_id: randomUUID() }] }
  for (const told of [
    await shop.ask('PATCH', path, other),
    await shop.ask('PATCH', `/admin/products/${product.id}`, other),
    await shop.ask('PUT', path, { ...set, ...other }),
    await shop.ask('POST', '/admin/products', { ...TEA, options: [SIZES], ...patch }),
  ])
    expect(told.body.errors).toContainEqual(
      expect.objectContaining({ pointer: '/variants/0/product_id', code: 'read_only' }),
    )
  expect((await shop.ask('GET', path)).body.version).toBe(version)
})

test('a SKU with any characters is the one that is looked for', async () => {
  for (const sku of ['A', 'A?B', 'A/B', 'A B+C&d=é']) await create(shop, '/admin/products', { ...TEA, sku })
  for (const sku of ['A', 'A?B', 'A/B', 'A B+C&d=é'])
    expect((await find(sku)).body.data.map((one) => one.sku)).toEqual([sku])
})

test('space around a SKU counts as little as in a body', async () => {
  await create(shop, '/admin/products', { ...TEA, sku: ' A ', track_inventory: true })
  for (const list of ['variants', 'products', 'inventory'])
    expect((await shop.ask('GET', `/admin/${list}?sku=%20A%20`)).body.data).toMatchObject([{ sku: 'A' }])
})

test('the list is empty if no variant of the business has the SKU', async () => {
  const other = await makeShelves()
  await create(other, '/admin/products', { ...TEA, sku: 'THEIRS' })
  for (const sku of ['NONE', 'THEIRS', 'x'.repeat(256)])
    expect((await find(sku)).body).toEqual({ data: [], count: 0, has_more: false, next_cursor: null })
})

test('without a SKU, or with an empty one, the parameter is invalid', async () => {
  const told = await shop.ask('GET', '/admin/variants')
  expect(outcome(told)).toBe('400 invalid_parameter')
  expect(told.body.errors).toEqual([{ parameter: 'sku', code: 'invalid_parameter', detail: 'is required' }])
  expect(outcome(await find(''))).toBe('400 invalid_parameter')
  expect(outcome(await shop.ask('GET', '/admin/variants/by-sku/A'))).toBe('404 route_not_found')
})

test('lists by SKU show the variant that has it, while two variants exchange theirs again and again', async () => {
  const set = {
    options: shirts().options,
    variants: shirts().variants.map((one) => ({ ...one, track_inventory: true })),
  }
  const { path, product, variants } = await makeSizes(shop, set)
  const [a, b] = variants.map(({ id }) => id)
  let isOver = false
  const exchange = async () => {
    for (let n = 0; n < 25; n++) {
      const [first, second] = n % 2 === 0 ? ['SHIRT-M', 'SHIRT-S'] : ['SHIRT-S', 'SHIRT-M']
      const body = {
        variants: [
          { id: a, sku: first },
          { id: b, sku: second },
        ],
      }
      expect(outcome(await shop.ask('PATCH', path, body))).toBe('200')
    }
    isOver = true
  }
  const read = async () => {
    while (!isOver) {
      const { body: stock } = await shop.ask('GET', '/admin/inventory?sku=SHIRT-S')
      expect(stock.data.map(({ sku }) => sku)).toEqual(['SHIRT-S'])
      const { body: products } = await shop.ask('GET', '/admin/products?sku=SHIRT-S')
      expect(products.data.map(({ id }) => id)).toEqual([product.id])
    }
  }
  await Promise.all([exchange(), read()])
})
