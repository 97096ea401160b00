import { stripTypeScriptTypes } from 'node:module'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readFeed } from '../../lib/data/events.ts'
import { FEED_DELAY_MS } from '../../lib/data/table/calls/times.ts'
import { atOnce, type Merchant, makeMerchant, TEA } from '../admin/merchant.ts'
import { blocksOf, readPage } from './blocks.ts'

const RULE = blocksOf(readPage('docs/events.md')).find(({ info }) => info === 'mirror')?.text ?? ''

interface Event {
  id: string
  type: string
  data: { id: string }
}
type Mirror = Map<string, { event: string; object: { id: string } | null }>

/** The kinds of objects that have events for the whole of their lives, and their lists. */
const LISTS = { category: 'categories', product: 'products', api_key: 'api-keys' }

/** Carries out the rule of the page, and returns what the mirror then has of each kind, in the order of the ids. */
function mirrorOf(events: readonly Event[]): Record<string, object[]> {
  const page = new Function(`${stripTypeScriptTypes(RULE)}\nreturn { mirror, apply }`)
  const { mirror, apply }: { mirror: Mirror; apply: (event: Event) => void } = page()
  for (const event of events) apply(event)
  const kept = [...mirror].flatMap(([key, { object }]) =>
    object ? [{ kind: key.split(' ')[0], object }] : [],
  )
  return Object.fromEntries(
    [...Object.keys(LISTS), 'business'].map((kind) => [
      kind,
      inOrder(kept.filter((one) => one.kind === kind).map(({ object }) => object)),
    ]),
  )
}

/** The last use of a key is no change of it. */
const inOrder = (objects: readonly { id: string }[]) =>
  objects
    .map((object) => ('last_used_at' in object ? { ...object, last_used_at: null } : object))
    .sort((a, b) => (a.id < b.id ? -1 : 1))

/** The objects of a shop as its lists have them. */
async function shopOf({ ask }: Merchant): Promise<Record<string, object[]>> {
  const lists = Object.entries(LISTS).map(async ([kind, path]) => {
    const { body } = await ask('GET', `/admin/${path}?limit=200`)
    return [kind, inOrder(body.data)] as const
  })
  const business = await ask('GET', '/admin/business')
  return { ...Object.fromEntries(await Promise.all(lists)), business: [business.body] }
}

async function eventsOf({ business }: Merchant): Promise<Event[]> {
  const later = new Date(Date.now() + 2 * FEED_DELAY_MS)
  const { items, position } = await readFeed(business.id, {}, { limit: 200 }, later)
  expect(position).toBeNull()
  return items.map((json) => JSON.parse(json))
}

/** Creates, changes, deletes and creates again objects of every kind, by every door. */
async function live({ ask }: Merchant): Promise<void> {
  await ask('PATCH', '/admin/business', { description: 'Loose leaf' })
  for (const id of ['tea', 'gone', 'anew']) await ask('POST', '/admin/categories', { id, name: id })
  for (const id of ['gone', 'anew', 'tea']) await ask('PATCH', `/admin/categories/${id}`, { position: 3 })
  for (const id of ['gone', 'anew']) await ask('DELETE', `/admin/categories/${id}`)
  await ask('POST', '/admin/categories', { id: 'anew', name: 'Anew' })
  await ask('PUT', '/admin/products/by-external-id/kept', TEA)
  const put = await ask('PUT', '/admin/products/by-external-id/erp', TEA)
  await ask('PATCH', '/admin/products/by-external-id/erp', { price: 7, status: 'active' })
  await ask('DELETE', `/admin/products/${put.body.id}`)
  await ask('PUT', '/admin/products/by-external-id/erp', TEA)
  const merged = { op: 'merge', external_id: 'bulk', data: TEA }
  const deleted = { op: 'delete', external_id: 'bulk' }
  await ask('POST', '/admin/products/bulk', { operations: [merged, deleted, merged, deleted] })
  const key = await ask('POST', '/admin/api-keys', { name: 'Till', scopes: ['products:read'] })
  await ask('PATCH', `/admin/api-keys/${key.body.id}`, { name: 'Old till' })
  const other = await ask('POST', '/admin/api-keys', { name: 'Robot', scopes: ['products:read'] })
  await ask('DELETE', `/admin/api-keys/${other.body.id}`)
}

/** Deletes and creates objects of one id at once, so that nobody knows who was last. */
async function race({ ask }: Merchant): Promise<void> {
  await ask('PUT', '/admin/products/by-external-id/raced', TEA)
  for (let round = 0; round < 3; round++)
    await Promise.all([
      ...(await atOnce(2, () => ask('POST', '/admin/categories', { id: 'raced', name: 'Raced' }))),
      ask('DELETE', '/admin/categories/raced'),
      ask('PATCH', '/admin/categories/raced', { position: round }),
      ask('POST', '/admin/categories', { id: 'raced', name: 'Raced' }),
      ask('POST', '/admin/products/bulk', { operations: [{ op: 'delete', external_id: 'raced' }] }),
      ask('PATCH', '/admin/products/by-external-id/raced', { ...TEA, price: round }),
    ])
}

test('a mirror that is kept by the rule of docs/events.md equals the shop, in whatever order and however often events come', async () => {
  const merchant = await makeMerchant()
  await live(merchant)
  await race(merchant)
  const shop = await shopOf(merchant)
  const events = await eventsOf(merchant)
  expect(shop.product?.length).toBeGreaterThanOrEqual(2)
  expect(mirrorOf(events)).toEqual(shop)
  expect(mirrorOf(events.toReversed())).toEqual(shop)
  const twice = [...events, ...events]
  fc.assert(
    fc.property(fc.shuffledSubarray(twice, { minLength: twice.length }), (shuffled) => {
      expect(mirrorOf(shuffled)).toEqual(shop)
    }),
    { numRuns: 10 },
  )
})

test('a deletion has a version and a time of its own', async () => {
  const merchant = await makeMerchant()
  const { ask } = merchant
  await ask('POST', '/admin/categories', { id: 'tea', name: 'Tea' })
  const product = await ask('POST', '/admin/products', TEA)
  const operations = [{ op: 'delete', id: product.body.id }]
  const { body } = await ask('POST', '/admin/products/bulk', { operations })
  await ask('DELETE', '/admin/categories/tea')
  expect(body.data).toEqual([{ index: 0, status: 204, id: product.body.id, version: 2 }])
  const deletions = (await eventsOf(merchant)).filter(({ type }) => type.endsWith('.deleted'))
  expect(deletions).toMatchObject([
    { type: 'product.deleted', data: { id: product.body.id, version: 2 } },
    { type: 'category.deleted', data: { id: 'tea', version: 2 } },
  ])
  for (const { timestamp, data } of deletions as { timestamp?: string; data: { updated_at?: string } }[])
    expect(data.updated_at).toBe(timestamp)
})
