import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { handler as getEvent } from '../../functions/admin/events/get.ts'
import { handler as listEvents } from '../../functions/admin/events/list.ts'
import { listIdentity, makeCursor } from '../../lib/api/http/lists/cursor.ts'
import type { Happening } from '../../lib/data/table/happening.ts'
import { newId } from '../../lib/data/table/ids.ts'
import { eventKey } from '../../lib/data/table/keys.ts'
import { positionAt } from '../../lib/domain/events.ts'
import { EVENT_TYPE_FILTERS, type EventType } from '../../lib/domain/resources.ts'
import { plantEvent } from '../support/feed.ts'
import { storedItem } from '../support/items.ts'
import { makeBusiness } from '../support/shop.ts'
import { invoke } from './in-process.ts'

const SECOND = 1000
const DAY = 24 * 60 * 60 * SECOND
const DELAY = 15 * SECOND
/** A moment whose events no other test makes. */
const NOW = Date.parse('2026-11-20T10:00:00.000Z')

let id: string
beforeEach(async () => {
  id = (await makeBusiness()).id
})

const at = (ms: number) => vi.setSystemTime(ms)
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW })
  onTestFinished(() => {
    vi.useRealTimers()
  })
})

interface Feed {
  ids: string[]
  next_cursor: string | null
  next_after: string | null
  outcome: string
  /** The first error, if it was refused. */
  error: string | undefined
}

/** A page, for a key of its own: time goes back from one test to the next, and a rate limit does not. */
async function read(query = '', business = id): Promise<Feed> {
  const asked = { method: 'GET', route: '/admin/events', query, apiKeyId: randomUUID() }
  const { status, body } = await invoke(listEvents, business, asked)
  const { data = [], next_cursor, next_after, code, errors } = body
  if (status === 200) expect(body.count).toBe(data.length)
  return {
    ids: data.map((event) => event.id),
    next_cursor,
    next_after: next_after as string | null,
    outcome: status === 200 ? '200' : `${status} ${code}`,
    error: errors?.[0]?.detail,
  }
}

async function get(event: string): Promise<string> {
  const path = { id: event }
  const asked = { method: 'GET', route: '/admin/events/{id}', path, apiKeyId: randomUUID() }
  const { status, body } = await invoke(getEvent, id, asked)
  return status === 200 ? body.id : `${status} ${body.code}`
}

/** Every page of a list, by its cursors. */
async function pages(query: string): Promise<Feed[]> {
  const all = [await read(query)]
  for (let last = all[0]; last?.next_cursor; last = all.at(-1))
    all.push(await read(`${query}&cursor=${last.next_cursor}`))
  return all
}

/** Events a second apart, the last of them a minute ago; by their ids, oldest first. */
async function plantMany(happenings: (Partial<Happening> & { by?: string })[]): Promise<string[]> {
  const ids: string[] = []
  for (const [n, { by, ...happening }] of happenings.entries()) {
    const made = new Date(NOW - 60 * SECOND - (happenings.length - n) * SECOND)
    const kind = by === 'operator' ? by : 'api_key'
    const actor = { kind, key_id: kind === 'operator' ? null : `${by}`, key_name: null } as const
    ids.push(await plantEvent(id, { ...happening, at: made, ...(by && { by: { actor, requestId: null } }) }))
  }
  return ids
}

