import { expect, test } from 'vitest'
import { planStock } from '../../../lib/api/mcp/tools/plan-stock.ts'
import { A_HOLD } from '../../../lib/docs/description/schemas/hold.ts'
import { AN_ADJUSTMENT } from '../../../lib/docs/description/schemas/inventory.ts'
import { listExample } from '../../../lib/docs/description/schemas/list.ts'
import { A_PRODUCT, ADMIN_PRODUCT } from '../../../lib/docs/description/schemas/product.ts'
import { SOME_VARIANTS } from '../../../lib/docs/description/schemas/variant.ts'
import { apiOf, type Given, resultOf } from './described-api.ts'

const PLAN = {
  id: 'a1B2c3D4e5F6',
  expires_at: '2026-11-30T01:00:00.000Z',
  summary: '1 change of stock: 0 pieces added, 1 taken',
}

const NO_SCOPE = { problem: { status: 403, code: 'insufficient_scope', required_scope: 'products:read' } }

const { name } = A_PRODUCT
const mill = SOME_VARIANTS.id
const [small, large] = [`${mill}-1`, `${mill}-2`]
/** Products without options: one of no page, and the n-th of many. */
const [draft, nth] = [
  '01a1f85c-0000-7000-8000-000000000000',
  (n: number) => `01a1f85c-0000-7000-8000-${`${n + 1}`.padStart(12, '0')}`,
]

const pageOf = (...data: object[]) => ({ ...listExample({}), data, count: data.length })

/** A quantity that a change would lead to, and by how many pieces. */
interface Tried {
  variant_id: string
  product_id: string
  sku?: string
  delta: number
  quantity: number
}

/** The API in which a dry run changes quantities so. */
function apiOfTried(changes: Tried[], more: Record<string, Given> = {}) {
  const isChanging = changes.some(({ delta }) => delta !== 0)
  const adjusted = {
    type: 'inventory.adjusted',
    data: { ...AN_ADJUSTMENT, id: null, changes },
    previous: {},
  }
  return apiOf({
    'POST /admin/inventory/adjust': {
      data: changes.map(({ delta: _, ...change }, index) => ({ index, status: 200, sku: null, ...change })),
      count: changes.length,
      events: isChanging ? [adjusted] : [],
      ...(isChanging && { plan: PLAN }),
    },
    'GET /products': pageOf({ name, ...SOME_VARIANTS }),
    'GET /admin/inventory/holds': pageOf(),
    ...more,
  })
}

const counted = (...changes: object[]) => ({ reason: 'correction', changes })

test('plan_stock shows each quantity before and after, with what people know its variant by', async () => {
  const changes = [
    { variant_id: small, product_id: mill, sku: 'MILL-18', delta: -1, quantity: 11 },
    { variant_id: large, product_id: mill, delta: 5, quantity: 5 },
  ]
  const { api, calls } = apiOfTried(changes)
  const args = counted({ variant_id: small, quantity: 11 }, { variant_id: large, delta: 5 })
  const { result, isError } = await resultOf(planStock, api, args)
  expect(calls).toEqual([
    { route: 'POST /admin/inventory/adjust', query: { dry_run: 'true' }, body: args },
    { route: 'GET /products', query: { ids: mill, fields: 'name', expand: 'variants' } },
    { route: 'GET /admin/inventory/holds', query: { status: 'held', limit: '200' } },
  ])
  expect(isError).toBe(false)
  const of = { name, product_id: mill }
  expect(result).toEqual({
    nothing_changed_yet: true,
    reason: 'correction',
    would_change: [
      { change: 0, ...of, values: ['18'], sku: 'MILL-18', variant_id: small, from: 12, to: 11, held: 0 },
      { change: 1, ...of, values: ['25'], variant_id: large, from: 0, to: 5, held: 0 },
    ],
    plan: {
      summary: PLAN.summary,
      expires_at: PLAN.expires_at,
      apply_plan: { of: 'stock', plan: PLAN.id, summary: PLAN.summary },
    },
  })
})

test('plan_stock shows why the stock changes, and the longest reference whole', async () => {
  const { api } = apiOfTried([{ variant_id: small, product_id: mill, delta: -1, quantity: 11 }])
  const reference = 'x'.repeat(255)
  const changes = [{ sku: 'MILL-18', delta: -1 }]
  const { result } = await resultOf(planStock, api, { reason: 'damaged', reference, changes })
  expect(result).toMatchObject({ reason: 'damaged', reference })
})

test('what people cannot see in a reference is counted', async () => {
  const { api } = apiOfTried([{ variant_id: small, product_id: mill, delta: -1, quantity: 11 }])
  const args = { reason: 'sale', changes: [{ sku: 'MILL-18', delta: -1 }] }
  const planned = async (reference: string) => (await resultOf(planStock, api, { ...args, reference })).result
  expect(await planned('PO-1\u{e0049}\u{e0067}')).toMatchObject({ reference: 'PO-1', unseen_characters: 2 })
  expect(await planned('PO-1')).not.toHaveProperty('unseen_characters')
})

