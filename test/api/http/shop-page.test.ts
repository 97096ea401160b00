import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, onTestFinished, test, vi } from 'vitest'
import { handler as unmatched } from '../../../functions/unmatched.ts'
import { shopAnswer } from '../../../lib/api/http/documentation/shop.ts'
import { ENVIRONMENT } from '../../../lib/environment.ts'
import { shopPageOf } from '../../../lib/infra/shop-page.ts'
import { apiEvent, lambdaContext } from '../../support/events.ts'
import { outcomeOf, send } from '../../support/send.ts'

const html = shopPageOf(readFileSync('clients/shop/index.html', 'utf8'))
const pages = (name: string) =>
  name === 'index' ? { content: html, type: 'text/html; charset=utf-8', isAsset: false } : undefined
const answer = (path: string | undefined) => shopAnswer(pages, path, {})

test.each(['acme', 'acme/', 'acme/p/green-tea', 'acme/p/green-tea/', 'no-such-shop', '-', 'a'.repeat(63)])(
  '%s is the page, the same for all',
  (path) => expect(answer(path)).toEqual({ ...answer('acme'), statusCode: 200, body: html }),
)

const HOSTILE = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "';alert(1)//",
  '\u0000',
  'acme\u0000',
  'acme\n',
  'ACME',
  'аcme',
  'acmé',
  '☕',
  'acme%2e',
  '..',
  '../acme',
  'acme/..',
  '/acme',
  '//evil.example/p/x',
  'acme//',
  'acme/p',
  'acme/p/',
  'acme/p//',
  'acme/p/x/y',
  'acme/p/x//',
  'acme/q/x',
  'acme\\p\\x',
  '__proto__/constructor',
  'a'.repeat(64),
  'a'.repeat(8_000),
  '',
  undefined,
]

test.each(HOSTILE)('%j is 404', (path) => {
  expect(() => answer(path)).toThrow('route_not_found')
})

test('a product can have any name, which is not in the page', () => {
  for (const name of ['<script>', '\u0000', '"', '☕', 'x'.repeat(8_000)])
    expect(answer(`acme/p/${name}`)).toEqual(answer('acme'))
})

test('with the setting off every path of it is 404, whatever the method', async () => {
  const post = apiEvent({ method: 'POST', route: '/shop/acme' })
  expect(await unmatched(post, lambdaContext())).toMatchObject({ statusCode: 405 })
  vi.stubEnv(ENVIRONMENT.shopPage, 'false')
  onTestFinished(() => void vi.unstubAllEnvs())
  expect(() => answer('acme')).toThrow('route_not_found')
  expect(await unmatched(post, lambdaContext())).toMatchObject({ statusCode: 404 })
})

test('a deployment without the page says so as a problem', () => {
  expect(() => shopAnswer(() => undefined, 'acme', {})).toThrow('route_not_found')
})

/** The source of the only element of this name. */
function inline(tag: string, page: string): string {
  const [first, ...others] = page.matchAll(new RegExp(`<${tag}\\b[^>]*>(.*?)</${tag}>`, 'gs'))
  expect(others).toEqual([])
  return first?.[1] ?? ''
}

test('the gateway sends it with a policy that allows its own script and style alone', async () => {
  const { status, headers, body } = await send('/shop/acme')
  expect({ status, page: body.toString() }).toEqual({ status: 200, page: html })
  const hashOf = (tag: string) =>
    `'sha256-${createHash('sha256').update(inline(tag, body.toString())).digest('base64')}'`
  expect(String(headers['content-security-policy']).split('; ')).toEqual([
    "default-src 'none'",
    `script-src ${hashOf('script')}`,
    `style-src ${hashOf('style')}`,
    "connect-src 'self'",
    "img-src 'self' https: data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types json',
  ])
  expect(headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'public, max-age=300, stale-while-revalidate=86400',
    vary: 'Accept-Encoding',
    'x-robots-tag': 'noindex',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  })
  const { etag = '' } = headers
  expect((await send('/shop/other', { 'if-none-match': etag })).status).toBe(304)
  const head = await send('/shop/acme', {}, 'HEAD')
  expect({ status: head.status, etag: head.headers.etag, body: head.body.length }).toEqual({
    status: 200,
    etag,
    body: 0,
  })
})

const NO_ROUTE = '404 route_not_found'

test.each([
  ['/shop/acme/', '200'],
  ['/shop/acme/p/x', '200'],
  ['/shop/acme/p/%2e%2e', '200'],
  ['/shop/acme%2Fp%2Fx', '200'],
  ['/shop', NO_ROUTE],
  ['/shop/', NO_ROUTE],
  ['/shop//acme', NO_ROUTE],
  ['/shop/%2Facme', NO_ROUTE],
  ['/shop/acme//', NO_ROUTE],
  ['/shop/acme%2F%2F', NO_ROUTE],
  ['/shop/acme/../acme', NO_ROUTE],
  ['/shop/..%2Fadmin', NO_ROUTE],
  ['/shop/%3Cscript%3E', NO_ROUTE],
  ['/shop/acme%00', NO_ROUTE],
  ['/shop/acme%0A', NO_ROUTE],
  ['/shop/%D0%B0cme', NO_ROUTE],
  [`/shop/${'a'.repeat(8_000)}`, NO_ROUTE],
])('GET %s is %s, and says nothing of the request', async (path, outcome) => {
  const answer = await send(`${path}?shop=zebra&api=https://zebra.example`, { 'x-zebra': 'zebra' })
  expect(outcomeOf(answer)).toBe(outcome)
  expect(answer.body.toString() + JSON.stringify(answer.headers)).not.toMatch(/zebra|%3C|acme/)
})

test.each(['POST', 'PUT', 'PATCH', 'DELETE'])('%s is 405 and names the methods', async (method) => {
  for (const path of ['/shop/acme', '/shop/acme/', '/shop/acme/p/x', '/shop/acme/more/of/it']) {
    const answer = await send(path, {}, method)
    expect(outcomeOf(answer)).toBe('405 method_not_allowed')
    expect(answer.headers.allow).toBe('GET, HEAD, OPTIONS')
  }
  for (const path of ['/shop', '/shop/', '/shop//acme'])
    expect(outcomeOf(await send(path, {}, method))).toBe(NO_ROUTE)
})