describe('the feed', () => {
  test('is every event, oldest first, page by page, as it was recorded', async () => {
    const ids = await plantMany(Array.from({ length: 7 }, (_, n) => ({ data: { id: `${n}` } })))
    expect(await read()).toMatchObject({ ids, next_cursor: null, next_after: ids.at(-1) })
    for (const limit of [1, 2, 3, 6, 7, 8]) {
      const all = await pages(`limit=${limit}`)
      expect(all.flatMap((page) => page.ids)).toEqual(ids)
      for (const page of all) expect(page.next_after).toBe(page.ids.at(-1))
      expect(all).toHaveLength(Math.ceil(7 / limit))
    }
    const asked = { method: 'GET', route: '/admin/events', query: 'limit=1', apiKeyId: randomUUID() }
    const { body, headers } = await invoke(listEvents, id, asked)
    const { json } = await storedItem(eventKey(id, String(ids[0])))
    expect(JSON.stringify(body.data[0])).toBe(json)
    expect(headers.link).toBe(`<?limit=1&cursor=${body.next_cursor}>; rel="next"`)
    expect(Object.keys(body)).toEqual([
      'data',
      'count',
      'has_more',
      'next_cursor',
      'next_after',
      'complete_until',
    ])
    expect(body.complete_until).toBe(new Date(NOW - DELAY).toISOString())
  })

  test('that has nothing yet continues from a day ago', async () => {
    const nothing = { ids: [], next_cursor: null, next_after: positionAt(NOW - DAY) }
    for (const query of ['', 'type=product.*', 'limit=1&object=x'])
      expect(await read(query)).toMatchObject(nothing)
    await plantEvent(id, { at: new Date(NOW) })
    for (const query of ['', 'type=product.*']) expect(await read(query)).toMatchObject(nothing)
  })

  test('shows an event from 15 s after it was made, to the millisecond, and by its id at once', async () => {
    const first = await plantEvent(id, { at: new Date(NOW - SECOND) })
    const event = await plantEvent(id, { at: new Date(NOW) })
    at(NOW + DELAY - 1)
    expect(await read()).toMatchObject({ ids: [first], next_after: first, next_cursor: null })
    expect(await get(event)).toBe(event)
    expect(await read(`after=${event}`)).toMatchObject({ ids: [], next_after: event })
    expect(await read(`after=${event}&type=product.*`)).toMatchObject({ ids: [], next_after: event })
    expect(await read(`after=${first}`)).toMatchObject({ ids: [], next_after: first })
    at(NOW + DELAY)
    expect(await read()).toMatchObject({ ids: [first, event], next_after: event })
    expect(await get(event)).toBe(event)
    expect(await read(`after=${first}`)).toMatchObject({ ids: [event], next_after: event })
    expect(await read(`after=${event}`)).toMatchObject({ ids: [], next_after: event })
  })

  test('shows an event for 30 days, to the millisecond, even if the table still has it', async () => {
    const event = await plantEvent(id, { at: new Date(NOW) })
    const later = await plantEvent(id, { at: new Date(NOW + SECOND) })
    at(NOW + 30 * DAY)
    expect(await read()).toMatchObject({ ids: [event, later] })
    expect(await get(event)).toBe(event)
    expect(await read(`after=${event}`)).toMatchObject({ ids: [later] })
    at(NOW + 30 * DAY + 1)
    expect(await read()).toMatchObject({ ids: [later] })
    expect(await read('type=product.*')).toMatchObject({ ids: [later] })
    expect(await get(event)).toBe('404 event_not_found')
    expect((await read(`after=${event}`)).outcome).toBe('410 events_expired')
    // An expired id is refused without a look at the table.
    expect((await read(`after=evt_${newId(new Date(NOW))}`)).outcome).toBe('410 events_expired')
  })

  test('continues with a cursor whose event has expired meanwhile', async () => {
    const ids = [NOW, NOW + 1, NOW + SECOND].map((ms) => plantEvent(id, { at: new Date(ms) }))
    const [, , last] = await Promise.all(ids)
    at(NOW + 30 * DAY)
    const { next_cursor } = await read('limit=1')
    at(NOW + 30 * DAY + SECOND)
    expect(await read(`limit=1&cursor=${next_cursor}`)).toMatchObject({ ids: [last], next_cursor: null })
  })
})

