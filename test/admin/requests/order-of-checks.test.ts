import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { suspend } from '../../support/identity-items.ts'
import { makeBusiness, makeToken } from '../../support/shop.ts'
import { askAs, outcome, type Sent } from '../merchant.ts'
import { everythingOf } from '../table.ts'
import { newHook } from '../webhooks/hooks.ts'
import { makeShop, WRITES } from '../write-paths.ts'

const shop = await makeShop()
const suspended = await makeBusiness()
const ofSuspended = await makeToken(suspended, { scopes: ['events:read'] })
await suspend(suspended)
const reader = await makeToken(shop.business, {
  scopes: ['products:read', 'categories:read', 'business:read'],
})

/** A byte more than a path takes: 256 KB, and 1 MB of a bulk call. */
const tooLarge = ({ path }: { path: string }) => ' '.repeat((path.endsWith('bulk') ? 1024 : 256) * 1024 + 1)
const WRONG_TYPE = { 'content-type': 'text/plain' }
/** Malformed on every path that reads it. */
const BAD_HEADERS = { 'if-match': 'x', 'idempotency-key': 'a b' }

interface Question {
  token?: string
  headers?: Record<string, string>
  query?: string
  body?: Sent
}

/** Each question breaks one thing less than the one before, and all that come after. */
const LADDER: [outcome: string, Question][] = [
  ['401 invalid_api_key', { token: 'x', headers: { 'x-public-business-slug': '' } }],
  ['400 invalid_identity', { token: ofSuspended, headers: { 'x-public-business-slug': '' } }],
  [
    '400 identity_conflict',
    { token: ofSuspended, headers: { 'x-public-business-slug': shop.business.slug } },
  ],
  ['403 business_suspended', { token: ofSuspended }],
  ['403 insufficient_scope', { token: reader }],
  ['400 unknown_parameter', {}],
  ['400 (invalid_header|invalid_idempotency_key)', { query: '' }],
  ['415 unsupported_media_type', { query: '', headers: WRONG_TYPE }],
  ['413 body_too_large', { query: '', headers: {} }],
  ['400 invalid_json', { query: '', headers: {}, body: '{"x":' }],
  ['422 validation_failed', { query: '', headers: {}, body: '{"__proto__":1}' }],
  ['422 validation_failed', { query: '', headers: {}, body: '{"x":1}' }],
]

test.each(WRITES)('$method $path: the first refusal wins', async (write) => {
  const before = await everythingOf(shop.business.id)
  // Nothing of this is there, which is asked last of all.
  const path = write.path.replace('{id}', randomUUID()).replace('{external_id}', 'nobody')
  for (const [expected, question] of LADDER) {
    const { token = shop.token, query = '?business_id=1&x=%', body = tooLarge(write) } = question
    const headers =
      question.query === undefined
        ? { ...WRONG_TYPE, ...BAD_HEADERS, ...question.headers }
        : (question.headers ?? { ...WRONG_TYPE, ...BAD_HEADERS })
    const answer = await askAs(token, write.method, path + query, body, headers)
    expect(outcome(answer)).toMatch(new RegExp(`^${expected}$`))
  }
  expect(await everythingOf(shop.business.id)).toEqual(before)
})

test.each([
  ['PATCH', '/admin/products/{id}', { price: 1 }],
  ['PUT', '/admin/products/by-external-id/{external_id}', { ...WRITES[0].body }],
  ['PATCH', '/admin/categories/{id}', { name: 'x' }],
  ['DELETE', '/admin/products/{id}', undefined],
  ['DELETE', '/admin/categories/{id}', undefined],
])('%s %s: existence, then the precondition, then the rules', async (method, path, body) => {
  const missing = path.replace('{id}', randomUUID()).replace('{external_id}', 'nobody')
  const ask = (at: string, headers: Record<string, string>, sent: Sent = body) =>
    shop.ask(method, at, sent, headers)
  expect((await ask(missing, { 'if-match': '"stale"' })).status).toBe(404)
  if (method === 'DELETE') return
  const broken = { ...body, version: 99 }
  const there = shop.pathOf({ path })
  expect(outcome(await ask(there, { 'if-match': '"stale"' }, broken))).toBe('412 precondition_failed')
  expect(outcome(await ask(there, { 'if-match': '*' }, broken))).toBe('422 validation_failed')
})

test('fields are checked before an Idempotency-Key is looked up, and that before any rule', async () => {
  const headers = { 'idempotency-key': randomUUID() }
  const body = { ...WRITES[0].body, slug: 'taken-once' }
  const ask = (sent: object) => shop.ask('POST', '/admin/products', sent, headers)
  expect(outcome(await ask(body))).toBe('201')
  expect(outcome(await ask({ ...body, price: -1 }))).toBe('422 validation_failed')
  // Both the slug and the category would be refused.
  expect(outcome(await ask({ ...body, category_id: 'nothing' }))).toBe('422 idempotency_key_reused')
  expect(outcome(await shop.ask('POST', '/admin/products', body))).toBe('409 slug_taken')
})

const from = (day: number) => ({ status: 'failed', from: `2026-11-0${day}T00:00:00Z` })

test.each([
  ['/admin/webhooks', newHook(), newHook()],
  ['/admin/webhooks/{id}/deliveries/redeliver', from(1), from(2)],
])('POST %s refuses another body under a key that was used', async (path, body, other) => {
  const headers = { 'idempotency-key': randomUUID() }
  const ask = (sent: object) => shop.ask('POST', shop.pathOf({ path }), sent, headers)
  expect((await ask(body)).status).toBeLessThan(300)
  expect(outcome(await ask(other))).toBe('422 idempotency_key_reused')
})

test('an unknown path is 404 and another method 405 for anybody, whatever else is wrong', async () => {
  for (const token of ['x', ofSuspended, reader]) {
    const headers = { ...WRONG_TYPE, ...BAD_HEADERS }
    for (const path of [
      '/admin',
      '/admin/nothing',
      '/admin/products/',
      '/admin//products',
      '/admin/business/x',
    ])
      expect(outcome(await askAs(token, 'POST', path, tooLarge({ path }), headers))).toBe(
        '404 route_not_found',
      )
    const wrong = await askAs(token, 'DELETE', '/admin/business?x=%', undefined, headers)
    expect([outcome(wrong), wrong.headers.get('allow')]).toEqual([
      '405 method_not_allowed',
      'GET, HEAD, PATCH',
    ])
  }
})
