/** The program of docs/events.md that keeps a copy of variants and stock, while others write. */
import { stripTypeScriptTypes } from 'node:module'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { readFeed } from '../../lib/data/events.ts'
import { FEED_DELAY_MS } from '../../lib/data/table/calls/times.ts'
import { type Merchant, makeMerchant } from '../admin/merchant.ts'
import { blocksOf, readPage } from './blocks.ts'

const PROGRAM = blocksOf(readPage('docs/events.md')).find(({ info }) => info === 'stock-mirror')?.text ?? ''

interface Event {
  id: string
  type: string
  data: object
  previous: object
}
type Get = (path: string) => Promise<unknown>
interface Mirror {
  variants: Map<string, { id: string }[]>
  stock: Map<string, { quantity: number }>
  applyStock: (event: Event) => Promise<void>
}

/** A mirror, by the program of the page. */
const newMirror = (get: Get): Mirror =>
  new Function('get', `${stripTypeScriptTypes(PROGRAM)}\nreturn { variants, stock, applyStock }`)(get)

const reading =
  ({ ask }: Merchant): Get =>
  async (path) => {
    const { status, body } = await ask('GET', path)
    if (status !== 200 && status !== 404) throw new Error(`GET ${path}: ${status}`)
    return status === 404 ? null : body
  }

/** Every event until now: a mirror need not wait for the order of the feed. */
async function eventsOf({ business }: Merchant): Promise<Event[]> {
  const later = new Date(Date.now() + 2 * FEED_DELAY_MS)
  const pages: string[] = []
  let after: string | undefined
  do {
    const { items, position } = await readFeed(business.id, {}, { after, limit: 200 }, later)
    pages.push(...items)
    after = position ?? undefined
  } while (after !== undefined)
  return pages.map((json) => JSON.parse(json))
}

const OPTIONS = [{ name: 'Size', values: ['S', 'M', 'L'] }]
const sizes = (random: (most: number) => number) =>
  ['S', 'M', 'L'].slice(0, 1 + random(3)).map((Size) => ({
    option_values: { Size },
    price: 1 + random(9),
    sku: `shirt-${Size}-${random(3)}`,
    track_inventory: random(2) === 0,
  }))

/** One write of a chance's: most change stock, also by holds; the others begin and end it, and change variants. */
function write({ ask }: Merchant, random: (most: number) => number): Promise<unknown> {
  const cup = `cup-${random(3)}`
  const path = `/admin/products/by-external-id/${cup}`
  const plain = { name: cup, price: 5, category_id: 'all', sku: cup }
  const begun = { ...plain, track_inventory: true, quantity: random(50) }
  const adjust = (sku: string) => {
    const change = random(2) === 0 ? { delta: 1 } : { quantity: random(90) }
    return ask('POST', '/admin/inventory/adjust', { reason: 'correction', changes: [{ sku, ...change }] })
  }
  const shirt = '/admin/products/by-external-id/shirt'
  const hold = `/admin/inventory/holds/cart-${random(4)}`
  const writes = [
    () => adjust(cup),
    () => adjust(cup),
    () => adjust(`shirt-S-${random(3)}`),
    () => ask('PUT', hold, { items: [{ sku: cup, quantity: 1 + random(3) }] }),
    () => ask('PUT', hold, { items: [{ sku: `shirt-S-${random(3)}`, quantity: 1 }] }),
    () => ask('POST', `${hold}/commit`, { payment: `pi_${random(2)}` }),
    () => ask('DELETE', hold),
    () => ask('PATCH', path, begun),
    () => ask('PATCH', path, { track_inventory: false }),
    () => ask('PATCH', path, { price: 1 + random(9) }),
    () => ask('POST', '/admin/products/bulk', { operations: [{ op: 'delete', external_id: cup }] }),
    () => ask('PUT', shirt, { name: 'Shirt', category_id: 'all', options: OPTIONS, variants: sizes(random) }),
  ]
  return writes[random(writes.length)]?.() ?? Promise.resolve()
}

