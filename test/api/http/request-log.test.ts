import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { handler as getBusiness } from '../../../functions/business/get.ts'
import { endpoint } from '../../../lib/api/http/endpoint.ts'
import { notFound } from '../../../lib/api/http/problems/resource-problems.ts'
import { mintToken } from '../../../lib/domain/api-keys/token.ts'
import { apiEvent, lambdaContext } from '../../support/events.ts'
import { catchLog, type LogLine } from '../../support/log.ts'
import { makeBusiness } from '../../support/shop.ts'

const shop = await makeBusiness()
const key = { key_id: 'a-key', scopes: 'business:read', rate_limit: '20/100' }
const verdict = { business_id: shop.id, identified_by: 'api_key', ...key }

let lines: LogLine[] = []
beforeEach(() => {
  lines = catchLog()
})
afterEach(() => vi.restoreAllMocks())

test('a response is one line: request, route, business, key and status', async () => {
  const context = lambdaContext()
  const event = apiEvent({ route: '/business', verdict })
  const answer = await getBusiness(event, context)
  expect(answer.headers['x-request-id']).toBe(context.awsRequestId)
  expect(lines).toEqual([
    {
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      level: 'info',
      message: 'request',
      request_id: context.awsRequestId,
      gateway_request_id: event.requestContext.requestId,
      route: 'GET /api/v1/business',
      status: 200,
      duration_ms: expect.any(Number),
      business_id: shop.id,
      key_id: 'a-key',
    },
  ])
})

test('without a key the line has none', async () => {
  const publicly = { business_id: shop.id, identified_by: 'public' }
  await getBusiness(apiEvent({ route: '/business', verdict: publicly }), lambdaContext())
  expect(lines).toMatchObject([{ status: 200, business_id: shop.id }])
  expect(lines[0]).not.toHaveProperty('key_id')
})

test.each([
  ['an answer', async () => ({ statusCode: 200, headers: {}, body: '' })],
  ['a problem', () => Promise.reject(notFound('product', undefined, 'Not here.'))],
  ['a fault', () => Promise.reject(new Error('broken'))],
])('the line of %s has the whole milliseconds that the function took', async (_, respond) => {
  let nowMs = 5_000.4
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs)
  const slow = endpoint(() => {
    nowMs += 41.7
    return respond()
  })
  await slow(apiEvent({ route: '/business', verdict }), lambdaContext())
  expect(lines).toMatchObject([{ duration_ms: 42, key_id: 'a-key' }])
})

test('a problem is returned as it is and is not an error in the log', async () => {
  const refuse = endpoint(() => Promise.reject(notFound('product', undefined, 'Not here.')))
  const answer = await refuse(apiEvent({ route: '/business', verdict }), lambdaContext())
  expect(JSON.parse(answer.body ?? '')).toMatchObject({ status: 404, detail: 'Not here.' })
  expect(lines).toMatchObject([{ level: 'info', status: 404, code: 'product_not_found' }])
})

test('a line never shows how the caller identified itself', async () => {
  const token = mintToken()
  const headers = { authorization: `Bearer ${token}`, cookie: token, 'x-public-business-slug': shop.slug }
  for (const query of ['', `business=${shop.slug}`, `what=${token}`, `${token}=1`, `business=${token}`]) {
    lines = catchLog()
    await getBusiness(apiEvent({ route: '/business', verdict, headers, query }), lambdaContext())
    expect(lines).toHaveLength(1)
    for (const secret of [token, shop.slug]) expect(JSON.stringify(lines)).not.toContain(secret)
  }
})

describe("the caller's own request id", () => {
  const idInLog = async (id: string) => {
    await getBusiness(
      apiEvent({ route: '/business', verdict, headers: { 'x-request-id': id } }),
      lambdaContext(),
    )
    return lines.at(-1)?.caller_request_id
  }

  test.each(['a', '7f3c-11', 'Root=1-67891233-abcdef012345678912345678', 'a'.repeat(128)])(
    '%s is logged beside ours',
    async (id) => {
      expect(await idInLog(id)).toBe(id)
    },
  )

  test.each([
    ['of 129 characters', 'a'.repeat(129)],
    ['that is an API key', mintToken()],
    ['with an API key in it', `trace:${mintToken()}`],
    ['of 8 KB', 'a'.repeat(8192)],
    ['with a newline', 'a\n{"level":"error"}'],
    ['with quotes', '"},{"level":"error'],
    ['with a terminal code', '\u001b[2J'],
    ['with markup', '<script>'],
    ['of nothing', ''],
    ['sent twice', 'a,b'],
  ])('%s is not', async (_, id) => {
    expect(await idInLog(id)).toBeUndefined()
  })

  test('is never ours', async () => {
    const headers = { 'x-request-id': 'theirs', 'x-amzn-requestid': 'theirs', 'x-correlation-id': 'theirs' }
    const context = lambdaContext()
    const answer = await getBusiness(apiEvent({ route: '/business', verdict, headers }), context)
    expect(answer.headers['x-request-id']).toBe(context.awsRequestId)
    expect(JSON.stringify(answer)).not.toContain('theirs')
  })
})
