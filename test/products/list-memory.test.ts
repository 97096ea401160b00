import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { handler as listCategories } from '../../functions/categories/list.ts'
import { handler as getProduct } from '../../functions/products/get.ts'
import { handler as listProducts } from '../../functions/products/list.ts'
import type { Answer } from '../../lib/api/http/answer/answer.ts'
import { remembered } from '../../lib/data/storefront/page-memory.ts'
import type { Business } from '../../lib/domain/business.ts'
import { ENVIRONMENT } from '../../lib/environment.ts'
import { apiEvent, lambdaContext } from '../support/events.ts'
import { catchLog } from '../support/log.ts'
import { type Meter, meterTable } from '../support/metered-table.ts'
import { PLAIN_PRODUCT_FIELDS } from '../support/plain-product-fields.ts'
import { type SeededShop, seedShop } from '../support/seeded-shop.ts'
import { makeBusiness, makeCategory } from '../support/shop.ts'

let meter: Meter
let one: SeededShop
let other: SeededShop
/** A shop of two categories. */
let shelves: Business

catchLog()

beforeAll(async () => {
  // Equal but for what is theirs, so that an answer that is mixed up is one that names the other's products.
  const tea = () => seedShop(60, (n) => ({ name: `Tea ${n}` }))
  ;[one, other] = await Promise.all([tea(), tea()])
  shelves = await makeBusiness()
  for (const id of ['pots', 'tea']) await makeCategory(shelves, { id, name: id })
  meter = await meterTable()
})
afterAll(() => meter.close())

/** Every test begins where no page of another is kept any more, on a clock that stands still. */
let clock = Date.UTC(2027, 0, 1)
beforeEach(() => {
  clock += 60_000
  vi.useFakeTimers({ toFake: ['Date'], now: clock })
  vi.stubEnv(ENVIRONMENT.listMemory, '1')
  meter.reset()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
})
const pass = (ms: number) => vi.setSystemTime(Date.now() + ms)

interface Question {
  query?: string
  method?: string
  headers?: Record<string, string>
  hasKey?: boolean
  route?: '/products' | '/categories'
}

const KEY = { identified_by: 'api_key', key_id: 'k', scopes: '', rate_limit: '1/1' }

const ask = (
  shop: Pick<SeededShop, 'id'>,
  { hasKey, route = '/products', ...question }: Question = {},
): Promise<Answer> => {
  const caller = hasKey ? KEY : { identified_by: 'public' }
  const event = apiEvent({ ...question, route, verdict: { business_id: shop.id, ...caller } })
  return (route === '/products' ? listProducts : listCategories)(event, lambdaContext())
}

const idsIn = ({ body = '' }: Answer): string[] => JSON.parse(body).data.map(({ id }: { id: string }) => id)

test('1,000 calls in one second for one page are one Query, and each of the next seconds one more', async () => {
  for (let second = 0; second < 3; second++) {
    const answers = []
    for (let call = 0; call < 1_000; call++) answers.push(await ask(one, { query: 'limit=20' }))
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
    expect(meter.queries).toBe(second + 1)
    pass(1_000)
  }
})

test('1,000 concurrent requests for one page are one Query', async () => {
  const answers = await Promise.all(Array.from({ length: 1_000 }, () => ask(one)))
  expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
  expect(meter.queries).toBe(1)
})

test('a page is not kept a moment longer than a second from when its read began', async () => {
  await ask(one)
  pass(999)
  await ask(one)
  expect(meter.queries).toBe(1)
  pass(1)
  await ask(one)
  expect(meter.queries).toBe(2)
})

test('the time that a read takes counts', async () => {
  let finish = (_: { items: string[]; position: null }) => {}
  const slow = remembered(one.id, { slow: true }, () => new Promise((resolve) => (finish = resolve)))
  pass(999)
  finish({ items: ['old'], position: null })
  await slow
  pass(1)
  const page = await remembered(one.id, { slow: true }, async () => ({ items: ['new'], position: null }))
  expect(page.items).toEqual(['new'])
})

