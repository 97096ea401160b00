/** A reader passes over rows that it does not understand, and a row that is broken stays an error. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { shorten } from '../../../lib/data/storefront/card-text.ts'
import { readShopWindow } from '../../../lib/data/storefront/shop-window.ts'
import { storedJson } from '../../../lib/data/table/event-json.ts'
import * as keys from '../../../lib/data/table/keys.ts'
import { triedAmong } from '../../../lib/data/webhooks/deliveries.ts'
import { dueDeliveries, dueItemOf, firstDue, removeDue } from '../../../lib/data/webhooks/due-items.ts'
import { enabledIn } from '../../../lib/data/webhooks/enabled.ts'
import { eventsBehind, newestEvents } from '../../../lib/data/webhooks/feed-events.ts'
import { enabledWebhooks } from '../../../lib/data/webhooks/webhooks.ts'
import { eventsAt } from '../../../lib/domain/events.ts'
import { publicBusiness } from '../../../lib/domain/public-view.ts'
import { reindexBusiness } from '../../../lib/operator/upkeep/reindex/reindex.ts'
import { verifyBusiness } from '../../../lib/operator/upkeep/verify/verify.ts'
import { NEWER_EVENT_TYPE } from '../../docs/description/described.ts'
import { ageEvents } from '../../support/feed.ts'
import { corruptItem, itemsOf, plantItem, removeItem, storedItem } from '../../support/items.ts'
import { call, makeKey } from '../../support/shop.ts'
import { create, type Merchant, makeShelves, outcome } from '../merchant.ts'

let shop: Merchant
let product: string
let keyId: string
let hook: string
const rows: (keys.Key & Record<string, unknown>)[] = []

/** A row of a type that only a newer version knows. */
async function plantRow(key: keys.Key, more: object = {}): Promise<void> {
  const row = { ...key, type: 'newer', newer: { much: ['of', 'it'] }, ...more }
  await plantItem(row)
  rows.push(row)
}

const VARIANTS = {
  options: [{ name: 'Size', values: ['S'] }],
  variants: [{ option_values: { Size: 'S' }, price: 1, track_inventory: true, quantity: 1 }],
}

beforeAll(async () => {
  shop = await makeShelves()
  const body = {
    name: 'Shirt',
    category_id: 'tea',
    status: 'active',
    additional_categories: [{ id: 'pots' }],
  }
  product = (await create(shop, '/admin/products', { ...body, ...VARIANTS })).id
  await create(shop, '/admin/webhooks', { url: 'https://hooks.example/', events: ['product.*'] })
  keyId = (await makeKey(shop.business)).apiKey.id
  const { id } = shop.business
  await ageEvents(id)
  hook = (await enabledWebhooks(id))[0]?.id ?? ''
  const behind = ({ pk, sk }: keys.Key) => ({ pk, sk: `${sk}#NOTE` })
  const index = { by_position: '0#a#x', by_name: 'a#x', by_price: '0#x', by_created: 'x' }
  await plantRow(behind(keys.productKey(id, product)))
  await plantRow(behind(keys.categoryKey(id, 'tea')))
  await plantRow(behind(keys.variantSheetKey(id, product)))
  await plantRow(behind(keys.placementKey(id, product, 'pots')))
  await plantRow(behind(keys.categoryCountKey(id, 'tea', 0)))
  await plantRow(behind(keys.stockKey(id, product)))
  await plantRow(behind(keys.apiKeyKey(id, keyId)))
  await plantRow(behind(keys.webhookKey(id, hook)))
  await plantRow(behind(keys.enabledWebhookKey(id, hook)))
  await plantRow(behind(keys.importKey(id, 'imp_0')))
  await plantRow(behind(keys.mediumKey(id, 'a'.repeat(64))))
  await plantRow({ pk: keys.eventKey(id, '').pk, sk: eventsAt(Date.now() - 60_000) })
  await plantRow(keys.deliveryKey(id, hook, eventsAt(Date.now() - 60_000)))
  await plantRow(behind(keys.webhookStateKey(id, hook)))
  for (const second of [1, 2, 3])
    await plantRow(keys.retryKey(id, hook, `2026-11-23T00:00:0${second}.000Z`, eventsAt(Date.now() - 60_000)))
  const places = [
    { store: keys.storePartition(id) },
    { store: keys.categoriesPartition(id) },
    { store: keys.variantsPartition(id) },
    { store: keys.storePartition(id), shelf: keys.shelfPartition(id, 'tea') },
    {
      store: keys.storePartition(id),
      shelf: keys.shelfPartition(id, 'tea'),
      card: 'not a card, and "no" JSON',
    },
    { store: keys.categoriesPartition(id), card: '\u0001\u001d' },
  ]
  for (const [n, place] of places.entries())
    await plantRow({ ...keys.businessKey(id), sk: `NEWER#${n}` }, { ...place, ...index })
})
afterAll(async () => {
  for (const row of rows) await removeItem(row)
})

