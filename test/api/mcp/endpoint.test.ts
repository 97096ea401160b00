import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeAll, expect, inject, onTestFinished, test, vi } from 'vitest'
import { handler } from '../../../functions/mcp.ts'
import { TOOLS } from '../../../lib/api/mcp/tools.ts'
import type { Business } from '../../../lib/domain/business.ts'
import { ENVIRONMENT } from '../../../lib/environment.ts'
import { apiEvent, lambdaContext } from '../../support/events.ts'
import { catchLog } from '../../support/log.ts'
import { type ProblemBody, send } from '../../support/send.ts'
import { call, makeBusiness, makeKey } from '../../support/shop.ts'

let shop: Business
let other: Business
beforeAll(async () => {
  shop = await makeBusiness({ name: 'Our shop' })
  other = await makeBusiness({ name: 'Their shop' })
})

interface Sent {
  query?: string
  headers?: Record<string, string>
  body?: string | Uint8Array<ArrayBuffer>
  /** Null: none. */
  type?: string | null
}

const ask = ({ query = '', headers = {}, body = LIST, type = 'application/json' }: Sent) =>
  call(`/mcp${query}`, {
    method: 'POST',
    headers: { ...headers, ...(type !== null && { 'content-type': type }) },
    // A text would get a type of its own.
    body: type === null ? new Blob([body]) : body,
  })

const message = (method: string, params: object = {}) =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
const LIST = message('tools/list')
const STORE = message('tools/call', { name: 'get_store' })

/** The JSON of a response with this status. */
async function bodyOf<T>(response: Response, status = 200): Promise<T> {
  expect(response.status).toBe(status)
  return (await response.json()) as T
}

const namesOf = async (sent: Sent): Promise<string[]> => {
  const { result } = await bodyOf<{ result: { tools: { name: string }[] } }>(await ask(sent))
  return result.tools.map(({ name }) => name)
}

/** The result of a tool, or the code of the error. */
async function told(sent: Sent): Promise<{ text: string; isError?: boolean; code?: number }> {
  const { result, error } = await bodyOf<{
    result?: { content: { text: string }[]; isError?: boolean }
    error?: { code: number }
  }>(await ask(sent))
  return { text: result?.content[0]?.text ?? '', ...result, ...error }
}

const slug = ({ slug }: Business) => ({ headers: { 'x-public-business-slug': slug } })
const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })
const FOR_ALL = TOOLS.filter(({ scope }) => scope === undefined).map(({ name }) => name)

test('without a key a client has the tools of shoppers, however it names the business', async () => {
  expect(FOR_ALL.length).toBeGreaterThan(2)
  for (const sent of [
    slug(shop),
    { headers: { 'x-public-business-uuid': shop.id } },
    { query: `?business=${shop.slug}` },
    { query: `?business=${shop.id}` },
  ])
    expect(await namesOf(sent)).toEqual(FOR_ALL)
})

test('with a key it has those as well that the scopes allow, and `write` includes `read`', async () => {
  const namesWith = async (scopes: string[]) => {
    const { token } = await makeKey(shop, { scopes })
    const names = await namesOf(bearer(token))
    return names.filter((name) => !FOR_ALL.includes(name))
  }
  const withScope = (...scopes: string[]) =>
    TOOLS.filter(({ scope }) => [scope ?? []].flat().some((one) => scopes.includes(one))).map(
      ({ name }) => name,
    )
  expect(await namesWith(['webhooks:write'])).toEqual([])
  expect(await namesWith(['products:read'])).toEqual(withScope('products:read'))
  expect(await namesWith(['inventory:write'])).toEqual(withScope('inventory:write', 'inventory:read'))
  expect(withScope('products:read').length).toBeGreaterThan(0)
})

test('a list has nothing of a tool but what a model is to know', async () => {
  const { token } = await makeKey(shop)
  const { result } = await bodyOf<{ result: { tools: object[] } }>(await ask(bearer(token)))
  expect(result.tools).toHaveLength(TOOLS.length)
  for (const tool of result.tools)
    expect(Object.keys(tool)).toEqual(['name', 'description', 'annotations', 'inputSchema'])
})

test('a tool that the scopes do not allow is unknown, as one that does not exist', async () => {
  const { token } = await makeKey(shop, { scopes: ['categories:read'] })
  for (const name of ['find_products', 'apply_plan', 'no_such_tool'])
    for (const sent of [slug(shop), bearer(token)])
      expect(await told({ ...sent, body: message('tools/call', { name }) })).toMatchObject({ code: -32602 })
})