describe('a follower of a feed in which nothing happens', () => {
  test('never has a position of more than a day ago, and gets what comes then', async () => {
    const [last] = await plantMany([{ type: 'category.created' }])
    const filters = ['', 'type=product.*&']
    let after = filters.map(() => last ?? null)
    for (let day = 1; day <= 40; day++) {
      at(NOW + day * DAY)
      const read40 = await Promise.all(filters.map((filter, n) => read(`${filter}after=${after[n]}`)))
      for (const page of read40) expect(page).toMatchObject({ outcome: '200', ids: [] })
      after = read40.map(({ next_after }) => next_after)
      expect(after).toEqual(after.map(() => positionAt(NOW + (day - 1) * DAY)))
    }
    // An event that is committed late, or by a clock that is behind.
    const event = await plantEvent(id, { at: new Date(NOW + 39 * DAY) })
    for (const [n, filter] of filters.entries())
      expect(await read(`${filter}after=${after[n]}`)).toMatchObject({ ids: [event], next_after: event })
  })

  test('keeps the last event while it is younger than a day', async () => {
    const event = await plantEvent(id, { at: new Date(NOW) })
    for (const [ms, next_after] of [
      [NOW + DAY - 1, event],
      [NOW + DAY, event],
      [NOW + DAY + 1, positionAt(NOW + 1)],
    ] as const) {
      at(ms)
      for (const query of [`after=${event}`, 'after=now', ''])
        expect(await read(query)).toMatchObject({ next_after })
    }
  })

  test('that ends has no position behind its end', async () => {
    const event = await plantEvent(id, { at: new Date(NOW - 5 * DAY) })
    const until = new Date(NOW - 3 * DAY)
    const { next_after } = await read(`until=${until.toISOString()}`)
    expect(next_after).toBe(positionAt(until.getTime()))
    const later = await plantEvent(id, { at: until })
    expect(await read(`after=${next_after}`)).toMatchObject({ ids: [later] })
    expect(await read('order=newest')).toMatchObject({ ids: [later, event], next_after: event })
  })

  test.each(['1970-01-01T00:00:00Z', '1969-12-31T23:59:59Z', '0001-01-01T00:00:00Z'])(
    'that ended in %s gets a position that is expired, and not one that cannot be read',
    async (until) => {
      const { next_after } = await read(`until=${until}`)
      expect(next_after).toBe(positionAt(0))
      expect((await read(`after=${next_after}`)).outcome).toBe('410 events_expired')
    },
  )

  test('begins where it is not in the future', async () => {
    expect(await read(`after=${positionAt(NOW)}`)).toMatchObject({
      outcome: '200',
      next_after: positionAt(NOW),
    })
    expect((await read(`after=${positionAt(NOW + 1)}`)).outcome).toBe('400 invalid_parameter')
    expect((await read(`after=${positionAt(NOW - 30 * DAY - 1)}`)).outcome).toBe('410 events_expired')
  })
})

describe('after', () => {
  test('continues behind an event, and so do its pages', async () => {
    const ids = await plantMany(Array.from({ length: 5 }, () => ({})))
    for (const [n, event] of ids.entries()) {
      const all = await pages(`after=${event}&limit=2`)
      expect(all.flatMap((page) => page.ids)).toEqual(ids.slice(n + 1))
      expect(all.at(-1)?.next_after).toBe(ids.at(-1))
    }
  })

  test('and a cursor belong to one list', async () => {
    const [first, second] = await plantMany([{}, {}, {}, {}])
    const { next_cursor } = await read(`after=${first}&limit=1`)
    for (const query of ['', `after=${second}&`, `after=${first}&type=product.*&`])
      expect((await read(`${query}cursor=${next_cursor}`)).outcome).toBe('400 invalid_cursor')
    expect((await read(`after=${first}&cursor=${next_cursor}`)).outcome).toBe('200')
  })

  test('is refused if it is not an event of this feed', async () => {
    const [event = ''] = await plantMany([{}])
    const other = await makeBusiness()
    const theirs = await plantEvent(other.id, { at: new Date(NOW - 60 * SECOND) })
    const never = `evt_${newId(new Date(NOW - 60 * SECOND))}`
    const future = `evt_${newId(new Date(NOW + DAY))}`
    for (const unknown of [theirs, never, future])
      expect(await read(`after=${unknown}`)).toMatchObject({
        outcome: '400 invalid_parameter',
        error: 'is not an event of this feed',
      })
    for (const malformed of [
      event.slice(4),
      event.toUpperCase(),
      `${event}0`,
      `evt_${randomUUID()}`,
      'evt_',
      'x',
    ])
      expect(await read(`after=${malformed}`)).toMatchObject({
        outcome: '400 invalid_parameter',
        error: 'must be the id of an event, or now',
      })
    expect((await read(`after=${event}&after=${event}`)).error).toBe('was sent more than once')
    expect((await read('after=')).error).toBe('is empty')
  })
})

test.each(['zz', '0', 'evt_z', `BIZ#${randomUUID()}`, '\u{10ffff}z'])(
  'a cursor forged for %j moves only within the caller’s own feed',
  async (position) => {
    const ids = await plantMany([{}, {}])
    for (const filter of [undefined, { object: 'thing' }]) {
      const cursor = makeCursor(position, listIdentity(id, '/admin/events', { ...filter, order: 'oldest' }))
      const query = new URLSearchParams([...Object.entries(filter ?? {}), ['cursor', cursor]]).toString()
      const page = await read(query)
      expect(page.outcome).toBe('200')
      expect([[], ids]).toContainEqual(page.ids)
      expect([positionAt(NOW - DAY), ids.at(-1)]).toContain(page.next_after)
    }
  },
)

