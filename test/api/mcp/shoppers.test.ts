import { expect, test } from 'vitest'
import type { Tool } from '../../../lib/api/mcp/tool.ts'
import { getProduct } from '../../../lib/api/mcp/tools/get-product.ts'
import { getStore } from '../../../lib/api/mcp/tools/get-store.ts'
import { listCategories } from '../../../lib/api/mcp/tools/list-categories.ts'
import { planStock } from '../../../lib/api/mcp/tools/plan-stock.ts'
import { searchProducts } from '../../../lib/api/mcp/tools/search-products.ts'
import { A_BUSINESS } from '../../../lib/docs/description/schemas/business.ts'
import { A_CATEGORY } from '../../../lib/docs/description/schemas/category.ts'
import { listExample } from '../../../lib/docs/description/schemas/list.ts'
import { A_PRODUCT, ADMIN_PRODUCT } from '../../../lib/docs/description/schemas/product.ts'
import { A_SEARCH } from '../../../lib/docs/description/schemas/search.ts'
import { SOME_VARIANTS } from '../../../lib/docs/description/schemas/variant.ts'
import { apiOf, resultOf } from './described-api.ts'

const { id } = A_PRODUCT

test('search_products sends words and filters, and shows rows to read', async () => {
  const { api, calls } = apiOf({ 'GET /products/search': A_SEARCH })
  const { result, isError } = await resultOf(searchProducts, api, {
    q: 'a&b=c',
    price_max: 2500,
    on_sale: true,
  })
  expect(calls).toEqual([
    {
      route: 'GET /products/search',
      query: { q: 'a&b=c', price_max: '2500', on_sale: 'true', limit: '25' },
    },
  ])
  expect(isError).toBe(false)
  expect(result).toEqual({
    products: [expect.objectContaining({ id, name: A_PRODUCT.name, price: A_PRODUCT.price })],
    currency: 'EUR',
    total: 1,
    corrected_q: 'pepper mill',
    more: false,
  })
  expect(Object.keys(Object(result.products)[0])).not.toContain('description')
})

test('a list with more says so, and its cursor leads on', async () => {
  const { api, calls } = apiOf({
    'GET /products/search': { ...A_SEARCH, has_more: true, next_cursor: 'i7X3HdmZq1cAAB' },
  })
  const { result } = await resultOf(searchProducts, api, { q: 'mill' })
  expect(result).toMatchObject({ more: true, next_cursor: 'i7X3HdmZq1cAAB' })
  await resultOf(searchProducts, api, { q: 'mill', cursor: result.next_cursor })
  expect(calls.at(-1)?.query).toMatchObject({ q: 'mill', cursor: 'i7X3HdmZq1cAAB' })
})

test('search_products says that there is no such category, and is quiet about an empty one', async () => {
  const empty = { ...A_SEARCH, data: [], count: 0, total: 0 }
  const { api, calls } = apiOf({
    'GET /products/search': empty,
    'GET /categories/teaa': { problem: { status: 404, code: 'category_not_found' } },
    'GET /categories/tea': { ...A_CATEGORY, id: 'tea' },
  })
  const noteOf = async (args: object) => (await resultOf(searchProducts, api, args)).result.note
  expect(await noteOf({ category: 'teaa' })).toBe('There is no category "teaa". list_categories has the ids.')
  expect(await noteOf({ category: 'tea' })).toBeUndefined()
  const before = calls.length
  expect(await noteOf({ category: 'teaa', cursor: 'i7X3HdmZq1cAAB' })).toBeUndefined()
  expect(await noteOf({ q: 'teaa' })).toBeUndefined()
  expect(calls.slice(before).map(({ route }) => route)).toEqual([
    'GET /products/search',
    'GET /products/search',
  ])
})

test('search_products reads no category of which there are products', async () => {
  const { api, calls } = apiOf({ 'GET /products/search': A_SEARCH })
  await resultOf(searchProducts, api, { category: 'kitchen' })
  expect(calls).toHaveLength(1)
})

