import { expect, expectTypeOf, inject, test } from 'vitest'
import {
  createStorefront,
  type FollowOptions,
  StorefrontError,
  type StorefrontEvent,
} from '../../clients/typescript/src/index.ts'
import { eventTime } from '../../lib/domain/events.ts'
import { plantEvent } from '../support/feed.ts'
import { makeBusiness, makeToken } from '../support/shop.ts'
import { answer, lost, reach, type Step } from './steps.ts'

const baseUrl = inject('baseUrl')

interface Scene {
  options?: FollowOptions
  /** The network's reaction to one request after the other; after the last one it works. */
  steps?: Step[]
  /** Plants what happens while the follower waits; the last wait ends it. */
  meanwhile?: (() => Promise<unknown>)[]
}

/** A business with events a minute ago, and what a follower without retries of its own sees of them. */
async function makeScene(objects: string[]) {
  const business = await makeBusiness()
  const apiKey = await makeToken(business)
  const begin = Date.now() - 60_000
  const plant = (object: string, n: number) =>
    plantEvent(business.id, { data: { id: object }, at: new Date(begin + n) })
  const ids: string[] = []
  for (const [n, object] of objects.entries()) ids.push(await plant(object, n))
  const follow = async ({ options, steps = [], meanwhile = [] }: Scene = {}) => {
    const stop = new AbortController()
    const waits: number[] = []
    const sent: URLSearchParams[] = []
    const client = createStorefront({
      baseUrl,
      apiKey,
      retries: 0,
      fetch: (request) => {
        sent.push(new URL(request.url).searchParams)
        const [step = reach] = steps.splice(0, 1)
        return step(request)
      },
      async wait(ms) {
        waits.push(ms)
        if (steps.length > 0) return
        const [happens] = meanwhile.splice(0, 1)
        await (happens ? happens() : stop.abort('the end'))
      },
    })
    const feed = client.events.follow({ signal: stop.signal, ...options })
    const seen: StorefrontEvent[] = []
    const positions: (string | undefined)[] = []
    const ended = await iterate(feed, (event) => {
      seen.push(event)
      positions.push(feed.after)
    })
    return { seen: seen.map(({ id }) => id), positions, ended, waits, sent, after: feed.after }
  }
  return { ids, plant, follow }
}

async function iterate(
  feed: AsyncIterable<StorefrontEvent>,
  each: (event: StorefrontEvent) => void,
): Promise<unknown> {
  try {
    for await (const event of feed) each(event)
    return undefined
  } catch (error) {
    return error
  }
}

test('follow yields every event once and in order, over all pages, and then new ones', async () => {
  const { ids, plant, follow } = await makeScene(['a', 'b', 'c'])
  const late: string[] = []
  const meanwhile = ['d', 'e'].map((object, n) => async () => void late.push(await plant(object, 10 + n)))
  const { seen, positions, ended, waits, after } = await follow({ meanwhile })
  expect(seen).toEqual([...ids, ...late])
  expect(positions).toEqual(seen)
  expect(after).toBe(late.at(-1))
  expect(waits).toEqual([5_000, 5_000, 5_000])
  expect(ended).toBe('the end')
})

test('follow continues after a stored event, with a filter, at an interval', async () => {
  const { ids, plant, follow } = await makeScene(['a', 'it', 'b', 'it', 'c'])
  const { seen, positions, sent, after, waits } = await follow({
    options: { after: ids[1], object: 'it', type: 'product.*', intervalMs: 7 },
    meanwhile: [() => plant('d', 10)],
  })
  expect(seen).toEqual([ids[3]])
  expect(positions).toEqual([ids[3]])
  expect(sent[0]?.toString()).toBe(`limit=200&object=it&type=product.*&after=${ids[1]}`.replace('*', '*'))
  // Events that the filter left out are not read again.
  expect(sent[1]?.get('after')).toBe(ids[4])
  expect(eventTime(String(after))).toBeGreaterThan(eventTime(String(ids[4])))
  expect(waits).toEqual([7, 7])
})

