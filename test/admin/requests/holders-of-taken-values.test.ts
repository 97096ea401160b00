import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { skuGuardKey } from '../../../lib/data/table/keys.ts'
import { plantItem } from '../../support/items.ts'
import { create, type Merchant, makeShelves, outcome, TEA, type Told } from '../merchant.ts'
import { makeShirt, makeSizes, pathOf, shirts } from '../variants/shirts.ts'

let shop: Merchant
let holder: string

beforeEach(async () => {
  shop = await makeShelves()
  const held = { ...TEA, name: 'Holder', slug: 'held', sku: 'HELD', external_id: 'erp-held' }
  holder = (await create(shop, '/admin/products', held)).id
})

interface Taken {
  pointer: string
  code: string
  product_id?: string
}

/** Each taken value, and the product that has it. */
const takenIn = (errors: unknown) =>
  (errors as Taken[]).map(({ pointer, code, product_id }) => [pointer, code, product_id])

const takenBy = (told: Told) => takenIn(told.body.errors)

test('a problem names the product that has each value', async () => {
  const all = { slug: 'held', sku: 'HELD', external_id: 'erp-held' }
  const expected = [
    ['/slug', 'slug_taken', holder],
    ['/sku', 'sku_taken', holder],
    ['/external_id', 'external_id_taken', holder],
  ]
  const created = await shop.ask('POST', '/admin/products', { ...TEA, ...all })
  expect([outcome(created), takenBy(created)]).toEqual(['409 slug_taken', expected])
  const { id } = await create(shop, '/admin/products', TEA)
  expect(takenBy(await shop.ask('PATCH', `/admin/products/${id}`, all))).toEqual(expected)
})

test('a taken value is named with its product, also when the slug is made from the name', async () => {
  const { name } = TEA
  await create(shop, '/admin/products', TEA)
  const told = await shop.ask('POST', '/admin/products', { ...TEA, name, sku: 'HELD' })
  expect(takenBy(told)).toEqual([['/sku', 'sku_taken', holder]])
})

describe('a SKU of variants', () => {
  test('leads to the product that has it, each to its own', async () => {
    const other = (await makeSizes(shop)).product.id
    const { id } = await makeShirt(shop)
    const told = await shop.ask('PUT', pathOf(id), shirts(['HELD', 'FREE', 'SHIRT-L']))
    expect(takenBy(told)).toEqual([
      ['/variants/0/sku', 'sku_taken', holder],
      ['/variants/2/sku', 'sku_taken', other],
    ])
  })

  test('leads there also when others were left behind', async () => {
    await plantItem({
      ...skuGuardKey(shop.business.id, 'LEFT'),
      type: 'guard',
      product_id: randomUUID(),
      stamp: 'earlier',
    })
    const { id } = await makeShirt(shop)
    const told = await shop.ask('PUT', pathOf(id), shirts(['LEFT', 'HELD']))
    expect(takenBy(told)).toEqual([['/variants/1/sku', 'sku_taken', holder]])
  })
})

test('an operation of a bulk request names it too', async () => {
  const operations = [{ op: 'create', data: { ...TEA, sku: 'HELD' } }]
  const told = await shop.ask('POST', '/admin/products/bulk', { operations })
  const { errors } = Object(told.body.data[0]?.problem)
  expect(takenIn(errors)).toEqual([['/operations/0/data/sku', 'sku_taken', holder]])
})