test('a tool reads the shop that the request identifies', async () => {
  const { token } = await makeKey(other)
  for (const [sent, name] of [
    [slug(shop), 'Our shop'],
    [slug(other), 'Their shop'],
    [{ query: `?business=${other.slug}` }, 'Their shop'],
    [bearer(token), 'Their shop'],
  ] as const)
    expect((await told({ ...sent, body: STORE })).text).toContain(name)
})

test.each<[string, number, (sent: { shop: Business; other: Business }) => Sent]>([
  ['identification_required', 401, () => ({})],
  ['invalid_api_key', 401, ({ shop }) => ({ headers: { ...slug(shop).headers, authorization: 'Bearer x' } })],
  ['business_not_found', 404, () => ({ query: '?business=nobody-has-it' })],
  ['identity_conflict', 400, ({ shop, other }) => ({ ...slug(shop), query: `?business=${other.slug}` })],
  ['invalid_identity', 400, ({ shop }) => ({ query: `?business=${shop.slug}&business=${shop.slug}` })],
  ['unknown_parameter', 400, ({ shop }) => ({ ...slug(shop), query: '?no_such=1' })],
  ['unsupported_media_type', 415, ({ shop }) => ({ ...slug(shop), type: 'text/plain' })],
  ['body_too_large', 413, ({ shop }) => ({ ...slug(shop), body: ' '.repeat(256 * 1024 + 1) })],
])('%s is a problem, before a line of JSON-RPC is read', async (code, status, sent) => {
  const response = await ask({ body: 'no JSON', ...sent({ shop, other }) })
  expect(response.headers.get('content-type')).toBe('application/problem+json')
  expect((await bodyOf<ProblemBody>(response, status)).code).toBe(code)
})

test('a bad key never gets the tools of shoppers', async () => {
  const { token } = await makeKey(shop, { expires_at: '2001-01-01T00:00:00.000Z' })
  for (const authorization of [`Bearer ${token}`, 'Bearer sfk_x', '', 'Basic eDp5'])
    expect((await ask({ headers: { ...slug(shop).headers, authorization } })).status).toBe(401)
})

test('a body may have 262,144 bytes', async () => {
  const padded = LIST + ' '.repeat(256 * 1024 - LIST.length)
  expect((await ask({ ...slug(shop), body: padded })).status).toBe(200)
  expect((await ask({ ...slug(shop), body: `${padded} ` })).status).toBe(413)
})

test('the gateway may have encoded a body', async () => {
  catchLog()
  const verdict = { business_id: shop.id, identified_by: 'public' }
  const headers = { 'content-type': 'application/json' }
  const event = apiEvent({ method: 'POST', route: '/mcp', verdict, headers })
  const body = Buffer.from(LIST).toString('base64')
  const { statusCode } = await handler({ ...event, body, isBase64Encoded: true }, lambdaContext())
  expect(statusCode).toBe(200)
})

test('a body that is not UTF-8 is not JSON, whether the gateway encoded or repaired it', async () => {
  catchLog()
  const verdict = { business_id: shop.id, identified_by: 'public' }
  const headers = { 'content-type': 'application/json' }
  const event = apiEvent({ method: 'POST', route: '/mcp', verdict, headers })
  const [start, end] = LIST.split('tools')
  const bytes = Buffer.concat([Buffer.from(`${start}`), Buffer.from([0xff, 0xfe]), Buffer.from(`${end}`)])
  for (const sent of [
    { body: bytes.toString('base64'), isBase64Encoded: true },
    { body: LIST.replace('tools', '\ufffd') },
  ]) {
    const { statusCode, body = '' } = await handler({ ...event, ...sent }, lambdaContext())
    expect([statusCode, JSON.parse(body).error.code]).toEqual([400, -32700])
  }
  const escaped = LIST.replace('tools', String.raw`\ufffd`)
  const { body = '' } = await handler({ ...event, body: escaped }, lambdaContext())
  expect(JSON.parse(body).error.code).toBe(-32601)
})

test('a page can send no message: whatever it can send without a preflight is refused', async () => {
  for (const type of [
    null,
    'text/plain',
    'text/plain; application/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
  ]) {
    const refused = await ask({ ...slug(shop), type })
    expect((await bodyOf<ProblemBody>(refused, 415)).code).toBe('unsupported_media_type')
  }
  for (const type of ['application/json; charset=utf-8', 'Application/JSON'])
    expect((await ask({ ...slug(shop), type })).status).toBe(200)
})

