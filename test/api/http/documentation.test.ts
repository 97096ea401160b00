import { request } from 'node:http'
import { expect, inject, test } from 'vitest'
import { documentationAnswer } from '../../../lib/api/http/documentation/documentation.ts'
import { readPages } from '../../../lib/api/http/documentation/pages.ts'

const baseUrl = inject('baseUrl')
const get = (path: string, init: RequestInit = {}) =>
  fetch(`${baseUrl}${path}`, { redirect: 'manual', ...init })

/** The response to a path that is sent exactly as it is written, as no browser would. */
function statusOf(path: string): Promise<{ status: number | undefined; type: string | undefined }> {
  const { promise, resolve, reject } = Promise.withResolvers<{
    status: number | undefined
    type: string | undefined
  }>()
  const { hostname, port, pathname } = new URL(baseUrl)
  request({ hostname, port, path: `${pathname}${path}` }, (response) => {
    response.resume()
    resolve({ status: response.statusCode, type: response.headers['content-type'] })
  })
    .on('error', reject)
    .end()
  return promise
}

test('/docs leads to the first page, which is in the folder of all others', async () => {
  const response = await get('/docs')
  expect(response.status).toBe(302)
  const first = new URL(response.headers.get('location') ?? '', response.url)
  expect(String(first)).toBe(`${baseUrl}/docs/index`)
  const page = await fetch(first)
  expect(page.status).toBe(200)
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
})

test('a page can load nothing but the site itself, and is sent again only if it changed', async () => {
  const response = await get('/docs/problems')
  expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none'; /)
  expect(response.headers.get('content-security-policy')).not.toMatch(/unsafe|\*|https?:/)
  expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  expect(response.headers.get('cache-control')).toBe('public, max-age=300, stale-while-revalidate=86400')
  expect(response.headers.get('vary')).toBe('Accept-Encoding')
  const etag = response.headers.get('etag') ?? ''
  const again = await get('/docs/problems', { headers: { 'if-none-match': etag } })
  expect({ status: again.status, text: await again.text() }).toEqual({ status: 304, text: '' })
  const head = await get('/docs/problems', { method: 'HEAD' })
  expect({ status: head.status, text: await head.text() }).toEqual({ status: 200, text: '' })
})

test('the console and its files can load, send and reach nothing else, and no page can reach them', async () => {
  const page = await get('/docs/console')
  const assets = [...(await page.text()).matchAll(/="(console-[^"]+)"/g)].map(([, name = '']) => name)
  expect([...new Set(assets.map((name) => name.replace(/-.*\./, '.')))].sort()).toEqual([
    'console.css',
    'console.js',
  ])
  const scripts = await Promise.all(assets.map(async (name) => (await get(`/docs/${name}`)).text()))
  const late = scripts.flatMap((text) =>
    [...text.matchAll(/import\("\.\/([^"]+)"\)/g)].map(([, name = '']) => name),
  )
  expect(late.length).toBeGreaterThan(0)
  for (const response of [
    page,
    ...(await Promise.all([...assets, ...late].map((name) => get(`/docs/${name}`)))),
  ]) {
    expect(response.status).toBe(200)
    const policy = response.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("require-trusted-types-for 'script'; trusted-types 'none'")
    expect(policy).not.toMatch(/unsafe|\*/)
    expect(response.headers.get('cross-origin-opener-policy')).toBe('noopener-allow-popups')
    expect(response.headers.get('x-robots-tag')).toBe('noindex')
    expect(response.headers.get('referrer-policy')).toBe('no-referrer')
  }
  expect((await get('/docs/problems')).headers.get('cross-origin-opener-policy')).toBe(null)
})

test.each([
  ['problems.md', 'text/markdown; charset=utf-8', '# Problems'],
  ['llms.txt', 'text/plain; charset=utf-8', '# Storefront'],
])('%s is a page as text, which changes with a deployment', async (name, type, beginning) => {
  const response = await get(`/docs/${name}`)
  expect(response.headers.get('content-type')).toBe(type)
  expect(response.headers.get('cache-control')).toBe('public, max-age=300, stale-while-revalidate=86400')
  expect((await response.text()).startsWith(`${beginning}\n`)).toBe(true)
})

test('a page is sent compressed', async () => {
  const plain = await get('/docs/problems', { headers: { 'accept-encoding': 'identity' } })
  expect(plain.headers.get('content-encoding')).toBe(null)
  for (const coding of ['br', 'gzip']) {
    const response = await get('/docs/problems', { headers: { 'accept-encoding': coding } })
    expect(response.headers.get('content-encoding')).toBe(coding)
    expect((await response.text()).length).toBeGreaterThan(10_000)
  }
})

test('everything that a page loads is there, and is never requested twice', async () => {
  const page = await (await get('/docs/index')).text()
  const assets = [...page.matchAll(/="([\w-]+\.(?:css|js|json))"/g)].map(([, name = '']) => name)
  expect(assets.map((name) => name.replace(/-.*\./, '.')).sort()).toEqual([
    'search.js',
    'search.json',
    'site.css',
    'site.js',
  ])
  for (const asset of assets) {
    const response = await get(`/docs/${asset}`)
    expect(response.status, asset).toBe(200)
    expect(response.headers.get('cache-control'), asset).toBe('public, max-age=31536000, immutable')
    expect(response.headers.get('content-type'), asset).toMatch(
      /^(text\/css|text\/javascript|application\/json); charset=utf-8$/,
    )
  }
})

test.each([
  '/docs/no-such-page',
  '/docs/not-found',
  '/docs/..%2f',
  '/docs/..%2findex.cjs',
  '/docs/%2e%2e%2f%2e%2e%2fetc%2fpasswd',
  '/docs/index.cjs',
  '/docs/constructor',
  `/docs/${'a'.repeat(2_000)}`,
  '/docs/%00',
])('%s is no page, which a page says', async (path) => {
  expect(await statusOf(path)).toEqual({ status: 404, type: 'text/html; charset=utf-8' })
})

test('what is not a page is a problem, as everywhere', async () => {
  for (const path of ['/docs/', '/docs/index/more', '/docs//index'])
    expect(await statusOf(path), path).toEqual({ status: 404, type: 'application/problem+json' })
  for (const path of ['/docs', '/docs/index']) {
    const response = await get(path, { method: 'POST' })
    expect(response.status, path).toBe(405)
    expect(response.headers.get('allow'), path).toBe('GET, HEAD, OPTIONS')
  }
})

test('the type of a problem leads to the words about its code', async () => {
  const response = await get('/products/no-such-product?business=no-such-business')
  const { type, code } = (await response.json()) as { type: string; code: string }
  const target = new URL(type, response.url)
  const page = await fetch(target)
  expect(page.status).toBe(200)
  expect(target.hash).toBe(`#${code}`)
  expect(await page.text()).toContain(`id="${code}"`)
})

test('a deployment without the pages says so as a problem', () => {
  const pages = readPages('no/such/folder')
  expect(() => documentationAnswer(pages, 'index', {})).toThrow('route_not_found')
})
