import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { handler as listEvents } from '../../functions/admin/events/list.ts'
import { positionAt } from '../../lib/domain/events.ts'
import type { EventType } from '../../lib/domain/resources.ts'
import { plantEvent } from '../support/feed.ts'
import { makeBusiness } from '../support/shop.ts'
import { invoke } from './in-process.ts'
import { create, makeMerchant } from './merchant.ts'

const SECOND = 1000
const DELAY = 15 * SECOND
const DAY = 86_400 * SECOND
const NOW = Date.parse('2026-11-20T10:00:00.000Z')
const FIRST = NOW - 3600 * SECOND

let id: string
beforeEach(async () => {
  id = (await makeBusiness()).id
  vi.useFakeTimers({ toFake: ['Date'], now: NOW })
  onTestFinished(() => {
    vi.useRealTimers()
  })
})

interface Page {
  ids: string[]
  next_cursor: string | null
  next_after: unknown
  complete_until: unknown
}

/** The response of the feed: a page, or a refusal as its status, code and first error. */
async function ask(query: string): Promise<Page & { refusal?: unknown[] }> {
  const asked = { method: 'GET', route: '/admin/events', query, apiKeyId: randomUUID() }
  const { status, body } = await invoke(listEvents, id, asked)
  const { data = [], next_cursor, next_after, complete_until, code, errors } = body
  const page = { ids: data.map((event) => event.id), next_cursor, next_after, complete_until }
  return status === 200 ? page : { ...page, refusal: [status, code, errors?.[0]?.detail] }
}

const read = async (query: string) => (await ask(query)).ids

/** The pages of a query, each behind the `next_after` of the one before, until one is the last. */
async function pagesByAfter(query: string): Promise<Page[]> {
  const all = [await ask(query)]
  for (let last = all[0]; last?.next_cursor; last = all.at(-1))
    all.push(await ask(`${query}&after=${last.next_after}`))
  return all
}

async function pagesByCursor(query: string): Promise<Page[]> {
  const all = [await ask(query)]
  for (let last = all[0]; last?.next_cursor; last = all.at(-1))
    all.push(await ask(`${query}&cursor=${last.next_cursor}`))
  return all
}

/** Events a second apart, oldest first; the objects are `o0` and `o1` in turn. */
async function plantMany(count: number): Promise<string[]> {
  const ids: string[] = []
  for (let n = 0; n < count; n++)
    ids.push(await plantEvent(id, { at: new Date(FIRST + n * SECOND), data: { id: `o${n % 2}` } }))
  return ids
}

const timeOf = (n: number) => new Date(FIRST + n * SECOND).toISOString()

describe('order=newest', () => {
  test.each(['', '&object=o0', '&object=o1', '&type=product.*', '&object=nothing'])(
    'reads the same events from the end, page by page%s, by after as by cursor',
    async (filter) => {
      const ids = await plantMany(7)
      const due = (await read(`limit=200${filter}`)).toReversed()
      for (const limit of [1, 3, 200])
        for (const pages of [pagesByAfter, pagesByCursor]) {
          const all = await pages(`order=newest&limit=${limit}${filter}`)
          expect(all.flatMap((page) => page.ids)).toEqual(due)
          expect(all.at(-1)?.next_after).toBe(ids[0])
        }
      expect(await read(`order=newest&after=${ids[3]}`)).toEqual(ids.slice(0, 3).toReversed())
    },
  )

  test('shows nothing that the feed does not show, and begins below an event that it does not show yet', async () => {
    const first = await plantEvent(id, { at: new Date(NOW - DELAY) })
    const young = await plantEvent(id, { at: new Date(NOW - DELAY + 1) })
    expect(await ask('order=newest')).toMatchObject({ ids: [first], next_after: first })
    expect(await read(`order=newest&after=${young}`)).toEqual([first])
    expect(await ask(`order=newest&after=${first}`)).toMatchObject({ ids: [], next_after: first })
  })

  test('a cursor of one order is refused in the other', async () => {
    await plantMany(3)
    const { next_cursor } = await ask('order=newest&limit=1')
    expect((await ask(`limit=1&cursor=${next_cursor}`)).refusal?.[1]).toBe('invalid_cursor')
    const oldest = await ask('limit=1')
    const same = await ask(`limit=1&order=oldest&cursor=${oldest.next_cursor}`)
    expect(same.ids).toHaveLength(1)
  })

  test('a request reads 4 MB and returns a position to continue from, though it found nothing', async () => {
    const long = 'x'.repeat(60_000)
    const ids: string[] = []
    for (let n = 0; n < 100; n++)
      ids.push(await plantEvent(id, { at: new Date(FIRST + n), data: { id: n > 0 ? long : 'it' } }))
    const [first, ...others] = await pagesByAfter('order=newest&object=it')
    expect(first).toMatchObject({ ids: [] })
    expect(ids.indexOf(String(first?.next_after))).toBeGreaterThan(20)
    expect(others.at(-1)?.ids).toEqual(ids.slice(0, 1))
  })
})