const publicly = async (path: string) => {
  const response = await call(path, { headers: { 'x-public-business-slug': shop.business.slug } })
  const text = await response.text()
  expect([path, response.status, text.slice(0, 200)]).toEqual([path, 200, expect.any(String)])
  return JSON.parse(text)
}
const idsIn = ({ data }: { data: { id: string }[] }) => data.map(({ id }) => id)

test.each([
  '/products',
  '/products?sort=name',
  '/products?sort=-price',
  '/products?sort=created_at',
  '/products?category=tea',
  '/products?category=pots',
  '/products?category=tea&is_available=true',
  '/products?category=tea&limit=1',
  '/products/search?q=shirt',
  '/products/search?category=tea',
])('public: %s', async (path) => {
  expect(idsIn(await publicly(path))).toEqual([product])
})

test('public: categories', async () => {
  expect(idsIn(await publicly('/categories')).sort()).toEqual(['pots', 'tea'])
})

test('feeds', async () => {
  const business = { ...publicBusiness(shop.business), product_url_template: 'https://shop.example/{slug}' }
  const { shop: window, products } = await readShopWindow(business)
  expect(products.map((one) => one.product.id)).toEqual([product])
  expect([...window.categories.keys()].sort()).toEqual(['pots', 'tea'])
})

const inLists = async (path: string) => (await shop.ask('GET', path)).body
test.each([
  ['/admin/products', () => [product]],
  ['/admin/products?category=tea', () => [product]],
  ['/admin/products?limit=1', () => [product]],
  ['/admin/categories', () => ['pots', 'tea']],
])('%s', async (path, ids) => {
  expect(idsIn(await inLists(path)).sort()).toEqual(ids())
})

test.each([
  ['/admin/api-keys', 2],
  ['/admin/webhooks', 1],
  ['/admin/imports', 0],
  ['/admin/inventory', 1],
])('%s has what is known', async (path, count) => {
  expect((await inLists(path)).count).toBe(count)
})

test('deliveries', async () => {
  expect((await shop.ask('GET', `/admin/webhooks/${hook}/deliveries`)).body).toMatchObject({ count: 0 })
  const last = eventsAt(Date.now())
  const of = { businessId: shop.business.id, webhookId: hook }
  expect(await triedAmong(of, [eventsAt(0), last])).toEqual(new Set())
})

test('what is due, behind rows of other types too', async () => {
  const of = { businessId: shop.business.id, webhookId: hook }
  const [now, eventId] = [Date.now(), eventsAt(Date.now() - 1_000)]
  const later = { at: new Date(now + 1_000).toISOString(), eventId }
  await plantItem(dueItemOf(of.businessId, hook, later))
  expect(await firstDue(of)).toEqual(later)
  expect(await dueDeliveries(of, now, 2)).toEqual([])
  expect(await dueDeliveries(of, now + 2_000, 2)).toEqual([later])
  await removeDue(of, later)
})

test('exports', async () => {
  const { status, text } = await shop.ask('GET', '/admin/export')
  expect([status, text.trim().split('\n').length]).toEqual([200, 1])
})

describe('events', () => {
  const at = Date.now() - 30_000
  const id = `${eventsAt(at)}-7abc-8abc-0123456789ab`
  const event = {
    type: NEWER_EVENT_TYPE,
    actor: { kind: 'system', key_id: null, key_name: null },
    request_id: null,
    data: { id: 'x', aura: ['blue'] },
    previous: {},
  }
  beforeAll(async () => {
    const whole = { id, ...event, timestamp: new Date(at).toISOString(), business_id: shop.business.id }
    const row = { ...keys.eventKey(shop.business.id, id), type: 'event', event_type: event.type, object: 'x' }
    await plantItem({ ...row, json: storedJson(JSON.stringify(whole)) })
  })

  test('of an unknown type are passed on as they are stored, in their place', async () => {
    for (const query of [
      'limit=100',
      'limit=100&type=product.*',
      'limit=100&order=newest',
      'limit=100&object=x',
    ]) {
      const { data } = await inLists(`/admin/events?${query}`)
      expect([query, data.find((one) => one.id === id)]).toEqual([query, expect.objectContaining(event)])
    }
    expect((await shop.ask('GET', `/admin/events/${id}`)).body).toMatchObject(event)
  })

  test('reach webhooks, and rows of other types do not', async () => {
    const { id: business } = shop.business
    const first = eventsAt(0)
    for (const limit of [1, 100]) {
      const found: string[] = []
      for (let position = first, isEnd = false; !isEnd; ) {
        const page = await eventsBehind(business, position, limit)
        found.push(...page.events.map(({ type }) => type))
        position = page.events.at(-1)?.id ?? position
        isEnd = page.isEnd
      }
      expect(found).toContain(event.type)
      expect(found).not.toContain(undefined)
    }
    const newest = (await newestEvents(business, first, 100)).map(({ type }) => type)
    expect(newest).toContain(event.type)
    expect(newest).not.toContain(undefined)
  })
})

