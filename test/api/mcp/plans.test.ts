import { expect, test } from 'vitest'
import { PLAN_KINDS } from '../../../lib/api/mcp/plan.ts'
import type { CallApi } from '../../../lib/api/mcp/tool.ts'
import { applyPlan } from '../../../lib/api/mcp/tools/apply-plan.ts'
import { planChanges } from '../../../lib/api/mcp/tools/plan-changes.ts'
import { A_HOLD } from '../../../lib/docs/description/schemas/hold.ts'
import { AN_ADJUSTMENT } from '../../../lib/docs/description/schemas/inventory.ts'
import { ADMIN_PRODUCT } from '../../../lib/docs/description/schemas/product.ts'
import { apiOf, type Given, resultOf } from './described-api.ts'

const { id, name } = ADMIN_PRODUCT
/** The fields of a creation that a person who agrees to it must see. */
const { description, price, images, sku, metadata } = ADMIN_PRODUCT
const ADMIN_FIELDS = { name, description, price, images, sku, metadata }

const PLAN = {
  id: 'a1B2c3D4e5F6',
  expires_at: '2026-11-30T01:00:00.000Z',
  summary: '1 change: 1 price by -10 %',
}

/** A bulk request that tries one operation gets this. */
const tried = (row: object, plan: object = { plan: PLAN }) => ({
  'POST /admin/products/bulk': {
    data: [{ index: 0, status: 200, id, version: 2, events: [], ...row }],
    count: 1,
    ...plan,
  },
})

const updated = (previous: object, data: object = {}) => ({
  type: 'product.updated',
  data: { ...ADMIN_PRODUCT, ...data },
  previous: { ...previous, updated_at: ADMIN_PRODUCT.created_at, version: 1 },
})

const HOLDS = 'GET /admin/inventory/holds'
const ended = tried({
  events: [{ type: 'product.deleted', data: ADMIN_PRODUCT, previous: {} }],
  quantities: [{ id, option_values: {}, from: 5, to: null }],
})

test('a plan that ends a quantity shows how many pieces buyers who are paying hold', async () => {
  const hold = { ...A_HOLD, items: [{ ...A_HOLD.items[0], variant_id: id, quantity: 2 }] }
  const page = { data: [hold], count: 1, has_more: false, next_cursor: null }
  const { api } = apiOf({ ...ended, [HOLDS]: page })
  const { result } = await resultOf(planChanges, api, { operations: [{ op: 'delete', id }] })
  expect(result.would_change).toMatchObject([{ quantities: [{ from: 5, to: null, held: 2 }] }])
  expect(result.held_is_unknown).toBeUndefined()
})

test('a plan that ends a quantity says that a key which reads no holds does not know them', async () => {
  const { api } = apiOf({ ...ended, [HOLDS]: { problem: { status: 403, code: 'insufficient_scope' } } })
  const { result } = await resultOf(planChanges, api, { operations: [{ op: 'delete', id }] })
  expect(result).toMatchObject({
    would_change: [{ quantities: [{ from: 5, to: null }] }],
    held_is_unknown: expect.any(String),
    plan: { summary: PLAN.summary },
  })
})

test('plan_changes tries operations as they are, and shows from which value to which', async () => {
  const { api, calls } = apiOf(
    tried({ events: [updated({ price: 1250, tags: [] }, { price: 1125, tags: ['a'] })] }),
  )
  const operations = [{ op: 'update', id, data: { price: 1125, tags: ['a'] } }]
  const { result, isError } = await resultOf(planChanges, api, { operations })
  expect(calls).toEqual([
    { route: 'POST /admin/products/bulk', query: { dry_run: 'true' }, body: { operations } },
  ])
  expect(isError).toBe(false)
  expect(result).toEqual({
    nothing_changed_yet: true,
    would_change: [
      {
        change: 0,
        operation: 0,
        op: 'update',
        id,
        name,
        changes: { price: { from: 1250, to: 1125 }, tags: { from: [], to: ['a'] } },
      },
    ],
    plan: {
      summary: PLAN.summary,
      expires_at: PLAN.expires_at,
      apply_plan: { of: 'products', plan: PLAN.id, summary: PLAN.summary },
    },
  })
})

