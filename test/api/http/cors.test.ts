import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { apiEvent, lambdaContext } from '../../support/events.ts'
import { guardedRoutes } from '../../support/handlers.ts'
import { catchLog } from '../../support/log.ts'
import { makeMarkedShop, PUBLIC_PATHS } from '../../support/public-paths.ts'
import { type Lines, type Received, send } from '../../support/send.ts'
import { makeToken } from '../../support/shop.ts'
import { proxyTable, type TableFault } from '../../support/table-proxy.ts'

const table = await proxyTable()
afterAll(() => table.close())
beforeEach(() => {
  catchLog()
})

const shop = await makeMarkedShop(randomUUID().slice(0, 8))
const asShop = { 'x-public-business-slug': shop.business.slug }
const withKey = { authorization: `Bearer ${await makeToken(shop.business)}` }
const ORIGIN: Lines = { origin: 'https://shop.example' }

const CORS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'ETag, Link, Retry-After, X-Request-Id, Deprecation, Sunset',
}
const PREFLIGHT = {
  ...CORS,
  'access-control-allow-methods': 'GET, HEAD, OPTIONS',
  'access-control-allow-headers': 'x-public-business-slug, x-public-business-uuid, if-none-match',
  'access-control-max-age': '7200',
}

const PREFLIGHT_REQUESTS: Lines[] = [
  {},
  { 'access-control-request-method': 'GET' },
  { 'access-control-request-method': 'DELETE', 'access-control-request-headers': 'authorization' },
  { 'access-control-request-method': 'GET', 'access-control-request-private-network': 'true' },
]

/** All CORS headers of an answer: exactly these and no others. */
const corsOf = (headers: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith('access-control-')))

async function expectStatus(path: string, headers: Lines, method: string, status: number): Promise<Received> {
  const answer = await send(path, headers, method)
  expect(answer.status, `${method} ${path}`).toBe(status)
  return answer
}

test('every 200 and every 304, keyed or not, can be read by any page', async () => {
  for (const path of [...shop.paths, '/health'])
    for (const method of ['GET', 'HEAD'])
      for (const identity of [asShop, withKey]) {
        const ok = await expectStatus(path, { ...identity, ...ORIGIN }, method, 200)
        expect(corsOf(ok.headers)).toEqual(CORS)
        if (path === '/health') continue
        const condition = { 'if-none-match': String(ok.headers.etag) }
        const same = await expectStatus(path, { ...identity, ...ORIGIN, ...condition }, method, 304)
        expect(corsOf(same.headers)).toEqual(CORS)
      }
})

test.each<[number, string, Lines]>([
  [400, '?what=1', asShop],
  [400, '', { 'x-public-business-slug': '' }],
  [401, '', {}],
  [401, '', { ...asShop, authorization: 'Bearer x' }],
  [404, '', { 'x-public-business-slug': 'nobody-at-all' }],
])('every %d problem of %j', async (status, query, headers) => {
  for (const path of PUBLIC_PATHS)
    for (const method of ['GET', 'HEAD'])
      expect(
        corsOf((await expectStatus(path + query, { ...headers, ...ORIGIN }, method, status)).headers),
      ).toEqual(CORS)
})

test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND'])('every 405 of %s', async (method) => {
  for (const path of [...PUBLIC_PATHS, '/health']) {
    const { headers } = await expectStatus(path, { ...asShop, ...ORIGIN }, method, 405)
    expect(corsOf(headers)).toEqual(CORS)
    expect(headers.allow).toBe('GET, HEAD, OPTIONS')
  }
})

test('every 404 of a path that is nobody’s', async () => {
  for (const path of ['/nothing', '/products/', '/products/a/b', '//products', '/adminx', '/Products'])
    for (const method of ['GET', 'POST', 'OPTIONS'])
      expect(corsOf((await expectStatus(path, ORIGIN, method, 404)).headers)).toEqual(CORS)
})

test('every preflight, whatever it asks for', async () => {
  for (const path of [...PUBLIC_PATHS, '/health'])
    for (const asked of PREFLIGHT_REQUESTS) {
      const { headers, body } = await expectStatus(path, { ...ORIGIN, ...asked }, 'OPTIONS', 204)
      expect(corsOf(headers)).toEqual(PREFLIGHT)
      expect(headers.allow).toBe('GET, HEAD, OPTIONS')
      expect(headers['x-request-id']).toBeDefined()
      expect(body).toHaveLength(0)
    }
})

test('nothing under /admin, whatever the method', async () => {
  for (const path of [
    '/admin',
    '/admin/',
    '/admin/nothing',
    '/%61dmin/nothing',
    '/admin%2Fnothing',
    '/admin%3Fx',
  ])
    for (const method of ['GET', 'HEAD', 'POST', 'OPTIONS', 'DELETE'])
      for (const identity of [{}, asShop, withKey]) {
        const answer = await send(path, { ...identity, ...ORIGIN }, method)
        expect(answer.status).toBeGreaterThanOrEqual(400)
        expect(corsOf(answer.headers), `${method} ${path}`).toEqual({})
      }
})

test.each<Lines>([{}, { origin: 'null' }, { origin: ['https://a.example', 'https://b.example'] }])(
  'whoever asks gets the same, as with %j',
  async (origin) => {
    const [path = ''] = shop.paths
    expect(corsOf((await expectStatus(path, { ...asShop, ...origin }, 'GET', 200)).headers)).toEqual(CORS)
    expect(corsOf((await expectStatus(path, { ...asShop, ...origin }, 'POST', 405)).headers)).toEqual(CORS)
    expect(corsOf((await expectStatus(path, origin, 'OPTIONS', 204)).headers)).toEqual(PREFLIGHT)
    expect(corsOf((await send('/admin', origin)).headers)).toEqual({})
  },
)

test('no preflight ever lets a page send a key or cookies', async () => {
  expect(PREFLIGHT['access-control-allow-headers'].toLowerCase()).not.toContain('authorization')
  for (const path of [...shop.paths, '/health'])
    for (const method of ['GET', 'OPTIONS', 'POST']) {
      const { headers } = await send(path, { ...asShop, origin: 'https://shop.example' }, method)
      expect(headers).not.toHaveProperty('access-control-allow-credentials')
      expect(String(headers['access-control-allow-headers'] ?? '')).not.toMatch(/authorization|\*/i)
    }
})

const FAULTS: [number, TableFault][] = [
  [503, { status: 500, type: 'InternalServerError' }],
  [500, { status: 400, type: 'AccessDeniedException' }],
]

test.each(FAULTS)('a %d by a fault of the table can be read by any page', async (status, fault) => {
  // A business of its own: a shop that could not be read to be searched is not asked for again within a second.
  const verdict = { business_id: randomUUID(), identified_by: 'public' }
  const path = { product: shop.product.id, category: shop.category.id, feed: 'google.xml' }
  table.failWith(fault)
  for (const { method, path: route, access, handler } of await guardedRoutes()) {
    // That one reads no table.
    if (access !== 'public' || route === '/mcp') continue
    const headers = { origin: 'https://shop.example' }
    const answer = await handler(apiEvent({ method, route, path, verdict, headers }), lambdaContext())
    expect(answer.statusCode).toBe(status)
    expect(corsOf(answer.headers)).toEqual(CORS)
    if (status === 503) expect(answer.headers['retry-after']).toBe('1')
  }
  table.failWith(undefined)
})