test('follow begins with the events from now on, of several types', async () => {
  const { plant, follow } = await makeScene(['a', 'b'])
  const late: string[] = []
  const meanwhile = [async () => void late.push(await plant('c', 10))]
  const options: FollowOptions = { after: 'now', type: ['product.*', 'category.deleted'] }
  const { seen, sent, after } = await follow({ options, meanwhile })
  expect([seen, after]).toEqual([late, late[0]])
  expect(sent[0]?.get('type')).toBe('product.*,category.deleted')
})

test('of a feed that has nothing yet, all that comes is new', async () => {
  const { plant, follow } = await makeScene([])
  const late: string[] = []
  const meanwhile = [async () => void late.push(await plant('a', 0))]
  const { seen, sent } = await follow({ options: { after: 'now' }, meanwhile })
  expect(seen).toEqual(late)
  expect(sent.map((query) => query.get('after'))).toEqual(['now', expect.stringMatching(/^evt_/)])
})

test('follow waits through temporary errors, as long as its options allow', async () => {
  const { ids, follow } = await makeScene(['a', 'b'])
  const steps = [
    lost,
    answer(500),
    answer(502),
    answer(504),
    answer(429, { 'retry-after': '3' }),
    answer(503, { 'retry-after': '100' }),
  ]
  const { seen, waits, ended } = await follow({ steps, meanwhile: [async () => {}] })
  expect(seen).toEqual(ids)
  expect(waits).toEqual([5_000, 5_000, 5_000, 5_000, 3_000, 100_000, 5_000, 5_000].slice(0, waits.length))
  expect(waits.length).toBeGreaterThanOrEqual(7)
  expect(ended).toBe('the end')
})

test('follow waits an hour at most: a timer of 25 days ends at once', async () => {
  const { follow } = await makeScene([])
  const far = new Date(Date.now() + 30 * 86_400_000).toUTCString()
  const steps = [answer(503, { 'retry-after': '99999999' }), answer(429, { 'retry-after': far }), lost]
  expect((await follow({ steps })).waits.slice(0, 3)).toEqual([3_600_000, 3_600_000, 5_000])
})

test('follow asks once a day if that is its interval', async () => {
  const { follow } = await makeScene([])
  expect((await follow({ options: { intervalMs: 86_400_000 } })).waits).toEqual([86_400_000])
})

test('follow hands on a position that moved without an event, each time once', async () => {
  const { ids, plant, follow } = await makeScene(['a', 'it', 'b'])
  const handedOn: string[] = []
  const options = { object: 'it', onPosition: async (after: string) => void handedOn.push(after) }
  const later: string[] = []
  const meanwhile = [async () => {}, async () => void later.push(await plant('c', 10))]
  const { seen, after } = await follow({ options, meanwhile })
  expect(seen).toEqual([ids[1]])
  expect(handedOn).toEqual([ids[2], ...later])
  expect(after).toBe(later[0])
})

test.each([400, 401, 403, 410])('follow ends with a %i', async (status) => {
  const { follow } = await makeScene([])
  const { ended, waits } = await follow({ steps: [answer(status)] })
  expect(ended).toBeInstanceOf(StorefrontError)
  expect(ended).toMatchObject({ status })
  expect(waits).toEqual([])
})

test('follow shows which problem ended it', async () => {
  const { follow } = await makeScene([])
  const after = 'evt_01000000-0000-7000-8000-000000000000'
  expect((await follow({ options: { after } })).ended).toMatchObject({ problem: { code: 'events_expired' } })
})

test('leaving the loop loses nothing: the feed continues from there', async () => {
  const { ids } = await makeScene([])
  const business = await makeBusiness()
  const events: string[] = []
  for (let n = 0; n < 3; n++)
    events.push(await plantEvent(business.id, { at: new Date(Date.now() - 60_000 + n) }))
  const client = createStorefront({ baseUrl, apiKey: await makeToken(business) })
  const feed = client.events.follow()
  for await (const event of feed) {
    expectTypeOf(event).toEqualTypeOf<StorefrontEvent>()
    if (event.id === events[1]) break
  }
  expect([ids, feed.after]).toEqual([[], events[1]])
  for await (const event of feed) {
    expect(event.id).toBe(events[2])
    break
  }
})
