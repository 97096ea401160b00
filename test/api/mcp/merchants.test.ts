import { expect, test } from 'vitest'
import { feedReport } from '../../../lib/api/mcp/tools/feed-report.ts'
import { findProducts } from '../../../lib/api/mcp/tools/find-products.ts'
import { getProductForEditing } from '../../../lib/api/mcp/tools/get-product-for-editing.ts'
import { lowStock } from '../../../lib/api/mcp/tools/low-stock.ts'
import { recentChanges } from '../../../lib/api/mcp/tools/recent-changes.ts'
import { SUBJECTS } from '../../../lib/docs/description/parts.ts'
import { A_CATEGORY } from '../../../lib/docs/description/schemas/category.ts'
import { AN_EVENT, eventExample } from '../../../lib/docs/description/schemas/event.ts'
import { A_FEED_REPORT } from '../../../lib/docs/description/schemas/feed.ts'
import { A_HOLD_COMMIT } from '../../../lib/docs/description/schemas/hold.ts'
import { AN_IMPORT } from '../../../lib/docs/description/schemas/import.ts'
import { A_STOCK, AN_ADJUSTMENT } from '../../../lib/docs/description/schemas/inventory.ts'
import { listExample } from '../../../lib/docs/description/schemas/list.ts'
import { A_PRODUCT, ADMIN_PRODUCT } from '../../../lib/docs/description/schemas/product.ts'
import { A_SCHEDULE_FAILURE } from '../../../lib/docs/description/schemas/schedule.ts'
import { ADMIN_VARIANTS, SOME_VARIANTS } from '../../../lib/docs/description/schemas/variant.ts'
import { apiOf, resultOf } from './described-api.ts'

const { id } = ADMIN_PRODUCT

const NO_SCOPE = {
  problem: { status: 403, code: 'insufficient_scope', required_scope: 'inventory:read' },
}

test('find_products filters by status, category, SKU and external id', async () => {
  const { api, calls } = apiOf({
    'GET /admin/products': listExample(ADMIN_PRODUCT),
    'GET /categories': menuOf(),
  })
  const filter = { status: 'draft', category: 'tea', sku: 'A&B', external_id: 'erp:7' }
  const { result } = await resultOf(findProducts, api, { ...filter, newest_first: true })
  expect(calls.at(-1)?.query).toEqual({ ...filter, sort: '-created_at', limit: '25' })
  expect(result).toMatchObject({
    products: [{ id, name: ADMIN_PRODUCT.name, price: ADMIN_PRODUCT.price, status: ADMIN_PRODUCT.status }],
    currency: ADMIN_PRODUCT.currency,
  })
})

const NO_PRODUCTS = { data: [], count: 0, has_more: false, next_cursor: null }

const menuOf = (...parents: [id: string, parent_id: string | null][]) => ({
  ...listExample({}),
  data: parents.map(([id, parent_id]) => ({ ...A_CATEGORY, id, parent_id })),
  count: parents.length,
})

test('find_products names the categories below a category, whose products are not in its list', async () => {
  const { api, calls } = apiOf({
    'GET /admin/products': listExample(ADMIN_PRODUCT),
    'GET /categories': menuOf(
      ['tea', null],
      ['matcha', 'green'],
      ['black', 'tea'],
      ['green', 'tea'],
      ['jugs', null],
    ),
  })
  const { result } = await resultOf(findProducts, api, { category: 'tea' })
  expect(result.categories_below).toEqual(['black', 'green', 'matcha'])
  expect(result.products).toHaveLength(1)
  expect((await resultOf(findProducts, api, { category: 'jugs' })).result).not.toHaveProperty(
    'categories_below',
  )
  expect(calls.map(({ route }) => route)).not.toContain('GET /categories/jugs')
})

