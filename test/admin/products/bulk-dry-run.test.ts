import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { skuGuardKey } from '../../../lib/data/table/keys.ts'
import { guardsOf, plantItem } from '../../support/items.ts'
import { partitionsOf } from '../../support/table-of.ts'
import { triedFirst } from '../dry-run.ts'
import {
  type Body,
  create,
  faults,
  type Merchant,
  makeShelves,
  outcome,
  TEA,
  type Told,
} from '../merchant.ts'
import { eventsOf } from '../table.ts'
import { makeSizes, shirts } from '../variants/shirts.ts'

let shop: Merchant
beforeEach(async () => {
  shop = await makeShelves()
})

const BULK = '/admin/products/bulk'
const tryAll = (operations: object[], headers: Record<string, string> = {}) =>
  shop.ask('POST', `${BULK}?dry_run=true`, { operations }, headers)
const carryOut = (operations: object[]) => shop.ask('POST', BULK, { operations })
const createTea = (more: object = {}) => create(shop, '/admin/products', { ...TEA, ...more })

/** An event of a dry run. */
interface Event {
  type: string
  data: Record<string, unknown>
  previous: Record<string, unknown>
  variants_changed?: string[]
}
const eventsIn = ({ body }: Told, place = 0) => body.data[place]?.events as Event[]
const variantsOf = ({ body }: Told, place = 0) => body.data[place]?.variants
const statuses = ({ body }: Told) =>
  body.data.map(({ status, problem }) => (problem ? `${status} ${Object(problem).code}` : `${status}`))

/** The members of an object that depend on neither the id of a new one nor the time. */
function lasting(object: Record<string, unknown>) {
  const { id: _, created_at: __, updated_at: ___, ...rest } = object
  return rest
}

