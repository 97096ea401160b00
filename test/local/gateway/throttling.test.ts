import { expect, onTestFinished, test } from 'vitest'
import { listen } from '../../../lib/local/gateway/gateway.ts'
import { UNTHROTTLED } from '../../../lib/local/local-settings.ts'
import { readSuiteApi, throttle } from './suite-api.ts'

const BASE = '/api/v1'
const LIST = `GET ${BASE}/products`

/**
 * The gateway over the API of the suite's own template, its stage with these settings alone. Functions answer 200, and the
 * authorizer lets everybody in, unless `isAuthorized` says otherwise; `ran` has their names. Time stands still until `passMs` moves it.
 */
async function open(settings: { [name: string]: object }, isAuthorized = () => true) {
  const api = await readSuiteApi({ RouteSettings: {}, ...settings })
  const ran: string[] = []
  let nowMs = 1_700_000_000_000
  const gateway = await listen(
    0,
    async ({ logicalId }) => {
      ran.push(logicalId)
      const answer = logicalId.startsWith('Authorizer')
        ? { isAuthorized: isAuthorized() }
        : { statusCode: 200 }
      return { payload: JSON.stringify(answer) }
    },
    async () => undefined,
  )
  onTestFinished(() => gateway.close())
  gateway.open(api, () => nowMs)
  const send = (method: string, path: string) =>
    fetch(`http://127.0.0.1:${gateway.port}${BASE}${path}`, {
      method,
      headers: { origin: 'https://a.example' },
    })
  return {
    ran,
    send,
    passMs: (ms: number) => {
      nowMs += ms
    },
    /** The statuses of so many requests, one after the other. */
    async statuses(count: number, method: string, path: string): Promise<number[]> {
      const statuses: number[] = []
      for (let sent = 0; sent < count; sent++) statuses.push((await send(method, path)).status)
      return statuses
    },
  }
}

test('a burst passes; then the gateway responds as the service does, and no function runs', async () => {
  const { ran, send, statuses } = await open({ DefaultRouteSettings: throttle(1, 3) })
  expect(await statuses(3, 'GET', '/products')).toEqual([200, 200, 200])
  const before = [...ran]
  expect(before.filter((name) => name.startsWith('Authorizer'))).toHaveLength(3)
  const answer = await send('GET', '/products')
  expect([answer.status, await answer.text()]).toEqual([429, '{"message":"Too Many Requests"}'])
  expect(Object.fromEntries(answer.headers)).toEqual({
    'apigw-requestid': expect.stringMatching(/^[\w+/]{15}=$/),
    'content-length': '31',
    'content-type': 'application/json',
    connection: 'keep-alive',
    date: expect.any(String),
    'keep-alive': expect.any(String),
  })
  expect(ran).toEqual(before)
})

test('each route has a bucket of its own, HEAD another than GET, and a path that varies one', async () => {
  const { statuses } = await open({ DefaultRouteSettings: throttle(1, 1) })
  expect(await statuses(2, 'GET', '/products')).toEqual([200, 429])
  expect(await statuses(2, 'HEAD', '/products')).toEqual([200, 429])
  expect(await statuses(2, 'GET', '/categories')).toEqual([200, 429])
  expect(await statuses(1, 'GET', '/products/a')).toEqual([200])
  expect(await statuses(1, 'GET', '/products/b')).toEqual([429])
  // All that no route takes is one route too, and so is every preflight.
  expect(await statuses(1, 'PUT', '/nowhere')).toEqual([200])
  expect(await statuses(1, 'POST', '/nowhere/else')).toEqual([429])
  expect(await statuses(2, 'OPTIONS', '/products')).toEqual([200, 429])
})

test("a route's own settings count for it, and the default ones for the others", async () => {
  const { statuses } = await open({
    DefaultRouteSettings: throttle(1, 2),
    RouteSettings: { [LIST]: throttle(1, 4), [`GET ${BASE}/categories`]: throttle(1, 1) },
  })
  expect(await statuses(5, 'GET', '/products')).toEqual([200, 200, 200, 200, 429])
  expect(await statuses(2, 'GET', '/categories')).toEqual([200, 429])
  expect(await statuses(3, 'GET', '/business')).toEqual([200, 200, 429])
})

test('tokens come back with time, one by one, and never more than the burst', async () => {
  const { passMs, statuses } = await open({ DefaultRouteSettings: throttle(2, 3) })
  expect(await statuses(4, 'GET', '/products')).toEqual([200, 200, 200, 429])
  passMs(499)
  expect(await statuses(1, 'GET', '/products')).toEqual([429])
  passMs(1)
  expect(await statuses(2, 'GET', '/products')).toEqual([200, 429])
  passMs(60_000)
  expect(await statuses(4, 'GET', '/products')).toEqual([200, 200, 200, 429])
})

test('a rate below one per second, and one that does not divide a second, lose nothing', async () => {
  const { passMs, statuses } = await open({
    DefaultRouteSettings: throttle(0.5, 1),
    RouteSettings: { [LIST]: throttle(3, 3) },
  })
  expect(await statuses(2, 'GET', '/categories')).toEqual([200, 429])
  expect(await statuses(4, 'GET', '/products')).toEqual([200, 200, 200, 429])
  passMs(1001)
  expect(await statuses(4, 'GET', '/products')).toEqual([200, 200, 200, 429])
  expect(await statuses(1, 'GET', '/categories')).toEqual([429])
  passMs(999)
  expect(await statuses(1, 'GET', '/categories')).toEqual([200])
})

test('without settings nothing is throttled', async () => {
  const { statuses } = await open({ DefaultRouteSettings: { Ref: 'AWS::NoValue' } })
  expect(new Set(await statuses(50, 'GET', '/products'))).toEqual(new Set([200]))
})

test('a throttled request is refused before its path is authorized, under /admin too', async () => {
  const { ran, statuses } = await open({
    DefaultRouteSettings: throttle(1, 9),
    RouteSettings: { [`DELETE ${BASE}/admin/products/{id}`]: throttle(1, 1) },
  })
  expect(await statuses(1, 'DELETE', '/admin/products/a')).toEqual([200])
  const before = ran.length
  expect(await statuses(2, 'DELETE', '/admin/products/b')).toEqual([429, 429])
  expect(ran).toHaveLength(before)
})

test('requests of a suspended business use up the rate of all others, though they are refused', async () => {
  let isSuspended = true
  const { statuses } = await open({ DefaultRouteSettings: throttle(1, 3) }, () => !isSuspended)
  expect(await statuses(3, 'GET', '/products')).toEqual([403, 403, 403])
  isSuspended = false
  expect(await statuses(1, 'GET', '/products')).toEqual([429])
})

test('no route of the stack that the suite runs on is throttled by what a suite sends', async () => {
  const { requestsPerSecond, requestBurst: burst } = UNTHROTTLED
  const { routes } = await readSuiteApi()
  expect(routes.length).toBeGreaterThan(30)
  for (const { routeKey, throttle } of routes)
    expect(throttle, routeKey).toEqual({ requestsPerSecond, burst })
})