test('find_products names the first 20 of many categories below one, and says how many there are', async () => {
  const below = Array.from({ length: 30 }, (_, n): [string, string] => [`tea-${n}`, 'tea'])
  const { api } = apiOf({
    'GET /admin/products': listExample(ADMIN_PRODUCT),
    'GET /categories': menuOf(['tea', null], ...below),
  })
  const { result } = await resultOf(findProducts, api, { category: 'tea' })
  expect(result).toMatchObject({ categories_below_count: 30 })
  expect(result.categories_below).toHaveLength(20)
})

test('find_products says that there is no such category, and is quiet about an empty one', async () => {
  const { api, calls } = apiOf({
    'GET /admin/products': NO_PRODUCTS,
    'GET /categories': menuOf(['tea', null]),
    'GET /categories/teaa': { problem: { status: 404, code: 'category_not_found' } },
    'GET /categories/tea': { ...A_CATEGORY, id: 'tea' },
  })
  const noteOf = async (category: string) => (await resultOf(findProducts, api, { category })).result.note
  expect(await noteOf('teaa')).toBe('There is no category "teaa". list_categories has the ids.')
  expect(await noteOf('tea')).toBeUndefined()
  const before = calls.length
  expect(await noteOf('../business')).toBe('There is no category "../business". list_categories has the ids.')
  expect(calls.slice(before).map(({ route }) => route)).toEqual(['GET /categories', 'GET /admin/products'])
})

test('find_products reads no categories for a further page, or without a category', async () => {
  const { api, calls } = apiOf({ 'GET /admin/products': NO_PRODUCTS })
  await resultOf(findProducts, api, { category: 'tea', cursor: 'i7X3HdmZq1cAAB' })
  await resultOf(findProducts, api, {})
  expect(calls).toHaveLength(2)
})

const SHORT = { ...NO_PRODUCTS, has_more: true, next_cursor: 'i7X3HdmZq1cAAB' }

test('an empty page before others does not make a name unknown', async () => {
  const { api, calls } = apiOf({
    'GET /admin/products': SHORT,
    'GET /categories': menuOf(),
    'GET /admin/events': ({ query }) =>
      query.cursor === undefined ? { ...feedOf(), has_more: true, next_cursor: 'i7X3HdmZq1cAAB' } : feedOf(),
  })
  expect((await resultOf(findProducts, api, { category: 'teaa' })).result).not.toHaveProperty('note')
  const args = { object: 'teaa' }
  for (const cursor of [undefined, 'i7X3HdmZq1cAAB'])
    expect(await resultOf(recentChanges, api, { ...args, cursor })).toMatchObject({ isError: false })
  expect(calls.filter(({ route }) => route.startsWith('GET /categories/'))).toEqual([])
})

test('find_products finds its products although the categories cannot be read', async () => {
  const { api } = apiOf({
    'GET /admin/products': listExample(ADMIN_PRODUCT),
    'GET /categories': { problem: { status: 503, code: 'temporarily_unavailable' } },
  })
  const { result, isError } = await resultOf(findProducts, api, { category: 'tea' })
  expect([isError, Object(result.products).length]).toEqual([false, 1])
})

test('low_stock shows variants with the names of their products, and with their values', async () => {
  const draft = '01a1f85c-0000-7000-8000-000000000000'
  const ofDraft = { ...A_STOCK, product_id: draft, variant_id: draft, sku: null }
  const { api, calls } = apiOf({
    'GET /admin/inventory': { ...listExample(A_STOCK), data: [A_STOCK, ofDraft], count: 2 },
    'GET /products': listExample({ name: 'Sencha', ...SOME_VARIANTS }),
    [`GET /admin/products/${draft}`]: { ...ADMIN_PRODUCT, id: draft, name: 'Gyokuro' },
  })
  const { result } = await resultOf(lowStock, api)
  expect(calls.map(({ query }) => query)).toEqual([
    { low_stock: 'true', limit: '25' },
    { ids: `${A_STOCK.product_id},${draft}`, fields: 'name', expand: 'variants' },
    {},
  ])
  const levels = { quantity: 11, held: 2, low_stock_at: 5, allow_backorder: false }
  const { variant_id, product_id, sku } = A_STOCK
  expect(result.low).toEqual([
    { name: 'Sencha', values: ['18'], variant_id, product_id, sku, ...levels },
    { name: 'Gyokuro', variant_id: draft, product_id: draft, ...levels },
  ])
})

