import { beforeAll, expect, test } from 'vitest'
import { type Body, create, type Merchant, makeShelves, outcome, TEA } from '../merchant.ts'

let shop: Merchant
let all: Body[]

beforeAll(async () => {
  shop = await makeShelves()
  all = []
  for (let n = 0; n < 13; n++)
    all.push(
      await create(shop, '/admin/products', {
        ...TEA,
        slug: `p${n}`,
        sku: n % 2 ? `sku ${n} é&+` : null,
        external_id: n % 3 ? `erp-${n}` : null,
        status: ['draft', 'active', 'archived'][n % 3],
        category_id: n % 4 ? 'tea' : 'pots',
      }),
    )
})

const list = async (query: string) => (await shop.ask('GET', `/admin/products?${query}`)).body

/** Every product of a list, by following its links; with how many pages that took. */
async function walk(query: string): Promise<{ items: unknown[]; pages: number }> {
  const items: unknown[] = []
  let next: string | undefined = `?${query}`
  let pages = 0
  while (next !== undefined) {
    if (pages++ === 50) throw new Error(`${query}: no end`)
    const answer: Awaited<ReturnType<typeof shop.ask>> = await shop.ask('GET', `/admin/products${next}`)
    expect(answer.body.count).toBe(answer.body.data.length)
    items.push(...answer.body.data)
    next = answer.headers.get('link')?.match(/^<(\?.+)>; rel="next"$/)?.[1]
    expect(next === undefined).toBe(answer.body.next_cursor === null)
    expect(answer.body.has_more).toBe(next !== undefined)
  }
  return { items, pages }
}

test('a filter that keeps little is looked for beyond as many products as the page has', async () => {
  expect(await walk('category=none&limit=1')).toEqual({ items: [], pages: 1 })
})

test('shows every product in order of creation, whole, private to its owner', async () => {
  const { body, headers, text } = await shop.ask('GET', '/admin/products', undefined, {
    'accept-encoding': 'gzip, br',
  })
  expect(text.length).toBeGreaterThan(2_000)
  expect(Object.keys(body)).toEqual(['data', 'count', 'has_more', 'next_cursor'])
  expect(body).toEqual({ data: all, count: 13, has_more: false, next_cursor: null })
  expect(headers.get('cache-control')).toBe('private, no-store')
  for (const name of ['content-encoding', 'access-control-allow-origin', 'link'])
    expect(headers.get(name)).toBeNull()
  const head = await shop.ask('HEAD', '/admin/products')
  expect([head.status, head.text]).toEqual([200, ''])
})

/** Each filter, and what it keeps. */
const FILTERS: [query: string, keeps: (product: Body) => boolean][] = [
  ['', () => true],
  ['status=draft', ({ status }) => status === 'draft'],
  ['status=active', ({ status }) => status === 'active'],
  ['status=archived', ({ status }) => status === 'archived'],
  ['category=pots', ({ category_id }) => category_id === 'pots'],
  ['category=tea&status=active', (p) => p.category_id === 'tea' && p.status === 'active'],
  ['category=none', () => false],
  ['category=No%20Slug', () => false],
  ['category=PROFILE', () => false],
]

test.each(FILTERS)('filtered by %j its pages are the set, in both directions', async (filter, keeps) => {
  const expected = all.filter(keeps)
  for (const limit of filter === '' ? [1, 5, 13, 200] : [2])
    for (const [sort, ordered] of [
      ['', expected],
      ['&sort=created_at', expected],
      ['&sort=-created_at', expected.toReversed()],
    ] as const) {
      const { items, pages } = await walk(`${filter}${sort}&limit=${limit}`)
      expect(items).toEqual(ordered)
      if (filter === '') expect(pages).toBe(Math.ceil(13 / limit))
    }
})

test('finds the one product of a SKU or an external id, if it fits the other filters too', async () => {
  for (const product of all.filter(({ sku, external_id }) => sku !== null && external_id !== null)) {
    const sku = `sku=${encodeURIComponent(String(product.sku))}`
    const externalId = `external_id=${product.external_id}`
    for (const query of [
      sku,
      externalId,
      `${sku}&${externalId}`,
      `${sku}&status=${product.status}&sort=-created_at`,
      `${externalId}&category=${product.category_id}&limit=1`,
    ])
      expect(await list(query), query).toEqual({
        data: [product],
        count: 1,
        has_more: false,
        next_cursor: null,
      })
    const other = product.status === 'draft' ? 'active' : 'draft'
    for (const query of [`${sku}&status=${other}`, `${externalId}&category=none`, `${sku}&external_id=erp-0`])
      expect((await list(query)).data, query).toEqual([])
  }
})

test('finds nothing for a SKU or an external id that nothing has', async () => {
  for (const query of [
    'sku=none',
    'sku=SKU%201%20%C3%A9%26%2B',
    'sku=%00',
    'external_id=a%20b',
    'external_id=ERP-1',
  ])
    expect(await list(query), query).toEqual({ data: [], count: 0, has_more: false, next_cursor: null })
})

test('follows a write at once', async () => {
  const { id } = await create(shop, '/admin/products', { ...TEA, sku: 'fleeting' })
  const path = `/admin/products/${id}`
  await shop.ask('PATCH', path, { sku: 'moved', status: 'archived' })
  expect([(await list('sku=fleeting')).count, (await list('sku=moved&status=archived')).count]).toEqual([
    0, 1,
  ])
  await shop.ask('DELETE', path)
  expect([(await list('sku=moved')).count, (await list('')).count]).toEqual([0, 13])
})

test('a cursor is good for its own list only', async () => {
  const { next_cursor } = await list('status=draft&limit=1')
  expect(outcome(await shop.ask('GET', `/admin/products?status=draft&limit=3&cursor=${next_cursor}`))).toBe(
    '200',
  )
  for (const other of ['', 'status=active', 'status=draft&sort=-created_at'])
    expect(outcome(await shop.ask('GET', `/admin/products?${other}&cursor=${next_cursor}`)), other).toBe(
      '400 invalid_cursor',
    )
})

test('refuses values that its parameters cannot have, and parameters of the public list', async () => {
  for (const query of ['limit=201', 'status=gone', 'sort=name', 'sku=', 'category=%'])
    expect(outcome(await shop.ask('GET', `/admin/products?${query}`)), query).toBe('400 invalid_parameter')
  for (const query of ['is_available=true', 'fields=id', 'utm_source=x'])
    expect(outcome(await shop.ask('GET', `/admin/products?${query}`)), query).toBe('400 unknown_parameter')
})
