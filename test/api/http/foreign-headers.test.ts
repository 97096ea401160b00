import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { UNTRUSTED_HEADERS } from '../../support/foreign-headers.ts'
import { makeMarkedShop } from '../../support/public-paths.ts'
import { type Lines, lasting, send } from '../../support/send.ts'

const shop = await makeMarkedShop(randomUUID().slice(0, 8))
const IDENTITY = { 'x-public-business-slug': shop.business.slug, 'accept-encoding': 'gzip' }

/** Each public path with a response of 200, the paths without a business, and errors. */
const PATHS = [
  ...shop.paths,
  '/products?limit=1&fields=name',
  '/products/nothing-there',
  '/products?limit=0',
  '/no-such-path',
  '/health',
  '/openapi.json',
  '/docs/llms.txt',
]

const REQUESTS = 52

/** All of them in 52 requests: those of one name are next to each other, and so in different requests. */
const SETS: Lines[] = Array.from({ length: REQUESTS }, (_, n) =>
  Object.assign({}, ...UNTRUSTED_HEADERS.filter((_headers, m) => m % REQUESTS === n)),
)

test('there are about 200 of them, and none is one on which a response may depend', () => {
  expect(UNTRUSTED_HEADERS.length).toBeGreaterThan(200)
  const names = UNTRUSTED_HEADERS.flatMap((headers) => Object.keys(headers))
  for (const allowed of [
    ...Object.keys(IDENTITY),
    'x-public-business-uuid',
    'authorization',
    'if-none-match',
  ])
    expect(names).not.toContain(allowed)
})

test('each of them is in a request', () => {
  const sent = SETS.flatMap((headers) => Object.entries(headers))
  expect(sent.length).toBe(UNTRUSTED_HEADERS.length)
})

test.each(PATHS)('GET %s is the same to the byte with any other header', async (path) => {
  const plain = lasting(await send(path, IDENTITY))
  const received = await Promise.all(SETS.map((headers) => send(path, { ...IDENTITY, ...headers })))
  for (const [n, response] of received.entries())
    expect(lasting(response), JSON.stringify(SETS[n])).toEqual(plain)
})

test('a preflight is the same to the byte with any other header', async () => {
  const preflight = (headers: Lines) => send('/products', headers, 'OPTIONS')
  const plain = lasting(await preflight({}))
  for (const response of await Promise.all(SETS.map(preflight))) expect(lasting(response)).toEqual(plain)
})
