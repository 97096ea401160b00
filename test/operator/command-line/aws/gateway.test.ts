import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { limitedRouteKeys, removeLimits } from '../../../../lib/operator/command-line/aws/gateway.ts'

/** Stands for API Gateway, whose next answers are these; after them every call is carried out. */
let refusals: { status: number; code: string }[] = []
let calls: string[] = []
let limits = new Map<string, object>()
let server: Server

beforeAll(async () => {
  server = createServer((request, response) => {
    const path = (request.url ?? '').split('/').map(decodeURIComponent)
    calls.push(`${request.method} ${path.join('/')}`)
    const refusal = refusals.shift()
    const answer = (status: number, body: object, code = '') =>
      response
        .writeHead(status, { 'content-type': 'application/json', ...(code && { 'x-amzn-errortype': code }) })
        .end(JSON.stringify(body))
    if (refusal) return answer(refusal.status, { message: refusal.code }, refusal.code)
    if (request.method === 'GET') return answer(200, { routeSettings: Object.fromEntries(limits) })
    limits.delete(path.slice(7).join('/'))
    return answer(204, {})
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
})
afterAll(() => {
  server.close()
  server.closeAllConnections()
})

const KEY = 'PATCH /api/v1/admin/products/{id}'
beforeEach(() => {
  const { port } = server.address() as AddressInfo
  vi.stubEnv('AWS_ENDPOINT_URL_APIGATEWAYV2', `http://127.0.0.1:${port}`)
  vi.stubEnv('AWS_IGNORE_CONFIGURED_ENDPOINT_URLS', 'false')
  vi.stubEnv('AWS_REGION', 'eu-central-1')
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'a')
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'b')
  calls = []
  refusals = []
  limits = new Map([
    [KEY, {}],
    ['GET /api/v1/products', {}],
  ])
})
afterEach(() => vi.unstubAllEnvs())

const pauses: number[] = []
const pause = async (ms: number) => void pauses.push(ms)

test('the limits of one route are removed from the stage', async () => {
  expect(await limitedRouteKeys('a1')).toEqual([...limits.keys()])
  await removeLimits('a1', KEY)
  expect(await limitedRouteKeys('a1')).toEqual(['GET /api/v1/products'])
  expect(calls[1]).toBe(`DELETE /v2/apis/a1/stages/$default/routesettings/${KEY}`)
})

const CONFLICT = { status: 409, code: 'ConflictException' }

test('a stage that is being deployed is waited for', async () => {
  refusals = [CONFLICT, CONFLICT]
  await removeLimits('a1', KEY, pause)
  expect([...limits.keys()]).toEqual(['GET /api/v1/products'])
  expect(pauses).toEqual([500, 1_000])
})

test('a stage that stays so is an error', async () => {
  refusals = Array.from({ length: 20 }, () => CONFLICT)
  await expect(removeLimits('a1', KEY, pause)).rejects.toThrow('ConflictException')
  expect(calls).toHaveLength(7)
})

test('no other refusal is repeated', async () => {
  refusals = [{ status: 404, code: 'NotFoundException' }]
  await expect(removeLimits('a1', KEY, pause)).rejects.toThrow('NotFoundException')
  expect(calls).toHaveLength(1)
})