test('from and until choose a time, in both orders and to the millisecond', async () => {
  const ids = await plantMany(6)
  const query = `from=${timeOf(2)}&until=${timeOf(4)}`
  expect(await ask(query)).toMatchObject({ ids: ids.slice(2, 4), next_after: ids[3] })
  expect(await read(`order=newest&${query}`)).toEqual(ids.slice(2, 4).toReversed())
  expect(await read(`from=${timeOf(5)}`)).toEqual(ids.slice(5))
  expect(await read(`until=${timeOf(1)}`)).toEqual(ids.slice(0, 1))
  expect(await read('from=2026-11-20T12%3A00%3A02%2B03%3A00')).toEqual(ids.slice(2))
  expect(await read('from=1970-01-01T00:00:00Z&until=9999-12-31T00:00:00Z')).toEqual(ids)
  // Events within the time that an object filter leaves out are skipped for good.
  expect(await ask(`object=o1&${query}&limit=1`)).toMatchObject({ ids: [ids[3]] })
  expect(await ask(`object=o0&${query}`)).toMatchObject({ ids: [ids[2]], next_after: ids[3] })
  expect(await read(`${query}&after=${ids[0]}`)).toEqual(ids.slice(2, 4))
  expect(await read(`${query}&after=${ids[2]}`)).toEqual(ids.slice(3, 4))
  expect(await read(`order=newest&${query}&after=${ids[5]}`)).toEqual(ids.slice(2, 4).toReversed())
})

test('several types are any of them', async () => {
  const types: EventType[] = ['product.created', 'category.updated', 'api_key.revoked', 'category.deleted']
  const ids: string[] = []
  for (const [n, type] of types.entries()) ids.push(await plantEvent(id, { at: new Date(FIRST + n), type }))
  expect(await read('type=api_key.revoked,product.created')).toEqual([ids[0], ids[2]])
  expect(await read('type=category.*,product.created')).toEqual([ids[0], ids[1], ids[3]])
  expect(await read('type=category.deleted&type=api_key.*')).toEqual([ids[2], ids[3]])
  expect(await read('type=category.deleted,category.*&actor=operator')).toEqual([])
})

test('complete_until is 15 s ago', async () => {
  const complete_until = new Date(NOW - DELAY).toISOString()
  for (const query of ['', 'order=newest', 'after=now', 'object=x'])
    expect(await ask(query)).toMatchObject({ complete_until })
})

describe('after=now', () => {
  test('is where a follower begins who wants nothing of what was', async () => {
    expect(await ask('after=now')).toMatchObject({
      ids: [],
      next_cursor: null,
      next_after: positionAt(NOW - DAY),
    })
    const ids = await plantMany(3)
    const late = await plantEvent(id, { at: new Date(NOW - 1) })
    const begun = await ask('after=now&type=category.*&limit=1')
    expect(begun).toMatchObject({ ids: [], next_cursor: null, next_after: ids[2] })
    vi.setSystemTime(NOW + DELAY)
    expect(await read(`after=${begun.next_after}`)).toEqual([late])
  })

  test('continues from a day ago once all events have expired', async () => {
    await plantEvent(id, { at: new Date(NOW) })
    vi.setSystemTime(NOW + 31 * DAY)
    expect(await ask('after=now')).toMatchObject({ ids: [], next_after: positionAt(NOW + 30 * DAY) })
  })
})

test.each([
  ['order=new', /^must be one of oldest, newest$/],
  ['from=yesterday', /^must be an RFC 3339 time/],
  ['until=2026-02-31T00:00:00Z', /^must be an RFC 3339 time/],
  ['from=2026-11-20T10:00:00+01:00', /%2B/],
  ['request_id=x', /^must be the id of a request/],
  ['after=now&order=newest', /^can be now only with order=oldest$/],
  ['from=2026-11-20T10:00:00Z&until=2026-11-20T10:00:00Z', /^must be later than "from"$/],
])('%s is refused', async (query, detail) => {
  const { refusal } = await ask(query)
  expect(refusal).toEqual([400, 'invalid_parameter', expect.stringMatching(detail)])
})

test('request_id leads from a response to what its request changed', async () => {
  vi.useRealTimers()
  const merchant = await makeMerchant()
  await create(merchant, '/admin/categories', { name: 'Tea', id: 'tea' })
  const data = { name: 'Tea', price: 1, category_id: 'tea' }
  const operations = [data, data].map((one) => ({ op: 'create', data: one }))
  const { headers, body } = await merchant.ask('POST', '/admin/products/bulk', { operations })
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + DELAY })
  id = merchant.business.id
  const asked = { method: 'GET', route: '/admin/events', apiKeyId: randomUUID() }
  const query = `request_id=${headers.get('x-request-id')?.toUpperCase()}`
  const { body: found } = await invoke(listEvents, id, { ...asked, query })
  expect(found.data.map(({ data }) => data)).toMatchObject(body.data.map((made) => ({ id: made.id })))
})
