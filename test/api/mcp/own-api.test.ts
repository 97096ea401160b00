import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { ownApi, type ToolCall } from '../../../lib/api/mcp/own-api.ts'
import { catchLog, type LogLine } from '../../support/log.ts'

let log: LogLine[]
beforeEach(() => {
  log = catchLog()
})

/** An API at this address that responds like this, until the end of the test. */
async function listen(respond: RequestListener): Promise<string> {
  const server = createServer(respond)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`
}

const call = (change: Partial<ToolCall> = {}): ToolCall => ({
  identification: { authorization: 'Bearer sfk_x' },
  requestId: 'b7f3',
  endsAtMs: performance.now() + 60_000,
  ...change,
})

/** An API that shows each request. */
async function listenAndNote() {
  const seen: {
    method?: string
    url?: string
    headers: IncomingMessage['headers']
    body: string
    port?: number
  }[] = []
  const baseUrl = await listen(async (request, response) => {
    const { method = '', url = '', headers, socket } = request
    seen.push({ method, url, headers, body: await text(request), port: socket.remotePort ?? 0 })
    response.end('{"ok":true}')
  })
  return { api: ownApi(baseUrl), seen }
}

const UNAVAILABLE = {
  status: 503,
  body: { code: 'temporarily_unavailable', detail: expect.stringMatching(/\.$/), request_id: 'b7f3' },
}

test('a response that an earlier request got says so', async () => {
  const baseUrl = await listen((request, response) => {
    if (request.url?.endsWith('/again')) response.setHeader('Idempotency-Replayed', 'true')
    response.end('{"ok":true}')
  })
  const api = ownApi(baseUrl)(call())
  expect(await api('POST', '/again')).toEqual({ status: 200, body: { ok: true }, isReplay: true })
  expect(await api('POST', '/first')).toEqual({ status: 200, body: { ok: true } })
})

test('a request goes to the base URL, with the key of the client and the id of its request', async () => {
  const { api, seen } = await listenAndNote()
  const query = new URLSearchParams({ q: 'tea & milk', business: 'x/../y' })
  expect(await api(call())('GET', '/products/search', { query })).toEqual({ status: 200, body: { ok: true } })
  expect(seen).toMatchObject([
    {
      method: 'GET',
      url: '/api/v1/products/search?q=tea+%26+milk&business=x%2F..%2Fy',
      headers: { authorization: 'Bearer sfk_x', 'x-request-id': 'b7f3' },
      body: '',
    },
  ])
  expect(seen[0]?.headers).not.toHaveProperty('x-public-business-uuid')
})

test('a client without a key is named by its UUID alone', async () => {
  const { api, seen } = await listenAndNote()
  await api(call({ identification: { 'x-public-business-uuid': 'u-1' } }))('GET', '/business')
  expect(seen).toMatchObject([{ url: '/api/v1/business', headers: { 'x-public-business-uuid': 'u-1' } }])
  expect(seen[0]?.headers).not.toHaveProperty('authorization')
})

test('a body is sent as JSON', async () => {
  const { api, seen } = await listenAndNote()
  await api(call())('POST', '/admin/products/bulk', { body: { operations: ['ä'] } })
  expect(seen).toMatchObject([
    { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"operations":["ä"]}' },
  ])
})

test('a status is a result, whatever it is', async () => {
  const api = ownApi(
    await listen((request, response) => {
      response.writeHead(Number(request.url?.split('/').at(-1))).end('{"code":"x"}')
    }),
  )
  for (const status of [404, 412, 429, 500, 503])
    expect(await api(call())('GET', `/${status}`)).toEqual({ status, body: { code: 'x' } })
})

test('two requests share a connection', async () => {
  const { api, seen } = await listenAndNote()
  const callApi = api(call())
  await callApi('GET', '/business')
  await callApi('GET', '/categories')
  expect(new Set(seen.map(({ port }) => port)).size).toBe(1)
  expect(seen.map(({ url }) => url)).toEqual(['/api/v1/business', '/api/v1/categories'])
})

test.each<[string, RequestListener]>([
  ['never responds', () => {}],
  ['never ends its response', (_, response) => response.write('{"ok":')],
])('an API that %s is unavailable when the time of the call is over', async (_, respond) => {
  const api = ownApi(await listen(respond))
  const response = await api(call({ endsAtMs: performance.now() + 50 }))('GET', '/business')
  expect(response).toEqual(UNAVAILABLE)
  expect(response.body).toMatchObject({ detail: expect.stringContaining('with less in one call') })
  expect(log).toMatchObject([{ level: 'error', message: 'own_api', request_id: 'b7f3' }])
})

test('a request that gets no response ends after 10 s, however much time the call has', async () => {
  const arrived = Promise.withResolvers<void>()
  const api = ownApi(await listen(() => arrived.resolve()))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const response = api(call())('GET', '/business')
  await arrived.promise
  vi.advanceTimersByTime(9_999)
  expect(await Promise.race([response, 'still waiting'])).toBe('still waiting')
  vi.advanceTimersByTime(1)
  expect(await response).toEqual(UNAVAILABLE)
})

test('an API that breaks the connection, or is not there, is unavailable', async () => {
  const baseUrl = await listen((request) => request.socket.destroy())
  expect(await ownApi(baseUrl)(call())('GET', '/business')).toEqual(UNAVAILABLE)
  expect(await ownApi('http://127.0.0.1:1/api/v1')(call())('GET', '/business')).toEqual(UNAVAILABLE)
})

test('a call whose time is over sends nothing more', async () => {
  const { api, seen } = await listenAndNote()
  expect(await api(call({ endsAtMs: performance.now() }))('POST', '/admin/products/bulk')).toEqual(
    UNAVAILABLE,
  )
  expect([seen, log]).toEqual([[], []])
})
