import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { idempotencyKey, rateKey } from '../../../lib/data/table/keys.ts'
import { SCOPES } from '../../../lib/domain/api-keys/scopes.ts'
import { apiEvent, lambdaContext } from '../../support/events.ts'
import { guardedRoutes } from '../../support/handlers.ts'
import { corruptItem, itemsIn, itemsOf } from '../../support/items.ts'
import { catchLog } from '../../support/log.ts'
import { makeBusiness, makeCategory } from '../../support/shop.ts'

const T = Date.parse('2026-11-21T09:00:00.000Z')

catchLog()
// Time passes where a test says so, and a write is waited for however long it takes here.
beforeAll(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: T })
})

const business = await makeBusiness()
const category = await makeCategory(business, { id: 'tea' })
const routes = (await guardedRoutes()).filter(({ path }) => path.startsWith('/admin'))
const named = routes.map((route) => ({ ...route, name: `${route.method} ${route.path}` }))
type Name = (typeof named)[number]['name']

interface Caller {
  keyId: string
  scopes: readonly string[]
  rate_limit: string
}

/** A key that may call three times at once, and then once a second. */
const newCaller = (caller: Partial<Caller> = {}): Caller => ({
  keyId: randomUUID(),
  scopes: SCOPES,
  rate_limit: '1/3',
  ...caller,
})

interface Question {
  body?: object | string
  query?: string
  headers?: Record<string, string>
}

/** Calls the function of a route here; its variables lead to nothing. */
async function ask(caller: Caller, name: Name, { body, query = '', headers = {} }: Question = {}) {
  const route = named.find((one) => one.name === name)
  if (!route) throw new Error(`no route ${name}`)
  const verdict = {
    business_id: business.id,
    identified_by: 'api_key',
    key_id: caller.keyId,
    scopes: caller.scopes.join(' '),
    rate_limit: caller.rate_limit,
  }
  const event = apiEvent({
    method: route.method,
    route: route.path,
    verdict,
    query,
    path: { id: randomUUID(), external_id: 'x' },
    headers: { 'content-type': 'application/json', ...headers },
  })
  const text = typeof body === 'object' ? JSON.stringify(body) : body
  const answer = await route.handler({ ...event, ...(text !== undefined && { body: text }) }, lambdaContext())
  const { code, data, detail } = JSON.parse(answer.body || '{}')
  const { ratelimit, 'ratelimit-policy': policy, 'retry-after': retryAfter } = answer.headers
  const outcome = code === undefined ? String(answer.statusCode) : `${answer.statusCode} ${code}`
  return { outcome, ratelimit, policy, retryAfter, data, detail }
}

/** With the rate limit alone. */
const told = ({ outcome, ratelimit, retryAfter }: Awaited<ReturnType<typeof ask>>) =>
  [outcome, ratelimit, retryAfter].filter((part) => part !== undefined).join(' ')

const READ = 'GET /admin/categories'
const left = (r: number, t = 1) => `"default";r=${r};t=${t}`

/** Takes all there is. */
async function drain(caller: Caller): Promise<Caller> {
  for (let calls = 0; (await ask(caller, READ)).outcome === '200'; calls++)
    if (calls === 3) throw new Error('more than there is')
  return caller
}

beforeEach(() => {
  vi.setSystemTime(T)
})

test('a key sends its burst, sees what is left, then a Retry-After, and is let in after it', async () => {
  const caller = newCaller()
  for (const r of [2, 1, 0]) expect(told(await ask(caller, READ))).toBe(`200 ${left(r)}`)
  const refused = await ask(caller, READ)
  expect(refused).toMatchObject({ outcome: '429 rate_limited', policy: '"default";q=3;w=3' })
  expect(refused).toMatchObject({ ratelimit: left(0), retryAfter: '1' })
  expect(refused.detail).toBe('The rate limit of this API key is used up. Wait 1 s.')
  vi.setSystemTime(T + 999)
  expect(told(await ask(caller, READ))).toBe(`429 rate_limited ${left(0)} 1`)
  vi.setSystemTime(T + 1_000)
  expect(told(await ask(caller, READ))).toBe(`200 ${left(0)}`)
  vi.setSystemTime(T + 60_000)
  expect(told(await ask(caller, READ))).toBe(`200 ${left(2)}`)
})

