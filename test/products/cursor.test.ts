import { beforeAll, describe, expect, test } from 'vitest'
import { handler as listCategories } from '../../functions/categories/list.ts'
import { handler as listProducts } from '../../functions/products/list.ts'
import { listIdentity, makeCursor } from '../../lib/api/http/lists/cursor.ts'
import { updateProduct } from '../../lib/data/products/products.ts'
import type { Business } from '../../lib/domain/business.ts'
import { ask, askList, askPages } from '../support/in-process.ts'
import { makeBusiness, makeCategory, makeProduct } from '../support/shop.ts'

const route = '/products'
let business: Business
let other: Business

/** Prices 0 to 7 in this order; the other business has the same products under other ids. */
beforeAll(async () => {
  business = await makeBusiness()
  other = await makeBusiness()
  for (const shop of [business, other]) {
    for (const id of ['tea', 'pots']) await makeCategory(shop, { id })
    for (let n = 0; n < 8; n++)
      await makeProduct(shop, {
        name: `T${n}`,
        slug: `t${n}`,
        price: n,
        position: n,
        is_available: n % 2 === 0,
        category_id: n < 5 ? 'tea' : 'pots',
        tags: n % 3 ? ['x'] : ['x', 'tea'],
      })
  }
})

const list = (query: string, shop = business) => askList(listProducts, shop.id, { route, query })
const cursorOf = async (query: string, shop = business) => (await list(query, shop)).next_cursor ?? ''
const slugsOf = ({ data }: { data: Record<string, unknown>[] }) => data.map(({ slug }) => slug).join(' ')

async function refusal(query: string, shop = business): Promise<unknown> {
  const { status, text } = await ask(listProducts, shop.id, { route, query })
  return status === 200 ? text : { status, ...JSON.parse(text) }
}
const REFUSED = {
  status: 400,
  code: 'invalid_cursor',
  errors: [{ parameter: 'cursor', code: 'invalid_cursor' }],
}

test('a cursor is short, opaque and survives a URL as it is', async () => {
  const long = await makeBusiness()
  await makeCategory(long, { id: 'tea' })
  for (let n = 0; n < 2; n++) await makeProduct(long, { name: '\uFDFA'.repeat(200), category_id: 'tea' })
  const cursor = await cursorOf('limit=1', long)
  expect(cursor).toMatch(/^[A-Za-z0-9_-]+$/)
  expect(cursor.length).toBeLessThanOrEqual(1024)
  expect((await list(`limit=1&cursor=${cursor}`, long)).count).toBe(1)
})

test('a cursor with any one character changed, left out or added is refused', async () => {
  const cursor = await cursorOf('limit=2&sort=name')
  for (let n = 0; n <= cursor.length; n++) {
    const [before, here, after] = [cursor.slice(0, n), cursor.slice(n, n + 1), cursor.slice(n + 1)]
    const changed = ['A', 'B', '_', '=', '%00', '%F0%9F%8D%B5'].filter((character) => character !== here)
    for (const character of changed)
      expect(await refusal(`sort=name&cursor=${before}${character}${after}`)).toMatchObject(REFUSED)
    for (const mangled of [before, `${before}${after}`, `${before}A${here}${after}`])
      if (mangled !== '' && mangled !== cursor)
        expect(await refusal(`sort=name&cursor=${mangled}`)).toMatchObject(REFUSED)
  }
})

test('the same bytes in another spelling are not the same cursor', async () => {
  const cursor = await cursorOf('limit=1')
  const bytes = Buffer.from(cursor, 'base64url')
  const spellings = [`${cursor}=`, `${cursor}==`, ` ${cursor}`, `${cursor}\n`, bytes.toString('hex')]
  for (const spelling of [...spellings, bytes.toString('base64').padEnd(cursor.length + 1, '=')])
    expect(await refusal(`cursor=${encodeURIComponent(spelling)}`)).toMatchObject(REFUSED)
})

test('an empty cursor is an invalid parameter and one over 1 KB is refused', async () => {
  expect(await refusal('cursor=')).toMatchObject({ status: 400, code: 'invalid_parameter' })
  for (const length of [1024, 1025, 100_000])
    expect(await refusal(`cursor=${'A'.repeat(length)}`)).toMatchObject(REFUSED)
  const identity = listIdentity(business.id, route, { sort: 'position' })
  expect(await refusal(`cursor=${makeCursor('a'.repeat(1000), identity)}`)).toMatchObject(REFUSED)
})

