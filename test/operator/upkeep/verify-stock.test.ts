import { beforeEach, expect, test, vi } from 'vitest'
import * as keys from '../../../lib/data/table/keys.ts'
import type * as readsModule from '../../../lib/data/table/patient-reads.ts'
import type { Variant } from '../../../lib/domain/products/variant.ts'
import { corruptItem, itemsIn, plantItem, removeItem, storedItem } from '../../support/items.ts'
import { verify } from '../business/busy-shop.ts'
import { operate } from '../operate.ts'
import { makeStockedShop, type StockedShop, stockOf } from './stocked-shop.ts'

/** Somebody else, who is heard before each batch of reads. */
let beforeReads: (() => Promise<unknown>) | undefined

vi.mock('../../../lib/data/table/patient-reads.ts', async (original) => {
  const real = await original<typeof readsModule>()
  return {
    ...real,
    async readItems(...args: Parameters<typeof real.readItems>) {
      await beforeReads?.()
      return real.readItems(...args)
    },
  }
})

let shop: StockedShop
let id: string
beforeEach(async () => {
  beforeReads = undefined
  shop = await makeStockedShop()
  id = shop.business.id
})

type Changes = Record<string, unknown>
type Name = 'plain' | 'sold' | 'untracked' | 'shirt'
const STRANGER = '7b1c0000-0000-4000-8000-000000000001'

/** Breaks something, and says which item is then named. */
type Break = () => Promise<keys.Key>

const stock =
  (name: Name, changes: Changes): Break =>
  async () => {
    await corruptItem(stockOf(shop, shop[name]), changes)
    return stockOf(shop, shop[name])
  }

const noStock =
  (name: Name): Break =>
  async () => {
    await removeItem(stockOf(shop, shop[name]))
    return stockOf(shop, shop[name])
  }

const newStock =
  (productId: () => string): Break =>
  async () => {
    const key = stockOf(shop, productId())
    await plantItem({ ...key, type: 'stock', product_id: productId(), q0: 1 })
    return key
  }

const product =
  (name: Name, changes: Changes): Break =>
  async () => {
    await corruptItem(keys.productKey(id, shop[name]), changes)
    return stockOf(shop, shop[name])
  }

/** Changes the variant of a number. */
const variant =
  (n: number, changes: Partial<Variant>): Break =>
  async () => {
    const key = keys.variantSheetKey(id, shop.shirt)
    const variants = (await storedItem(key)).variants as Variant[]
    const isMeant = (one: Variant) => one.id === `${shop.shirt}-${n}`
    await corruptItem(key, { variants: variants.map((one) => (isMeant(one) ? { ...one, ...changes } : one)) })
    return stockOf(shop, shop.shirt)
  }

const CORRUPTIONS: [code: string, what: string, breakIt: Break, ...further: string[]][] = [
  ['stock_missing', 'a product has no stock', noStock('plain')],
  ['stock_missing', 'variants have no stock', noStock('shirt')],
  ['stock_missing', 'a variant has no quantity', stock('shirt', { q2: undefined, l2: undefined })],
  ['stock_left', 'a product that is gone has stock', newStock(() => STRANGER)],
  ['stock_left', 'a product that is not tracked has stock', newStock(() => shop.untracked)],
  ['stock_left', 'a variant that is not tracked has a quantity', stock('shirt', { q4: 1 })],
  ['stock_left', 'a variant that does not exist has a quantity', stock('shirt', { q5: 1, s5: 'FIVE' })],
  ['stock_left', 'the product of variants has a quantity', stock('shirt', { q0: 1 })],
  ['stock_differs', 'what is sold out is available', stock('plain', { q0: 0 })],
  ['stock_differs', 'what there is is not available', stock('sold', { q0: 1 })],
  ['stock_differs', 'a variant that is sold out is available', stock('shirt', { q1: -1 })],
  ['stock_differs', 'a variant of which there is one is not available', stock('shirt', { q2: 1 })],
  [
    'stock_differs',
    'a variant that can be owed is not available',
    variant(3, { is_available: false }),
    'card_differs',
  ],
  ['stock_differs', 'more are sold than there are', stock('plain', { b0: true })],
  ['stock_differs', 'no more are sold than there are', stock('shirt', { b3: undefined })],
  ['stock_differs', 'another quantity is low', stock('plain', { l0: 1 })],
  ['stock_differs', 'a quantity is low', stock('sold', { l0: 0 })],
  ['stock_differs', 'no quantity of a variant is low', stock('shirt', { l1: undefined })],
  ['stock_differs', 'the SKU is another', stock('plain', { s0: 'OTHER' })],
  ['stock_differs', 'a variant has no SKU there', stock('shirt', { s1: undefined })],
  ['stock_differs', 'the product has another rule', product('plain', { low_stock_at: 1 })],
  ['invalid_item', 'stock is of another type', stock('plain', { type: 'product' })],
  ['invalid_item', 'stock names another product', stock('plain', { product_id: STRANGER })],
  ['invalid_item', 'there is no quantity', stock('plain', { q0: undefined, l0: undefined, s0: undefined })],
  ['invalid_item', 'a quantity is a text', stock('plain', { q0: '3' })],
  ['invalid_item', 'a quantity is a fraction', stock('plain', { q0: 2.5 })],
  ['invalid_item', 'a rule is a text', stock('shirt', { b3: 'true' })],
  ['invalid_item', 'what is low is a text', stock('shirt', { l1: '2' })],
  ['invalid_item', 'a SKU is a number', stock('shirt', { s1: 1 })],
  ['invalid_item', 'a rule is of no quantity', stock('shirt', { b4: true })],
  ['foreign_item', 'stock names another business', stock('plain', { business_id: STRANGER })],
]

