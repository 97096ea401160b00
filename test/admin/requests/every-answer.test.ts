import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { handler } from '../../../functions/admin/products/create.ts'
import { apiEvent, lambdaContext } from '../../support/events.ts'
import { catchLog, type LogLine } from '../../support/log.ts'
import { makeBusiness, makeCategory } from '../../support/shop.ts'

const shop = await makeBusiness()
await makeCategory(shop)

let lines: LogLine[] = []
beforeEach(() => {
  lines = catchLog()
})

interface Call {
  keyId?: string
  rateLimit?: string
  headers?: Record<string, string>
  body?: string
}

const PRODUCT = JSON.stringify({ name: 'Sencha', price: 990, category_id: 'tea' })

async function create({ keyId = randomUUID(), rateLimit = '20/100', headers = {}, body = PRODUCT }: Call) {
  const context = lambdaContext()
  const answer = await handler(
    {
      ...apiEvent({
        method: 'POST',
        route: '/admin/products',
        headers: { 'content-type': 'application/json', ...headers },
        verdict: {
          business_id: shop.id,
          identified_by: 'api_key',
          key_id: keyId,
          scopes: 'products:write',
          rate_limit: rateLimit,
        },
      }),
      body,
    },
    context,
  )
  return { ...answer, requestId: context.awsRequestId }
}

test.each([
  [
    'a replay',
    201,
    async () => {
      const call = { keyId: randomUUID(), headers: { 'idempotency-key': randomUUID() } }
      await create(call)
      return await create(call)
    },
  ],
  [
    'a 429',
    429,
    async () => {
      const call = { keyId: randomUUID(), rateLimit: '1/1' }
      await create(call)
      return await create(call)
    },
  ],
  ['a 413', 413, () => create({ body: `{}${' '.repeat(256 * 1024)}` })],
  ['a 422', 422, () => create({ body: '{}' })],
  ['a 201', 201, () => create({})],
])('%s has the headers of every answer and one line in the log', async (_, status, answered) => {
  const { statusCode, headers, requestId } = await answered()
  expect(statusCode).toBe(status)
  expect(headers).toMatchObject({
    'x-request-id': requestId,
    'ratelimit-policy': expect.any(String),
    ratelimit: expect.any(String),
    'cache-control': expect.any(String),
  })
  expect(lines.filter((line) => line.request_id === requestId)).toMatchObject([
    { message: 'request', status },
  ])
})
