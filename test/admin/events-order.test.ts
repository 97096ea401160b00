import { expect, onTestFinished, test, vi } from 'vitest'
import { readFeed } from '../../lib/data/events.ts'
import { FEED_DELAY_MS, LONGEST_WRITE_MS } from '../../lib/data/table/calls/times.ts'
import { eventSteps } from '../../lib/data/table/events.ts'
import { plantEvent } from '../support/feed.ts'
import { type Item, plantItem } from '../support/items.ts'
import { makeBusiness } from '../support/shop.ts'
import { create, makeMerchant } from './merchant.ts'

const NOW = Date.parse('2026-11-20T10:00:00.000Z')
/** How long after its id was made a commit can land, and by how much the clocks of two instances may differ. */
const LATEST_MS = LONGEST_WRITE_MS + 3_000
const CLOCKS_APART_MS = 2_000

/** One reader that follows the feed by small pages, as a client does. */
function follower(businessId: string, limit: number, object?: string) {
  const seen: string[] = []
  let after: string | undefined
  return {
    seen,
    async poll(now: number) {
      const { items, lastScanned } = await readFeed(businessId, { object }, { after, limit }, new Date(now))
      seen.push(...items.map((json) => JSON.parse(json).id))
      after = lastScanned ?? undefined
    },
  }
}

/** The same numbers every time. */
const spread = (n: number, most: number) => (n * 7919) % (most + 1)

test('followers see every event once and in one order, though commits land up to 15 s after their ids', async () => {
  const { id } = await makeBusiness()
  const readers = [follower(id, 200), follower(id, 3), follower(id, 50, 'o1')]
  const made: { landsAt: number; item: Item; object: string }[] = []
  for (let n = 0; n < 150; n++) {
    const begins = NOW + n * 200
    const object = `o${n % 2}`
    const happening = { type: 'product.updated' as const, data: { id: object }, previous: {} }
    const [step] = eventSteps(id, happening, new Date(begins))
    const item = step?.write.Put?.Item as Item
    made.push({ landsAt: begins + spread(n, LATEST_MS + CLOCKS_APART_MS - 1), item, object })
  }
  for (let now = NOW; now <= NOW + 60_000; now += 500) {
    const landing = made.filter(({ landsAt }) => landsAt <= now && landsAt > now - 500)
    await Promise.all(landing.map(({ item }) => plantItem(item)))
    for (const reader of readers) await reader.poll(now)
  }
  const ids = made.map(({ item }) => item.sk)
  const [all, small, filtered] = readers.map(({ seen }) => seen)
  expect(all).toEqual(ids)
  expect(small).toEqual(ids)
  expect(filtered).toEqual(made.filter(({ object }) => object === 'o1').map(({ item }) => item.sk))
})

test('the feed stays behind by more than a write can last', () => {
  expect(FEED_DELAY_MS).toBe(LATEST_MS + CLOCKS_APART_MS)
})

test('through the API: what was changed 15 s ago is there, what is changed now is not yet', async () => {
  const merchant = await makeMerchant()
  const event = await plantEvent(merchant.business.id, {})
  await create(merchant, '/admin/categories', { name: 'Tea', id: 'tea' })
  const { status, body } = await merchant.ask('GET', '/admin/events')
  expect(status).toBe(200)
  expect(body).toMatchObject({ count: 1, has_more: false, next_cursor: null, next_after: event })
  const one = await merchant.ask('GET', `/admin/events/${event}`)
  expect([one.status, one.body]).toEqual([200, body.data[0]])
  expect(one.headers.get('cache-control')).toBe('private, no-store')
  const later = new Date(Date.now() + FEED_DELAY_MS)
  const { items } = await readFeed(merchant.business.id, { object: 'tea' }, { limit: 200 }, later)
  expect(items).toHaveLength(1)
  // By its id there is no need to wait.
  const { id } = JSON.parse(items[0] ?? '{}')
  expect(await merchant.ask('GET', `/admin/events/${id}`)).toMatchObject({ status: 200, body: { id } })
})

test('the feed holds what every write of today recorded', async () => {
  const merchant = await makeMerchant()
  await create(merchant, '/admin/categories', { name: 'Tea', id: 'tea' })
  await merchant.ask('PATCH', '/admin/categories/tea', { position: 2 })
  await merchant.ask('DELETE', '/admin/categories/tea')
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + FEED_DELAY_MS })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  const { items } = await readFeed(merchant.business.id, { type: ['category.*'] }, { limit: 200 })
  const events = items.map((json) => JSON.parse(json))
  expect(events.map(({ type }) => type)).toEqual(['category.created', 'category.updated', 'category.deleted'])
  expect(events.map(({ id }) => id)).toEqual(events.map(({ id }) => id).sort())
})