test('a page of another origin can read no response, not even a problem', async () => {
  const origin = { origin: 'https://shop.example' }
  const ours = { ...slug(shop).headers, ...origin }
  const all: [number, Sent][] = [
    [200, { headers: ours }],
    [202, { headers: ours, body: '{"jsonrpc":"2.0","method":"notifications/initialized"}' }],
    [400, { headers: ours, body: '{}' }],
    [400, { headers: ours, query: '?no_such=1' }],
    [401, { headers: origin }],
    [404, { headers: origin, query: '?business=nobody-has-it' }],
    [415, { headers: ours, type: 'text/plain' }],
  ]
  for (const [status, sent] of all) {
    const { status: got, headers } = await ask(sent)
    expect(got).toBe(status)
    expect([...headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([])
  }
})

test('no cache keeps a response', async () => {
  for (const [body, status] of [
    [LIST, 200],
    ['{}', 400],
    ['{"jsonrpc":"2.0","method":"notifications/initialized"}', 202],
  ] as const) {
    const response = await ask({ ...slug(shop), body })
    expect([response.status, response.headers.get('cache-control')]).toEqual([status, 'no-store'])
    expect(response.headers.get('content-type')).toBe(
      status === 202 ? null : 'application/json; charset=utf-8',
    )
    expect((await response.text()) === '').toBe(status === 202)
  }
})

test('other methods are refused, and the preflight allows no page to send a POST', async () => {
  for (const method of ['GET', 'PUT', 'DELETE']) {
    const refused = await send('/mcp', slug(shop).headers, method)
    expect([refused.status, refused.headers.allow]).toEqual([405, 'POST, OPTIONS'])
  }
  const preflight = await send('/mcp', { origin: 'https://shop.example' }, 'OPTIONS')
  expect(preflight.headers['access-control-allow-methods']).toBe('GET, HEAD, OPTIONS')
  expect(preflight.headers['access-control-allow-headers']).not.toMatch(/authorization|content-type|mcp/i)
})

test('a key that works from its own addresses only is refused by the API itself', async () => {
  catchLog()
  vi.stubEnv(ENVIRONMENT.apiUrl, inject('baseUrl'))
  const { token, apiKey } = await makeKey(shop, { allowed_ips: ['203.0.113.9'] })
  // As the authorizer would have it of a request from there.
  const verdict = {
    business_id: shop.id,
    identified_by: 'api_key',
    key_id: apiKey.id,
    scopes: 'products:read',
    rate_limit: '10/20',
  }
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const event = apiEvent({ method: 'POST', route: '/mcp', headers, verdict })
  const { statusCode, body = '' } = await handler({ ...event, body: STORE }, lambdaContext())
  const { result } = JSON.parse(body)
  expect([statusCode, result.isError]).toEqual([200, true])
  expect(result.content[0].text).toContain('without `allowed_ips`')
})

test('a tool ends with a sentence if the API cannot be reached', async () => {
  catchLog()
  vi.stubEnv(ENVIRONMENT.apiUrl, 'http://127.0.0.1:1/api/v1')
  vi.resetModules()
  const { handler } = await import('../../../functions/mcp.ts')
  const verdict = { business_id: shop.id, identified_by: 'public' }
  const headers = { 'content-type': 'application/json' }
  const event = apiEvent({ method: 'POST', route: '/mcp', verdict, headers })
  const { body = '' } = await handler({ ...event, body: STORE }, lambdaContext())
  const { result } = JSON.parse(body)
  expect(result.isError).toBe(true)
  expect(result.content[0].text).toContain('did not respond')
})

test('a response of the API that no tool can read is an internal error, and its line counts as a 500', async () => {
  const log = catchLog()
  const api = createServer((_, response) => response.end('{"id":7}'))
  await once(api.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    api.close()
    api.closeAllConnections()
  })
  vi.stubEnv(ENVIRONMENT.apiUrl, `http://127.0.0.1:${(api.address() as AddressInfo).port}/api/v1`)
  vi.resetModules()
  const { handler } = await import('../../../functions/mcp.ts')
  const verdict = { business_id: shop.id, identified_by: 'public' }
  const headers = { 'content-type': 'application/json' }
  const event = apiEvent({ method: 'POST', route: '/mcp', verdict, headers })
  const context = lambdaContext()
  const { statusCode, body = '' } = await handler({ ...event, body: STORE }, context)
  const request_id = context.awsRequestId
  expect([statusCode, JSON.parse(body)]).toEqual([
    200,
    { jsonrpc: '2.0', id: 1, error: { code: -32603, message: 'Internal error', data: { request_id } } },
  ])
  expect(log).toMatchObject([
    {
      level: 'error',
      message: 'tool',
      request_id,
      status: 500,
      error: expect.stringMatching(/ValiError.*\n +at /),
    },
    { level: 'info', message: 'request', request_id, status: 200 },
  ])
})