test.each([
  ['20/100', '"default";q=100;w=5', left(99)],
  ['1000/1', '"default";q=1;w=1', left(0)],
  ['3/10', '"default";q=10;w=4', left(9)],
  ['1/10000', '"default";q=10000;w=10000', left(9_999)],
])('a rate limit of %s is shown as %s', async (rate_limit, policy, ratelimit) => {
  expect(await ask(newCaller({ rate_limit }), READ)).toMatchObject({ outcome: '200', policy, ratelimit })
})

test('keys of one business do not use up each other’s calls', async () => {
  await drain(newCaller())
  expect(told(await ask(newCaller(), READ))).toBe(`200 ${left(2)}`)
})

describe.each(named.map(({ name }) => name))('%s', (name) => {
  test('every response shows the remaining requests', async () => {
    const answer = await ask(newCaller(), name, { body: '{"unknown":1}' })
    expect(answer).toMatchObject({ policy: '"default";q=3;w=3', ratelimit: left(2) })
  })

  test('is refused, after the scope and before all else, when nothing is left', async () => {
    const caller = await drain(newCaller({ rate_limit: '1/1' }))
    const wrong = { query: 'unknown=1', headers: { 'if-match': 'x', 'content-type': 'x/y' }, body: '{' }
    const refused = `429 rate_limited ${left(0)} 1`
    expect(told(await ask(caller, name))).toBe(refused)
    expect(told(await ask(caller, name, wrong))).toBe(refused)
    const scopeless = { ...caller, scopes: [] }
    const isOpen = name === 'GET /admin/api-keys/current'
    const answer = told(await ask(scopeless, name, wrong))
    expect(answer).toBe(isOpen ? refused : `403 insufficient_scope ${left(0)}`)
  })
})

test('a call that is refused for its scope is a call', async () => {
  const caller = newCaller()
  expect(told(await ask({ ...caller, scopes: ['events:read'] }, READ))).toBe(
    `403 insufficient_scope ${left(2)}`,
  )
  expect(told(await ask(caller, READ))).toBe(`200 ${left(1)}`)
})

