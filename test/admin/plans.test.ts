import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { makeToken } from '../support/shop.ts'
import { makeHolder } from './key-holder.ts'
import {
  askAs,
  atOnce,
  type Body,
  faults,
  type Merchant,
  makeShelves,
  outcome,
  TEA,
  type Told,
  tally,
} from './merchant.ts'
import { everythingOf, overwrite, recordsOf, typesOf } from './table.ts'
import { makeShirt, makeSizes, shirts } from './variants/shirts.ts'

let shop: Merchant
beforeEach(async () => {
  shop = await makeShelves()
})

const BULK = '/admin/products/bulk'
const ADJUST = '/admin/inventory/adjust'

interface Plan {
  id: string
  expires_at: string
  summary: string
}
const planIn = ({ body }: Told) => body.plan as Plan | undefined
const planned = ({ body }: Told) => {
  const plan = body.plan as Plan | undefined
  if (!plan) throw new Error(`no plan: ${JSON.stringify(body)}`)
  return { plan: plan.id, summary: plan.summary }
}
const tryBulk = (operations: object[]) => shop.ask('POST', `${BULK}?dry_run=true`, { operations })
const tryStock = (changes: object[]) =>
  shop.ask('POST', `${ADJUST}?dry_run=true`, { reason: 'sale', reference: 'order 1', changes })
const apply = (plan: object, path = BULK, headers: Record<string, string> = {}) =>
  shop.ask('POST', path, plan, headers)
const statuses = ({ body }: Told) =>
  body.data.map(({ status, problem }) => (problem ? `${status} ${Object(problem).code}` : `${status}`))
const priceOf = async ({ id }: { id: string }) => (await shop.ask('GET', `/admin/products/${id}`)).body.price
const eventsNow = () => typesOf(shop.business.id)

async function teas(count: number): Promise<Body[]> {
  const { body } = await shop.ask('POST', BULK, {
    operations: Array.from({ length: count }, (_, n) => ({
      op: 'create',
      data: { ...TEA, external_id: `erp-${n}`, price: 1000 },
    })),
  })
  return body.data as unknown as Body[]
}
const SHIRTS_WITHOUT_SKU = shirts([])
const cheaper = ({ id }: { id: string }) => ({ op: 'reprice', id, percent: -10 })

