import { beforeAll, describe, expect, test } from 'vitest'
import type { Business } from '../../lib/domain/business.ts'
import { listOf, makeBusiness, makeCategory, makeProduct, walk } from '../support/shop.ts'

/** The letter is the slug, by which the orders below name them. */
const CATALOGUE = [
  { slug: 'a', name: 'zimt', price: 300, position: 1, category_id: 'spice' },
  { slug: 'b', name: 'Äpfel', price: 200, position: 2, category_id: 'fruit' },
  { slug: 'c', name: 'apfel', price: 200, position: 2, category_id: 'fruit' },
  { slug: 'd', name: 'Apfelmus', price: 1_000_000_000_000, position: 2, category_id: 'fruit' },
  { slug: 'e', name: 'ＡＰＦＥＬ', price: 200, position: 2, category_id: 'fruit' },
  { slug: 'f', name: 'Apfel mus', price: 0, position: 1_000_000_000, category_id: 'fruit' },
  { slug: 'g', name: 'Zimt', price: 300, position: 10, category_id: 'spice' },
  { slug: 'h', name: '\u{1F34E}', price: 1000, position: 2, category_id: 'fruit' },
  { slug: 'i', name: '\u{FFFD}', price: 30, position: 9, category_id: 'spice' },
]

/** Groups of what ties; within a group the id decides. */
const ORDERS: Record<string, string[]> = {
  position: ['a', 'bce', 'd', 'h', 'i', 'g', 'f'],
  // U+FFFD before U+1F34E: by UTF-8 bytes, not by the UTF-16 units of JavaScript's own comparison.
  name: ['bce', 'f', 'd', 'ag', 'i', 'h'],
  price: ['f', 'i', 'bce', 'ag', 'h', 'd'],
  created_at: ['abcdefghi'],
}

let business: Business
const ids = new Map<string, string>()

beforeAll(async () => {
  business = await makeBusiness()
  for (const id of ['spice', 'fruit']) await makeCategory(business, { id })
  for (const product of CATALOGUE) ids.set(product.slug, (await makeProduct(business, product)).id)
})

const idOf = (slug: string) => ids.get(slug) ?? ''

function inOrder(groups: string[] = [], among = 'abcdefghi'): string {
  const byId = (a: string, b: string) => (idOf(a) < idOf(b) ? -1 : 1)
  return groups
    .flatMap((group) => [...group].sort(byId))
    .filter((slug) => among.includes(slug))
    .join('')
}

const slugsOf = (products: Record<string, unknown>[]) => products.map(({ slug }) => slug).join('')

const CATEGORIES = [
  { category: '', among: 'abcdefghi' },
  { category: 'fruit', among: 'bcdefh' },
  { category: 'spice', among: 'agi' },
]
const CASES = Object.keys(ORDERS).flatMap((sort) => CATEGORIES.map((one) => ({ sort, ...one })))

describe.each(CASES)('sort=$sort in the category "$category"', ({ sort, category, among }) => {
  const query = category ? `&category=${category}` : ''
  const expected = () => inOrder(ORDERS[sort], among)

  test('returns that order, ties by id', async () => {
    expect(slugsOf((await listOf(business, `/products?sort=${sort}${query}`)).data)).toBe(expected())
  })

  test('returns exactly the reverse order with a minus', async () => {
    const reverse = [...expected()].reverse().join('')
    expect(slugsOf((await listOf(business, `/products?sort=-${sort}${query}`)).data)).toBe(reverse)
  })

  test.each([1, 2])('keeps both orders over pages of %i', async (limit) => {
    const walked = (direction: string) =>
      walk(business, `/products?sort=${direction}${sort}&limit=${limit}${query}`)
    expect(slugsOf(await walked(''))).toBe(expected())
    expect(slugsOf(await walked('-'))).toBe([...expected()].reverse().join(''))
  })
})

test('without sort the order is by position, then name, then id', async () => {
  expect(slugsOf((await listOf(business, '/products')).data)).toBe(inOrder(ORDERS.position))
})

test('names are compared by no more than their first 256 folded bytes', async () => {
  const shop = await makeBusiness()
  await makeCategory(shop, { id: 'tea' })
  // 90 times 3 bytes: what differs stands behind the 256th byte, so that only the ids decide.
  const start = '茶'.repeat(90)
  const made: string[] = []
  for (const end of ['c', 'b', 'a'])
    made.push((await makeProduct(shop, { name: start + end, category_id: 'tea' })).id)
  const early = await makeProduct(shop, { name: `${'茶'.repeat(84)}a`, category_id: 'tea' })
  const listed = (await listOf(shop, '/products?sort=name')).data.map(({ id }) => id)
  expect(listed).toEqual([early.id, ...made.sort()])
})
