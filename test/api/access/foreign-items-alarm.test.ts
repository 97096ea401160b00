import type { Context } from 'aws-lambda'
import { afterAll, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest'
import { handler as listKeys } from '../../../functions/admin/api-keys/list.ts'
import { handler as bulk } from '../../../functions/admin/products/bulk.ts'
import { handler as listProducts } from '../../../functions/products/list.ts'
import { adminEndpoint } from '../../../lib/api/http/admin-endpoint.ts'
import type { Answer } from '../../../lib/api/http/answer/answer.ts'
import type { ApiEvent } from '../../../lib/api/http/answer/outcome.ts'
import { noBody } from '../../../lib/api/http/body/body-kinds.ts'
import { commit } from '../../../lib/data/table/commit.ts'
import { apiKeyKey, productKey, rateKey, tokenKey } from '../../../lib/data/table/keys.ts'
import { getWebhook } from '../../../lib/data/webhooks/webhooks.ts'
import { tokenDigest } from '../../../lib/domain/api-keys/token.ts'
import type { Business } from '../../../lib/domain/business.ts'
import { useTable } from '../../../lib/environment.ts'
import { type DynamoProxy, dynamoProxy } from '../../support/dynamo-proxy.ts'
import { apiEvent, lambdaContext } from '../../support/events.ts'
import { storedItem } from '../../support/items.ts'
import { catchLog, type LogLine } from '../../support/log.ts'
import { makeBusiness, makeCategory, makeKey, makeProduct } from '../../support/shop.ts'

/** An answer of the table, as far as items are in it. */
interface Told {
  Item?: Record<string, { S?: string }>
  Items?: object[]
  Responses?: Record<string, object[]>
}

const CANARY = 'canary-of-another-business'
let operations: string[] = []
let lie: ((told: Told) => Told) | undefined

/** The table of this process, which can be made to say what it does not hold. */
const startLyingTable = () =>
  dynamoProxy({
    endpoint: inject('table').endpoint,
    async onCall({ operation, send }) {
      operations.push(operation)
      const { status, body } = await send()
      return { status, body: lie ? JSON.stringify(lie(JSON.parse(body))) : body }
    },
  })

let proxy: DynamoProxy
let ours: Business
let theirs: Business
let keyId: string
let productId: string
let theirKey: Awaited<ReturnType<typeof makeKey>>
beforeAll(async () => {
  proxy = await startLyingTable()
  useTable({ ...inject('table'), endpoint: proxy.endpoint })
  ours = await makeBusiness()
  theirs = await makeBusiness()
  await makeCategory(ours)
  productId = (await makeProduct(ours, { category_id: 'tea' })).id
  keyId = (await makeKey(ours)).apiKey.id
  theirKey = await makeKey(theirs, { name: CANARY })
})
afterAll(() => {
  vi.unstubAllEnvs()
  return proxy.close()
})

let lines: LogLine[] = []
const errors = () => lines.filter(({ level }) => level === 'error')
beforeEach(() => {
  vi.stubEnv('AWS_LAMBDA_INITIALIZATION_TYPE', 'on-demand')
  operations = []
  lines = catchLog()
  lie = undefined
})

const asPublic = () => ({ business_id: ours.id, identified_by: 'public' })
const asKey = () => ({
  business_id: ours.id,
  identified_by: 'api_key',
  key_id: keyId,
  scopes: 'api_keys:read products:write',
  rate_limit: '1/10',
})

/** The response and the log lines of a request that the tenant guard has stopped. */
const stopped = ({ routeKey, requestContext }: ApiEvent, { awsRequestId }: Context) => ({
  answer: { status: 500, code: 'internal_error', detail: 'The request could not be handled.' },
  errors: [
    {
      // At the top of the line, where a metric filter looks for it: { $.alarm = "foreign_item" }.
      level: 'error',
      message: 'tenant_guard',
      alarm: 'foreign_item',
      timestamp: expect.any(String),
      business_id: ours.id,
      error: expect.stringContaining('ForeignItem: '),
    },
    {
      level: 'error',
      message: 'request',
      request_id: awsRequestId,
      gateway_request_id: requestContext.requestId,
      timestamp: expect.any(String),
      route: routeKey,
      status: 500,
      duration_ms: expect.any(Number),
      business_id: ours.id,
      key_id: requestContext.authorizer?.lambda?.key_id,
      error: expect.stringContaining('ForeignItem: '),
    },
  ],
})

async function call(handler: (event: ApiEvent, context: Context) => Promise<Answer>, event: ApiEvent) {
  const context = lambdaContext()
  const answer = await handler(event, context)
  const { status, code, detail } = JSON.parse(answer.body ?? '{}')
  const text = JSON.stringify(answer)
  return {
    text,
    told: { answer: { status, code, detail }, errors: errors() },
    due: stopped(event, context),
  }
}

/** `their` item in the table's own notation. */
const foreign = ({ pk, sk }: { pk: string; sk: string }) => ({
  pk: { S: pk },
  sk: { S: sk },
  id: { S: CANARY },
  name: { S: CANARY },
  last_used_at: { S: CANARY },
  card: { S: JSON.stringify({ name: CANARY }) },
})

test('nothing is counted while all is well', async () => {
  const keys = await listKeys(apiEvent({ route: '/admin/api-keys', verdict: asKey() }), lambdaContext())
  const products = await listProducts(apiEvent({ route: '/products', verdict: asPublic() }), lambdaContext())
  expect([keys.statusCode, products.statusCode, errors()]).toEqual([200, 200, []])
})

test.each([
  ['a Query', '/admin/api-keys', (told: Told): Told => (told.Items ? addItem(told) : told)],
  ['a BatchGetItem', '/admin/api-keys', (told: Told): Told => (told.Responses ? addResponse(told) : told)],
])('%s under /admin that brings back a foreign item', async (_, route, next) => {
  lie = next
  const { text, told, due } = await call(listKeys, apiEvent({ route, verdict: asKey() }))
  expect(told).toEqual(due)
  for (const secret of [CANARY, theirs.id]) expect(text).not.toContain(secret)
})

const addItem = (told: Told): Told => ({
  ...told,
  Items: [...(told.Items ?? []), foreign(apiKeyKey(theirs.id, theirKey.apiKey.id))],
})

const addResponse = (told: Told): Told => {
  const [[table = '', items = []] = []] = Object.entries(told.Responses ?? {})
  return { ...told, Responses: { [table]: [...items, foreign(rateKey(theirs.id, theirKey.apiKey.id))] } }
}

test('a public list that brings one back', async () => {
  lie = (told) => (told.Items ? addItem(told) : told)
  const { text, told, due } = await call(listProducts, apiEvent({ route: '/products', verdict: asPublic() }))
  expect(told).toEqual(due)
  for (const secret of [CANARY, theirs.id]) expect(text).not.toContain(secret)
})

test('an operation of a bulk request that meets one ends the whole request', async () => {
  lie = (told) =>
    told.Item?.type?.S === 'product' ? { Item: foreign(productKey(theirs.id, productId)) } : told
  const operations = [{ op: 'update', id: productId, data: { price: 1 } }, { op: 'x' }]
  const event = apiEvent({ method: 'POST', route: '/admin/products/bulk', verdict: asKey() })
  const headers = { 'content-type': 'application/json' }
  const { text, told, due } = await call(bulk, { ...event, headers, body: JSON.stringify({ operations }) })
  expect(told).toEqual(due)
  for (const secret of [CANARY, theirs.id]) expect(text).not.toContain(secret)
})

test.each([
  ['read', async () => ({ body: (await getWebhook(theirs.id, productId)) ?? {} })],
  ['delete', async () => removed(tokenKey(tokenDigest(theirKey.token)))],
])('a handler that would %s what is another business’s sends nothing', async (_, respond) => {
  const handler = adminEndpoint({ parameters: {}, body: noBody }, respond)
  const event = apiEvent({ method: 'DELETE', route: '/admin/products/{id}', verdict: asKey() })
  const { text, told, due } = await call(handler, event)
  expect(told).toEqual(due)
  expect(text).not.toContain(CANARY)
  // The item of the rate limit is our own.
  expect(operations).toEqual(['UpdateItem'])
  expect(await storedItem(tokenKey(tokenDigest(theirKey.token)))).toMatchObject({ business_id: theirs.id })
})

async function removed({ pk, sk }: { pk: string; sk: string }) {
  await commit([{ write: { Delete: { Key: { pk, sk } } } }])
  return {}
}