test('of a long text the part that changes is shown', async () => {
  const [before, after] = [`${'b'.repeat(4_000)} Made in Italy.`, `${'b'.repeat(4_000)} Made in India.`]
  const { api } = apiOf(tried({ events: [updated({ description: before }, { description: after })] }))
  const { result } = await resultOf(planChanges, api, { operations: [{ op: 'update', id, data: {} }] })
  const around = (word: string) => `${'b'.repeat(20)} Made in ${word}.`
  expect(result.would_change).toMatchObject([
    { changes: { description: { from: around('Italy'), to: around('India'), unchanged_before: 3_980 } } },
  ])
})

test('variants are shown by their values, with what changes of each', async () => {
  const variants = [
    { id: `${id}-1`, option_values: { Size: 'M' }, from: { price: 100 }, to: { price: 90 } },
    { id: `${id}-2`, option_values: { Size: 'L' }, from: { price: 100 }, to: null },
    { id: `${id}-3`, option_values: { Size: 'S' }, from: null, to: { price: 80, sku: null } },
  ]
  const { api } = apiOf(tried({ events: [updated({})], variants }))
  const { result } = await resultOf(planChanges, api, { operations: [{ op: 'reprice', id, percent: -10 }] })
  expect(result.would_change).toMatchObject([
    {
      variants: [
        { of: [{ Size: 'M' }], changes: { price: { from: 100, to: 90 } } },
        { of: [{ Size: 'L' }], removed: true },
        { of: [{ Size: 'S' }], added: { price: 80 } },
      ],
    },
  ])
})

test('options are shown that change, if only in their order', async () => {
  const [size, colour] = [
    { name: 'Size', values: ['S'] },
    { name: 'Colour', values: ['Red'] },
  ]
  const options = { from: [size, colour], to: [colour, size] }
  const { api } = apiOf(tried({ events: [updated({})], options }))
  const { result } = await resultOf(planChanges, api, { operations: [{ op: 'update', id, data: {} }] })
  expect(result.would_change).toMatchObject([{ changes: { options } }])
})

test('a creation and a deletion are shown as what they are', async () => {
  const created = { type: 'product.created', data: { ...ADMIN_PRODUCT, id: null }, previous: {} }
  const deleted = { type: 'product.deleted', data: ADMIN_PRODUCT, previous: {} }
  const { api } = apiOf({
    'POST /admin/products/bulk': {
      data: [
        { index: 0, status: 201, id: null, version: 1, events: [created] },
        { index: 1, status: 204, id, version: 3, events: [deleted] },
      ],
      count: 2,
      plan: PLAN,
    },
  })
  const operations = [
    { op: 'create', data: { name, price: 1, category_id: 'tea' } },
    { op: 'delete', id },
  ]
  const { result } = await resultOf(planChanges, api, { operations })
  expect(result.would_change).toMatchObject([
    { change: 0, operation: 0, op: 'create', product: ADMIN_FIELDS },
    { change: 1, operation: 1, op: 'delete', id, name, status: ADMIN_PRODUCT.status },
  ])
})

const problemOf = (code: string, status: number, more: object = {}) => ({
  type: `https://example.com/problems#${code}`,
  title: 'A title',
  status,
  detail: 'A detail.',
  instance: `urn:uuid:${id}`,
  code,
  request_id: id,
  ...more,
})

const PRICE_FAULT = problemOf('validation_failed', 422, {
  errors: [{ pointer: '/operations/1/data/price', code: 'invalid', detail: 'must be a number' }],
})

const OPERATIONS = [
  { op: 'update', id, data: {} },
  { op: 'update', id, data: { price: '1' } },
]

