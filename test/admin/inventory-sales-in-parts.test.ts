/** Sales in parts in which a product, or a whole part, cannot be sold: the others are, and a repetition sells nothing again. */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { adjustParts } from '../../lib/api/http/inventory/adjust-parts.ts'
import { asTenant, ForeignItem } from '../../lib/data/table/calls/tenant-guard.ts'
import { productKey, stockKey } from '../../lib/data/table/keys.ts'
import { corruptItem, storedItem } from '../support/items.ts'
import { makeProduct } from '../support/shop.ts'
import { type Merchant, makeShelves } from './merchant.ts'

const COUNT = 25

let shop: Merchant
let products: string[]

async function make(count = COUNT): Promise<void> {
  shop = await makeShelves()
  products = []
  for (let n = 0; n < count; n++) {
    const stocked = { category_id: 'tea', track_inventory: true, quantity: 2 }
    products.push((await makeProduct(shop.business, stocked)).id)
  }
}

/** All products are sold out. */
const sell = (headers: Record<string, string>) =>
  shop.ask(
    'POST',
    '/admin/inventory/adjust',
    {
      reason: 'sale',
      atomic: false,
      changes: products.map((variant_id) => ({ variant_id, delta: -2 })),
    },
    headers,
  )

const quantities = () =>
  Promise.all(products.map(async (id) => (await storedItem(stockKey(shop.business.id, id))).q0))

const statuses = (told: Awaited<ReturnType<typeof sell>>) => told.body.data.map(({ status }) => status)

const all = <T>(usual: T, others: Record<number, T>): T[] => products.map((_, n) => others[n] ?? usual)

/** Beyond every limit, so that it cannot be written with its availability. */
const enlarge = (n: number) =>
  corruptItem(productKey(shop.business.id, products[n] ?? ''), { description: 'x'.repeat(40_000) })

test('where a product of each part is too large to be changed, the others are sold, once', async () => {
  await make()
  for (const n of [3, 22]) await enlarge(n)
  const key = { 'idempotency-key': 'large' }
  const sold = await sell(key)
  expect(statuses(sold)).toEqual(all(200, { 3: 422, 22: 422 }))
  for (const n of [3, 22]) expect(sold.body.data[n]?.problem).toMatchObject({ code: 'object_too_large' })
  const again = await sell(key)
  expect(again.text).toBe(sold.text)
  expect(await quantities()).toEqual(all(0, { 3: 2, 22: 2 }))
})

test('where a part meets an item that nobody can read, its changes are refused, and the others sold, once', async () => {
  await make()
  const broken = productKey(shop.business.id, products[22] ?? '')
  await corruptItem(broken, { images: 7 })
  const key = { 'idempotency-key': 'broken' }
  const sold = await sell(key)
  const part = Object.fromEntries([20, 21, 22, 23, 24].map((n) => [n, 500]))
  expect(statuses(sold)).toEqual(all(200, part))
  expect(await quantities()).toEqual(all(0, { 20: 2, 21: 2, 22: 2, 23: 2, 24: 2 }))
  await corruptItem(broken, { images: [] })
  expect(statuses(await sell(key))).toEqual(all(200, {}))
  expect(await quantities()).toEqual(all(0, {}))
})

test('what is of another business ends the whole call', async () => {
  await make(1)
  const changes = products.map((variant_id) => ({ variant_id, delta: -2 }))
  const whole = {
    businessId: shop.business.id,
    call: undefined,
    requestId: randomUUID(),
    remainingMs: () => 28_000,
  }
  const sold = asTenant(randomUUID(), () =>
    adjustParts(whole, { reason: 'sale', reference: null, atomic: false, changes }),
  )
  await expect(sold).rejects.toThrow(ForeignItem)
  expect(await quantities()).toEqual([2])
})
