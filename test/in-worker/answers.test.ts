import crypto from 'node:crypto'
import { afterEach, expect, inject, test, vi } from 'vitest'
import { lasting, send } from '../support/send.ts'
import { makeBusiness, makeCategory, makeProduct, makeToken } from '../support/shop.ts'

const api = inject('apiOfRun')
const { origin: ownOrigin } = new URL(inject('baseUrl'))
/** The same request to this process, and over the wire to the functions in threads. In wire mode both are these. */
const ORIGINS = [ownOrigin, api?.origin ?? ownOrigin]

const business = await makeBusiness()
const category = await makeCategory(business)
const product = await makeProduct(business, { category_id: category.id })
const authorization = `Bearer ${await makeToken(business)}`
const json = { authorization, 'content-type': 'application/json' }

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
})

const REQUESTS: [string, RequestInit?][] = [
  ['/health'],
  ['/openapi.json'],
  ['/docs'],
  ['/docs/problems'],
  ['/docs/problems', { headers: { 'accept-encoding': 'identity' } }],
  ['/products'],
  ['/nowhere'],
  ['/products/%'],
  ['/admin/products'],
  [`/products?business=${business.slug}`],
  [`/products?business=${business.slug}`, { method: 'HEAD' }],
  [`/products/${product.slug}?business=${business.id}`, { headers: { origin: 'https://shop.example' } }],
  [`/products/search?business=${business.slug}&q=sencha`],
  [`/feeds/google.xml?business=${business.slug}`],
  ['/products', { method: 'OPTIONS', headers: { 'access-control-request-method': 'GET' } }],
  [`/admin/products/${product.id}`, { headers: { authorization } }],
  [`/admin/products/${product.id}`, { headers: { authorization: 'Bearer sfk_no' } }],
  ['/admin/products', { method: 'POST', headers: json, body: '{"name":1}' }],
  ['/admin/products', { method: 'POST', headers: json, body: '{' }],
  ['/admin/products', { method: 'POST', headers: { authorization }, body: 'a=1' }],
  [`/admin/products/${product.id}`, { method: 'PATCH', headers: json, body: '{}' }],
  [`/admin/categories/${category.id}`, { method: 'DELETE', headers: { authorization } }],
  // Node's parser of HTTP refuses such a method before a gateway sees it.
  ['/products', { method: 'patch' }],
  ['/products', { method: 'BREW' }],
  ['/products', { headers: { host: 'shop.example' } }],
  ['/products', { headers: { connection: 'close' } }],
]

test.each(REQUESTS.map(([path, init], n) => ({ n, method: init?.method ?? 'GET', path, init })))(
  '$n: $method $path has the same bytes and headers from this process as over the wire',
  async ({ path, init }) => {
    const [here, there] = await Promise.all(
      ORIGINS.map(async (origin) => {
        const answer = await fetch(`${origin}/api/v1${path}`, init)
        const { status, headers, url, redirected } = answer
        const id = headers.get('x-request-id') ?? '-'
        const shown = [...headers]
          .filter(([name]) => !/^(date|ratelimit|apigw-requestid|x-request-id)$/.test(name))
          .map(([name, value]) => [name, value.replaceAll(origin, '<origin>')])
        const body = (await answer.text()).replaceAll(id, '<request id>').replaceAll(origin, '<origin>')
        return { status, shown, url: url.replace(origin, ''), redirected, body }
      }),
    )
    expect(here).toEqual(there)
  },
)

test('fetch and a raw connection reach the same API of this process', async () => {
  const raw = lasting(await send('/health'))
  const called = await fetch(`${inject('baseUrl')}/health`)
  expect(raw.body).toBe(await called.text())
})

/** A category that the function for it makes. */
const create = async (name: string) => {
  const body = JSON.stringify({ name })
  const answer = await fetch(`${inject('baseUrl')}/admin/categories`, {
    method: 'POST',
    headers: json,
    body,
  })
  expect(answer.status).toBe(201)
  return (await answer.json()) as { created_at: string }
}

test('a function has the real clock and chance while a test has its own', async () => {
  const before = Date.now()
  // The connections of wire mode wait for timers of this process.
  vi.useFakeTimers({ now: 0, shouldAdvanceTime: api === null })
  const id = '00000000-0000-4000-8000-000000000000'
  vi.spyOn(crypto, 'randomUUID').mockReturnValue(id)
  const { created_at } = await create('Clocks')
  expect(Date.parse(created_at)).toBeGreaterThanOrEqual(before)
  expect((await fetch(`${inject('baseUrl')}/health`)).headers.get('x-request-id')).not.toBe(id)
  expect(Date.now()).toBeLessThan(before)
})

test('a spy of the clock does not see functions at work', async () => {
  const before = Date.now()
  vi.spyOn(Date, 'now').mockReturnValue(0)
  const { created_at } = await create('Spies')
  expect(Date.parse(created_at)).toBeGreaterThanOrEqual(before)
})

test('a function has its own environment, not that of the test', async () => {
  vi.stubEnv('STOREFRONT_TABLE', 'nowhere')
  await create('Environments')
  vi.unstubAllEnvs()
})
