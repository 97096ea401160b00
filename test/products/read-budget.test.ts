import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { handler as listCategories } from '../../functions/categories/list.ts'
import { handler } from '../../functions/products/list.ts'
import { listProducts } from '../../lib/data/products/product-lists.ts'
import type { Product } from '../../lib/domain/products/product.ts'
import { ask, askList } from '../support/in-process.ts'
import { type Meter, meterTable } from '../support/metered-table.ts'
import { type SeededShop, seedShop } from '../support/seeded-shop.ts'

const route = '/products'
/** 1 MB, what rounding adds for each Query, and the row at which DynamoDB notices that it is over. */
const BUDGET_UNITS = 131
const KB = 1024

let meter: Meter
let small: SeededShop
let rising: SeededShop
let growing: SeededShop
let large: SeededShop
let placed: SeededShop

const CUP = '\u{1F375}'
const text = (bytes: number) => 'x'.repeat(bytes)
/** About as large as a product may be: its JSON has 32 KB, and its row with it. */
const largest = (n: number): Partial<Product> => ({
  name: 'Tea',
  slug: `tea-${n}`,
  description: CUP.repeat(5000),
  images: Array.from({ length: 9 }, (_, at) => ({
    url: `https://images.example/${n}-${at}.jpg`,
    alt: at < 4 ? text(400) : CUP.repeat(500),
  })),
})
const alt = (bytes: number) => [{ url: 'https://images.example/a.jpg', alt: text(bytes) }]

beforeAll(async () => {
  small = await seedShop(2_500, () => ({ tags: [] }))
  // Nearly full pages of rows of 4 KB, and behind them rows of 10 KB.
  rising = await seedShop(320, (n) => ({
    images: alt(n < 160 ? 3_500 : 9_500),
    tags: n < 51 ? [n % 2 ? 'found' : 'other'] : n < 160 && n % 10 === 0 ? ['found'] : [],
  }))
  growing = await seedShop(1_560, (n) => (n < 1_500 ? { tags: [] } : { ...largest(n), tags: [] }))
  large = await seedShop(100, (n) => ({ ...largest(n), tags: [] }))
  // 60 of the largest products and 30 small ones are placed in `gifts`, where five small ones of its own are.
  placed = await seedShop(95, (n) => ({
    ...(n < 60 ? largest(n) : {}),
    tags: n % 2 ? ['odd'] : [],
    category_id: n < 90 ? 'tea' : 'gifts',
    additional_categories: n < 90 ? [{ id: 'gifts' }] : [],
  }))
  meter = await meterTable()
})
afterAll(() => meter.close())

interface Cost {
  queries: number
  units: number
  count: number
  bytes: number
}

/** Every page of a list by its cursors, and what each of them cost. */
async function walk(shop: SeededShop, query: string): Promise<{ costs: Cost[]; ids: string[] }> {
  const costs: Cost[] = []
  const ids: string[] = []
  let cursor: string | null = null
  do {
    meter.reset()
    const next: string = cursor ? `&cursor=${cursor}` : ''
    const { text: json } = await ask(handler, shop.id, { route, query: query + next })
    const page = JSON.parse(json)
    const { queries, units } = meter
    costs.push({ queries, units, count: page.count, bytes: Buffer.byteLength(json) })
    ids.push(...page.data.map(({ id }: Product) => id))
    cursor = page.next_cursor
  } while (cursor !== null)
  return { costs, ids }
}

const mostUnits = (costs: Cost[]) => Math.max(...costs.map(({ units }) => units))

describe('a filter that no index can serve', () => {
  test.each([1, 50])('by %i reads at most 1 MB of rows of one size', async (limit) => {
    const { costs, ids } = await walk(small, `tag=nowhere&limit=${limit}`)
    expect(ids).toEqual([])
    expect(mostUnits(costs)).toBeLessThanOrEqual(BUDGET_UNITS)
    // The budget is used: 1 MB a page, and less only where a page is small.
    if (limit >= 20) expect(costs.length).toBeLessThanOrEqual(3)
  })

  test.each([
    [1, 'position'],
    [50, 'position'],
    [50, '-position'],
  ])(
    'by %i and %s reads one page of rows more at worst, whatever the rows before them were like',
    async (limit, sort) => {
      for (const shop of [rising, growing]) {
        const { costs } = await walk(shop, `tag=nowhere&limit=${limit}&sort=${sort}`)
        expect(mostUnits(costs)).toBeLessThanOrEqual(BUDGET_UNITS + (limit * 38 * KB) / 8192)
      }
    },
  )

  test('reads no more than a page beyond 1 MB where rows grow after much was read', async () => {
    const { costs, ids } = await walk(rising, 'tag=found&limit=50')
    expect(mostUnits(costs)).toBeLessThanOrEqual(BUDGET_UNITS + (50 * 10 * KB) / 8192)
    expect(ids).toEqual(rising.products.filter(({ tags }) => tags.includes('found')).map(({ id }) => id))
  })

  test('that most products pass reads little more than the page', async () => {
    const { costs } = await walk(small, 'is_available=true&limit=50&fields=id')
    const [{ units = 0, count = 0 } = {}] = costs
    expect(count).toBe(50)
    expect(units).toBeLessThanOrEqual(6)
  })
})

