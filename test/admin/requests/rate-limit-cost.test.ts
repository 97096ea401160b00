import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import * as rate from '../../../lib/data/api-keys/rate.ts'
import { SCOPES } from '../../../lib/domain/api-keys/scopes.ts'
import { apiEvent, lambdaContext } from '../../support/events.ts'
import { guardedRoutes } from '../../support/handlers.ts'
import { catchLog, type LogLine } from '../../support/log.ts'
import { makeBusiness, makeCategory } from '../../support/shop.ts'

const T = Date.parse('2026-11-24T09:00:00.000Z')

let lines: LogLine[] = []
// Time stands still: nothing comes back into a bucket.
beforeAll(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: T })
})
beforeEach(() => {
  lines = catchLog()
})

const business = await makeBusiness()
await makeCategory(business, { id: 'tea' })
const routes = await guardedRoutes()
const BURST = 1_000

interface Sent {
  id?: string
  body: object
  headers?: Record<string, string>
  query?: string
  remainingMs?: () => number
}

/** Sends a request with a key of its own, and says what that cost. */
async function send(
  route: string,
  { id = 'x', body, headers = {}, query = '', remainingMs }: Sent,
  keyId: string = randomUUID(),
) {
  const found = routes.find(({ method, path }) => `${method} ${path}` === route)
  if (!found) throw new Error(`no route ${route}`)
  const verdict = {
    business_id: business.id,
    identified_by: 'api_key',
    key_id: keyId,
    scopes: SCOPES.join(' '),
    rate_limit: `1/${BURST}`,
  }
  const event = apiEvent({
    method: found.method,
    route: found.path,
    verdict,
    path: { id, external_id: id },
    headers: { 'content-type': 'application/json', ...headers },
    query,
  })
  const context = { ...lambdaContext(), ...(remainingMs && { getRemainingTimeInMillis: remainingMs }) }
  const answer = await found.handler({ ...event, body: JSON.stringify(body) }, context)
  const left = Number(/r=(\d+)/.exec(`${answer.headers.ratelimit}`)?.[1])
  return { status: answer.statusCode, left, cost: BURST - left, body: JSON.parse(answer.body || '{}') }
}

const TEA = { name: 'Tea', price: 100, category_id: 'tea' }

/** Options and this many variants. */
function sizes(count: number, fields: (n: number) => object = () => ({})) {
  const values = (digits: number) => Array.from({ length: digits }, (_, n) => `${n}`)
  return {
    options: [
      { name: 'Ten', values: values(10) },
      { name: 'One', values: values(10) },
    ],
    variants: Array.from({ length: count }, (_, n) => ({
      option_values: { Ten: `${Math.floor(n / 10)}`, One: `${n % 10}` },
      price: 100,
      ...fields(n),
    })),
  }
}

const { price: _, ...NAMED } = TEA

async function makeProduct(body: object = TEA): Promise<string> {
  const { status, body: product } = await send('POST /admin/products', { body })
  if (status !== 201) throw new Error(`${status} ${JSON.stringify(product)}`)
  return product.id
}

/** Every endpoint that writes variants. */
const DOORS: Record<string, (count: number) => Promise<Sent>> = {
  'POST /admin/products': async (count) => ({ body: { ...NAMED, ...sizes(count) } }),
  'PATCH /admin/products/{id}': async (count) => ({ id: await makeProduct(), body: sizes(count) }),
  'PUT /admin/products/by-external-id/{external_id}': async (count) => ({
    id: randomUUID(),
    body: { ...NAMED, ...sizes(count) },
  }),
  'PATCH /admin/products/by-external-id/{external_id}': async (count) => ({
    id: randomUUID(),
    body: { ...NAMED, ...sizes(count) },
  }),
  'PUT /admin/products/{id}/variants': async (count) => ({ id: await makeProduct(), body: sizes(count) }),
  'PATCH /admin/products/{id}/variants': async (count) => {
    const id = await makeProduct({ ...NAMED, ...sizes(100) })
    const variants = Array.from({ length: count }, (_, n) => ({ id: `${id}-${n + 1}`, price: 7 }))
    return { id, body: { variants } }
  },
  'POST /admin/products/bulk': async (count) => ({
    body: { operations: [{ op: 'create', data: { ...NAMED, ...sizes(count) } }] },
  }),
}

test.each(Object.keys(DOORS))('%s of 100 variants costs four', async (route) => {
  const sent = await DOORS[route]?.(100)
  if (!sent) throw new Error('no door')
  const answer = await send(route, sent)
  expect([answer.status < 300, answer.cost]).toEqual([true, 4])
})