describe('a plan of operations', () => {
  test('is made of those that change something, and carries them out as they were shown', async () => {
    const [first, second, third] = await teas(3)
    const tried = await tryBulk([
      { op: 'create', data: { ...TEA, external_id: 'new' } },
      { op: 'update', id: first?.id, data: { price: 1000 } },
      { op: 'reprice', external_id: 'erp-1', percent: -10 },
      { op: 'delete', id: third?.id },
    ])
    expect(planIn(tried)).toEqual({
      id: expect.stringMatching(/^[\w-]{12}$/),
      expires_at: expect.stringMatching(/^\d{4}-/),
      summary: '3 changes: 1 created as draft, 1 updated, 1 price by -10 %, 0 unpublished, 1 deleted',
    })
    const inMs = Date.parse(planIn(tried)?.expires_at ?? '') - Date.now()
    expect(inMs).toBeGreaterThan(3_590_000)
    expect(inMs).toBeLessThanOrEqual(3_600_000)

    const done = await apply(planned(tried))
    expect(done.status).toBe(200)
    expect(done.body).toEqual({
      data: [
        { index: 0, status: 201, id: expect.any(String), version: 1 },
        { index: 1, status: 200, id: second?.id, version: 2 },
        { index: 2, status: 204, id: third?.id, version: 2 },
      ],
      count: 3,
    })
    expect([await priceOf(Object(second)), await priceOf(Object(first))]).toEqual([900, 1000])
  })

  test.each<[string, (tea: Body) => object[]]>([
    ['something is refused', ({ id }) => [cheaper({ id }), { op: 'delete', id: randomUUID() }]],
    ['nothing would change', ({ id }) => [{ op: 'update', id, data: { price: 1000 } }]],
    [
      'one of them is an upsert',
      ({ id }) => [cheaper({ id }), { op: 'upsert', external_id: 'x', data: TEA }],
    ],
    ['one of them is a merge', ({ id }) => [cheaper({ id }), { op: 'merge', external_id: 'x', data: TEA }]],
  ])('is not made where %s', async (_, operations) => {
    const [tea] = await teas(1)
    expect(planIn(await tryBulk(operations(Object(tea))))).toBeUndefined()
  })

  test('has at most 25 operations', async () => {
    const all = await teas(26)
    expect(planIn(await tryBulk(all.map(cheaper)))).toBeUndefined()
    expect(planIn(await tryBulk(all.slice(1).map(cheaper)))?.summary).toMatch(/^25 changes:/)
  })

  test('has at most 256 KB', async () => {
    const operations = (letters: number) =>
      Array.from({ length: 25 }, (_, n) => ({
        op: 'create',
        data: {
          ...TEA,
          name: `Tea ${n}`,
          description: 'ü'.repeat(5_000),
          metadata: { more: 'x'.repeat(letters) },
        },
      }))
    expect(planIn(await tryBulk(operations(10)))).toBeDefined()
    const larger = await tryBulk(operations(490))
    expect([tally(statuses(larger)), planIn(larger)]).toEqual([{ 201: 25 }, undefined])
  })

  test('is carried out once, however often and at once it is sent', async () => {
    const all = await teas(4)
    const plan = planned(
      await tryBulk([...all.map(cheaper), { op: 'create', data: { ...TEA, external_id: 'new' } }]),
    )
    await shop.ask('PATCH', `/admin/products/${all[0]?.id}`, { name: 'Edited' })
    const before = await eventsNow()
    const answers = await atOnce(6, () => apply(plan))
    for (const answer of answers)
      expect(statuses(answer)).toEqual(['412 precondition_failed', '200', '200', '200', '201'])
    const made = (await eventsNow()).slice(before.length)
    expect(tally(made)).toEqual({ 'product.updated': 3, 'product.created': 1 })
    const again = await apply(plan, BULK, { 'idempotency-key': randomUUID() })
    expect(statuses(again)).toEqual(statuses(answers[0] ?? again))
    // Also with a row that is refused every time: this request has changed nothing.
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect((await eventsNow()).length).toBe(before.length + 4)
    expect(await priceOf(Object(all[0]))).toBe(1000)
  })

  test('that changed everything is a replay the second time', async () => {
    const plan = planned(await tryBulk((await teas(2)).map(cheaper)))
    const first = await apply(plan)
    const second = await apply(plan)
    expect([first.headers, second.headers].map((all) => all.get('idempotency-replayed'))).toEqual([
      null,
      'true',
    ])
    expect(second.body).toEqual(first.body)
    expect((await recordsOf(shop.business.id)).filter(({ type }) => type === 'idempotency_claim')).toEqual([])
  })

  test('names a product by its id, wherever the external id is now', async () => {
    const [old, other] = await teas(2)
    const plan = planned(await tryBulk([{ op: 'reprice', external_id: 'erp-0', percent: 10 }]))
    await shop.ask('PATCH', `/admin/products/${old?.id}`, { external_id: null })
    await shop.ask('PATCH', `/admin/products/${other?.id}`, { external_id: 'erp-0' })
    expect(statuses(await apply(plan))).toEqual(['412 precondition_failed'])
    expect([await priceOf(Object(old)), await priceOf(Object(other))]).toEqual([1000, 1000])
  })

  test('costs what its operations cost', async () => {
    const all = await teas(20)
    const plan = planned(await tryBulk(all.map(cheaper)))
    const { ask } = await makeHolder({ rate_limit: { per_second: 1, burst: 100 } }, shop.business)
    const own = await ask('POST', `${BULK}?dry_run=true`, { operations: all.map(cheaper) })
    const began = performance.now()
    const done = await ask('POST', BULK, planned(own))
    const refilled = Math.ceil((performance.now() - began) / 1000)
    expect(statuses(done)).toEqual(all.map(() => '200'))
    const left = (told: Told) => Number(/r=(\d+)/.exec(told.headers.get('ratelimit') ?? '')?.[1])
    expect(left(own) - left(done)).toBeGreaterThanOrEqual(20 - refilled)
    expect(statuses(await apply(plan))).toEqual(all.map(() => '412 precondition_failed'))
  })
})

