import { expect, test } from 'vitest'
import { getProduct } from '../../../lib/api/mcp/tools/get-product.ts'
import { getProductForEditing } from '../../../lib/api/mcp/tools/get-product-for-editing.ts'
import { planChanges } from '../../../lib/api/mcp/tools/plan-changes.ts'
import { planStock } from '../../../lib/api/mcp/tools/plan-stock.ts'
import { recentChanges } from '../../../lib/api/mcp/tools/recent-changes.ts'
import { searchProducts } from '../../../lib/api/mcp/tools/search-products.ts'
import { TOOLS } from '../../../lib/api/mcp/tools.ts'
import { A_BUSINESS } from '../../../lib/docs/description/schemas/business.ts'
import { A_CATEGORY } from '../../../lib/docs/description/schemas/category.ts'
import { eventExample } from '../../../lib/docs/description/schemas/event.ts'
import { A_FEED_REPORT } from '../../../lib/docs/description/schemas/feed.ts'
import { A_HOLD, A_HOLD_COMMIT } from '../../../lib/docs/description/schemas/hold.ts'
import { A_STOCK, AN_ADJUSTMENT } from '../../../lib/docs/description/schemas/inventory.ts'
import { A_PRODUCT, ADMIN_PRODUCT } from '../../../lib/docs/description/schemas/product.ts'
import { A_SEARCH } from '../../../lib/docs/description/schemas/search.ts'
import { ADMIN_VARIANTS, SOME_VARIANTS } from '../../../lib/docs/description/schemas/variant.ts'
import { apiOf, type Called, type Given, resultOf } from './described-api.ts'

/** A shop in which everything is as long as it can be, of characters that take four bytes, or of letters. */
function longestShop(character: string) {
  const long = (length: number) => character.repeat(length)
  const categoryId = 'c'.repeat(63)
  const listed = {
    name: long(200),
    description: long(5_000),
    price: 1e12,
    compare_at_price: 1e12,
    price_range: { min: 1, max: 1e12 },
    category_id: categoryId,
    additional_category_ids: ['x', 'y', 'z'].map((letter) => letter.repeat(63)),
    tags: Array.from({ length: 20 }, (_, n) => `${n}`.padStart(2, '0') + long(48)),
    brand: long(70),
    mpn: long(70),
    variant_count: 100,
  }
  const product = { ...A_PRODUCT, ...listed }
  const own = {
    ...ADMIN_PRODUCT,
    ...listed,
    slug: 's'.repeat(255),
    sku: long(255),
    external_id: 'e'.repeat(128),
    metadata: Object.fromEntries(
      Array.from({ length: 50 }, (_, n) => [`${n}`.padStart(2, '0') + long(38), long(500)]),
    ),
  }
  const names = ['a', 'b', 'c'].map((letter) => letter + long(254))
  const options = names.map((name) => ({
    name,
    values: Array.from({ length: 100 }, (_, n) => `${n}`.padStart(3, '0') + long(252)),
  }))
  const valuesOf = (n: number) => Object.fromEntries(options.map(({ name, values }) => [name, values[n]]))
  const manyOf = <T extends object>(variant: T | undefined) =>
    Array.from({ length: 100 }, (_, n) => ({
      ...variant,
      id: `${product.id}-${n + 1}`,
      option_values: valuesOf(n),
      mpn: long(70),
    }))
  return {
    product,
    own,
    expanded: { ...product, options, variants: manyOf(SOME_VARIANTS.variants[0]) },
    ownVariants: {
      ...ADMIN_VARIANTS,
      options,
      variants: manyOf(ADMIN_VARIANTS.variants[0]).map((variant) => ({ ...variant, sku: long(255) })),
    },
    category: { ...A_CATEGORY, id: categoryId, name: long(120), parent_id: 'p'.repeat(63) },
    business: {
      ...A_BUSINESS,
      name: long(200),
      description: long(5_000),
      contact: { email: null, phone: long(500), website: null, address: long(500) },
    },
    stock: { ...A_STOCK, sku: long(255) },
    event: {
      ...eventExample('product.updated', { data: own, previous: own }),
      actor: { kind: 'api_key', key_id: ADMIN_PRODUCT.id, key_name: long(100) },
      variants_changed: Array.from({ length: 100 }, (_, n) => `${ADMIN_PRODUCT.id}-${n + 1}`),
    },
    valuesOf,
  }
}