describe('a bulk request', () => {
  const BULK = 'POST /admin/products/bulk'
  const operations = (count: number) => ({
    operations: Array.from({ length: count }, (_, n) => ({
      op: 'create',
      data: { name: `Tea ${n}`, price: 1, category_id: category.id },
    })),
  })
  const slow = () => newCaller({ rate_limit: '1/10' })

  test('costs one call per operation', async () => {
    const caller = slow()
    expect(told(await ask(caller, BULK, { body: operations(1) }))).toBe(`200 ${left(9)}`)
    expect(told(await ask(caller, BULK, { body: operations(5) }))).toBe(`200 ${left(4)}`)
    expect(told(await ask(caller, BULK, { body: operations(4) }))).toBe(`200 ${left(0)}`)
    expect(told(await ask(caller, BULK, { body: operations(1) }))).toBe(`429 rate_limited ${left(0)} 1`)
  })

  test('whose body is refused costs one', async () => {
    const caller = slow()
    const bodies = ['{', { operations: [] }, operations(101)]
    const answers = []
    for (const body of bodies) answers.push(told(await ask(caller, BULK, { body })))
    expect(answers).toEqual([
      `400 invalid_json ${left(9)}`,
      `422 validation_failed ${left(8)}`,
      `422 validation_failed ${left(7)}`,
    ])
  })

  test('that costs more than is left does nothing, and gets a Retry-After', async () => {
    const caller = slow()
    const before = (await itemsOf(business.id)).length
    await ask(caller, BULK, { body: operations(6) })
    expect(await itemsOf(business.id)).toHaveLength(before + 6)
    // One of the four that are left goes to the attempt.
    expect(told(await ask(caller, BULK, { body: operations(5) }))).toBe(`429 rate_limited ${left(3)} 2`)
    expect(await itemsOf(business.id)).toHaveLength(before + 6)
    vi.setSystemTime(T + 2_000)
    expect(told(await ask(caller, BULK, { body: operations(5) }))).toBe(`200 ${left(0)}`)
  })

  test('that is refused behind its claim can be sent again under its key', async () => {
    const caller = slow()
    const headers = { 'idempotency-key': 'again' }
    await ask(caller, BULK, { body: operations(6) })
    const sendFive = async () => told(await ask(caller, BULK, { body: operations(5), headers }))
    expect(await sendFive()).toBe(`429 rate_limited ${left(3)} 2`)
    vi.setSystemTime(T + 2_000)
    expect(await sendFive()).toBe(`200 ${left(0)}`)
  })

  test('that is refused behind its claim leaves its key to another body, unless it was carried out before', async () => {
    const caller = slow()
    const headers = { 'idempotency-key': 'another' }
    await ask(caller, BULK, { body: operations(6) })
    const sendSome = async (count: number) =>
      told(await ask(caller, BULK, { body: operations(count), headers }))
    expect(await sendSome(5)).toBe(`429 rate_limited ${left(3)} 2`)
    vi.setSystemTime(T + 2_000)
    expect(await sendSome(4)).toBe(`200 ${left(1)}`)
    expect(await sendSome(4)).toMatch(/^429 rate_limited/)
    vi.setSystemTime(T + 12_000)
    expect(await sendSome(5)).toMatch(/^422 idempotency_key_reused/)
  })

  test('that another call under its Idempotency-Key keeps waiting costs one', async () => {
    const caller = slow()
    const headers = { 'idempotency-key': 'once' }
    expect(told(await ask(caller, BULK, { body: operations(3), headers }))).toBe(`200 ${left(7)}`)
    const records = await itemsIn(idempotencyKey(business.id, caller.keyId, '').pk)
    const claim = records.find(({ type }) => type === 'idempotency_claim')
    if (!claim) throw new Error('there is no claim')
    await corruptItem(claim, { lease_until: T / 1000 + 30 })
    const refused = await ask(caller, BULK, { body: operations(3), headers })
    expect(told(refused)).toBe(`409 idempotency_in_progress ${left(6)} 1`)
  })

  test('of more operations than calls fit into a burst needs a rest before, and one after', async () => {
    const caller = slow()
    expect(told(await ask(caller, BULK, { body: operations(30) }))).toBe(`200 ${left(0, 21)}`)
    vi.setSystemTime(T + 20_999)
    expect(told(await ask(caller, READ))).toBe(`429 rate_limited ${left(0)} 1`)
    vi.setSystemTime(T + 21_000)
    expect(told(await ask(caller, READ))).toBe(`200 ${left(0)}`)
    expect(told(await ask(caller, BULK, { body: operations(30) }))).toBe(`429 rate_limited ${left(0)} 1`)
    vi.setSystemTime(T + 25_000)
    expect(told(await ask(caller, BULK, { body: operations(30) }))).toBe(`429 rate_limited ${left(3)} 7`)
    vi.setSystemTime(T + 32_000)
    expect(told(await ask(caller, BULK, { body: operations(30) }))).toBe(`200 ${left(0, 21)}`)
  })
})

test('a call leaves when it was made, a refused one does not', async () => {
  const caller = newCaller({ rate_limit: '1/1' })
  for (const ms of [0, 1, 2]) {
    vi.setSystemTime(T + ms)
    await ask(caller, READ)
  }
  const [item] = await itemsIn(rateKey(business.id, caller.keyId).pk)
  expect(item).toMatchObject({ last_used_at: '2026-11-21T09:00:00.000Z' })
})
