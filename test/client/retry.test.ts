import { randomUUID } from 'node:crypto'
import { expect, inject, test } from 'vitest'
import { createStorefront, type StorefrontOptions, unwrap } from '../../clients/typescript/src/index.ts'
import { makeBusiness, makeCategory, makeToken } from '../support/shop.ts'
import { answer, lost, reach, type Step } from './steps.ts'

const baseUrl = inject('baseUrl')
const business = await makeBusiness()
await makeCategory(business, { id: 'tea' })
const apiKey = await makeToken(business)
const BODY = { name: 'Mug', price: 1200, category_id: 'tea' }

/** It is carried out, and the answer does not come back. */
const lostAnswer: Step = async (request) => {
  await fetch(request)
  throw new TypeError('fetch failed')
}

/** A client whose network does these things one after the other, with what it sent and how long it waited. */
function makeClient(steps: Step[], options: Partial<StorefrontOptions> = {}) {
  const sent: Request[] = []
  const waits: number[] = []
  const client = createStorefront({
    baseUrl,
    apiKey,
    fetch: (request) => {
      sent.push(request.clone())
      const [step = reach] = steps.splice(0, 1)
      return step(request)
    },
    wait: async (ms) => void waits.push(ms),
    ...options,
  })
  return { client, sent, waits }
}

const productsNamed = async (name: string) => {
  const { client } = makeClient([])
  const all = await Array.fromAsync(client.each('/admin/products'))
  return all.filter((product) => product.name === name)
}

test.each([
  ['no connection', lost],
  ['a lost answer', lostAnswer],
  ['500', answer(500)],
  ['502', answer(502)],
  ['503', answer(503, { 'retry-after': '1' })],
  ['504', answer(504)],
  ['429', answer(429, { 'retry-after': '1' })],
  ['409 in progress', answer(409, { 'retry-after': '1' })],
])('a creation is carried out once, whatever comes of it: %s', async (_, fault) => {
  const name = `Mug ${randomUUID()}`
  const { client, sent } = makeClient([fault, fault])
  const created = await unwrap(client.POST('/admin/products', { body: { ...BODY, name } }))
  const keys = sent.map(({ headers }) => headers.get('idempotency-key'))
  expect(keys).toHaveLength(3)
  expect(new Set(keys).size).toBe(1)
  expect(await productsNamed(name)).toEqual([created])
})

test('a key of the caller’s own is left alone, and each call has another one', async () => {
  const { client, sent } = makeClient([])
  const post = (headers = {}) =>
    client.POST('/admin/products', { body: { ...BODY, name: `Mug ${randomUUID()}` }, headers })
  await post({ 'idempotency-key': 'mine' })
  await post()
  await post()
  const keys = sent.map(({ headers }) => headers.get('idempotency-key'))
  expect(keys[0]).toBe('mine')
  expect(new Set(keys).size).toBe(3)
})

test('a dry run has no key, because it has no effect, and is retried', async () => {
  const { client, sent } = makeClient([answer(503), lost])
  const name = `Mug ${randomUUID()}`
  const operations = [{ op: 'create' as const, data: { ...BODY, name } }]
  const params = { query: { dry_run: true } }
  const { data } = await unwrap(client.POST('/admin/products/bulk', { params, body: { operations } }))
  expect(data).toMatchObject([{ status: 201, id: null, events: [{ type: 'product.created' }] }])
  expect(sent.map(({ headers }) => headers.get('idempotency-key'))).toEqual([null, null, null])
  await unwrap(
    client.POST('/admin/products/bulk', { params: { query: { dry_run: false } }, body: { operations } }),
  )
  expect(sent.at(-1)?.headers.get('idempotency-key')).toEqual(expect.any(String))
  expect(await productsNamed(name)).toHaveLength(1)
})

test('Retry-After is waited for, in seconds or as a date, and other waits grow', async () => {
  const date = new Date(Date.now() + 20_000).toUTCString()
  const { client, waits } = makeClient([
    answer(503, { 'retry-after': '7' }),
    answer(429, { 'retry-after': date }),
    lost,
    answer(503),
  ])
  await unwrap(client.GET('/business'))
  const [seconds = 0, until = 0, third = 0, fourth = 0] = waits
  expect(seconds).toBeGreaterThanOrEqual(7_000)
  expect(seconds).toBeLessThan(7_500)
  expect(until).toBeGreaterThan(15_000)
  expect(third).toBeLessThan(2_000)
  expect(fourth).toBeLessThan(4_000)
})