test('what looks after all businesses', async () => {
  const parts = Array.from({ length: keys.ENABLED_SHARDS }, (_, part) => Array.fromAsync(enabledIn(part)))
  const enabled = (await Promise.all(parts)).flat(2)
  expect(enabled.filter(({ businessId }) => businessId === shop.business.id)).toHaveLength(1)
  expect(enabled.filter(({ businessId }) => businessId === 'undefined')).toEqual([])
})

test('verify names them as unknown and finds nothing else, and reindex leaves them alone', async () => {
  const unknown = (await verifyBusiness(shop.business.id)).findings
  expect(new Set(unknown.map(({ code }) => code))).toEqual(new Set(['unknown_item']))
  const before = await itemsOf(shop.business.id)
  const report = await reindexBusiness(shop.business.id, { all: true })
  expect(report).toMatchObject({ unreadable: [], is_complete: true })
  expect(await itemsOf(shop.business.id)).toEqual(before)
})

test('a write ignores them', async () => {
  expect(outcome(await shop.ask('PATCH', `/admin/products/${product}`, { name: 'Shirt' }))).toBe('200')
  expect(
    outcome(await shop.ask('POST', '/admin/products', { name: 'Pot', price: 1, category_id: 'pots' })),
  ).toBe('201')
  for (const { newer, ...row } of rows) expect(await storedItem(row)).toMatchObject({ newer })
})

describe('a broken product', () => {
  let key: keys.Key
  beforeAll(async () => {
    const body = { name: 'Mug', price: 1, category_id: 'pots', status: 'active' }
    key = keys.productKey(shop.business.id, (await create(shop, '/admin/products', body)).id)
  })
  afterAll(() => removeItem(key))

  test('is left out of public lists, and an error where it is read alone', async () => {
    await corruptItem(key, { card: 'broken' })
    const { id } = await storedItem(key)
    const alone = () => call(`/products/${id}`, { headers: { 'x-public-business-slug': shop.business.slug } })
    await expect.poll(async () => (await alone()).status).toBe(500)
    for (const path of ['/products', '/products?category=pots', `/products?ids=${id},${product}`])
      expect(idsIn(await publicly(path))).toEqual([product])
  })

  test.each<[string, object]>([
    ['lacks members', { slug: undefined }],
    ['has a picture without an address', { images: [{}] }],
    ['has variants that are none', { variant_count: 0 }],
  ])('is left out of feeds if its card %s', async (_, change) => {
    const { id } = await storedItem(key)
    const [sound] = (await publicly(`/products?ids=${product}`)).data
    const ofOne = { ...sound, price_range: null, variant_count: 1, id, ...change }
    await corruptItem(key, { card: shorten(ofOne) })
    const place = {
      store: keys.variantsPartition(shop.business.id),
      by_created: `${id}`,
      card: shorten({ id: `${id}` }),
    }
    const sheet = { ...keys.variantSheetKey(shop.business.id, `${id}`), type: 'variants', ...place }
    await plantItem(sheet)
    expect(await inFeeds()).toEqual([product])
    await corruptItem(key, { card: shorten({ ...ofOne, ...sound, price_range: null, variant_count: 1, id }) })
    expect((await inFeeds()).sort()).toEqual([product, id].sort())
    await removeItem(sheet)
  })

  const inFeeds = async () =>
    (await readShopWindow(publicBusiness(shop.business))).products.map((one) => one.product.id)

  test('is an error of feeds if there is no other', async () => {
    const cards = [key, keys.productKey(shop.business.id, product)].map((one) => storedItem(one))
    const whole = await Promise.all(cards)
    for (const { pk, sk } of whole) await corruptItem({ pk, sk }, { card: '{}' })
    await expect(inFeeds()).rejects.toThrow('no product of a shop can be read')
    for (const item of whole) await plantItem(item)
  })

  test('is an error under /admin', async () => {
    await corruptItem(key, { images: undefined })
    for (const path of [`/admin/products/${(await storedItem(key)).id}`, '/admin/products'])
      expect(outcome(await shop.ask('GET', path))).toBe('500 internal_error')
  })
})