describe('ids', () => {
  const idsOf = ({ products }: SeededShop) => products.map(({ id }) => id)

  test('of the largest products end a page at 1 MB of the table and of JSON, and continue', async () => {
    const ids = idsOf(large)
    const { costs, ids: found } = await walk(large, `ids=${ids}`)
    expect(found).toEqual(ids)
    expect(mostUnits(costs)).toBeLessThanOrEqual(128)
    expect(Math.max(...costs.map(({ bytes }) => bytes))).toBeLessThanOrEqual(1_000_200)
    expect(costs.length).toBe(4)
  })

  test('have cursors that are good for these ids of this business only', async () => {
    const ids = idsOf(large)
    const [a = '', b = '', ...others] = ids
    const list = (query: string, shop = large) => ask(handler, shop.id, { route, query })
    const first = await list(`ids=${ids}&fields=id`)
    const { next_cursor: cursor, count, has_more } = JSON.parse(first.text)
    expect([has_more, count < 100, count > 20]).toEqual([true, true, true])
    expect(first.headers.link).toContain(`cursor=${cursor}`)
    const second = JSON.parse((await list(`ids=${ids}&fields=id&limit=50&cursor=${cursor}`)).text)
    expect(second.data[0]).toEqual({ id: ids[count] })
    const refused = [
      list(`ids=${[b, a, ...others]}&cursor=${cursor}`),
      list(`ids=${ids.slice(0, 99)}&cursor=${cursor}`),
      list(`ids=${ids}&cursor=${cursor}`, small),
      list(`cursor=${cursor}`),
      list(`ids=${ids}&cursor=${JSON.parse((await list('limit=1')).text).next_cursor}`),
    ]
    for (const { status, text: problem } of await Promise.all(refused))
      expect([status, JSON.parse(problem).code]).toEqual([400, 'invalid_cursor'])
  })

  test('that are missing are passed over, and a page that holds none of them leads on', async () => {
    const missing = Array.from(
      { length: 60 },
      (_, n) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
    )
    const asked = [...idsOf(large).slice(0, 40), ...missing].toSorted()
    const { ids } = await walk(large, `ids=${asked}`)
    expect(ids).toEqual(asked.filter((id) => !missing.includes(id)))
  })

  test('of small products are one page of one Query each, a few at a time', async () => {
    const ids = idsOf(small).slice(0, 100)
    const { costs, ids: found } = await walk(small, `ids=${ids}&fields=id`)
    expect(found).toEqual(ids)
    expect(costs).toMatchObject([{ queries: 100, units: 50 }])
    expect(meter.atOnce).toBeLessThanOrEqual(10)
  })
})

describe('a category in which products are placed', () => {
  test.each([
    ['', 200, '-position'],
    ['&tag=odd', 3, 'price'],
    ['&tag=odd', 20, '-position'],
    ['&tag=nowhere', 20, '-position'],
  ])(
    'reads at most 1 MB and a page more with the cards of "%s" by %i and %s, and holds all',
    async (filter, limit, sort) => {
      const { costs, ids } = await walk(placed, `category=gifts${filter}&sort=${sort}&limit=${limit}`)
      expect(mostUnits(costs)).toBeLessThanOrEqual(BUDGET_UNITS + (limit * 38 * KB) / 8192)
      const due = placed.products.filter((_, n) => filter === '' || (filter === '&tag=odd' && n % 2))
      expect([...ids].sort()).toEqual(due.map(({ id }) => id).sort())
    },
  )

  test('costs half a unit for each of them on its page', async () => {
    const { costs } = await walk(placed, 'category=gifts&sort=-position&limit=25&is_available=true')
    const [{ queries = 0, units = 0, count = 0 } = {}] = costs
    expect([count, queries, units]).toEqual([25, 22, 11.5])
  })
})

test('a list of categories costs what its page costs', async () => {
  meter.reset()
  await askList(listCategories, small.id, { route: '/categories', query: 'limit=2' })
  expect(meter).toMatchObject({ queries: 1, units: 0.5 })
})

test('an administrative list reads at most 4 MB, whatever its filter', async () => {
  for (const limit of [1, 200]) {
    const filter = { status: undefined, category: 'nowhere', reverse: false }
    let after: string | undefined
    do {
      meter.reset()
      const { items, position } = await listProducts(growing.id, filter, { after, limit })
      expect(items).toEqual([])
      expect(meter.units).toBeLessThanOrEqual(4 * 128.5)
      after = position ?? undefined
    } while (after !== undefined)
  }
})

describe('a table that does not say what a Query consumed', () => {
  beforeAll(() => {
    meter.isSilent = true
  })

  test('gets one request for a page, and the pages are still the list', async () => {
    const { costs, ids } = await walk(rising, 'tag=found&limit=50')
    expect(ids).toEqual(rising.products.filter(({ tags }) => tags.includes('found')).map(({ id }) => id))
    for (const { queries } of costs) expect(queries).toBe(1)
  })

  test('gets requests for a few ids, and then stops', async () => {
    const asked = small.products.slice(0, 25).map(({ id }) => id)
    const { costs, ids } = await walk(small, `ids=${asked}`)
    expect(ids).toEqual(asked)
    expect(costs.map(({ queries }) => queries)).toEqual([10, 10, 5])
  })
})