describe('filters', () => {
  const [one, two] = [randomUUID(), randomUUID()]
  const TYPES = EVENT_TYPE_FILTERS.filter((type): type is EventType => !type.endsWith('.*'))
  const HAPPENINGS = TYPES.flatMap((type) =>
    [one, two, 'operator', undefined].map((by, n) => ({
      type,
      data: { id: `o${n % 2}` },
      ...(by && { by }),
    })),
  )
  const wanted = (query: URLSearchParams, { type, data, by = 'system' }: (typeof HAPPENINGS)[number]) => {
    const isOf = (filter: string) =>
      filter.endsWith('*') ? type.startsWith(filter.slice(0, -1)) : type === filter
    return (
      (query.get('type') ?? type).split(',').some(isOf) &&
      (query.get('actor')?.toLowerCase() ?? by) === by &&
      (query.get('object') ?? data.id) === data.id
    )
  }

  test('leave out what they say and nothing else, on pages of every size', async () => {
    const ids = await plantMany(HAPPENINGS)
    const queries = [
      'type=product.*',
      'type=product.created',
      'type=category.*,product.deleted',
      ...[one.toUpperCase(), 'operator', 'system', randomUUID()].map((by) => `actor=${by}`),
      'object=o0',
      'object=o',
      'object=%E2%98%95',
      `type=product.*&actor=${one}`,
      `type=api_key.created&object=o1`,
      `type=category.*&actor=system&object=o1`,
    ]
    for (const query of queries) {
      const asked = new URLSearchParams(query)
      const due = ids.filter((_, n) => HAPPENINGS.slice(n, n + 1).some((made) => wanted(asked, made)))
      for (const limit of query === 'object=o0' ? [1, 200] : [7]) {
        const all = await pages(`${query}&limit=${limit}`)
        expect(
          all.flatMap((page) => page.ids),
          query,
        ).toEqual(due)
        // All of it was looked at, whatever was left out.
        expect(all.at(-1)?.next_after, query).toBe(ids.at(-1))
      }
    }
  })

  test('let a follower continue behind the events that they left out', async () => {
    const ids = await plantMany([{}, { data: { id: 'it' } }, {}, {}])
    const first = await read('object=it')
    expect(first).toMatchObject({ ids: [ids[1]], next_after: ids[3] })
    expect(await read(`object=it&after=${first.next_after}`)).toMatchObject({ ids: [], next_after: ids[3] })
    const late = await plantEvent(id, { at: new Date(NOW), data: { id: 'it' } })
    at(NOW + DELAY)
    expect(await read(`object=it&after=${first.next_after}`)).toMatchObject({ ids: [late], next_after: late })
    expect(await read('object=it&limit=1')).toMatchObject({ ids: [ids[1]], next_after: ids[1] })
  })

  test('are refused if nothing can fit them', async () => {
    for (const [query, error] of [
      ['type=product', /^must be one of product\.created, .*product\.\*/],
      ['type=*', /^must be one of/],
      ['type=product.created,product', /^must be one of/],
      [`type=${Array(21).fill('product.*').join()}`, 'must have at most 20 values'],
      ['actor=somebody', 'must be the id of an API key, operator or system'],
      ['actor=api_key', 'must be the id of an API key, operator or system'],
      ['object=', 'is empty'],
    ] as const) {
      const told = await read(query)
      expect(told.outcome).toBe('400 invalid_parameter')
      expect(told.error).toMatch(error)
    }
    expect((await read('types=x')).outcome).toBe('400 unknown_parameter')
  })
})

test('a request reads 4 MB and returns a position to continue from, though it found nothing', async () => {
  const long = 'x'.repeat(60_000)
  const ids = await plantMany(Array.from({ length: 100 }, (_, n) => ({ data: { id: n < 99 ? long : 'it' } })))
  const all = await pages('object=it')
  expect(all.flatMap((page) => page.ids)).toEqual(ids.slice(99))
  const [first, ...others] = all
  expect(first).toMatchObject({ ids: [], next_cursor: expect.any(String) })
  expect(ids.indexOf(String(first?.next_after))).toBeGreaterThan(10)
  expect(ids.indexOf(String(first?.next_after))).toBeLessThan(80)
  expect(others.length).toBeGreaterThan(0)
  // A follower who drops the cursor goes on at the same place.
  expect((await read(`object=it&after=${first?.next_after}`)).next_after).toBe(others[0]?.next_after)
})