/** A page of as many of these as the call requests, and more behind it. */
const pageOf =
  (row: object, more: object = {}) =>
  ({ query }: Called): Given => {
    const count = Number(query.limit ?? 50)
    const data = Array.from({ length: count }, () => row)
    return { data, count, has_more: true, next_cursor: 'c'.repeat(1024), ...more }
  }

function apiOfLongest(character: string) {
  const shop = longestShop(character)
  const { id } = shop.product
  const { data: _, count: __, has_more: ___, next_cursor: ____, ...search } = A_SEARCH
  return apiOf({
    'GET /products/search': pageOf(shop.product, { ...search, total: 100_000 }),
    [`GET /products/${id}`]: shop.expanded,
    'GET /categories': pageOf(shop.category),
    'GET /business': shop.business,
    'GET /admin/products': pageOf(shop.own),
    'GET /admin/inventory': (called) =>
      called.query.product === undefined
        ? pageOf(shop.stock)(called)
        : pageOf({ ...shop.stock, variant_id: id, product_id: id })({ ...called, query: { limit: '100' } }),
    'GET /products': {
      data: [shop.expanded],
      count: 1,
      has_more: false,
      next_cursor: null,
    },
    [`GET /admin/products/${id}`]: shop.own,
    [`GET /admin/products/${id}/variants`]: shop.ownVariants,
    'GET /admin/events': pageOf(shop.event, {
      next_after: shop.event.id,
      complete_until: shop.event.timestamp,
    }),
    'GET /admin/feeds/google.xml': {
      ...A_FEED_REPORT,
      data: Array.from({ length: 100 }, () => ({
        variant_id: `${id}-100`,
        product_id: id,
        missing: ['brand', 'images', 'price', 'product_url_template', 'gtin|mpn'],
      })),
    },
  })
}

const READING = TOOLS.filter(({ name }) => !/^(plan|apply)_/.test(name))
const ARGS: Record<string, object> = {
  get_product: { id: A_PRODUCT.id },
  get_product_for_editing: { id: A_PRODUCT.id },
  feed_report: { feed: 'google.xml' },
}

const bytesOf = ({ text }: { text: string }) => Buffer.byteLength(text)

test.each(READING.flatMap((tool) => ['\u{1f9ff}', 'x', '"'].map((character) => ({ tool, character }))))(
  'the result of $tool.name is at most 20 KB in a shop of the longest texts of $character',
  async ({ tool, character }) => {
    const { api } = apiOfLongest(character)
    const result = await resultOf(tool, api, ARGS[tool.name])
    expect(result.isError).toBe(false)
    expect(bytesOf(result)).toBeLessThanOrEqual(20 * 1024)
    expect(bytesOf(result)).toBeGreaterThan(2 * 1024)
  },
)

