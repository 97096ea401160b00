import { beforeAll, expect, test } from 'vitest'
import type { Business } from '../../lib/domain/business.ts'
import { PUBLIC_PRODUCT_FIELDS } from '../../lib/domain/products/fields.ts'
import { PLAIN_PRODUCT_FIELDS } from '../support/plain-product-fields.ts'
import { call, callAs, listOf, makeBusiness, makeCategory, makeProduct, walk } from '../support/shop.ts'

let business: Business

beforeAll(async () => {
  business = await makeBusiness({ currency: 'JPY' })
  await makeCategory(business, { id: 'tea' })
  for (const name of ['One', 'Two', 'Three'])
    await makeProduct(business, { name, category_id: 'tea', sku: name, cost: 7, metadata: { a: 'b' } })
})

test('the envelope has exactly data, count, has_more and next_cursor', async () => {
  const all = await listOf(business, '/products')
  expect(Object.keys(all)).toEqual(['data', 'count', 'has_more', 'next_cursor'])
  expect(all).toMatchObject({ count: 3, has_more: false, next_cursor: null })
  expect(all.data).toHaveLength(3)

  const first = await listOf(business, '/products?limit=2')
  expect(first).toMatchObject({ count: 2, has_more: true, next_cursor: expect.any(String) })
  expect(first.data).toHaveLength(2)
})

test('a list of nothing is an empty list', async () => {
  const empty = await makeBusiness()
  expect(await listOf(empty, '/products')).toEqual({ data: [], count: 0, has_more: false, next_cursor: null })
})

test('a product has exactly the public fields, in order', async () => {
  const made = await makeProduct(business, {
    name: 'Everything',
    description: 'Line\n\ttwo "quoted" <b> \u{1F375}',
    price: 1250,
    compare_at_price: 1500,
    is_available: false,
    category_id: 'tea',
    slug: 'everything',
    images: [{ url: 'https://img.example/a.jpg', alt: 'A pot' }, { url: 'https://img.example/b.jpg' }],
    tags: ['green', 'loose leaf'],
    position: 9,
  })
  const shown = (await listOf(business, '/products')).data.find(({ id }) => id === made.id)
  expect(Object.keys(shown ?? {})).toEqual(PLAIN_PRODUCT_FIELDS)
  expect(shown).toMatchObject({
    id: made.id,
    name: 'Everything',
    description: 'Line\n\ttwo "quoted" <b> \u{1F375}',
    price: 1250,
    is_available: false,
    category_id: 'tea',
    currency: 'JPY',
    compare_at_price: 1500,
    slug: 'everything',
    images: [
      { url: 'https://img.example/a.jpg', alt: 'A pot' },
      { url: 'https://img.example/b.jpg', alt: '' },
    ],
    tags: ['green', 'loose leaf'],
    position: 9,
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    updated_at: made.created_at,
    price_range: null,
    variant_count: 1,
  })
})

test.each([
  { limit: 1, count: 1 },
  { limit: 200, count: 60 },
  { limit: undefined, count: 50 },
])('limit $limit gives at most $count of 60 products', async ({ limit, count }) => {
  const shop = await sixty()
  const page = await listOf(shop, `/products${limit ? `?limit=${limit}` : ''}`)
  expect(page.count).toBe(count)
  expect(page.has_more).toBe(count < 60)
})

let big: Promise<Business> | undefined
function sixty(): Promise<Business> {
  big ??= (async () => {
    const shop = await makeBusiness()
    await makeCategory(shop, { id: 'tea' })
    await Promise.all(
      Array.from({ length: 60 }, (_, n) => makeProduct(shop, { slug: `p${n}`, category_id: 'tea' })),
    )
    return shop
  })()
  return big
}

test('a page that holds exactly the rest is the last one', async () => {
  const page = await listOf(await sixty(), '/products?limit=60')
  expect(page).toMatchObject({ count: 60, has_more: false, next_cursor: null })
})

test('the Link header is relative, keeps the query and leads through all pages', async () => {
  const shop = await makeBusiness()
  await makeCategory(shop, { id: 'tea' })
  for (let n = 0; n < 5; n++) await makeProduct(shop, { tags: ['größe & "form"'], category_id: 'tea' })
  const query = `?business=${shop.slug}&utm_source=mail&tag=gr%C3%B6%C3%9Fe+%26%20%22form%22&sort=-price&limit=2&fields=name`
  const sizes: number[] = []
  let next: string | undefined = query
  while (next) {
    const response = await call(`/products${next}`)
    expect(response.status).toBe(200)
    const body = (await response.json()) as { count: number; next_cursor: string | null }
    sizes.push(body.count)
    const link = response.headers.get('link')
    expect(link === null).toBe(body.next_cursor === null)
    next = link?.match(/^<(\?[^>]*)>; rel="next"$/)?.[1]
    expect(next === undefined).toBe(link === null)
    if (!next) break
    expect(Object.fromEntries(new URLSearchParams(next))).toEqual({
      business: shop.slug,
      tag: 'größe & "form"',
      sort: '-price',
      limit: '2',
      fields: 'name',
      cursor: body.next_cursor,
    })
  }
  expect(sizes).toEqual([2, 2, 1])
})

test('fields chooses what is shown, keeps the public order and always shows the id', async () => {
  const [item] = (await listOf(business, '/products?fields=price,name&limit=1')).data
  expect(Object.keys(item ?? {})).toEqual(['id', 'name', 'price'])
  const [bare] = (await listOf(business, '/products?fields=id,id&limit=1')).data
  expect(Object.keys(bare ?? {})).toEqual(['id'])
  const [whole] = (await listOf(business, `/products?fields=${PUBLIC_PRODUCT_FIELDS.join(',')}&limit=1`)).data
  expect([whole]).toEqual((await listOf(business, '/products?limit=1')).data)
})

test('a page ends at 1 MB of JSON and the walk still finds every product', async () => {
  const shop = await makeBusiness()
  await makeCategory(shop, { id: 'tea' })
  const large = {
    description: '\u{1F375}'.repeat(5000),
    images: Array.from({ length: 5 }, () => ({ url: 'https://img.example/', alt: '\u{1F375}'.repeat(500) })),
    category_id: 'tea',
  }
  const made = await Promise.all(
    Array.from({ length: 40 }, (_, n) => makeProduct(shop, { ...large, slug: `p${n}` })),
  )
  const response = await callAs(shop, '/products?limit=200')
  const text = await response.text()
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(1024 * 1024)
  expect(Buffer.byteLength(text)).toBeGreaterThan(900_000)
  expect(JSON.parse(text)).toMatchObject({ has_more: true })
  const seen = (await walk(shop, '/products?limit=200')).map(({ id }) => id)
  expect(seen).toEqual(made.map(({ id }) => id).sort())
})
