import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { describeApi, describeStrictly } from '../../../../lib/docs/description/describe.ts'
import type { ApiAnswer } from './exchange.ts'
import { anyRequest } from './generate.ts'
import { requestJudge } from './judge.ts'
import type { Known } from './known.ts'
import { type ApiRequest, bytesOf, curlOf } from './request.ts'
import { tryRequests } from './trial.ts'

const description = describeApi()
const judge = requestJudge(describeStrictly())

const ID = '0e9b6a1c-6c5e-4d0f-9a53-0c5b5f1f7f55'

const request: ApiRequest = {
  operationId: 'getHealth',
  method: 'GET',
  path: '/health',
  query: [],
  headers: [],
  body: undefined,
  mutations: [],
}

const headers = {
  'content-type': 'application/json',
  'x-request-id': ID,
  'cache-control': 'no-store',
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'ETag',
}

const healthy: ApiAnswer = { status: 200, headers, body: '{"status":"ok"}' }

const problem = (status: number, code: string, more: object = {}): ApiAnswer => ({
  status,
  headers: { ...headers, 'content-type': 'application/problem+json' },
  body: JSON.stringify({
    type: `https://x.example/#${code}`,
    title: 'x',
    status,
    detail: 'x',
    instance: `urn:uuid:${ID}`,
    code,
    request_id: ID,
    ...more,
  }),
})

const creation = {
  ...request,
  operationId: 'createProduct',
  method: 'POST',
  path: '/admin/products',
}

const admin = (answer: ApiAnswer): ApiAnswer => {
  const { 'access-control-allow-origin': _, 'access-control-expose-headers': __, ...rest } = answer.headers
  return { ...answer, headers: rest }
}

const refused = (pointer: string) =>
  admin(problem(422, 'validation_failed', { errors: [{ pointer, code: 'invalid', detail: 'x' }] }))

test('a response that is as described passes', () => {
  expect(judge(request, healthy)).toEqual([])
  expect(judge({ ...request, method: 'HEAD' }, { ...healthy, body: '' })).toEqual([])
  expect(judge({ ...request, path: '/nowhere' }, problem(404, 'route_not_found'))).toEqual([])
  // A response that only the gateway sends, to a HEAD without a body.
  const tooLong = { status: 431, headers: { 'content-type': 'application/json' }, body: '' }
  expect(judge({ ...request, method: 'HEAD', path: '/nowhere' }, tooLong)).toEqual([])
})

test('a path is matched segment by segment, and ends at a question mark', () => {
  const missing = admin(problem(404, 'product_not_found'))
  const paced = { ...missing, headers: { ...missing.headers, 'ratelimit-policy': 'x', ratelimit: 'x' } }
  expect(judge({ ...request, path: '/admin/products/a%2Fb' }, paced)).toEqual([])
  expect(judge({ ...request, path: '/health?' }, healthy)).toEqual([])
})

test.each<[string, ApiRequest, ApiAnswer, RegExp]>([
  ['a fault of ours', request, problem(500, 'internal_error'), /a 500/],
  ['a fault of the gateway', request, { ...healthy, status: 503, body: '{"message":null}' }, /a 503/],
  ['a fault of ours within', request, { ...healthy, body: '{"data":[{"status":500}]}' }, /a 500 inside/],
  ['an undeclared status', request, { ...healthy, status: 418 }, /418/],
  [
    'another content type',
    request,
    { ...healthy, headers: { ...headers, 'content-type': 'text/html' } },
    /type/,
  ],
  ['a body of another shape', request, { ...healthy, body: '{"status":1}' }, /status/],
  [
    'a header less',
    request,
    { ...healthy, headers: { ...headers, 'x-request-id': undefined } },
    /X-Request-Id/,
  ],
  ['no reason to refuse', creation, refused('/price'), /refused as validation_failed \/price/],
  ['a media type refused', creation, admin(problem(415, 'unsupported_media_type')), /unsupported/],
])('%s is found', (_, asked, answer, found) => {
  expect(judge(asked, answer).join('\n')).toMatch(found)
})

test('what a description cannot say may be refused, and so may all that is broken', () => {
  expect(judge(creation, refused('/compare_at_price'))).toEqual([])
  expect(judge(creation, refused('/images/0/url'))).toEqual([])
  expect(judge({ ...creation, mutations: ['broken'] }, refused('/price'))).toEqual([])
})

const known: Known = {
  namesIn: () => ({ ours: ['ours'], theirs: ['theirs'] }),
  members: {},
  headers: {},
  credentials: { apiKey: { headers: [['authorization', `Bearer sfk_${'0'.repeat(49)}`]] } },
}

test('a seed makes the same requests again; half of them are broken, and each can be written and sent', () => {
  const make = () => fc.sample(anyRequest(description, known), { numRuns: 600, seed: 1 })
  const requests = make()
  expect(requests.map((one) => curlOf(one, ''))).toEqual(make().map((one) => curlOf(one, '')))
  const broken = requests.filter(({ mutations }) => mutations.length > 0)
  expect(broken.length).toBeGreaterThan(240)
  expect(broken.length).toBeLessThan(360)
  expect(new Set(broken.map(({ mutations: [first = ''] }) => first.split(/[ :]/)[0])).size).toBeGreaterThan(5)
  for (const { path, query, body } of requests) {
    expect(path + query.join('&')).toMatch(/^\/[!-~]*$/)
    expect(() => bytesOf(body)).not.toThrow()
  }
  expect(requests.map((one) => curlOf(one, '')).join()).not.toContain('sfk_')
})

test('a wrong response is reported with its seed and the smallest request that causes it', async () => {
  const server = createServer((asked, answer) => {
    asked.resume()
    const isWrong = /limit=/.test(String(asked.url))
    answer.writeHead(isWrong ? 500 : 404, { 'content-type': 'application/json' }).end('{"message":null}')
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const paths = { '/products': description.paths['/products'] ?? {} }
  const trial = {
    baseUrl: `http://127.0.0.1:${port}`,
    known,
    judge,
    description: { ...description, paths: { '/products': paths['/products'] } },
  }
  const told = await tryRequests(trial, { count: 200, seed: 3 })
  server.close()
  server.closeAllConnections()
  expect(told).toMatch(/^seed 3, path [\d:]+\nlistProducts, /)
  expect(told).toMatch(/curl .* 'http:\/\/127\.0\.0\.1:\d+\/products/)
  expect(told).toContain('WRONG: ')
})