test('low_stock has no name of a draft for a key that cannot read products', async () => {
  const { api } = apiOf({
    'GET /admin/inventory': listExample(A_STOCK),
    'GET /products': NO_PRODUCTS,
    [`GET /admin/products/${A_STOCK.product_id}`]: NO_SCOPE,
  })
  const { result, isError } = await resultOf(lowStock, api)
  expect(isError).toBe(false)
  expect(result.low).toEqual([expect.not.objectContaining({ name: expect.anything() })])
})

test('low_stock requests no names if nothing is low', async () => {
  const { api, calls } = apiOf({
    'GET /admin/inventory': { data: [], count: 0, has_more: false, next_cursor: null },
  })
  expect((await resultOf(lowStock, api)).result).toEqual({ low: [], more: false })
  expect(calls).toHaveLength(1)
})

const EDITED = {
  [`GET /admin/products/${id}`]: ADMIN_PRODUCT,
  [`GET /admin/products/${id}/variants`]: ADMIN_VARIANTS,
}

test('get_product_for_editing shows stock, version and variants', async () => {
  const [variant] = ADMIN_VARIANTS.variants
  const level = { ...A_STOCK, variant_id: variant?.id }
  const { api } = apiOf({ ...EDITED, 'GET /admin/inventory': listExample(level) })
  const { result } = await resultOf(getProductForEditing, api, { id })
  expect(result).toMatchObject({ id, status: ADMIN_PRODUCT.status, version: ADMIN_PRODUCT.version })
  expect(Object(result.variants)[0]).toMatchObject({ id: variant?.id, sku: variant?.sku, quantity: 11 })
})

test('get_product_for_editing shows whole what a change would replace', async () => {
  const description = 'x'.repeat(5_000)
  const { api } = apiOf({
    ...EDITED,
    [`GET /admin/products/${id}`]: { ...ADMIN_PRODUCT, description },
    'GET /admin/inventory': NO_SCOPE,
  })
  const { result } = await resultOf(getProductForEditing, api, { id })
  const { images, metadata } = ADMIN_PRODUCT
  expect(result).toMatchObject({ description, images, metadata })
  expect(result).not.toHaveProperty('next_skip_description')
})

test('get_product_for_editing shows what a list that is written back must have', async () => {
  const picture = { url: 'https://images.example/mill.jpg', alt: 'A mill', width: 800, height: 600 }
  const { api } = apiOf({
    ...EDITED,
    'GET /admin/inventory': NO_SCOPE,
    [`GET /admin/products/${id}`]: { ...ADMIN_PRODUCT, images: [picture] },
  })
  const { result } = await resultOf(getProductForEditing, api, { id })
  const { additional_categories } = ADMIN_PRODUCT
  expect(result).toMatchObject({ images: [picture], additional_categories })
})

test('get_product_for_editing leads through a description that has no room', async () => {
  const description = Array.from({ length: 5_000 }, (_, n) => String.fromCodePoint(0x1f300 + (n % 256))).join(
    '',
  )
  const { api } = apiOf({
    ...EDITED,
    [`GET /admin/products/${id}`]: { ...ADMIN_PRODUCT, description },
    'GET /admin/inventory': NO_SCOPE,
  })
  const read: string[] = []
  let next: unknown = 0
  do {
    const { result } = await resultOf(getProductForEditing, api, { id, skip_description: next })
    read.push(String(result.description).replace(/… \(cut, \d+ characters\)$/, ''))
    next = result.next_skip_description
  } while (next !== undefined)
  expect(read.join('')).toBe(description)
  expect(read).toHaveLength(2)
})