describe('the summary of a plan says', () => {
  const summaryOf = async (...operations: object[]) => planIn(await tryBulk(operations))?.summary

  test('which products are published, and what else changes of one that is unpublished', async () => {
    const [shown, hidden] = [await makeShirt(shop), await makeShirt(shop)]
    const summary = await summaryOf(
      { op: 'create', data: { ...TEA, status: 'active' } },
      { op: 'create', data: { ...TEA, name: 'Bancha', status: 'archived' } },
      { op: 'update', id: shown.id, data: { status: 'draft', name: 'Other' } },
      { op: 'update', id: hidden.id, data: { status: 'archived' } },
    )
    expect(summary).toBe(
      '4 changes: 1 created and published, 1 created as archived, 1 updated, 2 unpublished, 0 deleted',
    )
  })

  test('which products nobody can buy afterwards', async () => {
    const [one, other, { product, variants }] = [
      await makeShirt(shop),
      await makeShirt(shop),
      await makeSizes(shop),
    ]
    const disabled = variants.map(({ id }) => ({ id, is_enabled: false }))
    const summary = await summaryOf(
      { op: 'update', id: one.id, data: { is_available: false } },
      { op: 'update', id: other.id, data: { track_inventory: true } },
      { op: 'variants', id: product.id, data: { variants: disabled } },
    )
    expect(summary).toBe(
      '3 changes: 0 created, 3 updated, 1 quantity begun with 0 pieces, 3 products no longer available, 3 variants disabled, 0 unpublished, 0 deleted',
    )
  })

  test('which variants change their options, are added and are removed', async () => {
    const [swapped, { product, variants }] = [
      await makeSizes(shop, SHIRTS_WITHOUT_SKU),
      await makeSizes(shop),
    ]
    const [small, medium] = swapped.variants
    const summary = await summaryOf(
      {
        op: 'variants',
        id: swapped.product.id,
        data: {
          variants: [
            { id: small?.id, option_values: { Size: 'M' } },
            { id: medium?.id, option_values: { Size: 'S' } },
          ],
        },
      },
      {
        op: 'update',
        id: product.id,
        data: {
          options: [{ name: 'Size', values: ['S', 'XL'] }],
          variants: [
            { id: variants[0]?.id, option_values: { Size: 'S' }, price: 1000 },
            { option_values: { Size: 'XL' }, price: 4000 },
          ],
        },
      },
    )
    expect(summary).toBe(
      '2 changes: 0 created, 2 updated, 1 variant added, 2 variants removed, 2 variants with other options, 0 unpublished, 0 deleted',
    )
  })
})

describe('a plan is refused', () => {
  let plan: { plan: string; summary: string }
  beforeEach(async () => {
    plan = planned(await tryBulk((await teas(2)).map(cheaper)))
  })

  /** Expects that nothing but counters changes. */
  async function withoutEffect(run: () => Promise<Told>): Promise<Told> {
    const before = await everythingOf(shop.business.id)
    const told = await run()
    expect(await everythingOf(shop.business.id)).toEqual(before)
    return told
  }

  test.each([randomUUID(), 'x', '', '../../../..', 'A'.repeat(12), '#'.repeat(2000)])(
    'of the id %s, which there is not',
    async (id) => {
      expect(outcome(await withoutEffect(() => apply({ ...plan, plan: id })))).toBe('404 plan_not_found')
    },
  )

  test('by another key of the business, by another business, and at the other endpoint', async () => {
    const token = await makeToken(shop.business)
    expect(outcome(await withoutEffect(() => askAs(token, 'POST', BULK, plan)))).toBe('404 plan_not_found')
    const other = await makeShelves()
    expect(outcome(await withoutEffect(() => other.ask('POST', BULK, plan)))).toBe('404 plan_not_found')
    expect(outcome(await withoutEffect(() => apply(plan, ADJUST)))).toBe('404 plan_not_found')
  })

  test('after its hour', async () => {
    const [item] = (await recordsOf(shop.business.id)).filter(({ type }) => type === 'plan')
    if (!item) throw new Error('no plan')
    expect(item.ttl).toBe(item.expires_at)
    await overwrite(item, 'expires_at', Math.floor(Date.now() / 1000))
    expect(outcome(await withoutEffect(() => apply(plan)))).toBe('404 plan_not_found')
    await overwrite(item, 'expires_at', Math.floor(Date.now() / 1000) + 5)
    expect(statuses(await apply(plan))).toEqual(['200', '200'])
  })

  test('with another summary, and the right one is said', async () => {
    const told = await withoutEffect(() => apply({ ...plan, summary: '1 change' }))
    expect([outcome(told), faults(told)]).toEqual(['422 validation_failed', ['/summary invalid']])
    expect(told.body.errors[0]?.detail).toBe(`differs: this plan does "${plan.summary}"`)
  })

  test.each<[string, (plan: object) => object, string[]]>([
    ['without a summary', (all) => ({ ...all, summary: undefined }), ['/summary required']],
    ['with operations', (all) => ({ ...all, operations: [] }), ['/operations unknown_field']],
    ['that is a number', (all) => ({ ...all, plan: 5 }), ['/plan invalid']],
  ])('%s', async (_, body, wrong) => {
    const told = await withoutEffect(() => apply(body(plan)))
    expect([outcome(told), faults(told)]).toEqual(['422 validation_failed', wrong])
  })

  test('in a dry run', async () => {
    const told = await withoutEffect(() => apply(plan, `${BULK}?dry_run=true`))
    expect([outcome(told), told.body.errors[0]]).toEqual([
      '400 invalid_parameter',
      expect.objectContaining({ parameter: 'dry_run' }),
    ])
  })
})

