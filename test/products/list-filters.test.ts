import { beforeAll, expect, test } from 'vitest'
import type { Business } from '../../lib/domain/business.ts'
import { callAs, listOf, makeBusiness, makeCategory, makeProduct, walk } from '../support/shop.ts'

/** In order of position; the letter is the slug. */
const CATALOGUE = [
  { slug: 'a', price: 0, tags: [], category_id: 'tea' },
  { slug: 'b', price: 999, tags: ['green', 'loose leaf'], category_id: 'tea' },
  { slug: 'c', price: 1000, tags: ['green', 'a,b'], category_id: 'tea', is_available: false },
  { slug: 'd', price: 1001, tags: ['grün', '50% & more+'], category_id: 'pots' },
  { slug: 'e', price: 1000, tags: ['evergreen'], category_id: 'pots' },
  {
    slug: 'f',
    price: 1_000_000_000_000,
    tags: ['抹茶', '\u{1F375}'],
    category_id: 'tea',
    is_available: false,
  },
]

let business: Business

beforeAll(async () => {
  business = await makeBusiness()
  for (const id of ['tea', 'pots']) await makeCategory(business, { id })
  for (const [position, product] of CATALOGUE.entries())
    await makeProduct(business, { name: product.slug, position, ...product })
})

const slugsOf = (products: Record<string, unknown>[]) => products.map(({ slug }) => slug).join('')

const MATCHES: [query: string, slugs: string][] = [
  ['', 'abcdef'],
  ['category=tea', 'abcf'],
  ['category=pots', 'de'],
  ['category=nothing-here', ''],
  ['category=Tea', ''],
  ['category=tea%23x', ''],
  ['category=%00', ''],
  ['category=0190b7a2-0000-7000-8000-000000000000', ''],
  [`category=${'t'.repeat(64)}`, ''],
  ['is_available=true', 'abde'],
  ['is_available=false', 'cf'],
  ['price_min=1000', 'cdef'],
  ['price_max=1000', 'abce'],
  ['price_min=1000&price_max=1000', 'ce'],
  ['price_min=0&price_max=0', 'a'],
  ['price_min=1000000000000', 'f'],
  ['price_max=1000000000000', 'abcdef'],
  ['price_min=2&price_max=3', ''],
  ['tag=green', 'bc'],
  ['tag=Green', ''],
  ['tag=loose+leaf', 'b'],
  ['tag=loose%20leaf', 'b'],
  ['tag=loose', ''],
  ['tag=a,b', 'c'],
  ['tag=a%2Cb', 'c'],
  ['tag=a', ''],
  ['tag=gr%C3%BCn', 'd'],
  ['tag=50%25+%26+more%2B', 'd'],
  ['tag=%E6%8A%B9%E8%8C%B6', 'f'],
  ['tag=%F0%9F%8D%B5', 'f'],
  ['tag=%00', ''],
  [`tag=${'x'.repeat(2000)}`, ''],
  ['category=tea&is_available=true&price_min=1&tag=green', 'b'],
  ['category=pots&is_available=false', ''],
  ['utm_source=mail&utm_=1&fbclid=2&gclid=3&_=4&category=pots', 'de'],
  ['&&category=pots&', 'de'],
  ['c%61tegory=pots', 'de'],
]

test.each(MATCHES)('?%s matches exactly "%s"', async (query, slugs) => {
  expect(slugsOf((await listOf(business, `/products?${query}`)).data)).toBe(slugs)
})

const RANGES: [range: string, slugs: string][] = [
  ['price_min=1000', 'cedf'],
  ['price_max=1000', 'abce'],
  ['price_min=1000&price_max=1000', 'ce'],
  ['price_min=0&price_max=0', 'a'],
  ['price_min=999&price_max=1001', 'bced'],
  ['price_min=1000000000000&price_max=1000000000000', 'f'],
  ['price_min=1&price_max=998', ''],
]

test.each(RANGES)('sorted by price, ?%s is "%s", over pages and both ways', async (range, slugs) => {
  const backwards = [...slugs].reverse().join('')
  expect(slugsOf(await walk(business, `/products?sort=price&${range}`))).toBe(slugs)
  expect(slugsOf(await walk(business, `/products?sort=price&limit=1&${range}`))).toBe(slugs)
  expect(slugsOf(await walk(business, `/products?sort=-price&${range}`))).toBe(backwards)
  expect(slugsOf(await walk(business, `/products?sort=-price&limit=1&${range}`))).toBe(backwards)
})