/** Lists, each of which differs from every other in one thing a cursor is bound to. */
const LISTS = [
  '',
  'sort=name',
  'sort=-name',
  'sort=-position',
  'category=tea',
  'category=pots',
  'is_available=true',
  'is_available=false',
  'price_min=0',
  'price_min=1',
  'price_max=5',
  'price_max=1&price_min=0',
  'tag=x',
  'tag=tea',
]

describe.each(LISTS)('a cursor of ?%s', (query) => {
  test('is refused by every other list', async () => {
    const cursor = await cursorOf(`${query}&limit=1`)
    expect(cursor).not.toBe('')
    for (const another of LISTS.filter((candidate) => candidate !== query))
      expect(await refusal(`${another}&limit=1&cursor=${cursor}`)).toMatchObject(REFUSED)
  })

  test('is refused by another business, which learns nothing from it', async () => {
    const cursor = await cursorOf(`${query}&limit=1`)
    expect(cursor).not.toBe('')
    expect(await refusal(`${query}&cursor=${cursor}`, other)).toMatchObject(REFUSED)
  })
})

test('products refuse a cursor of categories, and the other way round', async () => {
  const ofCategories = await askList(listCategories, business.id, { route: '/categories', query: 'limit=1' })
  expect(await refusal(`cursor=${ofCategories.next_cursor}`)).toMatchObject(REFUSED)
  const query = `cursor=${await cursorOf('limit=1')}`
  expect((await ask(listCategories, business.id, { route: '/categories', query })).status).toBe(400)
})

test('the spelled-out default sort is the same list; limit and fields may change between pages', async () => {
  const cursor = await cursorOf('limit=2&fields=slug')
  expect(slugsOf(await list(`cursor=${cursor}&sort=position&limit=3`))).toBe('t2 t3 t4')
  expect((await list(`cursor=${cursor}&fields=price&limit=1`)).data).toEqual([
    { id: expect.any(String), price: 2 },
  ])
})

test('a cursor still leads on when its product is deleted', async () => {
  const shop = await makeBusiness()
  await makeCategory(shop, { id: 'tea' })
  for (let n = 0; n < 3; n++) await makeProduct(shop, { slug: `s${n}`, position: n, category_id: 'tea' })
  const first = await list('limit=1', shop)
  await updateProduct(shop.id, String(first.data[0]?.id), (product) => ({ ...product, status: 'draft' }))
  expect(slugsOf(await list(`limit=1&cursor=${first.next_cursor}`, shop))).toBe('s1')
})

/** Whoever reads this code can make a digest that fits. Then only the partition protects, and it must. */
const POSITIONS = [
  'a',
  '0',
  'z',
  '\u0000a',
  '#a',
  '\u{10ffff}a',
  `BIZ#${'0'.repeat(36)}a`,
  'x'.repeat(700),
  `${'9'.repeat(13)}\u0001a`,
  `${'0'.repeat(13)}\u0001a`,
  `0000000002\u0001t2\u0001`.concat('f'.repeat(36)),
]
const FORGERIES = ['position', '-position', 'name', '-name', 'price', '-price', 'created_at', '-created_at']

test.each(FORGERIES)('a forged cursor that fits sort=%s moves only within its own list', async (sort) => {
  for (const [price_min, price_max] of [
    [undefined, undefined],
    [1, 3],
  ] as const) {
    const range = price_min === undefined ? '' : `&price_min=${price_min}&price_max=${price_max}`
    const own = slugsOf(await list(`sort=${sort}${range}`))
    const ownIds = (await list(`sort=${sort}${range}`)).data.map(({ id }) => id)
    const foreign = (await list('', other)).data.map(({ id }) => String(id))
    for (const position of [...POSITIONS, ...foreign, business.id]) {
      const identity = listIdentity(business.id, route, { ...(price_min && { price_min, price_max }), sort })
      const cursor = makeCursor(position, identity)
      const pages = await askPages(listProducts, business.id, {
        route,
        query: `sort=${sort}${range}&cursor=${cursor}`,
      })
      const seen = pages.flatMap(({ data }) => data)
      expect(seen.every(({ id }) => ownIds.includes(id))).toBe(true)
      expect(own.endsWith(slugsOf({ data: seen }))).toBe(true)
    }
  }
})

test.each(['', '\u0000', 'a\u0000', 'a#', 'A', ' ', '-', 'ä', '\uFFFD'])(
  'a forged cursor that ends in no id (%j) is refused',
  async (position) => {
    const identity = listIdentity(business.id, route, { sort: 'position' })
    expect(await refusal(`cursor=${makeCursor(position, identity)}`)).toMatchObject(REFUSED)
  },
)
