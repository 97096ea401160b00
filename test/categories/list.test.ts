import { beforeAll, expect, test } from 'vitest'
import type { Business } from '../../lib/domain/business.ts'
import { call, callAs, listOf, makeBusiness, makeCategory, makeProduct, walk } from '../support/shop.ts'

/** In no order; the id is the letter. */
const CATEGORIES = [
  { id: 'e', name: 'Äpfel', position: 2 },
  { id: 'a', name: 'zebra', position: 0 },
  { id: 'c', name: 'apfel', position: 2 },
  { id: 'd', name: 'APFEL', position: 2 },
  { id: 'b', name: 'Apf', position: 2 },
  { id: 'f', name: 'apfel mus', position: 2 },
  { id: 'h', name: 'a', position: 1_000_000_000 },
  { id: 'g', name: 'a', position: 10 },
]

let business: Business

beforeAll(async () => {
  business = await makeBusiness()
  for (const category of CATEGORIES)
    await makeCategory(business, { metadata: { secret: 'canary' }, ...category })
})

const idsOf = (categories: Record<string, unknown>[]) => categories.map(({ id }) => id).join('')

test('categories come by position, then name, then id', async () => {
  expect(idsOf((await listOf(business, '/categories')).data)).toBe('abcdefgh')
})

test.each([1, 2, 3, 7, 8])('pages of %i are together the list, in order', async (limit) => {
  expect(idsOf(await walk(business, `/categories?limit=${limit}`))).toBe('abcdefgh')
})

test('the envelope and the fields are exactly the public ones', async () => {
  const list = await listOf(business, '/categories?limit=1')
  expect(Object.keys(list)).toEqual(['data', 'count', 'has_more', 'next_cursor'])
  expect(list).toMatchObject({ count: 1, has_more: true })
  const fields = [
    'id',
    'name',
    'description',
    'parent_id',
    'position',
    'is_listed',
    'image',
    'created_at',
    'updated_at',
  ]
  expect(Object.keys(list.data[0] ?? {})).toEqual(fields)
})

test('a business without categories has an empty list', async () => {
  const empty = await makeBusiness()
  expect(await listOf(empty, '/categories')).toEqual({
    data: [],
    count: 0,
    has_more: false,
    next_cursor: null,
  })
})

test('a category is listed whether or not it has products, and no product is listed among them', async () => {
  const before = await (await callAs(business, '/categories')).text()
  await makeProduct(business, { category_id: 'a' })
  expect(await (await callAs(business, '/categories')).text()).toBe(before)
})

test('the Link header leads to the next page', async () => {
  const first = await call(`/categories?business=${business.slug}&limit=5`)
  const next = first.headers.get('link')?.match(/^<(\?[^>]*)>; rel="next"$/)?.[1]
  const second = await call(`/categories${next}`)
  expect(idsOf(((await second.json()) as { data: Record<string, unknown>[] }).data)).toBe('fgh')
  expect(second.headers.get('link')).toBeNull()
})

test('a cursor is refused when mangled, of another business or of another list', async () => {
  const other = await makeBusiness()
  for (const name of ['One', 'Two']) await makeCategory(other, { name })
  const foreign = (await listOf(other, '/categories?limit=1')).next_cursor
  const own = (await listOf(business, '/categories?limit=1')).next_cursor
  for (const id of ['a', 'b']) await makeProduct(business, { category_id: id })
  const ofProducts = (await listOf(business, '/products?limit=1')).next_cursor
  for (const cursor of [foreign, ofProducts, `${own}A`, own?.slice(1), 'x']) {
    const response = await callAs(business, `/categories?cursor=${cursor}`)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ code: 'invalid_cursor' })
  }
})

test.each(['limit=0', 'limit=1001', 'sort=name', 'category=a', 'ids=a', 'fields=id'])(
  '?%s is refused',
  async (query) => {
    expect((await callAs(business, `/categories?${query}`)).status).toBe(400)
  },
)