test.each([[], ['--deep']])('stock of every kind is in order %j', async (...options) => {
  const { pk } = stockOf(shop, '')
  expect(await itemsIn(pk)).toHaveLength(3)
  expect(await storedItem(stockOf(shop, shop.shirt))).toMatchObject({ q1: 5, q2: 0, q3: -2, b3: true })
  expect(await verify(shop.business, ...options)).toMatchObject({
    code: 0,
    findings: [],
    unsettled: 0,
    seen: { products: 4, inventory: 3 },
  })
})

test('the summary says how many items of stock there are', async () => {
  const { stdout } = await operate('verify', '--business', id)
  expect(stdout).toContain('4 products, 2 categories')
  expect(stdout).toContain('3 stock items')
})

test.each(CORRUPTIONS)('%s: %s', async (code, _, breakIt, ...further) => {
  const { pk, sk } = await breakIt()
  const { findings, code: exitCode } = await verify(shop.business)
  expect(findings.map((one) => one.code).sort()).toEqual([code, ...further].sort())
  expect(findings).toContainEqual({ code, pk, sk, detail: expect.any(String) })
  expect(exitCode).toBe(1)
})

test('faults of a product, of its variants, or variants of later are not said of the stock again', async () => {
  await corruptItem(keys.productKey(id, shop.plain), { name: 7, is_available: false })
  await corruptItem(stockOf(shop, shop.shirt), { q1: 0 })
  await corruptItem(keys.variantSheetKey(id, shop.shirt), { version: 99 })
  const { findings } = await verify(shop.business)
  expect(findings.map(({ code }) => code).sort()).toEqual(['invalid_item', 'variants_differ'])
})

test.each([
  ['does not exist', () => STRANGER],
  ['has no options', () => shop.untracked],
])('the stock of variants that are left over of a product that %s is not missing', async (_, productId) => {
  const sheet = await storedItem(keys.variantSheetKey(id, shop.shirt))
  const variants = (sheet.variants as Variant[]).map((one, n) => ({ ...one, id: `${productId()}-${n + 1}` }))
  await plantItem({ ...sheet, ...keys.variantSheetKey(id, productId()), product_id: productId(), variants })
  const { findings } = await verify(shop.business)
  expect(findings.map(({ code }) => code)).toEqual(['variants_left'])
})

test('stock that sells out and comes back between any two reads is not a finding', async () => {
  let isIn = false
  let flips = 0
  beforeReads = async () => {
    isIn = !isIn
    const changes = [
      { variant_id: shop.plain, quantity: isIn ? 0 : 3 },
      { variant_id: shop.sold, quantity: isIn ? 3 : 0 },
      { variant_id: `${shop.shirt}-2`, quantity: isIn ? 3 : 0 },
    ]
    const { status } = await shop.ask('POST', '/admin/inventory/adjust', { reason: 'correction', changes })
    expect(status).toBe(200)
    flips++
  }
  expect((await verify(shop.business)).findings.filter(({ code }) => code.startsWith('stock'))).toEqual([])
  expect(flips).toBeGreaterThan(4)
})
