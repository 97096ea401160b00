/** Sales of products that are large together: each has many variants with long addresses of pictures. */
import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { adjustParts } from '../../lib/api/http/inventory/adjust-parts.ts'
import { createProduct } from '../../lib/data/products/products.ts'
import type { CallIdentity } from '../../lib/data/table/idempotency.ts'
import { newWholeProduct } from '../../lib/domain/products/product-body.ts'
import { type Merchant, makeShelves, outcome } from './merchant.ts'
import { everythingOf } from './table.ts'

const SIZES = Array.from({ length: 30 }, (_, n) => `${n}`)
const OPTIONS = { Size: SIZES, Colour: ['red', 'blue'] }
const VARIANTS = SIZES.flatMap((Size) => OPTIONS.Colour.map((Colour) => ({ Size, Colour })))
/** So many of them have a stock of one, each for the sales of one test. */
const STOCKED = 3
/** The one behind them has three, for holds of two. */
const HELD = STOCKED
/** As long as 128 KB of variants allow. */
const LONG = `https://pictures.example/${'p'.repeat(1_700)}`

let shop: Merchant
const products: string[] = []

beforeAll(async () => {
  shop = await makeShelves()
  const body = {
    name: 'Shirt',
    category_id: 'tea',
    status: 'active',
    options: Object.entries(OPTIONS).map(([name, values]) => ({ name, values })),
    variants: VARIANTS.map((option_values, n) => ({
      option_values,
      price: 1_000,
      image: { url: `${LONG}/${n}` },
      ...(n <= HELD ? { track_inventory: true, quantity: n < HELD ? 1 : 3 } : { is_available: false }),
    })),
  }
  const { input, set } = newWholeProduct(body)
  for (let n = 0; n < 24; n++)
    products.push((await createProduct(shop.business.id, input, 'EUR', { set })).id)
})

/** One of the n-th variant of each product, which then has none. */
const changesOf = (n: number) => products.map((id) => ({ variant_id: `${id}-${n}`, delta: -1 }))

const sale = (more: object, headers: Record<string, string> = {}) =>
  shop.ask('POST', '/admin/inventory/adjust', { reason: 'sale', changes: changesOf(1), ...more }, headers)

test('a sale that empties 24 of them at once is refused, and changes nothing', async () => {
  const before = await everythingOf(shop.business.id)
  const refused = await sale({})
  expect(outcome(refused)).toBe('422 too_large_together')
  const body = { reason: 'sale', changes: changesOf(1) }
  const tried = await shop.ask('POST', '/admin/inventory/adjust?dry_run=true', body)
  expect(outcome(tried)).toBe('422 too_large_together')
  expect(refused.body.detail).toContain('Send fewer in one request')
  expect(await everythingOf(shop.business.id)).toEqual(before)
})

test('a hold, or a late commit, that empties 24 of them at once is refused, and changes nothing', async () => {
  const path = '/admin/inventory/holds'
  const hold = (reference: string, n: number, quantity: number) =>
    shop.ask('PUT', `${path}/${reference}`, {
      items: products.map((id) => ({ variant_id: `${id}-${n}`, quantity })),
    })
  const before = await everythingOf(shop.business.id)
  expect(outcome(await hold('cart-1', 1, 1))).toBe('422 too_large_together')
  expect(await everythingOf(shop.business.id)).toEqual(before)

  expect(outcome(await hold('cart-2', HELD + 1, 2))).toBe('201')
  await shop.ask('DELETE', `${path}/cart-2`)
  const one = { reason: 'sale', changes: changesOf(HELD + 1) }
  expect(outcome(await shop.ask('POST', '/admin/inventory/adjust', one))).toBe('200')
  const commit = await shop.ask('POST', `${path}/cart-2/commit`, { payment: 'pi_1' })
  expect(outcome(commit)).toBe('422 too_large_together')
  expect((await shop.ask('GET', `${path}/cart-2`)).body).toMatchObject({ status: 'released', payment: null })
})

test('in parts each of them is sold, once under one key', async () => {
  const key = { 'idempotency-key': 'all' }
  const sold = await sale({ atomic: false }, key)
  expect(sold.body.data.map(({ index, status, quantity }) => [index, status, quantity])).toEqual(
    products.map((_, index) => [index, 200, 0]),
  )
  const again = await sale({ atomic: false }, key)
  expect([again.text, again.headers.get('idempotency-replayed')]).toEqual([sold.text, 'true'])
})

/** A call of several parts under one key, of which some have no time: their changes are to be sent again. */
const sellInParts = async (n: number, call: CallIdentity, remainingMs: number[]) => {
  const changes = changesOf(n)
  const whole = {
    businessId: shop.business.id,
    call,
    requestId: randomUUID(),
    remainingMs: () => remainingMs.shift() ?? 28_000,
  }
  return (await adjustParts(whole, { reason: 'sale', reference: null, changes, atomic: false })).data
}

test.each([
  ['the first part', 2, [0], 20],
  ['half of it', 3, [28_000, 0], 10],
])('where %s had no time, a repetition sells just that', async (_, n, times, end) => {
  const call = {
    businessId: shop.business.id,
    apiKeyId: 'key',
    methodAndPath: 'POST /admin/inventory/adjust',
    idempotencyKey: randomUUID(),
    fingerprint: 'a',
  }
  const sold = await sellInParts(n, call, [...times])
  expect(sold.map(({ status }) => status)).toEqual(products.map((_, index) => (index < end ? 503 : 200)))
  const again = await sellInParts(n, call, [])
  expect(again).toEqual(
    products.map((_, index) => expect.objectContaining({ index, status: 200, quantity: 0 })),
  )
})