describe('a dry run of one operation', () => {
  test.each<[string, (old: Body) => object]>([
    ['create', () => ({ op: 'create', data: { ...TEA, name: 'Gyokuro', status: 'active' } })],
    ['update', ({ id }) => ({ op: 'update', id, data: { price: 5, slug: 'other', status: 'active' } })],
    ['upsert that creates', () => ({ op: 'upsert', external_id: 'new', data: TEA })],
    ['upsert that replaces', () => ({ op: 'upsert', external_id: 'old', data: { ...TEA, sku: 'B' } })],
    ['merge', () => ({ op: 'merge', external_id: 'old', data: { category_id: 'pots' } })],
    ['variants', ({ id }) => ({ op: 'variants', id, data: { variants: [{ id, price: 7 }] } })],
    ['reprice', ({ id }) => ({ op: 'reprice', id, percent: 10 })],
    ['delete', ({ id }) => ({ op: 'delete', id })],
    ['update that changes nothing', ({ id }) => ({ op: 'update', id, data: { name: TEA.name } })],
  ])('%s returns what the write returns and records, and writes nothing', async (_, operationFor) => {
    const operation = operationFor(await createTea({ external_id: 'old', sku: 'A' }))
    const before = await partitionsOf(shop.business.id)
    const tried = await tryAll([operation])
    expect(await partitionsOf(shop.business.id)).toEqual(before)
    const earlier = (await eventsOf(shop.business.id)).length
    const { body } = await carryOut([operation])
    const [result] = body.data
    const isNew = result?.status === 201
    expect(tried.body.data[0]).toEqual({
      ...result,
      events: eventsIn(tried),
      ...(isNew && { id: null }),
    })
    const recorded = (await eventsOf(shop.business.id)).slice(earlier)
    expect(eventsIn(tried)).toEqual(
      recorded.map(({ event: { type, data, previous } }) => ({
        type,
        data: expect.objectContaining({ ...lasting(data), id: isNew ? null : result?.id }),
        previous: expect.objectContaining(lasting(previous)),
      })),
    )
    expect(tried.body.count).toBe(1)
  })

  test('shows the variants that change, from and to', async () => {
    const { product, variants } = await makeSizes(shop, shirts())
    const [S, M, L] = variants
    const data = { variants: [{ id: M?.id, price: 5, sku: null }] }
    const tried = await tryAll([{ op: 'variants', id: product.id, data }])
    expect(variantsOf(tried)).toEqual([
      {
        id: M?.id,
        option_values: { Size: 'M' },
        from: { price: 2000, sku: 'SHIRT-M' },
        to: { price: 5, sku: null },
      },
    ])
    expect(eventsIn(tried)[0]?.variants_changed).toEqual([M?.id])
    const repriced = await tryAll([{ op: 'reprice', id: product.id, percent: -10 }])
    expect(variantsOf(repriced)).toMatchObject([
      { id: S?.id, from: { price: 1000 }, to: { price: 900 } },
      { id: M?.id, from: { price: 2000 }, to: { price: 1800 } },
      { id: L?.id, from: { price: 3000 }, to: { price: 2700 } },
    ])
    const other = await tryAll([{ op: 'update', id: product.id, data: { name: 'Blouse' } }])
    expect(other.body.data[0]).not.toHaveProperty('variants')
  })

  test('shows the options that change, if only in the order of their values', async () => {
    const { product } = await makeSizes(shop, shirts())
    const options = (values: string[]) => [{ name: 'Size', values }]
    const data = { options: options(['L', 'M', 'S']), variants: shirts().variants }
    const { body } = await tryAll([{ op: 'update', id: product.id, data }])
    expect(body.data[0]?.options).toEqual({ from: options(['S', 'M', 'L']), to: options(['L', 'M', 'S']) })
    await carryOut([{ op: 'update', id: product.id, data }])
    expect((await eventsOf(shop.business.id)).at(-1)?.event).not.toHaveProperty('options')
    const deleted = await tryAll([{ op: 'delete', id: product.id }])
    expect(deleted.body.data[0]).not.toHaveProperty('options')
  })

  test('shows the quantities that begin and end, and no event has them', async () => {
    const tracked = { ...TEA, track_inventory: true, quantity: 77 }
    const quantities = async (operation: object) => (await tryAll([operation])).body.data[0]?.quantities
    const whole = { option_values: {} }
    expect(await quantities({ op: 'create', data: tracked })).toEqual([
      { ...whole, id: null, from: null, to: 77 },
    ])
    const { id } = await createTea(tracked)
    const ends = [{ ...whole, id, from: 77, to: null }]
    expect(await quantities({ op: 'update', id, data: { track_inventory: false } })).toEqual(ends)
    expect(await quantities({ op: 'delete', id })).toEqual(ends)
    expect(await quantities({ op: 'update', id, data: { price: 7 } })).toBeUndefined()
    await carryOut([{ op: 'delete', id }])
    expect((await eventsOf(shop.business.id)).at(-1)?.event).not.toHaveProperty('quantities')
  })

  test('has no id of a product or a variant that it would create', async () => {
    const { body } = await tryAll([{ op: 'create', data: { ...TEA, price: undefined, ...shirts() } }])
    const [{ id, events, variants } = Object()] = body.data
    expect(id).toBe(null)
    expect(events).toMatchObject([{ type: 'product.created', data: { id: null }, previous: {} }])
    expect(events[0]).not.toHaveProperty('variants_changed')
    expect(variants).toMatchObject(
      ['S', 'M', 'L'].map((Size) => ({ id: null, option_values: { Size }, from: null })),
    )
  })

  test('takes another slug where the one of the name is taken, and is refused where it was sent', async () => {
    await createTea({ slug: 'sencha' })
    const tried = await triedFirst(shop, { op: 'create', data: TEA })
    expect(statuses(tried)).toEqual(['201'])
    expect(statuses(await triedFirst(shop, { op: 'create', data: { ...TEA, slug: 'sencha' } }))).toEqual([
      '409 slug_taken',
    ])
  })

  test('frees a SKU that was left behind, and leaves the rest as it is', async () => {
    await plantItem({
      ...skuGuardKey(shop.business.id, 'LEFT'),
      type: 'guard',
      product_id: randomUUID(),
      stamp: 'x',
    })
    const before = await partitionsOf(shop.business.id)
    const tried = await tryAll([{ op: 'create', data: { ...TEA, sku: 'LEFT' } }])
    expect(statuses(tried)).toEqual(['201'])
    expect(await guardsOf(shop.business.id, ['LEFT'])).toEqual([])
    expect(await partitionsOf(shop.business.id)).toEqual(before)
  })
})