test('an adjustment costs one, and one more for each further 25 changes', async () => {
  const skus = Array.from({ length: 26 }, () => randomUUID())
  const tracked = { track_inventory: true, quantity: 9 }
  await makeProduct({ ...NAMED, ...sizes(26, (n) => ({ ...tracked, sku: skus[n] })) })
  for (const [count, cost] of [
    [20, 1],
    [26, 2],
  ] as const) {
    const changes = skus.slice(0, count).map((sku) => ({ sku, delta: -1 }))
    const body = { reason: 'sale', atomic: false, changes }
    expect(await send('POST /admin/inventory/adjust', { body })).toMatchObject({ status: 200, cost })
  }
  const body = { reason: 'sale', changes: [{ sku: skus[0], delta: -1 }] }
  const tried = await send('POST /admin/inventory/adjust', { body, query: 'dry_run=true' })
  expect(tried).toMatchObject({ status: 200, cost: 1 })
})

describe('a bulk request', () => {
  const BULK = 'POST /admin/products/bulk'
  const bulk = (operations: object[], more: Partial<Sent> = {}, keyId?: string) =>
    send(BULK, { body: { operations }, ...more }, keyId)

  const newIds = (count: number) => Array.from({ length: count }, () => randomUUID())
  const upserts = (ids: string[], price: number, op = 'upsert') =>
    ids.map((external_id) => ({ op, external_id, data: { ...TEA, price } }))

  test('costs a token for each operation, a tenth for one that changes nothing, and one at least', async () => {
    const ids = newIds(20)
    expect(await bulk(upserts(ids, 1))).toMatchObject({ status: 200, cost: 20 })
    expect(await bulk(upserts(ids, 1))).toMatchObject({ status: 200, cost: 2 })
    expect(await bulk(upserts(ids, 1, 'merge'))).toMatchObject({ cost: 2 })
    expect(await bulk(upserts(ids.slice(0, 5), 1))).toMatchObject({ cost: 1 })
    const [id, ...rest] = ids
    const updates = rest.map((external_id) => ({ op: 'update', external_id, data: { price: 1 } }))
    expect(await bulk([...updates, { op: 'update', external_id: id, data: { price: 2 } }])).toMatchObject({
      // 1 and 19 tenths; a part of a token is not one that is left.
      cost: 3,
    })
  })

  test('that is repeated under its key costs a tenth for each operation that was carried out', async () => {
    const headers = { 'idempotency-key': 'once' }
    const [ids, keyId] = [newIds(20), randomUUID()]
    const operations = [...upserts(ids, 1), { op: 'delete', external_id: 'none' }]
    expect((await bulk(operations, { headers }, keyId)).cost).toBe(21)
    const again = await bulk(operations, { headers }, keyId)
    expect(BURST - 21 - again.left).toBe(3)
  })

  test('pays in full for operations that are refused', async () => {
    const operations = newIds(5).map((id) => ({ op: 'delete', id }))
    expect(await bulk(operations)).toMatchObject({ status: 200, cost: 5 })
  })

  test('pays for many variants as every endpoint does, and a tenth of it if nothing changes', async () => {
    const operations = newIds(5).map((external_id) => ({
      op: 'upsert',
      external_id,
      data: { ...NAMED, ...sizes(100) },
    }))
    expect((await bulk(operations)).cost).toBe(20)
    expect((await bulk(operations)).cost).toBe(2)
  })

  test('costs as a dry run what it costs', async () => {
    const ids = newIds(11)
    await bulk(upserts(ids, 1))
    const operations = [
      ...upserts(ids.slice(1), 1),
      ...upserts(ids.slice(0, 1), 2),
      ...upserts(newIds(1), 2),
      { op: 'delete', id: randomUUID() },
    ]
    const tried = await bulk(operations, { query: 'dry_run=true' })
    expect(tried).toMatchObject({ status: 200, cost: 4 })
    expect((await bulk(operations)).cost).toBe(tried.cost)
  })

  test('pays nothing for operations that it had no time to begin', async () => {
    let looks = 0
    const remainingMs = () => (looks++ < 8 ? 28_000 : 14_000)
    const answer = await bulk(upserts(newIds(10), 1), { remainingMs })
    const statuses: number[] = answer.body.data.map(({ status }: { status: number }) => status)
    const begun = statuses.filter((status) => status === 201).length
    expect(statuses.filter((status) => status === 503)).toHaveLength(10 - begun)
    expect(begun).toBeGreaterThan(0)
    expect(begun).toBeLessThan(10)
    expect(answer.cost).toBe(begun)
  })

  test('succeeds if the tokens cannot be given back', async () => {
    const ids = newIds(10)
    await bulk(upserts(ids, 1))
    const failing = vi.spyOn(rate, 'giveBack').mockRejectedValueOnce(new Error('no table'))
    expect(await bulk(upserts(ids, 1))).toMatchObject({ status: 200, cost: 10 })
    failing.mockRestore()
    expect(lines.filter(({ level }) => level === 'error')).toMatchObject([
      { message: 'tokens_not_given_back' },
    ])
  })
})