test.each(['\u{1f9ff}', 'x', '"'])(
  'recent_changes of 24 quantities or items each are at most 20 KB in a shop of the longest texts of %s',
  async (character) => {
    const { expanded } = longestShop(character)
    const rows = expanded.variants
      .slice(0, 24)
      .map((variant) => ({ variant_id: variant.id, product_id: expanded.id, quantity: 1e9 }))
    const reference = character.repeat(255)
    const changes = rows.map((row) => ({ ...row, delta: -1e9, quantity: -1e9 }))
    const items = rows.map((row) => ({ ...row, sku: character.repeat(255), is_held: true }))
    const adjusted = { data: { ...AN_ADJUSTMENT, reference, changes }, previous: {} }
    const committed = { data: { ...A_HOLD_COMMIT, reference, items }, previous: {} }
    for (const [event, shows] of [
      [eventExample('inventory.adjusted', adjusted), { quantities_changed: 24 }],
      [eventExample('inventory.committed', committed), { items_count: 24 }],
    ] as const) {
      const { api } = apiOf({
        'GET /admin/events': pageOf(event, { next_after: event.id, complete_until: event.timestamp }),
        'GET /products': { data: [expanded], count: 1, has_more: false, next_cursor: null },
      })
      const result = await resultOf(recentChanges, api)
      expect(result.result.changes).toContainEqual(expect.objectContaining(shows))
      expect(bytesOf(result)).toBeLessThanOrEqual(20 * 1024)
    }
  },
)

test.each([getProduct, getProductForEditing])(
  '$name leads to all variants, a part at a time',
  async (tool) => {
    const { api } = apiOfLongest('\u{1f9ff}')
    const found: string[] = []
    let next: unknown = 0
    do {
      const { result } = await resultOf(tool, api, { id: A_PRODUCT.id, skip_variants: next })
      expect(result.variant_count).toBe(100)
      if (Array.isArray(result.variants)) found.push(...result.variants.map(({ id }) => String(id)))
      expect(found.length).toBeLessThanOrEqual(100)
      next = result.next_skip_variants
    } while (next !== undefined)
    expect(found).toEqual(Array.from({ length: 100 }, (_, n) => `${A_PRODUCT.id}-${n + 1}`))
  },
)

test('a list that would be too long is read again with fewer rows, from the same place', async () => {
  const { api, calls } = apiOfLongest('\u{1f9ff}')
  const { result } = await resultOf(searchProducts, api, { cursor: 'c' })
  expect(calls.map(({ query }) => query)).toEqual([
    { cursor: 'c', limit: '25' },
    { cursor: 'c', limit: '13' },
  ])
  expect(result.products).toHaveLength(13)
})

const OPS = ['create', 'update', 'variants', 'reprice', 'delete'] as const

/** The result of a dry run in which everything of 25 products changes, with 100 variants each. */
function longestDryRun(character: string, op: (typeof OPS)[number]) {
  const { own, valuesOf } = longestShop(character)
  const type = { create: 'product.created', delete: 'product.deleted' }[String(op)] ?? 'product.updated'
  const variants = Array.from({ length: 100 }, (_, n) => ({
    id: op === 'create' ? null : `${own.id}-${n + 1}`,
    option_values: valuesOf(n),
    from: op === 'create' ? null : { price: 1, sku: character.repeat(255) },
    to: { price: 1e12, sku: character.repeat(254) },
  }))
  const event = {
    type,
    data: own,
    previous: op === 'create' || op === 'delete' ? {} : { ...own, description: '', tags: [], price: 1 },
  }
  const data = Array.from({ length: 25 }, (_, index) => ({
    index,
    status: 200,
    id: op === 'create' ? null : own.id,
    version: 7,
    events: [event],
    variants,
  }))
  const plan = { id: 'a1B2c3D4e5F6', expires_at: own.created_at, summary: '25 changes' }
  return { data, count: data.length, plan }
}

test.each(OPS.flatMap((op) => ['\u{1f9ff}', 'x', '"'].map((character) => ({ op, character }))))(
  'a plan of 25 × $op is at most 20 KB in a shop of the longest texts of $character',
  async ({ op, character }) => {
    const { api } = apiOf({ 'POST /admin/products/bulk': longestDryRun(character, op) })
    const operations = Array.from({ length: 25 }, () => ({
      op,
      ...(op !== 'create' && { id: A_PRODUCT.id }),
    }))
    const result = await resultOf(planChanges, api, { operations })
    expect(result.result.would_change).toHaveLength(25)
    expect(result.result.plan === undefined).toBe(op !== 'delete' || character === '\u{1f9ff}')
    expect(bytesOf(result)).toBeLessThanOrEqual(20 * 1024)
  },
)

