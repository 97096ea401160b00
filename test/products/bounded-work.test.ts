import { afterAll, beforeAll, expect, test } from 'vitest'
import { handler } from '../../functions/products/list.ts'
import { ask, askList, askPages } from '../support/in-process.ts'
import { type Meter, meterTable } from '../support/metered-table.ts'
import { type SeededShop, seedShop } from '../support/seeded-shop.ts'

const route = '/products'
/** 5 MB in all, so that no request can look at everything. The large ones have 21 KB. */
const SMALL = 780
const LARGE = 220
const isRare = (n: number) => n % 200 === 7 || n === SMALL + LARGE - 1

let business: SeededShop
let meter: Meter
let rare: string[]

beforeAll(async () => {
  business = await seedShop(SMALL + LARGE, (n) => ({
    name: `Tea ${n % 10}`,
    slug: `p${n}`,
    price: n,
    position: n % 7,
    category_id: 'tea',
    additional_categories: [],
    images: [],
    compare_at_price: null,
    description: n < SMALL ? '' : '\u{1F375}'.repeat(5000),
    tags: isRare(n) ? ['rare'] : ['common'],
    is_available: !isRare(n),
  }))
  rare = business.products.flatMap(({ id }, n) => (isRare(n) ? [id] : []))
  meter = await meterTable()
})

afterAll(() => meter.close())

/** Every page of a list, and what each of them cost. */
async function walk(query: string) {
  const costs: { queries: number; units: number; count: number }[] = []
  const found: string[] = []
  let cursor: string | null = null
  do {
    meter.reset()
    const next: string = cursor ? `&cursor=${cursor}` : ''
    const page = await askList(handler, business.id, { route, query: `${query}&fields=id${next}` })
    costs.push({ queries: meter.queries, units: meter.units, count: page.count })
    found.push(...page.data.map(({ id }) => String(id)))
    cursor = page.next_cursor
  } while (cursor !== null)
  return { costs, found }
}

const CASES: [query: string, isMatched: boolean][] = [
  ['tag=rare&sort=position&limit=1', true],
  ['is_available=false&sort=-name&limit=50', true],
  ['tag=nowhere&sort=created_at&limit=200', false],
  ['tag=rare&is_available=false&category=tea', true],
  ['tag=rare&sort=-price&price_min=7&price_max=999&limit=1', true],
  ['tag=rare&sort=created_at&price_min=7', true],
]

/** 1 MB with what rounding adds, and one page of the largest rows more. */
const mostUnits = (query: string) => {
  const limit = Number(new URLSearchParams(query).get('limit') ?? 50)
  return 131 + (limit * 21 * 1024) / 8192
}

test.each(CASES)(
  '?%s costs at most 4 Queries and 1 MB and a page more, and the walk finds everything',
  async (query, isMatched) => {
    const { costs, found } = await walk(query)
    expect(Math.max(...costs.map(({ queries }) => queries))).toBeLessThanOrEqual(4)
    expect(Math.max(...costs.map(({ units }) => units))).toBeLessThanOrEqual(mostUnits(query))
    expect([...found].sort()).toEqual(isMatched ? [...rare].sort() : [])
    // Were one page enough, nothing would have been shown about the next.
    expect(costs.length).toBeGreaterThan(1)
  },
)

test.each(['sort=-price', 'sort=name&category=tea', 'sort=price&price_min=400&price_max=800'])(
  'without a filter ?%s costs what its page costs, wherever in the list it is',
  async (query) => {
    const { costs } = await walk(`${query}&limit=20`)
    expect(costs.length).toBeGreaterThan(15)
    expect(new Set(costs.map(({ queries }) => queries))).toEqual(new Set([1]))
    // 21 products of at most 21 KB each.
    expect(Math.max(...costs.map(({ units }) => units))).toBeLessThan((21 * 21) / 8)
  },
)

test('a page of 20 small products reads no more than these and one more', async () => {
  meter.reset()
  await ask(handler, business.id, { route, query: 'sort=price&limit=20' })
  expect(meter.queries).toBe(1)
  expect(meter.units * 8192).toBeLessThan(21 * 1024)
})

test('a page of large products ends at 1 MB and does not read on', async () => {
  meter.reset()
  const { text } = await ask(handler, business.id, { route, query: 'sort=-price&limit=200' })
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(1024 * 1024)
  expect(meter.queries).toBeLessThanOrEqual(2)
})

test('a walk by 200 through 5 MB holds every product once', async () => {
  const pages = await askPages(handler, business.id, { route, query: 'sort=name&limit=200' })
  const ids = pages.flatMap(({ data }) => data.map(({ id }) => id))
  expect([ids.length, new Set(ids).size]).toEqual([SMALL + LARGE, SMALL + LARGE])
})