test('get_product reads by id or slug, with variants', async () => {
  const product = { ...A_PRODUCT, ...SOME_VARIANTS, id }
  const { api, calls } = apiOf({ [`GET /products/${id}`]: product, 'GET /products/pepper-mill': product })
  const { result } = await resultOf(getProduct, api, { id })
  await resultOf(getProduct, api, { id: 'pepper-mill' })
  expect(calls.map(({ route }) => route)).toEqual([`GET /products/${id}`, 'GET /products/pepper-mill'])
  expect(calls[0]?.query).toEqual({ expand: 'variants' })
  expect(result).toMatchObject({
    id,
    description: A_PRODUCT.description,
    options: SOME_VARIANTS.options.map(({ name }) => name),
    variant_count: SOME_VARIANTS.variants.length,
  })
  const [variant] = SOME_VARIANTS.variants
  expect(Object(result.variants)[0]).toMatchObject({
    id: variant?.id,
    price: variant?.price,
    values: Object.values(variant?.option_values ?? {}),
  })
})

test('get_product leads through a long description', async () => {
  const description = Array.from({ length: 5_000 }, (_, n) => String.fromCodePoint(0x1f300 + (n % 256))).join(
    '',
  )
  const { api } = apiOf({ [`GET /products/${id}`]: { ...A_PRODUCT, ...SOME_VARIANTS, id, description } })
  const read: string[] = []
  let next: unknown = 0
  do {
    const { result } = await resultOf(getProduct, api, { id, skip_description: next })
    read.push(String(result.description).replace(/… \(cut, \d+ characters\)$/, ''))
    next = result.next_skip_description
  } while (next !== undefined)
  expect(read.join('')).toBe(description)
  expect(read).toHaveLength(3)
})

test('an option can have any name', async () => {
  const values = { constructor: 'Oak', toString: 'Large', prototype: 'A', hasOwnProperty: 'B' }
  const options = Object.entries(values).map(([name, value]) => ({ name, values: [value] }))
  const [variant] = SOME_VARIANTS.variants
  const body = { ...A_PRODUCT, options, variants: [{ ...variant, option_values: values }] }
  const { result } = await resultOf(getProduct, async () => ({ status: 200, body }), { id })
  expect(result).toMatchObject({
    options: Object.keys(values),
    variants: [{ values: ['Oak', 'Large', 'A', 'B'] }],
  })
})

test.each([
  '../admin/api-keys',
  '..',
  'a/b',
  'a?business=other',
  'a%2fb',
  'search',
  '',
  'A-Slug',
  7,
  null,
  { a: 1 },
])('get_product calls nothing for the id %j', async (wrong) => {
  const { api, calls } = apiOf({})
  const { result, isError } = await resultOf(getProduct, api, { id: wrong })
  expect(isError).toBe(true)
  expect(result.error).toMatch(/^Nothing was done. The arguments are wrong: id must be /)
  expect(calls).toEqual([])
})

test('list_categories shows ids, names and parents of 100 at a time', async () => {
  const { api, calls } = apiOf({ 'GET /categories': listExample(A_CATEGORY) })
  const { result } = await resultOf(listCategories, api)
  expect(calls).toEqual([{ route: 'GET /categories', query: { limit: '100' } }])
  const row = { id: A_CATEGORY.id, name: A_CATEGORY.name }
  expect(result).toEqual({
    categories: [A_CATEGORY.parent_id === null ? row : { ...row, parent_id: A_CATEGORY.parent_id }],
    more: false,
  })
})

test('get_store shows the profile', async () => {
  const { api } = apiOf({ 'GET /business': A_BUSINESS })
  const { result } = await resultOf(getStore, api)
  expect(result).toMatchObject({ name: A_BUSINESS.name, currency: A_BUSINESS.currency })
})

test('arguments that are wrong are named all at once, and nothing is called', async () => {
  const { api, calls } = apiOf({})
  const { result, isError } = await resultOf(searchProducts, api, {
    query: 'tea',
    price_min: '10',
    sort: 'best',
  })
  expect(isError).toBe(true)
  expect(result.error).toBe(
    'Nothing was done. The arguments are wrong: query is not a known field (known are q, category, price_min, price_max, is_available, on_sale, sort, cursor); price_min must be a whole number such as 1250, without quotes; sort must be one of relevance, price, -price, name, -created_at.',
  )
  for (const args of [[], 'tea', 7])
    expect(await resultOf(searchProducts, api, args)).toMatchObject({ isError: true })
  expect(calls).toEqual([])
})