test('a refused operation is an error, after those that would succeed, and there is no plan', async () => {
  const { api } = apiOf({
    'POST /admin/products/bulk': {
      data: [
        { index: 0, status: 200, id, version: 2, events: [updated({ price: 1 })] },
        { index: 1, status: 422, problem: PRICE_FAULT },
      ],
      count: 2,
    },
  })
  const { result, isError, text } = await resultOf(planChanges, api, { operations: OPERATIONS })
  expect(isError).toBe(true)
  expect(result).toMatchObject({
    would_change: [{ change: 0 }],
    refused: [
      {
        operation: 1,
        op: 'update',
        reason:
          'operations.1.data.price must be a number. Prices are in the smallest unit: 1250 is €12.50. (validation_failed)',
      },
    ],
    no_plan: expect.stringMatching(/^Some operations were refused/),
  })
  expect(text.indexOf('would_change')).toBeLessThan(text.indexOf('refused'))
})

test('operations that would change nothing are shown apart, and have no place in the plan', async () => {
  const { api } = apiOf({
    'POST /admin/products/bulk': {
      data: [
        { index: 0, status: 200, id, version: 2, events: [] },
        { index: 1, status: 200, id, version: 2, events: [updated({ price: 1 })] },
      ],
      count: 2,
      plan: PLAN,
    },
  })
  const { result } = await resultOf(planChanges, api, { operations: OPERATIONS })
  expect(result).toMatchObject({
    would_change: [{ change: 0, operation: 1 }],
    would_change_nothing: [{ operation: 0, id }],
  })
})

test('a plan is shown only with everything that it would do', async () => {
  const { api } = apiOf(
    tried({
      events: [updated({ description: '' }, { description: 'x'.repeat(21_000) })],
      options: { from: [], to: [] },
    }),
  )
  const { result } = await resultOf(planChanges, api, { operations: [{ op: 'update', id, data: {} }] })
  expect(result.plan).toBeUndefined()
  expect(result).toMatchObject({
    would_change: [{ id, fields: ['description', 'options'] }],
    no_plan: expect.stringMatching(/too long to be shown whole/),
  })
})

test('why there is no plan is said', async () => {
  const noPlanOf = async (row: object) =>
    (await resultOf(planChanges, apiOf(tried(row, {})).api, { operations: [{ op: 'delete', id }] })).result
      .no_plan
  expect(await noPlanOf({ events: [] })).toMatch(/^Nothing would change/)
  expect(await noPlanOf({ events: [updated({ price: 1 })] })).toMatch(/too long/)
})

test.each([
  [{ operations: [] }, 'must have at least one operation'],
  [{ operations: Array(26).fill({ op: 'delete', id }) }, 'must have at most 25 operations'],
  [{ operations: [{ op: 'upsert', id }] }, 'operations.0.op must be one of create, update'],
  [{ operations: [{ op: 'delete', id, if_match: '"1.1"' }] }, 'operations.0.if_match is not a known field'],
  [{ operations: [{ op: 'update', id, data: [] }] }, 'operations.0.data must be an object'],
  [
    { operations: [{ op: 'update', id, data: { metadata: { care: 'Wa… (cut, 40 characters)' } } }] },
    'operations.0.data has a text that a result has cut',
  ],
  [
    { operations: [{ op: 'update', data: {} }] },
    'operations.0 must have the id of the product: find_products and search_products have it.',
  ],
  [
    { operations: [{ op: 'create', id, data: {} }] },
    'wrong: operations.0 must have no id: the API makes it.',
  ],
  [
    { operations: [{ op: 'update', id: 'green-tea', data: {} }] },
    'operations.0.id must be the id of a product (a UUID), which find_products and search_products have;',
  ],
  [
    { operations: [{ op: 'update', id, percent: 10 }] },
    'wrong: operations.0.percent is for op reprice only.',
  ],
  [{ operations: [['a']] }, 'wrong: operations.0 must be an object.'],
  [{ operations: [{ op: 'update', id: `${id}-1` }] }, 'a variant is changed by op variants'],
  [{}, 'operations is required'],
])('plan_changes calls nothing for %j', async (args, sentence) => {
  const { api, calls } = apiOf({})
  const { result, isError } = await resultOf(planChanges, api, args)
  expect(isError).toBe(true)
  expect(result.error).toContain(sentence)
  expect(calls).toEqual([])
})