test('get_product_for_editing says that a key may not read the stock', async () => {
  const { api } = apiOf({ ...EDITED, 'GET /admin/inventory': NO_SCOPE })
  const { result, isError } = await resultOf(getProductForEditing, api, { id })
  expect(isError).toBe(false)
  expect(result.stock).toBe('not shown: the API key has no scope inventory:read')
})

test('get_product_for_editing is refused as its parts are, if not for a scope', async () => {
  const problem = { status: 503, code: 'temporarily_unavailable', detail: 'Try again.' }
  const { api } = apiOf({ ...EDITED, 'GET /admin/inventory': { problem } })
  expect(await resultOf(getProductForEditing, api, { id })).toMatchObject({
    result: { error: 'Try again. (temporarily_unavailable)' },
    isError: true,
  })
})

test.each(['../admin/api-keys', `${id}/variants`, 'a-slug', ''])(
  'get_product_for_editing calls nothing for the id %j',
  async (wrong) => {
    const { api, calls } = apiOf({})
    expect(await resultOf(getProductForEditing, api, { id: wrong })).toMatchObject({ isError: true })
    expect(calls).toEqual([])
  },
)

/** The feed with these events, newest first. */
const feedOf = (...data: object[]) => ({
  ...listExample({}),
  data,
  count: data.length,
  next_after: AN_EVENT.id,
  complete_until: '2026-11-30T12:00:00.000Z',
})

const adjusted = eventExample('inventory.adjusted', { data: AN_ADJUSTMENT, previous: {} })

const MILL = listExample({ name: 'Mill', ...SOME_VARIANTS })

test('recent_changes shows the time, who, the type, the name and the changed fields', async () => {
  const bySystem = { ...AN_EVENT, actor: { kind: 'system', key_id: null, key_name: null } }
  const { api, calls } = apiOf({
    'GET /admin/events': feedOf(AN_EVENT, adjusted, bySystem),
    'GET /products': MILL,
  })
  const { result } = await resultOf(recentChanges, api, {
    object: id,
    type: 'product.*',
    from: '2026-11-20T00:00:00Z',
  })
  expect(calls[0]?.query).toEqual({
    object: id,
    type: 'product.*',
    from: '2026-11-20T00:00:00Z',
    order: 'newest',
    limit: '25',
  })
  const change = { time: AN_EVENT.timestamp, type: 'product.updated', id, name: ADMIN_PRODUCT.name }
  const { variant_id, product_id } = A_STOCK
  expect(result.changes).toEqual([
    { ...change, who: 'ERP sync', changed: ['price'] },
    {
      time: AN_EVENT.timestamp,
      who: 'ERP sync',
      type: 'inventory.adjusted',
      id: AN_ADJUSTMENT.id,
      reason: 'sale',
      reference: AN_ADJUSTMENT.reference,
      quantities_changed: 1,
      quantities: [{ name: 'Mill', values: ['18'], variant_id, product_id, delta: -1, quantity: 11 }],
    },
    { ...change, who: 'system', changed: ['price'] },
  ])
  expect(result).not.toHaveProperty('complete_from')
})

/** A change of 24 variants of the product. */
const VARIANTS_CHANGED = {
  ...AN_EVENT,
  previous: { updated_at: ADMIN_PRODUCT.created_at, version: 1 },
  variants_changed: Array.from({ length: 24 }, (_, n) => `${id}-${n + 1}`),
}

test('recent_changes shows the first variants that changed, and how many did', async () => {
  const { api } = apiOf({ 'GET /admin/events': feedOf(VARIANTS_CHANGED) })
  const { result } = await resultOf(recentChanges, api)
  expect(result.changes).toEqual([
    expect.objectContaining({ variants_changed: 24, variants: [`${id}-1`, `${id}-2`, `${id}-3`] }),
  ])
})