test.each<[string, Tool, object]>([
  ['q must be text in quotes, such as "tea"', searchProducts, { q: 7 }],
  ['price_max must be a whole number such as 1250, without quotes', searchProducts, { price_max: 12.5 }],
  ['price_max must be a whole number such as 1250, without quotes', searchProducts, { price_max: null }],
  ['is_available must be true or false, without quotes', searchProducts, { is_available: 'true' }],
  ['id must be text in quotes: the id or the slug of a product', getProduct, { id: 7 }],
  ['id must be the id or the slug of a product', getProduct, { id: 'A b' }],
  ['skip_variants must be a whole number from 0, without quotes', getProduct, { id, skip_variants: '2' }],
  [
    'changes.0.d is not a known field (known are variant_id, sku, delta, quantity)',
    planStock,
    { reason: 'sale', changes: [{ sku: 'A', d: 1 }] },
  ],
])('an argument of the wrong kind is refused with an example: %s', async (says, tool, args) => {
  const { api } = apiOf({})
  const { result } = await resultOf(tool, api, args)
  expect(result.error).toBe(`Nothing was done. The arguments are wrong: ${says}.`)
})

const NOT_FOUND = {
  status: 404,
  code: 'product_not_found',
  detail: 'No product with this id or slug is published.',
}

test('a refusal of the API is a sentence', async () => {
  const { api } = apiOf({ 'GET /products/gone': { problem: NOT_FOUND } })
  expect(await resultOf(getProduct, api, { id: 'gone' })).toMatchObject({
    result: { error: 'No product with this id or slug is published. (product_not_found)' },
    isError: true,
  })
})

test.each([
  [504, 'Try again in a few seconds.'],
  [429, 'Try again in a few seconds.'],
  [414, 'Send shorter arguments.'],
])('a response of the gateway alone, with %i, is a sentence, too', async (status, advice) => {
  const api = async () => ({ status, body: { message: 'A message' } })
  const { result, isError } = await resultOf(getStore, api)
  expect(isError).toBe(true)
  expect(result.error).toBe(`The API did not handle the call (status ${status}). ${advice}`)
})

test('an argument that is longer than any name is refused before a call', async () => {
  const { api, calls } = apiOf({ 'GET /products/search': A_SEARCH })
  expect(await resultOf(searchProducts, api, { q: 'x'.repeat(1025) })).toMatchObject({
    result: { error: expect.stringContaining('q must have at most 1024 characters') },
  })
  expect(calls).toEqual([])
  expect(await resultOf(searchProducts, api, { q: 'x'.repeat(1024) })).toMatchObject({ isError: false })
})

test('what the API sends beyond what a tool reads is not result', async () => {
  const secret = { ...A_BUSINESS, token: 'sfk_secret' }
  const { text } = await resultOf(getStore, async () => ({ status: 200, body: secret }))
  expect(text).not.toContain('secret')
})

test('characters that people cannot see are left out of every result', async () => {
  const unseen = '\u{e0001}\u{e0041}\u{e007f}\u202a\u202e\u2066\u2069'
  const name = `Pepper${unseen} mill`
  const { api } = apiOf({ 'GET /products/search': { ...A_SEARCH, data: [{ ...A_PRODUCT, name }] } })
  const { text } = await resultOf(searchProducts, api)
  expect(text).toContain('Pepper mill')
  expect(text).not.toMatch(/[\u{e0000}-\u{e007f}\u202a-\u202e\u2066-\u2069]/u)
  const refusing = async () => ({
    status: 404,
    body: { ...NOT_FOUND, detail: `No ${name}.`, request_id: ADMIN_PRODUCT.id },
  })
  expect((await resultOf(getStore, refusing)).result.error).toBe('No Pepper mill. (product_not_found)')
})