const change = AN_ADJUSTMENT.changes[0]

const AGREED = { plan: PLAN.id, summary: PLAN.summary }

test.each([
  ['products', 'POST /admin/products/bulk', /^A plan of plan_stock needs `of` stock\. .*products:write/],
  [
    'stock',
    'POST /admin/inventory/adjust',
    /^A plan of plan_changes needs `of` products\. .*inventory:write/,
  ],
])('apply_plan of %s says what `of` can be where the scope is missing', async (of, route, says) => {
  const required_scope = of === 'stock' ? 'inventory:write' : 'products:write'
  const problem = { status: 403, code: 'insufficient_scope', required_scope }
  const { result } = await resultOf(applyPlan, apiOf({ [route]: { problem } }).api, { of, ...AGREED })
  expect(result.error).toMatch(says)
})

test('apply_plan sends the plan and its summary to the endpoint of its kind', async () => {
  const row = { variant_id: change?.variant_id, product_id: change?.product_id, quantity: 11 }
  const { api, calls } = apiOf({
    'POST /admin/products/bulk': { data: [{ index: 0, status: 200, id, version: 2 }], count: 1 },
    'POST /admin/inventory/adjust': { data: [{ index: 0, status: 200, ...row }], count: 1 },
  })
  expect(await resultOf(applyPlan, api, { of: 'products', ...AGREED })).toMatchObject({
    result: { done_count: 1, done: [{ change: 0, id, version: 2 }] },
    isError: false,
  })
  expect(await resultOf(applyPlan, api, { of: 'stock', ...AGREED })).toMatchObject({
    result: { done_count: 1, done: [{ change: 0, ...row }] },
    isError: false,
  })
  expect(calls).toEqual([
    { route: 'POST /admin/products/bulk', query: {}, body: AGREED },
    { route: 'POST /admin/inventory/adjust', query: {}, body: AGREED },
  ])
})

test('apply_plan says first what was done, and then what was refused', async () => {
  const { api } = apiOf({
    'POST /admin/products/bulk': {
      data: [
        { index: 0, status: 412, problem: problemOf('precondition_failed', 412) },
        { index: 1, status: 200, id, version: 2 },
      ],
      count: 2,
    },
  })
  const { result, isError, text } = await resultOf(applyPlan, api, { of: 'products', ...AGREED })
  expect(isError).toBe(true)
  expect(result).toMatchObject({
    done_count: 1,
    done: [{ change: 1, id, version: 2 }],
    refused_count: 1,
    refused: [
      {
        change: 0,
        reason: 'It has changed since the plan was made. Read it and plan again. (precondition_failed)',
      },
    ],
  })
  expect(text.indexOf('done_count')).toBeLessThan(text.indexOf('refused_count'))
})

const NO_PLAN: Given = { problem: { status: 404, code: 'plan_not_found' } }

