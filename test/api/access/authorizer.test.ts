import { randomUUID } from 'node:crypto'
import type { APIGatewayRequestAuthorizerEventV2 } from 'aws-lambda'
import { afterAll, afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { handler as authorizer } from '../../../functions/authorizer.ts'
import { handler as getBusiness } from '../../../functions/business/get.ts'
import { UNMATCHED } from '../../../lib/api/routes.ts'
import { mintToken } from '../../../lib/domain/api-keys/token.ts'
import { apiEvent, lambdaContext } from '../../support/events.ts'
import { catchLog, type LogLine } from '../../support/log.ts'
import { makeBusiness, makeToken } from '../../support/shop.ts'
import { proxyTable, SECRET, type TableFault } from '../../support/table-proxy.ts'

const table = await proxyTable()
afterAll(() => table.close())
afterEach(() => table.failWith(undefined))

const shop = await makeBusiness()
const token = await makeToken(shop)

let lines: LogLine[] = []
beforeEach(() => {
  lines = catchLog()
})

interface Asked {
  routeKey?: string
  headers?: Record<string, string>
  query?: string
}

function eventOf({ routeKey = 'GET /api/v1/business', headers, query = '' }: Asked) {
  const { requestContext, ...event } = apiEvent({ route: '/business', query, headers: headers ?? {} })
  const { authorizer: _, ...context } = requestContext
  return {
    ...event,
    type: 'REQUEST',
    routeArn: 'arn:aws:execute-api:local:000000000000:test/$default/GET/api/v1/business',
    identitySource: [],
    routeKey,
    requestContext: context,
  } as unknown as APIGatewayRequestAuthorizerEventV2
}

const ask = (asked: Asked) => authorizer(eventOf(asked))

/** Callers that need a read each time they ask. */
const CALLERS: [string, () => Asked][] = [
  ['a slug', () => ({ headers: { 'x-public-business-slug': `no-${randomUUID().slice(0, 8)}` } })],
  ['a UUID', () => ({ headers: { 'x-public-business-uuid': randomUUID() } })],
  ['the alias', () => ({ query: `business=${randomUUID()}` })],
  ['a key', () => ({ headers: { authorization: `Bearer ${mintToken()}` } })],
]

const PASSING: [string, TableFault][] = [
  ['throttles', { status: 400, type: 'ThrottlingException' }],
  ['is over its throughput', { status: 400, type: 'ProvisionedThroughputExceededException' }],
  ['fails', { status: 500, type: 'InternalServerError' }],
  ['is away', { status: 503, type: 'ServiceUnavailable' }],
  ['breaks the connection', 'reset'],
  ['never answers', 'silence'],
]

test.each(PASSING)(
  'while the table %s nobody is identified, and the endpoint returns 503',
  async (_, fault) => {
    table.failWith(fault)
    const verdicts = await Promise.all(CALLERS.map(([, asked]) => ask(asked())))
    table.forget()
    for (const verdict of verdicts) {
      expect(verdict).toEqual({ isAuthorized: true, context: { denial: 'identity_unavailable' } })
      const answer = await getBusiness(
        apiEvent({ route: '/business', verdict: { ...verdict.context } }),
        lambdaContext(),
      )
      expect(answer).toMatchObject({
        statusCode: 503,
        headers: {
          'content-type': 'application/problem+json',
          'retry-after': '1',
          'cache-control': 'no-store',
          'access-control-allow-origin': '*',
        },
      })
      expect(answer.body).not.toContain(SECRET)
    }
    expect(table.operations).toEqual([])
    expect(lines.filter(({ message }) => message === 'identity_unavailable')).toHaveLength(CALLERS.length)
  },
)

test('a fault is not remembered: the next caller is identified', async () => {
  const caller = { headers: { 'x-public-business-slug': shop.slug } }
  table.failWith({ status: 500, type: 'InternalServerError' })
  expect(await ask(caller)).toMatchObject({ context: { denial: 'identity_unavailable' } })
  table.failWith(undefined)
  expect(await ask(caller)).toMatchObject({ context: { business_id: shop.id } })
})

test('a fault in the second of two reads lets nobody in', async () => {
  const known = await makeBusiness()
  await ask({ headers: { 'x-public-business-slug': known.slug } })
  table.failWith('reset')
  const headers = { 'x-public-business-slug': known.slug, authorization: `Bearer ${token}` }
  expect(await ask({ headers })).toEqual({ isAuthorized: true, context: { denial: 'identity_unavailable' } })
})

test.each(PASSING)(
  'while the table %s, a key is known for the 4 s of its read and not longer',
  async (_, fault) => {
    const headers = { authorization: `Bearer ${await makeToken(shop)}` }
    const now = Date.now()
    const at = (ms: number) => vi.useFakeTimers({ toFake: ['Date'], now: now + ms })
    onTestFinished(() => {
      vi.useRealTimers()
    })
    at(0)
    expect(await ask({ headers })).toMatchObject({ context: { identified_by: 'api_key' } })
    table.failWith(fault)
    at(3_999)
    expect(await ask({ headers })).toMatchObject({ context: { identified_by: 'api_key' } })
    at(4_000)
    const refused = { isAuthorized: true, context: { denial: 'identity_unavailable' } }
    expect(await ask({ headers })).toEqual(refused)
    table.failWith(undefined)
    expect(await ask({ headers })).toMatchObject({ context: { identified_by: 'api_key' } })
  },
)

test.each(['AccessDeniedException', 'ResourceNotFoundException', 'ValidationException'])(
  'an error that will not pass, %s, is thrown, and the gateway refuses',
  async (type) => {
    table.failWith({ status: 400, type })
    for (const [, asked] of CALLERS) await expect(ask(asked())).rejects.toThrow()
  },
)

test.each([
  '$default',
  'OPTIONS /{proxy+}',
  'GET /business',
  'GET /api/v1/business/',
  'get /api/v1/business',
  UNMATCHED.function,
  '',
])('the route key %j identifies no caller', async (routeKey) => {
  const headers = { authorization: `Bearer ${token}`, 'x-public-business-slug': shop.slug }
  await expect(ask({ routeKey, headers })).rejects.toThrow('no identified route')
  await expect(ask({ routeKey })).rejects.toThrow('no identified route')
})

test('HEAD is checked as GET', async () => {
  const headers = { 'x-public-business-slug': shop.slug }
  const verdict = { isAuthorized: true, context: { business_id: shop.id, identified_by: 'public' } }
  expect(await ask({ routeKey: 'HEAD /api/v1/business', headers })).toEqual(verdict)
})