test('it gives up after the number of tries in its options, with the last response', async () => {
  const { client, sent } = makeClient(Array(9).fill(answer(503)), { retries: 2 })
  const { response } = await client.GET('/business')
  expect([response.status, sent.length]).toEqual([503, 3])
  const offline = makeClient(Array(9).fill(lost), { retries: 1 })
  await expect(offline.client.GET('/business')).rejects.toThrow('fetch failed')
  expect(offline.sent).toHaveLength(2)
})

test('what would not be another way is not tried again', async () => {
  for (const status of [400, 401, 403, 404, 409, 412, 422]) {
    const { client, sent } = makeClient([answer(status)])
    const { response } = await client.GET('/business')
    expect([response.status, sent.length]).toEqual([status, 1])
  }
})

test('an earlier try that is still being carried out is waited for up to a minute, and does not fail', async () => {
  const busy = answer(409, { 'retry-after': '1' })
  const { client, sent, waits } = makeClient(Array(100).fill(busy))
  expect((await client.GET('/business')).response.status).toBe(409)
  expect(sent.length).toBeGreaterThan(40)
  expect(waits.reduce((sum, ms) => sum + ms)).toBeLessThanOrEqual(60_000)
  const other = makeClient([...Array(20).fill(busy), ...Array(3).fill(lost)])
  expect((await other.client.GET('/business')).response.status).toBe(200)
})

test('too long a Retry-After is not waited for', async () => {
  const { client, sent, waits } = makeClient([answer(503, { 'retry-after': '3600' })])
  expect((await client.GET('/business')).response.status).toBe(503)
  expect([sent.length, waits]).toEqual([1, []])
})

test('under If-Match only what was surely not done is tried again', async () => {
  const created = await unwrap(makeClient([]).client.POST('/admin/products', { body: BODY }))
  const patch = (steps: Step[]) => {
    const { client, sent } = makeClient(steps)
    const params = { path: { id: created.id }, header: { 'If-Match': '*' } }
    const call = client.PATCH('/admin/products/{id}', { params, body: { position: 1 } })
    return call.then(
      ({ response }) => [response.status, sent.length],
      () => ['lost', sent.length],
    )
  }
  expect(await patch([lostAnswer])).toEqual(['lost', 1])
  expect(await patch([answer(503)])).toEqual([503, 1])
  expect(await patch([answer(429)])).toEqual([200, 2])
})

test('a signal ends the waiting, and a try that takes too long is another failure', async () => {
  const never: Step = ({ signal }) =>
    new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  const { client, sent } = makeClient([never, answer(404)], { timeoutMs: 5 })
  expect((await client.GET('/business')).response.status).toBe(404)
  expect(sent).toHaveLength(2)
  const control = new AbortController()
  const patient = createStorefront({ baseUrl, apiKey, fetch: answer(503, { 'retry-after': '50' }) })
  const call = patient.GET('/business', { signal: control.signal })
  control.abort(new Error('enough'))
  await expect(call).rejects.toThrow('enough')
})

const isDeleted: Step = async () => problem(404, 'category_not_found')
const problem = (status: number, code: string) =>
  new Response(JSON.stringify({ type: 'about:blank', status, code, detail: 'no' }), {
    status,
    headers: { 'content-type': 'application/problem+json' },
  })
const deletion = ({ client }: ReturnType<typeof makeClient>) =>
  client.DELETE('/admin/categories/{id}', { params: { path: { id: 'gone' } } })

const turnedAway = answer(429, { 'retry-after': '1' })

test.each([
  ['a lost answer', [lost]],
  ['500', [answer(500)]],
  ['504', [answer(504)]],
  ['a lost answer, and a 429 behind it', [lost, turnedAway]],
] satisfies [string, Step[]][])(
  'a DELETE that was perhaps carried out has been, if there is nothing to delete: %s',
  async (_, faults) => {
    const { response, error } = await deletion(makeClient([...faults, isDeleted]))
    expect([response.status, error]).toEqual([204, undefined])
  },
)

test.each([
  ['nothing was to delete from the beginning', [isDeleted]],
  ['the try before it had no effect', [turnedAway, isDeleted]],
  ['the business is unknown', [lost, async () => problem(404, 'business_not_found')]],
  ['the path is unknown', [lost, async () => problem(404, 'route_not_found')]],
  ['the gateway says so', [lost, answer(404)]],
] satisfies [string, Step[]][])('a DELETE is a 404 if %s', async (_, steps) => {
  expect((await deletion(makeClient(steps))).response.status).toBe(404)
})

test('404 is a success of DELETE alone', async () => {
  const { client } = makeClient([lost, isDeleted])
  const { response } = await client.PATCH('/admin/categories/{id}', {
    params: { path: { id: 'gone' } },
    body: { name: 'Tea' },
  })
  expect(response.status).toBe(404)
})