test('a price range, a filter and a category hold together when sorted by price', async () => {
  const query = 'category=tea&is_available=false&price_min=1000&sort=-price&limit=1'
  expect(slugsOf(await walk(business, `/products?${query}`))).toBe('fc')
})

const REFUSED: [query: string, code: string, parameters: string[]][] = [
  ...['0', '201', '-1', '1.0', '01', '1e2', '+1', 'ten', '%20', '99999999999999999999'].map(
    (limit): [string, string, string[]] => [`limit=${limit}`, 'invalid_parameter', ['limit']],
  ),
  ...['1', 'TRUE', 'yes', 'null'].map((flag): [string, string, string[]] => [
    `is_available=${flag}`,
    'invalid_parameter',
    ['is_available'],
  ]),
  ...['-1', '-0', '0.5', '1e3', '1000000000001', '0x10', '007', 'NaN'].flatMap(
    (price): [string, string, string[]][] => [
      [`price_min=${price}`, 'invalid_parameter', ['price_min']],
      [`price_max=${price}`, 'invalid_parameter', ['price_max']],
    ],
  ),
  ...['status', 'cost', 'sku', 'version', 'metadata', 'updated_at', 'id', '--name', 'Name', 'name,price'].map(
    (sort): [string, string, string[]] => [`sort=${sort}`, 'invalid_parameter', ['sort']],
  ),
  ...['cost', 'status', 'sku', 'metadata', 'version', 'external_id', 'card', 'pk', 'id,', 'constructor'].map(
    (fields): [string, string, string[]] => [`fields=${fields}`, 'invalid_parameter', ['fields']],
  ),
  ...[
    'status=draft',
    'sku=x',
    'external_id=x',
    'cost=1',
    'offset=1',
    'limit[]=1',
    '__proto__=1',
    'Limit=1',
  ].map((pair): [string, string, string[]] => [pair, 'unknown_parameter', [pair.split('=')[0] ?? '']]),
  ['price_min=2&price_max=1', 'invalid_parameter', ['price_min']],
  ['limit=', 'invalid_parameter', ['limit']],
  ['category', 'invalid_parameter', ['category']],
  ['category=tea,pots', 'invalid_parameter', ['category']],
  ['category=tea%2C', 'invalid_parameter', ['category']],
  ['tag=', 'invalid_parameter', ['tag']],
  ['cursor=', 'invalid_parameter', ['cursor']],
  ['tag=%E0%A4%A', 'invalid_parameter', ['tag']],
  ['tag=%', 'invalid_parameter', ['tag']],
  ['tag=%ED%A0%80', 'invalid_parameter', ['tag']],
  ['%E0%A4%A=1', 'invalid_parameter', ['']],
  ['limit=1&limit=1', 'invalid_parameter', ['limit']],
  ['limit=0&tag=&nope=1', 'invalid_parameter', ['limit', 'tag', 'nope']],
]

test.each(REFUSED)('?%s is refused with %s', async (query, code, parameters) => {
  const response = await callAs(business, `/products?${query}`)
  expect(response.status).toBe(400)
  expect(response.headers.get('content-type')).toBe('application/problem+json')
  const problem = (await response.json()) as { code: string; errors: { parameter: string }[] }
  expect(problem.code).toBe(code)
  expect(problem.errors.map(({ parameter }) => parameter)).toEqual(parameters)
})

test('the refusal of an unknown parameter names the known ones', async () => {
  const response = await callAs(business, '/products?page=2')
  const { errors } = (await response.json()) as { errors: { detail: string }[] }
  const known = 'category is_available price_min price_max tag fields sort limit cursor ids business'
  for (const name of known.split(' ')) expect(errors[0]?.detail).toContain(name)
})

test('the refusal of several categories in one parameter names the search, which takes them', async () => {
  const problem = (await (await callAs(business, '/products?category=tea,pots')).json()) as { detail: string }
  expect(problem.detail).toContain('GET /products/search takes several')
  const searched = await callAs(business, '/products/search?category=tea,pots')
  expect(searched.status).toBe(200)
})
