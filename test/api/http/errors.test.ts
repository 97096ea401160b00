import { randomUUID } from 'node:crypto'
import type { Context } from 'aws-lambda'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { handler as listProducts } from '../../../functions/products/list.ts'
import * as answers from '../../../lib/api/http/answer/answer.ts'
import type { ApiEvent } from '../../../lib/api/http/answer/outcome.ts'
import { endpoint } from '../../../lib/api/http/endpoint.ts'
import { publicEndpoint } from '../../../lib/api/http/public-endpoint.ts'
import * as cards from '../../../lib/data/storefront/cards.ts'
import { TableUnavailable } from '../../../lib/data/table/calls/table-fault.ts'
import * as log from '../../../lib/log.ts'
import { apiEvent, lambdaContext } from '../../support/events.ts'
import { catchLog, type LogLine } from '../../support/log.ts'

// `spy` keeps what the modules do; a test makes one call of one of them fail.
vi.mock('../../../lib/data/storefront/cards.ts', { spy: true })
vi.mock('../../../lib/api/http/answer/answer.ts', { spy: true })
vi.mock('../../../lib/log.ts', { spy: true })

const SECRET = 'sfk_secret BIZ#secret'
const fault = () => new Error(SECRET, { cause: new Error('the cause of it') })

const verdict = { business_id: randomUUID(), identified_by: 'public' }
const eventFor = (options: Partial<Parameters<typeof apiEvent>[0]> = {}) =>
  apiEvent({ route: '/products', verdict, ...options })

let lines: LogLine[] = []
beforeEach(() => {
  vi.resetAllMocks()
  lines = catchLog()
  vi.mocked(cards.listProductCards).mockResolvedValue({ items: [], position: null })
})

type Run = (event: ApiEvent, context: Context) => Promise<answers.Answer>

/** The broken layer, and the function to call then. */
const LAYERS: [string, () => Run][] = [
  [
    'reading the table',
    () => {
      vi.mocked(cards.listProductCards).mockRejectedValueOnce(fault())
      return listProducts
    },
  ],
  [
    'the handler, before it waits for anything',
    () =>
      publicEndpoint({}, () => {
        throw fault()
      }),
  ],
  ['the handler, later', () => publicEndpoint({}, () => Promise.reject(fault()))],
  [
    'reading a parameter',
    () => {
      const broken = () => {
        throw fault()
      }
      return (event, context) =>
        publicEndpoint({ x: broken }, async () => ({ json: '{}' }))(
          { ...event, rawQueryString: 'x=1' },
          context,
        )
    },
  ],
  [
    'making the answer',
    () => {
      vi.mocked(answers.representation).mockImplementationOnce(() => {
        throw fault()
      })
      return listProducts
    },
  ],
  [
    'adding the headers, behind a finished 200',
    () => {
      const headers = {
        set 'x-request-id'(_id: string) {
          throw fault()
        },
      }
      return endpoint(async () => ({ statusCode: 200, headers, body: '{}' }))
    },
  ],
  [
    'logging, behind a finished 200',
    () => {
      vi.mocked(log.logLine).mockImplementationOnce(() => {
        throw fault()
      })
      return listProducts
    },
  ],
]

describe.each(LAYERS)('a fault in %s', (_, arrange) => {
  test('is a problem with a request id that any page can read and that says nothing', async () => {
    const context = lambdaContext()
    const answer = await arrange()(eventFor(), context)
    expect(answer.statusCode).toBe(500)
    expect(answer.headers).toEqual({
      'content-type': 'application/problem+json',
      'cache-control': 'no-store',
      'x-request-id': context.awsRequestId,
      'access-control-allow-origin': '*',
      'access-control-expose-headers': 'ETag, Link, Retry-After, X-Request-Id, Deprecation, Sunset',
    })
    expect(JSON.parse(answer.body ?? '')).toEqual({
      type: '/api/v1/docs/problems#internal_error',
      title: 'Internal error',
      status: 500,
      detail: 'The request could not be handled.',
      instance: `urn:uuid:${context.awsRequestId}`,
      code: 'internal_error',
      request_id: context.awsRequestId,
    })
  })

  test('is in the log with its stack, its cause and the request id', async () => {
    const context = lambdaContext()
    await arrange()(eventFor({ headers: { 'x-request-id': 'their-own:7' } }), context)
    expect(lines.at(-1)).toMatchObject({
      level: 'error',
      status: 500,
      request_id: context.awsRequestId,
      caller_request_id: 'their-own:7',
      route: 'GET /api/v1/products',
      business_id: verdict.business_id,
      error: expect.stringContaining(`Error: ${SECRET}\n    at `),
      cause: 'Error: the cause of it',
    })
  })

  test('has no body for HEAD', async () => {
    const answer = await arrange()(eventFor({ method: 'HEAD' }), lambdaContext())
    expect(answer).toMatchObject({ statusCode: 500, headers: { 'content-type': 'application/problem+json' } })
    expect(answer).not.toHaveProperty('body')
  })

  test('carries no CORS header under /admin', async () => {
    const event = { ...eventFor(), rawPath: '/api/v1/admin/products' }
    const { statusCode, headers } = await arrange()(event, lambdaContext())
    expect(statusCode).toBe(500)
    expect(Object.keys(headers).sort()).toEqual(['cache-control', 'content-type', 'x-request-id'])
  })
})

test('a log that never works leaves the response to the gateway, which does not return 200', async () => {
  vi.mocked(log.logLine).mockImplementation(() => {
    throw fault()
  })
  await expect(listProducts(eventFor(), lambdaContext())).rejects.toThrow()
})

test.each<[string, unknown]>([
  ['a text', SECRET],
  ['null', null],
  ['undefined', undefined],
  ['an answer', { statusCode: 200, headers: {}, body: SECRET }],
  [
    'an error that looks like an answer',
    Object.assign(fault(), { statusCode: 200, status: 200, expose: true }),
  ],
  [
    'an error that looks like a problem',
    Object.assign(fault(), { name: 'Problem', code: 'route_not_found' }),
  ],
])('thrown, %s is a 500 as well', async (_, thrown) => {
  const answer = await endpoint(() => Promise.reject(thrown))(eventFor(), lambdaContext())
  expect(answer.statusCode).toBe(500)
  expect(answer.body).not.toContain('secret')
  expect(lines.at(-1)).toMatchObject({ status: 500 })
})

describe('what passes', () => {
  test('an unavailable table is a 503 that says when to come again, and an error in the log', async () => {
    vi.mocked(cards.listProductCards).mockRejectedValueOnce(new TableUnavailable(SECRET, { cause: fault() }))
    const answer = await listProducts(eventFor(), lambdaContext())
    expect(answer).toMatchObject({
      statusCode: 503,
      headers: { 'retry-after': '1', 'cache-control': 'no-store', 'access-control-allow-origin': '*' },
    })
    expect(answer.body).not.toContain('secret')
    expect(lines.at(-1)).toMatchObject({ level: 'error', status: 503, cause: `Error: ${SECRET}` })
  })

  test('a response that would come too late is a 503 too', async () => {
    const context = { ...lambdaContext(), getRemainingTimeInMillis: () => 0 }
    const never = endpoint(() => new Promise(() => {}))
    expect(await never(eventFor(), context)).toMatchObject({
      statusCode: 503,
      headers: { 'retry-after': '1', 'x-request-id': context.awsRequestId },
    })
  })
})