test('apply_plan says that an earlier call did it, first', async () => {
  const { api } = apiOf({
    'POST /admin/products/bulk': { data: [{ index: 0, status: 200, id, version: 2 }], count: 1 },
    'POST /admin/inventory/adjust': {
      data: [
        {
          index: 0,
          status: 200,
          variant_id: change?.variant_id,
          product_id: change?.product_id,
          quantity: 1,
        },
      ],
      count: 1,
    },
  })
  const replaying: CallApi = async (...call) => ({ ...(await api(...call)), isReplay: true })
  for (const of of PLAN_KINDS) {
    const { text, isError } = await resultOf(applyPlan, replaying, { of, ...AGREED })
    expect(isError).toBe(false)
    expect(text).toMatch(/^{"already_applied":true,"note":"[^"]*nothing was done twice[^"]*","done_count":1,/)
  }
})

test('apply_plan names tools for the next step, and no endpoint', async () => {
  const { api } = apiOf({
    'POST /admin/products/bulk': {
      data: [{ index: 0, status: 412, problem: problemOf('precondition_failed', 412) }],
      count: 1,
    },
  })
  const { result } = await resultOf(applyPlan, api, { of: 'products', ...AGREED })
  expect(result.next).toMatch(/get_product_for_editing.*plan_changes.*apply_plan/)
  expect(result.next).not.toMatch(/\/|GET|POST|PATCH/)
})

test('apply_plan says what to do about a plan that is not there, and about another summary', async () => {
  const summary = problemOf('validation_failed', 422, {
    errors: [{ pointer: '/summary', code: 'invalid', detail: `differs: this plan does "${PLAN.summary}"` }],
  })
  const { api } = apiOf({
    'POST /admin/products/bulk': NO_PLAN,
    'POST /admin/inventory/adjust': { problem: summary },
  })
  const { result } = await resultOf(applyPlan, api, { of: 'products', ...AGREED })
  expect(result.error).toMatch(/^There is no such plan of this API key, or it is over/)
  // Pieces that are planned again would be added twice.
  expect(result.error).toMatch(/may have been carried out before.*recent_changes/)
  expect((await resultOf(applyPlan, api, { of: 'stock', ...AGREED })).result.error).toBe(
    `Nothing was done. The summary differs: this plan does "${PLAN.summary}". If the person did not see exactly this, show it to them and ask again.`,
  )
})

test.each(['stock_differs', 'insufficient_stock'])(
  'apply_plan says of a plan of stock that is refused with %s what to do',
  async (code) => {
    const errors = [{ pointer: '/changes/0', code, detail: 'there are 3', quantity: 3 }]
    const { api } = apiOf({ 'POST /admin/inventory/adjust': { problem: problemOf(code, 409, { errors }) } })
    expect((await resultOf(applyPlan, api, { of: 'stock', ...AGREED })).result.error).toBe(
      `Nothing was done. changes.0 there are 3. (${code}) Plan the changes again with plan_stock.`,
    )
  },
)

test('apply_plan says of a call that is under way to call it again', async () => {
  const { api } = apiOf({
    'POST /admin/inventory/adjust': { problem: problemOf('idempotency_in_progress', 409) },
  })
  expect((await resultOf(applyPlan, api, { of: 'stock', ...AGREED })).result.error).toBe(
    'An earlier call is still carrying this out. Call apply_plan again in a few seconds, with the same arguments. (idempotency_in_progress)',
  )
})

test('apply_plan needs the kind, the plan and its summary', async () => {
  const { api, calls } = apiOf({})
  for (const args of [{ ...AGREED }, { of: 'products', plan: PLAN.id }, { of: 'both', ...AGREED }])
    expect(await resultOf(applyPlan, api, args)).toMatchObject({ isError: true })
  expect(calls).toEqual([])
})

test('plan_changes refuses what is nested deeper than any product, and calls nothing', async () => {
  const { api, calls } = apiOf({})
  const metadata = JSON.parse(`${'['.repeat(20_000)}${']'.repeat(20_000)}`)
  const operations = [{ op: 'update', id, data: { metadata } }]
  const { result, isError } = await resultOf(planChanges, api, { operations })
  expect([isError, result.error]).toEqual([
    true,
    'Nothing was done. The arguments are wrong: operations.0.data must not be nested more than 32 levels deep.',
  ])
  expect(calls).toEqual([])
})

test('a variant of any option is shown', async () => {
  const variants = [
    { id: `${id}-1`, option_values: { constructor: 'Oak' }, from: { price: 1000 }, to: { price: 900 } },
  ]
  const { api } = apiOf(tried({ events: [updated({})], variants }))
  const { result } = await resultOf(planChanges, api, { operations: [{ op: 'reprice', id, percent: -10 }] })
  expect(result.would_change).toMatchObject([{ variants: [{ of: [{ constructor: 'Oak' }] }] }])
})