test('recent_changes finds those of a variant by its product, and shows this variant first', async () => {
  const of = (n: number, product = id) => ({
    variant_id: `${product}-${n}`,
    product_id: product,
    delta: -1,
    quantity: n,
  })
  const other = '01a1f85c-0000-7000-8000-000000000000'
  const changes = [of(1, other), of(2, other), of(3, other), of(7), of(8)]
  const { api, calls } = apiOf({
    'GET /admin/events': feedOf(VARIANTS_CHANGED, { ...adjusted, data: { ...AN_ADJUSTMENT, changes } }),
    'GET /products': NO_PRODUCTS,
    [`GET /admin/products/${id}`]: NO_SCOPE,
  })
  const { result } = await resultOf(recentChanges, api, { object: `${id}-8`.toUpperCase() })
  expect(calls[0]?.query.object).toBe(id)
  expect(result.changes).toEqual([
    expect.objectContaining({ variants: [`${id}-8`, `${id}-1`, `${id}-2`] }),
    expect.objectContaining({ quantities_changed: 5, quantities: [of(8), of(7), of(1, other)] }),
  ])
  expect(result.note).toBe(`Changes are recorded for whole products: these are of the product ${id}.`)
})

test('recent_changes shows which fields of which product a planned change left', async () => {
  const fields = [...[1, 2, 3, 4].map((n) => `variants/${id}-${n}/price`), 'tags']
  const failed = eventExample('schedule.failed', { data: { ...A_SCHEDULE_FAILURE, fields }, previous: {} })
  const { api } = apiOf({ 'GET /admin/events': feedOf(failed) })
  const { result } = await resultOf(recentChanges, api, { object: `${id}-4` })
  const { product_id, half, code } = A_SCHEDULE_FAILURE
  expect(result.changes).toEqual([
    {
      time: AN_EVENT.timestamp,
      who: 'ERP sync',
      type: 'schedule.failed',
      id: A_SCHEDULE_FAILURE.id,
      product_id,
      half,
      code,
      left_fields_count: 5,
      left_fields: [fields[3], fields[0], fields[1]],
    },
  ])
})

test('recent_changes shows what was sold, and the reference of the hold', async () => {
  const [item] = A_HOLD_COMMIT.items
  const items = [1, 2, 3, 4].map((n) => ({ ...item, variant_id: `${item?.product_id}-${n}`, quantity: n }))
  const data = { ...A_HOLD_COMMIT, reference: 'x'.repeat(100), items }
  const { api } = apiOf({
    'GET /admin/events': feedOf(eventExample('inventory.committed', { data, previous: {} })),
    'GET /products': MILL,
  })
  const { result } = await resultOf(recentChanges, api)
  expect(result.changes).toMatchObject([
    { id: data.id, reference: `${'x'.repeat(80)}… (cut, 100 characters)`, items_count: 4 },
  ])
  const { items: shown } = Object(result.changes)[0]
  expect(shown).toHaveLength(3)
  const { variant_id, product_id } = items[0] ?? {}
  expect(shown[0]).toEqual({
    name: 'Mill',
    values: ['18'],
    variant_id,
    product_id,
    quantity: 1,
    is_held: true,
  })
})

const NO_CHANGES = feedOf()

test.each(['pepper-mill', 'Pepper mill', 'A-slug'])(
  'recent_changes refuses %j, which is the id of nothing',
  async (object) => {
    const { api } = apiOf({
      'GET /admin/events': NO_CHANGES,
      'GET /categories/pepper-mill': { problem: { status: 404, code: 'category_not_found' } },
    })
    const { result, isError } = await resultOf(recentChanges, api, { object })
    expect(isError).toBe(true)
    expect(result.error).toMatch(
      /^No object with this id changed in the last 30 days\. .* not its slug or SKU/,
    )
  },
)

