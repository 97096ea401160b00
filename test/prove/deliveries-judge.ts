/** The checks after the stack was killed for the last time. */
import { setTimeout as wait } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { FEED_DELAY_MS } from '../../lib/data/table/calls/times.ts'
import type { Shop } from './deliveries.ts'
import type { Endpoint, Receiver } from './deliveries-receiver.ts'
import type { StackProcess } from './deliveries-stack.ts'
import type { Merchant } from './merchant.ts'
import { hold, type Run } from './run.ts'

/** The wake-up of a run that died arrives again after 90 s; what was tried once in vain before then waits for 5 s more. */
const REST_WITHIN_MS = 240_000
const LOOK_EVERY_MS = 2_000

interface Event {
  id: string
  data: { id: string; version: number }
}

/** The feed of each business at the end. */
type Feeds = Map<Shop, Event[]>

/** How the last life of the stack ended a round. */
interface Round {
  shops: Shop[]
  receiver: Receiver
}

/**
 * Waits until everything is delivered, and holds when each endpoint has got the feed of its business and nothing else. The
 * sweep is fired only where the design needs it: when a wake-up was given up because it was cut off so often. Returns the
 * feeds.
 */
export async function comeToRest(stack: StackProcess, { shops, receiver }: Round, run: Run): Promise<Feeds> {
  const began = performance.now()
  await wait(FEED_DELAY_MS + LOOK_EVERY_MS)
  const feeds: Feeds = new Map()
  for (const shop of shops)
    feeds.set(shop, await readAll<Event>(shop.merchant, '/admin/events?type=product.*'))
  let left = await settle(feeds)
  judgeCalls(feeds, receiver)
  if (left.length > 0) {
    const deadLetters = await stack.ask('dead letters')
    hold(deadLetters > 0, () => `stuck, though no wake-up was given up: ${left.join('; ')}`)
    await stack.ask('sweep')
    run.count('sweeps that were needed')
    left = await settle(feeds)
    hold(left.length === 0, () => `stuck, also after a sweep: ${left.join('; ')}`)
  }
  run.count('s until all was at rest', Math.round((performance.now() - began) / 1_000))
  judgeCalls(feeds, receiver)
  return feeds
}

/** Resolves with nothing when all is delivered; after a while with what is not. */
async function settle(feeds: Feeds): Promise<string[]> {
  const end = performance.now() + REST_WITHIN_MS
  for (;;) {
    const left = (await Promise.all([...feeds].map(([shop, feed]) => leftOf(shop, feed)))).flat()
    if (left.length === 0 || performance.now() > end) return left
    await wait(LOOK_EVERY_MS)
  }
}

/** The events that have not arrived yet, and the deliveries that the API does not report as done. */
async function leftOf({ merchant, webhooks }: Shop, feed: Event[]): Promise<string[]> {
  const left: string[] = []
  for (const { id, endpoint } of webhooks) {
    const missing = feed.filter((event) => !endpoint.events.get(event.id)?.accepted)
    const listed = await readAll<{ status: string }>(merchant, `/admin/webhooks/${id}/deliveries?`)
    const done = listed.filter(({ status }) => status === 'succeeded').length
    if (missing.length > 0 || done < listed.length || done !== feed.length)
      left.push(
        `${endpoint.url} lacks ${missing.length} of ${feed.length} events; ${listed.length} deliveries, ${done} of them done`,
      )
  }
  return left
}

/** The feed has all that was committed, and no endpoint has got anything that is not in the feed of its business. */
function judgeCalls(feeds: Feeds, receiver: Receiver): void {
  receiver.judge()
  for (const [{ committed, webhooks }, feed] of feeds) {
    const recorded = new Set(feed.map(({ data }) => `${data.id} ${data.version}`))
    const lost = [...committed].filter((change) => !recorded.has(change))
    hold(lost.length === 0, () => `succeeded, and not in the feed: ${lost}`)
    hold(recorded.size === feed.length, () => 'the feed has two events of one change')
    for (const { endpoint } of webhooks) judgeEndpoint(endpoint, feed)
  }
}

function judgeEndpoint({ url, events }: Endpoint, feed: Event[]): void {
  const byId = new Map(feed.map((event) => [event.id, event]))
  for (const [id, { bodies }] of events) {
    const event = byId.get(id)
    hold(event !== undefined, () => `${url} got ${id}, which is not in the feed of its business`)
    for (const body of bodies)
      hold(
        isDeepStrictEqual(JSON.parse(body), event),
        () => `${url} got ${body}, the feed has ${JSON.stringify(event)}`,
      )
  }
}

/** Adds what came to the figures of a run. */
export function countCalls(feeds: Feeds, run: Run): void {
  for (const [{ webhooks }, feed] of feeds) {
    run.count('events', feed.length)
    for (const { calls, accepted } of webhooks.flatMap(({ endpoint }) => [...endpoint.events.values()])) {
      run.count('calls', calls)
      run.count('accepted twice or more', accepted > 1 ? 1 : 0)
    }
  }
}

/** All pages of a list. */
async function readAll<T>({ call }: Merchant, path: string): Promise<T[]> {
  const all: T[] = []
  let cursor: unknown = null
  do {
    const { status, body } = await call('GET', `${path}&limit=200${cursor ? `&cursor=${cursor}` : ''}`)
    hold(status === 200, () => `${path} returns ${status} ${JSON.stringify(body)}`)
    all.push(...(body.data as T[]))
    cursor = body.next_cursor
  } while (cursor !== null)
  return all
}