/** The variants of products with options, and all quantities, as the API has them. */
async function shopOf({ ask }: Merchant) {
  const { body: products } = await ask('GET', '/admin/products?limit=200')
  const sheets = await Promise.all(
    products.data.map(async ({ id }) => (await ask('GET', `/admin/products/${id}/variants`)).body),
  )
  const withOptions = sheets.filter(({ options }) => Array.isArray(options) && options.length > 0)
  const { body: levels } = await ask('GET', '/admin/inventory?limit=200')
  return {
    variants: Object.fromEntries(withOptions.map(({ id, variants }) => [id, variants])),
    stock: Object.fromEntries(levels.data.map(({ variant_id, quantity }) => [variant_id, quantity])),
  }
}

const ROUNDS = 20
const AT_ONCE = 25

let merchant: Merchant
beforeAll(async () => {
  merchant = await makeMerchant()
  await merchant.ask('POST', '/admin/categories', { id: 'all', name: 'All' })
})

test('a mirror that follows 500 racing writes equals the shop, in whatever order and however often events come', async () => {
  const random = fc.sample(fc.infiniteStream(fc.nat()), { numRuns: 1, seed: 7 })[0]
  const next = (most: number) => Number(random?.next().value) % most
  const mirror = newMirror(reading(merchant))
  const seen = new Set<string>()
  const reasons = new Set<unknown>()
  const follow = async () => {
    const fresh = (await eventsOf(merchant)).filter(({ id }) => !seen.has(id))
    for (const { id, data } of fresh) {
      seen.add(id)
      if ('reason' in data) reasons.add(data.reason)
    }
    // Each in its order, and once more in an order of chance: that of the ends of their ids.
    const byChance = fresh.toSorted((one, other) => (one.id.slice(-8) < other.id.slice(-8) ? -1 : 1))
    for (const event of [...fresh, ...byChance]) await mirror.applyStock(event)
  }
  for (let round = 0; round < ROUNDS; round++)
    await Promise.all([follow(), ...Array.from({ length: AT_ONCE }, () => write(merchant, next))])
  // In the race every hold may have become a sale.
  const held = { name: 'Held', price: 5, category_id: 'all', sku: 'HELD', track_inventory: true, quantity: 5 }
  await merchant.ask('POST', '/admin/products', held)
  const hold = '/admin/inventory/holds/cart-last'
  await merchant.ask('PUT', hold, { items: [{ sku: 'HELD', quantity: 2 }] })
  await merchant.ask('DELETE', hold)
  await follow()
  const shop = await shopOf(merchant)
  expect(Object.keys(shop.variants)).toHaveLength(1)
  expect(seen.size).toBeGreaterThan(100)
  expect([...reasons].sort()).toEqual(['correction', 'held', 'released'])
  const stock = Object.fromEntries([...mirror.stock].map(([id, { quantity }]) => [id, quantity]))
  expect(stock).toEqual(shop.stock)
  for (const [id, variants] of Object.entries(shop.variants))
    expect(mirror.variants.get(id)).toEqual(variants)
})

test('a late event does not bring back a quantity from before the one that was read', async () => {
  const mirror = newMirror(async (path) => ({ variants: [], data: path.includes('inventory') ? [CUP] : [] }))
  const adjusted = (id: string, quantity: number) => ({
    id,
    type: 'inventory.adjusted',
    data: { changes: [{ ...CUP, quantity }] },
    previous: {},
  })
  const tracked = {
    id: 'evt_3',
    type: 'product.updated',
    data: { id: 'cup' },
    previous: { track_inventory: false },
  }
  for (const event of [adjusted('evt_5', 5), tracked, adjusted('evt_4', 9), adjusted('evt_2', 8)])
    await mirror.applyStock(event)
  expect(mirror.stock.get('cup')?.quantity).toBe(5)
  await mirror.applyStock(adjusted('evt_6', 4))
  expect(mirror.stock.get('cup')?.quantity).toBe(4)
})

test('a late event does not bring back the stock of a product that is gone', async () => {
  const mirror = newMirror(async (path) => (path.includes('inventory') ? { data: [] } : null))
  const changes = { data: { changes: [CUP] }, previous: {} }
  await mirror.applyStock({ id: 'evt_3', type: 'product.deleted', data: { id: 'cup' }, previous: {} })
  await mirror.applyStock({ id: 'evt_2', type: 'inventory.adjusted', ...changes })
  expect([mirror.stock.size, mirror.variants.size]).toEqual([0, 0])
})

const CUP = { variant_id: 'cup', product_id: 'cup', quantity: 5 }