test('a quantity that stays is shown apart, and has no place in the plan', async () => {
  const changes = [
    { variant_id: small, product_id: mill, sku: 'MILL-18', delta: 0, quantity: 11 },
    { variant_id: large, product_id: mill, delta: 5, quantity: 5 },
  ]
  const { api } = apiOfTried(changes)
  const args = counted({ sku: 'MILL-18', quantity: 11 }, { sku: 'MILL-25', quantity: 5 })
  const { result } = await resultOf(planStock, api, args)
  expect(result.would_change).toEqual([
    expect.objectContaining({ change: 0, variant_id: large, from: 0, to: 5 }),
  ])
  expect(result.would_change_nothing).toEqual([
    { name, values: ['18'], sku: 'MILL-18', variant_id: small, product_id: mill, quantity: 11, held: 0 },
  ])
})

test('without any change there is no plan', async () => {
  const { api } = apiOfTried([
    { variant_id: small, product_id: mill, sku: 'MILL-18', delta: 0, quantity: 11 },
  ])
  const { result, isError } = await resultOf(planStock, api, counted({ sku: 'MILL-18', quantity: 11 }))
  expect([isError, result.would_change]).toEqual([false, []])
  expect(result).toMatchObject({
    would_change_nothing: [{ sku: 'MILL-18', quantity: 11 }],
    no_plan: expect.stringMatching(/^Nothing would change/),
  })
})

const ONE = { variant_id: small, product_id: mill, delta: -1, quantity: 11 }

test('a row has the pieces that waiting buyers hold, of all their holds', async () => {
  const line = { ...A_HOLD.items[0], variant_id: small, product_id: mill }
  const { api } = apiOfTried([ONE], {
    'GET /admin/inventory/holds': pageOf(
      { ...A_HOLD, items: [{ ...line, quantity: 2 }] },
      {
        ...A_HOLD,
        items: [
          { ...line, quantity: 1 },
          { ...line, quantity: 40, is_held: false },
        ],
      },
      { ...A_HOLD, items: [{ ...line, variant_id: large, quantity: 7 }] },
    ),
  })
  const { result } = await resultOf(planStock, api, counted({ sku: 'MILL-18', quantity: 11 }))
  expect(result.would_change).toEqual([expect.objectContaining({ to: 11, held: 3 })])
})

test.each<[string, Given]>([
  [
    'there are more holds than a page has',
    { ...pageOf(A_HOLD), has_more: true, next_cursor: 'i7X3HdmZq1cAAB' },
  ],
  ['they cannot be read', { problem: { status: 503, code: 'temporarily_unavailable', detail: 'Later.' } }],
])('where %s, the result says that what is held is not known', async (_, holds) => {
  const { api } = apiOfTried([ONE], { 'GET /admin/inventory/holds': holds })
  const { result, isError } = await resultOf(planStock, api, counted({ sku: 'MILL-18', quantity: 11 }))
  expect(isError).toBe(false)
  expect(result.would_change).toEqual([expect.not.objectContaining({ held: expect.anything() })])
  expect(result).toMatchObject({ held_is_unknown: expect.any(String), plan: { summary: PLAN.summary } })
})

const OF_DRAFT = { variant_id: draft, product_id: draft, delta: 5, quantity: 5 }
const READ_DRAFT = `GET /admin/products/${draft}`

test('a product that is not published is read for its name', async () => {
  const { api, calls } = apiOfTried([OF_DRAFT], {
    'GET /products': pageOf(),
    [READ_DRAFT]: { ...ADMIN_PRODUCT, id: draft, name: 'Gyokuro' },
  })
  const { result } = await resultOf(planStock, api, counted({ variant_id: draft, delta: 5 }))
  expect(result.would_change).toEqual([
    { change: 0, name: 'Gyokuro', variant_id: draft, product_id: draft, from: 0, to: 5, held: 0 },
  ])
  expect(calls.at(-1)?.route).toBe(READ_DRAFT)
})

test('no product is read for its name that the dry run names', async () => {
  const flip = {
    type: 'product.updated',
    data: { ...ADMIN_PRODUCT, id: draft, name: 'Gyokuro' },
    previous: { is_available: false },
  }
  const adjusted = { type: 'inventory.adjusted', data: { ...AN_ADJUSTMENT, id: null, changes: [OF_DRAFT] } }
  const { delta: _, ...row } = OF_DRAFT
  const { api, calls } = apiOfTried([], {
    'GET /products': pageOf(),
    'POST /admin/inventory/adjust': {
      data: [{ index: 0, status: 200, sku: null, ...row }],
      count: 1,
      events: [flip, { ...adjusted, previous: {} }],
      plan: PLAN,
    },
  })
  const { result } = await resultOf(planStock, api, counted({ variant_id: draft, delta: 5 }))
  expect(result.would_change).toEqual([expect.objectContaining({ name: 'Gyokuro' })])
  expect(calls).toHaveLength(3)
})