test('a clock that is put back ends what was kept', async () => {
  await ask(one)
  pass(-3_600_000)
  await ask(one)
  expect(meter.queries).toBe(2)
})

test('with the setting 0, and without it, every call reads', async () => {
  for (const seconds of ['0', undefined]) {
    vi.stubEnv(ENVIRONMENT.listMemory, seconds)
    meter.reset()
    for (let call = 0; call < 3; call++) await ask(one)
    expect(meter.queries).toBe(3)
  }
})

test('a single product is read each time', async () => {
  const [{ id = '' } = {}] = one.products
  const verdict = { business_id: one.id, identified_by: 'public' }
  const event = () => apiEvent({ route: '/products/{product}', path: { product: id }, verdict })
  for (let call = 0; call < 3; call++) await getProduct(event(), lambdaContext())
  expect(meter.queries).toBe(3)
})

test('a list of categories is remembered, and apart from that of products', async () => {
  const [first, again] = [await ask(one, { route: '/categories' }), await ask(one, { route: '/categories' })]
  expect(again.body).toBe(first.body)
  expect(meter.queries).toBe(1)
  expect((await ask(one)).body).not.toBe(first.body)
  expect(meter.queries).toBe(2)
})

describe('nothing is mixed up', () => {
  test('between businesses that request the same in turn', async () => {
    const queries = ['', 'limit=2', 'sort=-name', 'tag=x', 'fields=id', 'category=tea&limit=3']
    for (const query of [...queries, ...queries])
      for (const shop of [one, other, one]) {
        const own = shop.products.map(({ id }) => id)
        const ids = idsIn(await ask(shop, { query }))
        expect(ids.every((id) => own.includes(id))).toBe(true)
      }
    expect(meter.queries).toBeGreaterThanOrEqual(2 * 5)
  })

  test('between businesses that request the same ids', async () => {
    const query = `ids=${one.products.slice(0, 3).map(({ id }) => id)}`
    for (let turn = 0; turn < 2; turn++) {
      expect(idsIn(await ask(one, { query }))).toHaveLength(3)
      expect(idsIn(await ask(other, { query }))).toEqual([])
    }
    expect(meter.queries).toBe(6)
  })

  test('between a page and the next, between limits, orders and filters', async () => {
    const lists = ['', 'limit=5', 'limit=6', 'sort=name', 'sort=-name', 'sort=price', 'is_available=true']
    const prices = ['price_min=1', 'price_max=5000', 'price_min=1&sort=price', 'tag=green', 'category=tea']
    vi.stubEnv(ENVIRONMENT.listMemory, '0')
    const page: string = JSON.parse((await ask(one, { query: 'limit=5' })).body ?? '').next_cursor
    const all = [...lists, ...prices, `limit=5&cursor=${page}`]
    const read = await Promise.all(all.map((query) => ask(one, { query })))
    vi.stubEnv(ENVIRONMENT.listMemory, '1')
    for (let turn = 0; turn < 2; turn++)
      for (const [n, query] of all.entries()) expect((await ask(one, { query })).body).toBe(read[n]?.body)
  })

  test('between the pages of categories', async () => {
    const route = '/categories'
    const first = await ask(shelves, { route, query: 'limit=1' })
    const { next_cursor } = JSON.parse(first.body ?? '')
    const second = await ask(shelves, { route, query: `limit=1&cursor=${next_cursor}` })
    expect([first, second, await ask(shelves, { route })].map(idsIn)).toEqual([
      ['pots'],
      ['tea'],
      ['pots', 'tea'],
    ])
  })

  test('between fields, which are picked from one read', async () => {
    const fieldsOf = ({ body = '' }: Answer) => Object.keys(JSON.parse(body).data[0])
    expect(fieldsOf(await ask(one, { query: 'fields=name' }))).toEqual(['id', 'name'])
    expect(fieldsOf(await ask(one, { query: 'fields=price' }))).toEqual(['id', 'price'])
    expect(fieldsOf(await ask(one))).toEqual(PLAIN_PRODUCT_FIELDS)
    expect(meter.queries).toBe(1)
  })

  test('between keys and the public: one read, and the response to a key stays private', async () => {
    const [open, keyed, again] = [await ask(one), await ask(one, { hasKey: true }), await ask(one)]
    expect([keyed.body, again.body]).toEqual([open.body, open.body])
    expect(keyed.headers['cache-control']).toBe('private, no-store')
    for (const answer of [open, again]) expect(answer.headers['cache-control']).toMatch(/^public, /)
    expect(meter.queries).toBe(1)
  })

  test('between HEAD and GET, plain and compressed, new and not modified', async () => {
    const plain = await ask(one, { method: 'HEAD' })
    expect(plain.body).toBeUndefined()
    const gzip = await ask(one, { headers: { 'accept-encoding': 'gzip' } })
    const get = await ask(one)
    const known = await ask(one, { headers: { 'if-none-match': get.headers.etag ?? '' } })
    expect([gzip.headers['content-encoding'], known.statusCode]).toEqual(['gzip', 304])
    expect(get.headers).toMatchObject({ etag: plain.headers.etag })
    expect(idsIn(get)).toHaveLength(50)
    expect(meter.queries).toBe(1)
  })

  test('between orders of the parameters: one read, and each link repeats its own', async () => {
    const first = await ask(one, { query: 'limit=5&sort=name&fields=id&utm_source=a' })
    const second = await ask(one, { query: 'fields=id&sort=name&limit=5' })
    expect(second.body).toBe(first.body)
    expect(first.headers.link).toMatch(/^<\?limit=5&sort=name&fields=id&cursor=/)
    expect(second.headers.link).toMatch(/^<\?fields=id&sort=name&limit=5&cursor=/)
    expect(meter.queries).toBe(1)
  })
})