test.each(['\u{1f9ff}', 'x', '"'])(
  'a plan of 24 changes of stock has all its rows, and at most 20 KB, in a shop of the longest texts of %s',
  async (character) => {
    const { product, expanded } = longestShop(character)
    const changes = Array.from({ length: 24 }, (_, n) => ({
      variant_id: `${product.id}-${n + 1}`,
      product_id: product.id,
      delta: 1e9,
      quantity: -1e9,
    }))
    const event = { data: { ...AN_ADJUSTMENT, id: null, changes }, previous: {} }
    const { api } = apiOf({
      'POST /admin/inventory/adjust': {
        data: changes.map(({ delta: _, ...row }, index) => ({
          index,
          status: 200,
          sku: character.repeat(255),
          ...row,
        })),
        count: 24,
        events: [{ type: 'inventory.adjusted', ...event }],
        plan: { id: 'a1B2c3D4e5F6', expires_at: '2026-11-30T01:00:00.000Z', summary: 'x'.repeat(200) },
      },
      'GET /products': { data: [expanded], count: 1, has_more: false, next_cursor: null },
      'GET /admin/inventory/holds': {
        data: [
          {
            ...A_HOLD,
            items: changes.map((row) => ({ ...A_HOLD.items[0], ...row, delta: undefined, quantity: 1e9 })),
          },
        ],
        count: 1,
        has_more: false,
        next_cursor: null,
      },
    })
    const sent = changes.map(() => ({ sku: character.repeat(255), delta: 1e9 }))
    const result = await resultOf(planStock, api, {
      reason: 'received',
      reference: character.repeat(255),
      changes: sent,
    })
    expect(result.result).toMatchObject({ plan: { apply_plan: { plan: 'a1B2c3D4e5F6' } } })
    expect(result.result.would_change).toHaveLength(24)
    expect(bytesOf(result)).toBeLessThanOrEqual(20 * 1024)
  },
)

test('24 refused changes of stock are at most 20 KB', async () => {
  const errors = Array.from({ length: 24 }, (_, n) => ({
    pointer: `/changes/${n}`,
    code: 'insufficient_stock',
    detail: 'there are 0',
    quantity: 0,
  }))
  const problem = { status: 409, code: 'insufficient_stock', errors }
  const { api } = apiOf({ 'POST /admin/inventory/adjust': { problem } })
  const changes = errors.map(() => ({ sku: '\u{1f9ff}'.repeat(255), delta: -1 }))
  const result = await resultOf(planStock, api, { reason: 'sale', changes })
  expect(result.isError).toBe(true)
  expect(bytesOf(result)).toBeLessThanOrEqual(20 * 1024)
})

test('25 refusals with the longest reasons are at most 20 KB', async () => {
  const errors = Array.from({ length: 200 }, (_, n) => ({
    pointer: `/operations/0/data/tags/${n}`,
    code: 'invalid',
    detail: 'must be a text of one line, without tabs, of 1 to 50 characters',
  }))
  const problem = {
    type: 'https://example.com/problems#validation_failed',
    title: 'Validation failed',
    status: 422,
    detail: 'The body has errors; see the member errors.',
    instance: `urn:uuid:${A_PRODUCT.id}`,
    code: 'validation_failed',
    request_id: A_PRODUCT.id,
    errors,
  }
  const data = Array.from({ length: 25 }, (_, index) => ({ index, status: 422, problem }))
  const { api } = apiOf({ 'POST /admin/products/bulk': { data, count: 25 } })
  const result = await resultOf(planChanges, api, {
    operations: [{ op: 'delete', id: A_PRODUCT.id }],
  })
  expect(result.isError).toBe(true)
  expect(result.result.refused).toHaveLength(25)
  expect(bytesOf(result)).toBeLessThanOrEqual(20 * 1024)
})