describe('the operations of a dry run', () => {
  test('are all checked against what is stored, and a refused one stops no other', async () => {
    const one = await createTea({ slug: 'one' })
    const two = await createTea()
    const operations = [
      { op: 'reprice', id: one.id, percent: 10 },
      { op: 'update', id: two.id, data: { slug: 'one' } },
      { op: 'update', id: two.id, data: { price: 3 } },
      { op: 'create', data: { ...TEA, slug: 'three' } },
    ]
    expect(statuses(await tryAll(operations))).toEqual(['200', '409 slug_taken', '200', '201'])
  })

  test.each<[string, (old: Body) => object[]]>([
    [
      'name one product',
      ({ id }) => [
        { op: 'reprice', id, percent: 5 },
        { op: 'delete', id },
      ],
    ],
    [
      'name it by its external id',
      ({ id }) => [
        { op: 'reprice', id, percent: 5 },
        { op: 'merge', external_id: 'old', data: { price: 9 } },
      ],
    ],
    [
      'name it, and the later one changes nothing that is stored',
      ({ id, price }) => [
        { op: 'reprice', id, percent: 5 },
        { op: 'update', id, data: { price } },
      ],
    ],
    [
      'name it after its deletion',
      ({ id }) => [
        { op: 'delete', id },
        { op: 'update', id, data: { price: 1 } },
      ],
    ],
    [
      'create a product and name it',
      () => [
        { op: 'upsert', external_id: 'new', data: TEA },
        { op: 'update', external_id: 'new', data: { price: 1 } },
      ],
    ],
    [
      'create one external id twice',
      () => [
        { op: 'create', data: { ...TEA, external_id: 'new' } },
        { op: 'upsert', external_id: 'new', data: TEA },
      ],
    ],
    [
      'give an external id on',
      ({ id }) => [
        { op: 'update', id, data: { external_id: 'moved' } },
        { op: 'delete', external_id: 'moved' },
      ],
    ],
    [
      'take one slug',
      () => [
        { op: 'create', data: { ...TEA, slug: 'fresh' } },
        { op: 'create', data: { ...TEA, slug: 'fresh' } },
      ],
    ],
    [
      'take a slug that becomes free',
      ({ id }) => [
        { op: 'update', id, data: { slug: 'moved' } },
        { op: 'create', data: { ...TEA, slug: 'sencha' } },
      ],
    ],
    [
      'take one SKU',
      () => [
        { op: 'create', data: { ...TEA, sku: 'new' } },
        { op: 'create', data: { ...TEA, price: undefined, ...shirts(['S', 'new', 'L']) } },
      ],
    ],
    [
      'take a SKU that becomes free',
      ({ id }) => [
        { op: 'delete', id },
        { op: 'create', data: { ...TEA, sku: 'A' } },
      ],
    ],
  ])('depend on each other if they %s', async (_, operationsFor) => {
    const operations = operationsFor(await createTea({ external_id: 'old', sku: 'A' }))
    const [first, second] = statuses(await tryAll(operations))
    expect(Number(first)).toBeLessThan(300)
    expect(second).toBe('422 depends_on_operation')
  })

  test('do not if their products only share a category and a name', async () => {
    const old = await createTea()
    const operations = [
      { op: 'create', data: TEA },
      { op: 'create', data: TEA },
      { op: 'upsert', external_id: 'new', data: TEA },
      { op: 'update', id: old.id, data: { category_id: 'pots' } },
    ]
    const tried = await tryAll(operations)
    expect(statuses(tried)).toEqual(['201', '201', '201', '200'])
    const slugs = [0, 1, 2].map((place) => eventsIn(tried, place)[0]?.data.slug)
    expect(new Set(slugs).size).toBe(3)
    expect(statuses(await carryOut(operations))).toEqual(statuses(tried))
  })
})

test('an Idempotency-Key is refused with dry_run=true, and taken with dry_run=false', async () => {
  const key = { 'idempotency-key': 'once' }
  const before = await partitionsOf(shop.business.id)
  const refused = await tryAll([{ op: 'create', data: TEA }], key)
  expect(outcome(refused)).toBe('400 invalid_idempotency_key')
  expect(refused.body.errors).toMatchObject([{ header: 'Idempotency-Key' }])
  expect(await partitionsOf(shop.business.id)).toEqual(before)
  const path = `${BULK}?dry_run=false`
  const written = await shop.ask('POST', path, { operations: [{ op: 'create', data: TEA }] }, key)
  expect(statuses(written)).toEqual(['201'])
  expect(faults(await shop.ask('POST', `${BULK}?dry_run=1`, { operations: [] }))).toHaveLength(1)
})

test('a dry run needs the scope of the write', async () => {
  const reader = await makeShelves(['products:read', 'categories:write'])
  const told = await reader.ask('POST', `${BULK}?dry_run=true`, { operations: [{ op: 'create', data: TEA }] })
  expect(outcome(told)).toBe('403 insufficient_scope')
})