describe('kept pages are distinguished and bounded', () => {
  const page = (items: string[]) => async () => ({ items, position: null })
  /** True if the memory still has a page; it has the page afterwards in any case. */
  async function isKept(businessId: string, list: object): Promise<boolean> {
    let reads = 0
    await remembered(businessId, list, async () => {
      reads++
      return { items: [], position: null }
    })
    return reads === 0
  }

  test('by business, whatever it is called by', async () => {
    for (const name of ['a', 'b', '', '__proto__']) await remembered(name, { same: 1 }, page([name]))
    const again = ['a', 'b', '', '__proto__'].map((name) => remembered(name, { same: 1 }, page(['new'])))
    expect((await Promise.all(again)).map(({ items }) => items[0])).toEqual(['a', 'b', '', '__proto__'])
  })

  test('to 1,000 pages, of which the oldest goes', async () => {
    for (let n = 0; n < 1_000; n++) await remembered(`b${n % 7}`, { n }, page(['x']))
    expect([await isKept('b0', { n: 0 }), await isKept('b5', { n: 999 - (999 % 7) - 2 })]).toEqual([
      true,
      true,
    ])
    await remembered('b0', { n: 'one more' }, page(['x']))
    expect([await isKept('b1', { n: 1 }), await isKept('b0', { n: 'one more' })]).toEqual([true, true])
    expect(await isKept('b0', { n: 0 })).toBe(false)
  })

  test('to 32 MB, of which the oldest go', async () => {
    const half = 'x'.repeat(4 * 1024 * 1024)
    for (let n = 0; n < 4; n++) await remembered('b', { large: n }, page([half]))
    expect(await isKept('b', { large: 0 })).toBe(true)
    await remembered('b', { large: 4 }, page(['x']))
    expect(await isKept('b', { large: 3 })).toBe(true)
    expect(await isKept('b', { large: 0 })).toBe(false)
  })

  test('and what failed is not kept, not even for those who waited', async () => {
    const failing = () => Promise.reject(new Error('throttled'))
    const both = [0, 1].map(() => remembered('b', { failing: 1 }, failing))
    for (const read of both) await expect(read).rejects.toThrow('throttled')
    expect(await isKept('b', { failing: 1 })).toBe(false)
  })
})