test('a plan stays with its key when that is rotated', async () => {
  await teas(2)
  const { ask, path } = await makeHolder({}, shop.business)
  const { body } = await ask('GET', '/admin/products')
  const plan = planned(await ask('POST', `${BULK}?dry_run=true`, { operations: body.data.map(cheaper) }))
  const rotated = await ask('POST', `${path}/rotate`)
  expect(statuses(await askAs(String(rotated.body.token), 'POST', BULK, plan))).toEqual(['200', '200'])
})

describe('a plan of changes of stock', () => {
  let shirt: Body
  beforeEach(async () => {
    shirt = (await makeShirt(shop, { sku: 'PLAIN', track_inventory: true, quantity: 5 })) as unknown as Body
  })
  const quantity = async () =>
    (await shop.ask('GET', '/admin/inventory')).body.data.find(({ sku }) => sku === 'PLAIN')?.quantity

  test('takes pieces whatever was sold in between, once', async () => {
    const tried = await tryStock([{ sku: 'PLAIN', delta: -2 }])
    expect(planIn(tried)?.summary).toBe('1 change of stock: 0 pieces added, 2 taken')
    await shop.ask('POST', ADJUST, { reason: 'sale', changes: [{ sku: 'PLAIN', delta: -1 }] })
    const answers = await atOnce(5, () => apply(planned(tried), ADJUST))
    const done = [{ index: 0, status: 200, variant_id: shirt.id, product_id: shirt.id, quantity: 2 }]
    for (const { body } of answers) expect(body).toEqual({ data: done, count: 1 })
    expect(await quantity()).toBe(2)
    expect((await apply(planned(tried), ADJUST)).headers.get('idempotency-replayed')).toBe('true')
  })

  test('sets a quantity only if it is still what it was', async () => {
    const plan = planned(await tryStock([{ sku: 'PLAIN', quantity: 9 }]))
    await shop.ask('POST', ADJUST, { reason: 'sale', changes: [{ sku: 'PLAIN', delta: -1 }] })
    expect(outcome(await apply(plan, ADJUST))).toBe('409 stock_differs')
    await shop.ask('POST', ADJUST, { reason: 'sale', changes: [{ sku: 'PLAIN', delta: 1 }] })
    expect(outcome(await apply(plan, ADJUST))).toBe('200')
    expect(await quantity()).toBe(9)
    expect(outcome(await apply(plan, ADJUST))).toBe('200')
  })

  test('names the variant, wherever the SKU is now', async () => {
    const plan = planned(await tryStock([{ sku: 'PLAIN', delta: -2 }]))
    await shop.ask('PATCH', `/admin/products/${shirt.id}`, { sku: 'OLD' })
    await makeShirt(shop, { name: 'Other', sku: 'PLAIN', track_inventory: true, quantity: 5 })
    expect(outcome(await apply(plan, ADJUST))).toBe('200')
    expect(await quantity()).toBe(5)
  })

  test('is not made where nothing would change or something is refused, and not found by products', async () => {
    expect(planIn(await tryStock([{ sku: 'PLAIN', quantity: 5 }]))).toBeUndefined()
    expect(planIn(await tryStock([{ sku: 'PLAIN', delta: -6 }]))).toBeUndefined()
    const plan = planned(await tryStock([{ sku: 'PLAIN', delta: -2 }]))
    expect(outcome(await apply(plan))).toBe('404 plan_not_found')
  })
})