test.each([id, 'tea'])('recent_changes has an empty list for %s if it did not change', async (object) => {
  const { api } = apiOf({
    'GET /admin/events': NO_CHANGES,
    'GET /categories/tea': { ...A_CATEGORY, id: 'tea' },
  })
  const { result, isError } = await resultOf(recentChanges, api, { object })
  expect([isError, result.changes]).toEqual([false, []])
})

test('recent_changes takes types with blanks between', async () => {
  const { api, calls } = apiOf({ 'GET /admin/events': NO_CHANGES })
  await resultOf(recentChanges, api, { type: ' product.updated ,  inventory.adjusted' })
  expect(calls[0]?.query.type).toBe('product.updated,inventory.adjusted')
})

test.each(['2026-11-30', '2026-11-30T00:00:00', 'yesterday'])(
  'recent_changes asks nothing for the time %j',
  async (time) => {
    const { api, calls } = apiOf({})
    const { result } = await resultOf(recentChanges, api, { from: time, until: time })
    const says = 'must be a time such as "2026-11-20T00:00:00Z"'
    expect(result.error).toBe(`Nothing was done. The arguments are wrong: from ${says}; until ${says}.`)
    expect(calls).toEqual([])
  },
)

test.each([{ from: '2026-10-01T00:00:00Z' }, { until: '2026-10-01T00:00:00+02:00' }])(
  'recent_changes says from when on changes are kept, for %o',
  async (times) => {
    const { api } = apiOf({ 'GET /admin/events': NO_CHANGES })
    const { result } = await resultOf(recentChanges, api, times)
    expect(result.complete_from).toBe('2026-10-31T12:00:00.000Z')
  },
)

test('feed_report shows what a channel misses', async () => {
  const { api, calls } = apiOf({ 'GET /admin/feeds/google.xml': A_FEED_REPORT })
  const { result } = await resultOf(feedReport, api, { feed: 'google.xml' })
  expect(result).toMatchObject({ rows: 70, left_out: 1, missing: { images: 1 } })
  expect(result.left_out_rows).toEqual(A_FEED_REPORT.data)
  expect(await resultOf(feedReport, api, { feed: '../admin/api-keys' })).toMatchObject({ isError: true })
  expect(calls).toHaveLength(1)
})

test('feed_report leads to all rows that the API lists, and says how many more there are', async () => {
  const [row] = A_FEED_REPORT.data
  const data = Array.from({ length: 100 }, (_, n) => ({ ...row, variant_id: `${row?.product_id}-${n + 1}` }))
  const { api } = apiOf({ 'GET /admin/feeds/google.xml': { ...A_FEED_REPORT, left_out: 276, data } })
  const first = await resultOf(feedReport, api, { feed: 'google.xml' })
  expect(first.result).toMatchObject({ left_out: 276, more_rows: 226, next_skip: 50 })
  expect(first.result).not.toHaveProperty('note')
  const second = await resultOf(feedReport, api, { feed: 'google.xml', skip: 50 })
  expect(second.result).toMatchObject({ more_rows: 176, note: expect.stringMatching(/^Only the first 100/) })
  expect(second.result).not.toHaveProperty('next_skip')
  expect([first, second].flatMap(({ result }) => result.left_out_rows)).toEqual(data)
  const third = await resultOf(feedReport, api, { feed: 'google.xml', skip: 100 })
  expect(third.result).toMatchObject({ left_out_rows: [], more_rows: 176 })
})

test('feed_report has no more rows than are left out', async () => {
  const { api } = apiOf({ 'GET /admin/feeds/google.xml': A_FEED_REPORT })
  for (const skip of [0, 1, 7]) {
    const { result } = await resultOf(feedReport, api, { feed: 'google.xml', skip })
    expect(Object.keys(result)).not.toEqual(expect.arrayContaining(['more_rows']))
    expect(result).not.toHaveProperty('note')
  }
})

