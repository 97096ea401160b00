import { gunzipSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import { updateBusiness } from '../../lib/data/businesses.ts'
import { changeProduct, updateProduct } from '../../lib/data/products/products.ts'
import type { Business } from '../../lib/domain/business.ts'
import { replaceVariants } from '../../lib/domain/products/replace-variants.ts'
import { call, callAs, makeBusiness, makeCategory, makeProduct, makeToken } from '../support/shop.ts'

const TEMPLATE = 'https://shop.example/p/{slug}?v={variant_id}'
const PICTURE = [{ url: 'https://images.example/1.jpg', alt: '' }]

let business: Business

beforeAll(async () => {
  business = await makeBusiness({ name: 'Teas & cups', product_url_template: TEMPLATE, country: 'DE' })
  await makeCategory(business, { id: 'tea', name: 'Tea' })
  await makeCategory(business, { id: 'green', name: 'Green', parent_id: 'tea' })
  const common = { category_id: 'green', images: PICTURE, brand: 'Nordholz' }
  await makeProduct(business, {
    ...common,
    name: 'Sencha <b>',
    slug: 'sencha',
    price: 900,
    compare_at_price: 1250,
    gtin: '4006381333931',
    weight_grams: 110,
    cost: 4242,
    sku: 'SECRET-SKU',
    metadata: { secret: 'SECRET-METADATA' },
  })
  await makeProduct(business, { ...common, name: 'SECRET-DRAFT', status: 'draft' })
  const shirt = await makeProduct(business, { ...common, name: 'Cup', slug: 'cup', condition: 'used' })
  await changeProduct(business.id, shirt.id, (whole) =>
    replaceVariants(whole, {
      options: [{ name: 'Farbe', values: ['rot', 'SECRET-COLOUR'] }],
      variants: [
        { option_values: { Farbe: 'rot' }, price: 500, mpn: 'C-1' },
        { option_values: { Farbe: 'SECRET-COLOUR' }, price: 600, is_enabled: false },
      ],
    }),
  )
})

const problemOf = async (response: Response) => {
  expect(response.headers.get('content-type')).toBe('application/problem+json')
  return (await response.json()) as { status: number; code: string; detail: string }
}

const feed = async (name: string, headers: Record<string, string> = {}, shop = business) => {
  const response = await callAs(shop, `/feeds/${name}`, headers)
  return { status: response.status, headers: response.headers, text: await response.text() }
}

test('Google gets a row for each thing that is sold, with all that is known of it', async () => {
  const { status, headers, text } = await feed('google.xml')
  expect([status, headers.get('content-type')]).toEqual([200, 'application/xml; charset=utf-8'])
  expect(headers.get('cache-control')).toBe('public, max-age=30, s-maxage=60, stale-while-revalidate=30')
  expect(text.match(/<item>/g)).toHaveLength(2)
  expect(text).toContain('<title>Teas &amp; cups</title>\n<link>https://shop.example/</link>')
  for (const cell of [
    '<g:title>Sencha &lt;b&gt;</g:title>',
    '<g:link>https://shop.example/p/sencha</g:link>',
    '<g:price>12.50 EUR</g:price><g:sale_price>9.00 EUR</g:sale_price>',
    '<g:gtin>4006381333931</g:gtin>',
    '<g:shipping_weight>110 g</g:shipping_weight>',
    '<g:product_type>Tea &gt; Green</g:product_type>',
    '<g:condition>new</g:condition>',
    '<g:title>Cup, rot</g:title>',
    '<g:color>rot</g:color>',
    '<g:mpn>C-1</g:mpn>',
    '<g:condition>used</g:condition>',
    '<g:availability>in_stock</g:availability>',
  ])
    expect(text).toContain(cell)
  expect(text).toMatch(/<g:link>https:\/\/shop\.example\/p\/cup\?v=[0-9a-f-]{36}-1<\/g:link>/)
})

test.each(['google.xml', 'meta.xml', 'openai.jsonl', 'sitemap.xml'])(
  '%s shows nothing that is private',
  async (name) => {
    const { status, text } = await feed(name)
    expect(status).toBe(200)
    expect(text).not.toMatch(/SECRET|4242/)
  },
)

test('with .gz it is the same file compressed, whatever the caller accepts', async () => {
  const { text } = await feed('google.xml')
  for (const coding of ['identity', 'gzip', 'br']) {
    const response = await callAs(business, '/feeds/google.xml.gz', { 'accept-encoding': coding })
    expect(response.headers.get('content-type')).toBe('application/gzip')
    expect(response.headers.get('content-encoding')).toBeNull()
    expect(gunzipSync(Buffer.from(await response.arrayBuffer())).toString()).toBe(text)
  }
})

test('each form has a tag of its own, which spares it', async () => {
  const tags = new Set<string>()
  for (const [name, coding] of [
    ['google.xml', 'identity'],
    ['google.xml', 'gzip'],
    ['google.xml.gz', 'identity'],
    ['meta.xml', 'identity'],
  ] as const) {
    const { headers } = await feed(name, { 'accept-encoding': coding })
    const etag = headers.get('etag') ?? ''
    tags.add(etag)
    const again = await feed(name, { 'accept-encoding': coding, 'if-none-match': etag })
    expect([again.status, again.text]).toEqual([304, ''])
  }
  expect(tags.size).toBe(4)
})

test('a key gets the same, which nobody else may keep', async () => {
  const token = await makeToken(business)
  const response = await call('/feeds/google.xml', { headers: { authorization: `Bearer ${token}` } })
  expect(response.headers.get('cache-control')).toBe('private, no-store')
  expect(await response.text()).toBe((await feed('google.xml')).text)
})

test('HEAD has the headers and no body', async () => {
  const response = await call(`/feeds/sitemap.xml?business=${business.slug}`, { method: 'HEAD' })
  expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([
    200,
    'application/xml; charset=utf-8',
    '',
  ])
})

test.each(['google', 'google.csv', 'google.xml.gz.gz', 'GOOGLE.XML', '__proto__', 'constructor', 'toString'])(
  'there is no feed %s',
  async (name) => {
    const problem = await problemOf(await callAs(business, `/feeds/${name}`))
    expect([problem.status, problem.code]).toEqual([404, 'feed_not_found'])
    expect(problem.detail).toContain('google.xml, meta.xml, openai.jsonl, sitemap.xml')
  },
)

test('a shop has no feed until it says where its pages are, and none after', async () => {
  const shop = await makeBusiness()
  const statusOf = async () => (await feed('google.xml', {}, shop)).status
  const set = (product_url_template: string | null) =>
    updateBusiness(shop.id, (before) => ({ ...before, product_url_template }))
  expect(await statusOf()).toBe(404)
  await set(TEMPLATE)
  // A shop without products has an empty feed, which is whole.
  await expect.poll(() => feed('google.xml', {}, shop)).toMatchObject({ status: 200, text: /<\/channel>/ })
  await set(null)
  await expect.poll(statusOf).toBe(404)
})

test('a feed without a single row is refused, because a channel would take away all that it has', async () => {
  const shop = await makeBusiness({ product_url_template: TEMPLATE })
  await makeCategory(shop, { id: 'tea' })
  await makeProduct(shop, { category_id: 'tea' })
  const problem = await problemOf(await callAs(shop, '/feeds/google.xml'))
  expect([problem.status, problem.code]).toEqual([422, 'feed_empty'])
  expect(problem.detail).toContain('GET /admin/feeds/google.xml')
  expect((await feed('sitemap.xml', {}, shop)).status).toBe(200)
})

test('the report counts rows and names what is missing, also before there is a feed', async () => {
  const shop = await makeBusiness()
  await makeCategory(shop, { id: 'tea' })
  const bare = await makeProduct(shop, { category_id: 'tea', slug: 'b' })
  const whole = await makeProduct(shop, { category_id: 'tea', slug: 'a', images: PICTURE, brand: 'Nordholz' })
  const token = await makeToken(shop, { scopes: ['products:read'] })
  const report = async (name: string) =>
    (await call(`/admin/feeds/${name}`, { headers: { authorization: `Bearer ${token}` } })).json()
  expect(await report('meta.xml')).toEqual({
    feed: 'meta.xml',
    url: `/api/v1/feeds/meta.xml?business=${shop.id}`,
    products: 2,
    rows: 0,
    left_out: 2,
    missing: { product_url_template: 2, images: 1, 'brand|gtin|mpn': 1 },
    recommended: {},
    too_long: {},
    data: [
      { variant_id: whole.id, product_id: whole.id, missing: ['product_url_template'] },
      {
        variant_id: bare.id,
        product_id: bare.id,
        missing: ['product_url_template', 'images', 'brand|gtin|mpn'],
      },
    ],
  })
  await updateBusiness(shop.id, (before) => ({ ...before, product_url_template: TEMPLATE }))
  await expect
    .poll(() => report('google.xml'))
    .toMatchObject({ rows: 1, left_out: 1, missing: { images: 1 }, recommended: { 'gtin|mpn': 1 } })
  expect(await report('sitemap.xml.gz')).toMatchObject({ feed: 'sitemap.xml', rows: 2, left_out: 0 })
})

test('what is free, and a text that XML does not have, are missing', async () => {
  const shop = await makeBusiness({ product_url_template: TEMPLATE })
  await makeCategory(shop, { id: 'tea' })
  const common = { category_id: 'tea', images: PICTURE }
  await makeProduct(shop, { ...common, name: 'Sample', price: 0, brand: 'Nordholz' })
  await makeProduct(shop, { ...common, name: 'Cup', brand: '\ufffe' })
  const headers = { authorization: `Bearer ${await makeToken(shop)}` }
  expect(await (await call('/admin/feeds/meta.xml', { headers })).json()).toMatchObject({
    rows: 0,
    missing: { price: 1, 'brand|gtin|mpn': 1 },
  })
})

test('the structured data of a product with many variants are sent without compression, too', async () => {
  const shop = await makeBusiness()
  await makeCategory(shop, { id: 'tea' })
  const url = (n: number) => `https://x.example/${n}${'<'.repeat(2020)}`
  const images = Array.from({ length: 10 }, (_, n) => ({ url: url(n), alt: '' }))
  const { id } = await makeProduct(shop, { category_id: 'tea', images, description: '<'.repeat(5_000) })
  await changeProduct(shop.id, id, (whole) =>
    replaceVariants(whole, {
      options: ['A', 'B'].map((name) => ({
        name,
        values: Array.from({ length: 10 }, (_, n) => `${name}${n}`),
      })),
      variants: Array.from({ length: 100 }, (_, n) => ({
        option_values: { A: `A${n % 10}`, B: `B${Math.floor(n / 10)}` },
        price: n + 1,
      })),
    }),
  )
  const response = await callAs(shop, `/products/${id}/jsonld`, { 'accept-encoding': 'identity' })
  expect(response.status).toBe(200)
  expect(JSON.parse(await response.text()).hasVariant).toHaveLength(100)
})

test('the report needs the scope to read products', async () => {
  const token = await makeToken(business, { scopes: ['categories:read'] })
  const response = await call('/admin/feeds/google.xml', { headers: { authorization: `Bearer ${token}` } })
  expect((await problemOf(response)).code).toBe('insufficient_scope')
})

test('structured data are those of the product, and current', async () => {
  const shop = await makeBusiness({ product_url_template: TEMPLATE })
  await makeCategory(shop, { id: 'tea' })
  const { id } = await makeProduct(shop, {
    name: '</script>',
    slug: 'x',
    category_id: 'tea',
    brand: 'Nordholz',
  })
  const read = async (name: string) => {
    const response = await callAs(shop, `/products/${name}/jsonld`)
    return {
      status: response.status,
      type: response.headers.get('content-type'),
      text: await response.text(),
    }
  }
  const { status, type, text } = await read('x')
  expect([status, type]).toEqual([200, 'application/ld+json'])
  expect(text).toContain('\\u003c/script>')
  expect(JSON.parse(text)).toMatchObject({
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: '</script>',
    brand: { name: 'Nordholz' },
    url: 'https://shop.example/p/x',
    offers: { price: '12.50', priceCurrency: 'EUR' },
  })
  await updateProduct(shop.id, id, (before) => ({ ...before, price: 99 }))
  await expect.poll(async () => (await read(id.toUpperCase())).text).toContain('"price":"0.99"')
  for (const name of ['y', 'X', '%00', '__proto__']) expect((await read(name)).status).toBe(404)
})