const MANY = Array.from({ length: 24 }, (_, n) => ({
  variant_id: nth(n),
  product_id: nth(n),
  delta: 1,
  quantity: 2,
}))
const MANY_SENT = counted(...MANY.map(({ variant_id }) => ({ variant_id, delta: 1 })))

test('a key that reads no products gets a plan without the names of drafts, after one request', async () => {
  const { api, calls } = apiOfTried(MANY, {
    'GET /products': pageOf(),
    [`GET /admin/products/${nth(0)}`]: NO_SCOPE,
  })
  const { result, isError } = await resultOf(planStock, api, MANY_SENT)
  expect(isError).toBe(false)
  expect(result.would_change).toHaveLength(24)
  expect(result.plan).toBeDefined()
  expect(calls.filter(({ route }) => route.startsWith('GET /admin/products'))).toHaveLength(1)
})

test('a draft that was deleted takes the names of no others', async () => {
  const { api } = apiOfTried(MANY.slice(0, 3), {
    'GET /products': pageOf(),
    [`GET /admin/products/${nth(0)}`]: { problem: { status: 404, code: 'product_not_found' } },
    [`GET /admin/products/${nth(1)}`]: { ...ADMIN_PRODUCT, id: nth(1), name: 'Gyokuro' },
    [`GET /admin/products/${nth(2)}`]: { ...ADMIN_PRODUCT, id: nth(2), name: 'Sencha' },
  })
  const { result } = await resultOf(planStock, api, MANY_SENT)
  expect(result.would_change).toEqual([
    expect.not.objectContaining({ name: expect.anything() }),
    expect.objectContaining({ name: 'Gyokuro' }),
    expect.objectContaining({ name: 'Sencha' }),
  ])
})

test('of many drafts five are read for names, and the products of 24 changes are two requests', async () => {
  const reads = MANY.map(({ product_id }) => [
    `GET /admin/products/${product_id}`,
    { ...ADMIN_PRODUCT, id: product_id },
  ])
  const { api, calls } = apiOfTried(MANY, { 'GET /products': pageOf(), ...Object.fromEntries(reads) })
  await resultOf(planStock, api, MANY_SENT)
  expect(calls.filter(({ route }) => route.startsWith('GET /admin/products'))).toHaveLength(5)
  const listed = calls
    .filter(({ route }) => route === 'GET /products')
    .map(({ query }) => query.ids?.split(','))
  expect(listed.map((ids) => ids?.length)).toEqual([20, 4])
  expect(new Set(listed.flat()).size).toBe(24)
})

test('plan_stock names each change that the stock does not allow, as it was sent', async () => {
  const errors = [
    { pointer: '/changes/0', code: 'insufficient_stock', detail: 'there are 2', quantity: 2 },
    { pointer: '/changes/2', code: 'insufficient_stock', detail: 'there are 0', quantity: 0 },
  ]
  const problem = { status: 409, code: 'insufficient_stock', errors }
  const { api, calls } = apiOf({ 'POST /admin/inventory/adjust': { problem } })
  const { result, isError } = await resultOf(planStock, api, {
    reason: 'sale',
    changes: [
      { sku: 'A', delta: -3 },
      { sku: 'B', delta: -1 },
      { variant_id: large, delta: -1 },
    ],
  })
  expect(isError).toBe(true)
  expect(result).toEqual({
    error: `Nothing was changed, and there is no plan: correct the arguments and plan again. changes.0 ("A") there are 2; changes.2 ("${large}") there are 0. (insufficient_stock)`,
  })
  expect(calls).toHaveLength(1)
})

test.each<[Given, RegExp]>([
  [
    {
      problem: {
        status: 422,
        code: 'validation_failed',
        errors: [{ pointer: '/reference', code: 'invalid', detail: 'must have at most 255 characters' }],
      },
    },
    /^Nothing was changed, and there is no plan: correct the arguments and plan again\. reference must/,
  ],
  [
    { problem: { status: 429, code: 'rate_limited', detail: 'Wait 3 s.' } },
    /^Wait 3 s\. Then call the tool again/,
  ],
])('another refusal is said as it is', async (given, says) => {
  const { api } = apiOf({ 'POST /admin/inventory/adjust': given })
  const { result } = await resultOf(planStock, api, counted({ sku: 'A', delta: 1 }))
  expect(result.error).toMatch(says)
})
