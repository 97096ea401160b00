import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, inject } from 'vitest'
import type { Business } from '../../lib/domain/business.ts'
import { call, makeBusiness, makeCategory, makeToken } from '../support/shop.ts'
import { makeCatalogue } from './catalogue.ts'
import { hasBrowser, loadAll, namesOn, openTab, root, settled, test } from './tab.ts'

const file = new URL('../../clients/shop/index.html', import.meta.url)
const api = inject('baseUrl')

/**
 * Serves the file at any path, as it is, but for its folder below `/shop/`, and at `/strict` under a policy without
 * 'unsafe-inline'.
 */
const server = createServer(async ({ url }, response) => {
  const text = await readFile(file, 'utf8')
  const html = url?.startsWith('/shop') ? text.replace("FOLDER = '/'", "FOLDER = '/shop/'") : text
  response.setHeader('content-type', 'text/html; charset=utf-8')
  if (url?.startsWith('/strict')) response.setHeader('content-security-policy', strictPolicy(html))
  response.end(html)
})

function strictPolicy(html: string): string {
  const hashOf = (tag: string) => {
    const [, text = ''] = new RegExp(`<${tag}[^>]*>(.*?)</${tag}>`, 's').exec(html) ?? []
    return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
  }
  const { origin } = new URL(api)
  return [
    `default-src 'none'; script-src ${hashOf('script')}; style-src ${hashOf('style')}`,
    `connect-src ${origin}; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    "require-trusted-types-for 'script'; trusted-types json",
  ].join('; ')
}

let shop: Business
let address: (path: string) => string
beforeAll(async () => {
  if (!hasBrowser) return
  shop = await makeCatalogue()
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  address = (path) => `http://127.0.0.1:${port}${path}?api=${encodeURIComponent(api)}&shop=${shop.slug}`
})
afterAll(() => {
  server.close()
  server.closeAllConnections()
})

test('works from another origin, with no preflight at all', async () => {
  const page = await openTab({ mayReport: /blocked by CORS policy|net::ERR_FAILED/ })
  const network = await page.context().newCDPSession(page)
  await network.send('Network.enable')
  const preflights: string[] = []
  network.on('Network.requestWillBeSent', ({ request: { method, url } }) => {
    if (method === 'OPTIONS') preflights.push(url)
  })
  await page.goto(address('/'))
  expect(await loadAll(page)).toBe(1)
  expect(await namesOn(page)).toHaveLength(32)
  await page.getByRole('link', { name: 'Cheaper cup' }).click()
  await page.getByRole('article').getByText('€12.50').waitFor()
  expect(preflights).toEqual([])

  // This browser does keep origins apart: what does not allow it cannot be read, and a header needs a preflight.
  await expect(page.evaluate(`fetch('${root}')`)).rejects.toThrow('Failed to fetch')
  const header = `{ headers: { 'x-public-business-slug': '${shop.slug}' } }`
  expect(await page.evaluate(`fetch('${api}/business', ${header}).then(({ status }) => status)`)).toBe(200)
  expect(preflights).toEqual([`${api}/business`])
})

test('shows pictures of a stack on this machine from another origin', async () => {
  const other = await makeBusiness()
  await makeCategory(other, { id: 'tea' })
  const authorization = `Bearer ${await makeToken(other)}`
  const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#a8341a' } })
    .png()
    .toBuffer()
  const post = (path: string, type: string, body: string | Uint8Array<ArrayBuffer>) =>
    call(path, { method: 'POST', headers: { authorization, 'content-type': type }, body })
  const medium = await post('/admin/media', 'image/png', new Uint8Array(png))
  const { url } = (await medium.json()) as { url: string }
  const product = {
    name: 'Cup',
    price: 1,
    status: 'active',
    category_id: 'tea',
    images: [{ url, alt: 'A cup' }],
  }
  await post('/admin/products', 'application/json', JSON.stringify(product))
  const page = await openTab()
  await page.goto(address('/').replace(shop.slug, other.slug))
  await page.getByAltText('A cup').waitFor()
  await expect
    .poll(() => page.evaluate("document.querySelector('.tile img')?.naturalWidth"))
    .toBeGreaterThan(0)
})

test('in a folder of its server, products and lists have their addresses in it', async () => {
  const page = await openTab()
  const paths = () => new URL(page.url()).pathname
  for (const start of ['/shop', '/shop/', '/shop/index.html']) {
    await page.goto(address(start))
    await settled(page)
    await page.getByRole('link', { name: 'Tea 01' }).click()
    await page.getByRole('article').getByRole('heading', { name: 'Tea 01' }).waitFor()
    expect(paths()).toMatch(/^\/shop\/p\/tea-01/)
    await page.reload()
    await page.getByRole('article').getByRole('link', { name: 'All products' }).click()
    expect(paths()).toBe('/shop/')
  }
  const [slug = ''] =
    /tea-02[^?]*/.exec((await page.getByRole('link', { name: 'Tea 02' }).getAttribute('href')) ?? '') ?? []
  await page.goto(address(`/shop/p/${slug}/`))
  await page.getByRole('article').getByRole('heading', { name: 'Tea 02' }).waitFor()
})

test('a path that is neither a list nor a product is said to be none, also to search engines', async () => {
  const page = await openTab()
  for (const path of ['/p/', '/p/tea-01/more', '/old/p/tea-01', '/old/blog/']) {
    await page.goto(address(path))
    await page.getByRole('heading', { name: 'Page not found' }).waitFor()
    expect(await page.locator('[name=robots]').getAttribute('content')).toBe('noindex')
    expect(await page.locator('[rel=canonical]').count()).toBe(0)
    await page.getByRole('link', { name: 'Back to the shop' }).click()
    await settled(page)
    expect(new URL(page.url()).pathname).toBe('/')
  }
})

test('reads a problem and its Retry-After from another origin', async () => {
  const page = await openTab({ mayReport: /Failed to load resource/ })
  await page.goto(address('/').replace(shop.slug, 'no-such-shop'))
  await page.getByRole('heading', { name: 'There is no shop here' }).waitFor()
  expect(await page.getByRole('alert').locator('code').textContent()).toMatch(/^[0-9a-f-]{36}$/)
})

test("works under a policy without 'unsafe-inline'", async () => {
  const page = await openTab()
  await page.goto(address('/strict'))
  await settled(page)
  await page.getByRole('link', { name: 'Tea 01' }).click()
  await page.getByRole('article').getByRole('heading', { name: 'Tea 01' }).waitFor()
})

test('asks nobody but the API, and for no picture that cannot exist', async () => {
  const page = await openTab()
  const asked = new Set<string>()
  page.on('request', (request) => asked.add(new URL(request.url()).origin))
  await page.goto(address('/'))
  await loadAll(page)
  asked.delete('null')
  expect([...asked]).toEqual([new URL(address('/')).origin, new URL(api).origin])
})