const REFUSALS = [
  { code: 'invalid_api_key', status: 401, says: /works from its own addresses only/ },
  { code: 'insufficient_scope', status: 403, says: /does not have the scope/ },
  {
    code: 'rate_limited',
    status: 429,
    detail: 'Wait 3 s.',
    says: /^Wait 3 s\. Then call the tool again\. \(rate_limited\)$/,
  },
  { code: 'internal_error', status: 500, says: /request id 8f14e45f/ },
  { code: 'business_suspended', status: 403, detail: 'This business is suspended.', says: /is suspended/ },
]

test.each(REFUSALS)('$code is a sentence that a model can act on', async ({ says, ...problem }) => {
  const { api } = apiOf({ 'GET /admin/products': { problem } })
  const { result, isError } = await resultOf(findProducts, api)
  expect(isError).toBe(true)
  expect(result.error).toMatch(says)
})

test('a response that is not as the API says is a bug, not a result', async () => {
  const api = async () => ({ status: 200, body: { data: [A_PRODUCT] } })
  await expect(findProducts.run(api, {})).rejects.toThrow('Invalid key')
})

test('recent_changes shows an event whose object has no reason', async () => {
  const { reason, id: importId } = AN_IMPORT
  expect(reason).toBe(null)
  const succeeded = eventExample('import.succeeded', { data: AN_IMPORT, previous: {} })
  const { api } = apiOf({
    'GET /admin/events': {
      ...listExample(succeeded),
      next_after: AN_EVENT.id,
      complete_until: AN_EVENT.timestamp,
    },
  })
  const { result } = await resultOf(recentChanges, api)
  expect(result.changes).toEqual([
    { time: AN_EVENT.timestamp, who: 'ERP sync', type: 'import.succeeded', id: importId },
  ])
})

test('a refusal with many reasons has the first ten, and says how many more there are', async () => {
  const errors = Array.from({ length: 20 }, (_, n) => ({
    parameter: `p${n}`,
    code: 'unknown_parameter',
    detail: 'is unknown',
  }))
  const { api } = apiOf({
    'GET /admin/products': { problem: { status: 400, code: 'unknown_parameter', errors } },
  })
  const { result } = await resultOf(findProducts, api)
  expect(result.error).toMatch(/^p0 is unknown; .*; p9 is unknown; and 10 more\. \(unknown_parameter\)$/)
})

test('a refusal with a long reason is cut', async () => {
  const problem = { status: 403, code: 'business_suspended', detail: 'x'.repeat(5_000) }
  const { api } = apiOf({ 'GET /admin/products': { problem } })
  const { result } = await resultOf(findProducts, api)
  expect(result.error).toMatch(/^x{1000}… \(cut, 50\d\d characters\)$/)
})

test('a range of prices is shown only where it is one', async () => {
  const rangeOf = async (price_range: object) => {
    const { api } = apiOf({ 'GET /admin/products': listExample({ ...ADMIN_PRODUCT, price_range }) })
    const { result } = await resultOf(findProducts, api)
    return Object(result.products)[0].price_range
  }
  expect(await rangeOf({ min: 100, max: 200 })).toEqual({ min: 100, max: 200 })
  expect(await rangeOf({ min: 100, max: 100 })).toBeUndefined()
})

test('recent_changes shows an event of every kind of object', async () => {
  const subjects = Object.values(SUBJECTS).flatMap(({ example, of = {} }) => [
    example,
    ...Object.values(of).map((other) => other.example),
  ])
  const data = subjects.map((subject) => eventExample('product.updated', { data: subject, previous: {} }))
  const { api } = apiOf({
    'GET /products': MILL,
    'GET /admin/events': {
      ...listExample(AN_EVENT),
      data,
      count: data.length,
      next_after: AN_EVENT.id,
      complete_until: AN_EVENT.timestamp,
    },
  })
  const { result, isError } = await resultOf(recentChanges, api)
  expect(isError).toBe(false)
  expect(result.changes).toHaveLength(data.length)
})
