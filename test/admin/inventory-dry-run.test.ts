import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { partitionsOf } from '../support/table-of.ts'
import { likeness, withoutRequest } from './dry-run.ts'
import { faults, type Merchant, makeShelves, outcome } from './merchant.ts'
import { eventsOf } from './table.ts'
import { makeShirt, makeSizes, SIZES } from './variants/shirts.ts'

let shop: Merchant
let plain: string
let sized: string[]

beforeEach(async () => {
  shop = await makeShelves()
  plain = (await makeShirt(shop, { sku: 'PLAIN', track_inventory: true, quantity: 2 })).id
  await makeShirt(shop, { name: 'Untracked', sku: 'UNTRACKED' })
  const { variants } = await makeSizes(shop, {
    options: [SIZES],
    variants: SIZES.values.map((Size) => ({
      option_values: { Size },
      price: 1000,
      sku: `SHIRT-${Size}`,
      track_inventory: true,
      allow_backorder: Size === 'L',
      low_stock_at: 1,
      quantity: 3,
    })),
  })
  sized = variants.map(({ id }) => id)
})

const ADJUST = '/admin/inventory/adjust'
const send = (query: string, changes: object[], more: object = {}, headers = {}) =>
  shop.ask('POST', ADJUST + query, { reason: 'sale', changes, ...more }, headers)
const tried = (changes: object[], more?: object) => send('?dry_run=true', changes, more)
const adjusted = (changes: object[], more?: object) => send('', changes, more)

describe('a dry run of an adjustment', () => {
  test.each<[string, () => object[], string[]]>([
    ['that flips nothing', () => [{ sku: 'PLAIN', delta: -1 }], ['PLAIN']],
    ['that sells out a product', () => [{ sku: 'PLAIN', delta: -2 }], ['PLAIN']],
    [
      'that sells out a variant and sells beyond another one',
      () => [
        { variant_id: sized[0], delta: -3 },
        { sku: 'SHIRT-L', delta: -5 },
        { sku: 'PLAIN', quantity: 8, expected: 2 },
      ],
      ['SHIRT-S', 'SHIRT-L', 'PLAIN'],
    ],
    ['that changes nothing', () => [{ sku: 'PLAIN', quantity: 2 }], ['PLAIN']],
  ])('%s returns what the write returns and records, and writes nothing', async (_, changesNow, skus) => {
    const changes = changesNow()
    const before = await partitionsOf(shop.business.id)
    const dry = await tried(changes, { reference: 'order 1' })
    expect(await partitionsOf(shop.business.id)).toEqual(before)
    const earlier = (await eventsOf(shop.business.id)).length
    const { status, body } = await adjusted(changes, { reference: 'order 1' })
    const recorded = (await eventsOf(shop.business.id)).slice(earlier).map(({ event }) => event)
    expect(dry.status).toBe(status)
    const { events, plan, ...rest } = dry.body
    expect({ ...rest, data: rest.data.map(likeness) }).toEqual(body)
    expect(rest.data.map(({ sku }) => sku)).toEqual(skus)
    expect(plan !== undefined).toBe(recorded.length > 0)
    expect(byType(events as Event[]).map(lasting)).toEqual(byType(recorded).map(lasting))
    for (const { type, data } of events as Event[])
      expect(data.id === null).toBe(type === 'inventory.adjusted')
  })

  test.each<[string, () => object[], string]>([
    [
      'more than there is',
      () => [
        { sku: 'PLAIN', delta: -3 },
        { sku: 'SHIRT-S', delta: -4 },
      ],
      '409 insufficient_stock',
    ],
    [
      'another quantity than the expected one',
      () => [{ sku: 'PLAIN', delta: 1, expected: 5 }],
      '409 stock_differs',
    ],
    ['an unknown SKU', () => [{ sku: 'NONE', delta: 1 }], '422 validation_failed'],
    ['an unknown variant', () => [{ variant_id: randomUUID(), delta: 1 }], '422 validation_failed'],
    ['a variant that is not tracked', () => [{ sku: 'UNTRACKED', delta: 1 }], '422 validation_failed'],
    [
      'a variant by two names',
      () => [
        { sku: 'PLAIN', delta: 1 },
        { variant_id: plain, delta: 1 },
      ],
      '422 validation_failed',
    ],
    [
      'a variant twice by one name',
      () => [
        { sku: 'PLAIN', delta: 1 },
        { sku: 'PLAIN', delta: 1 },
      ],
      '422 validation_failed',
    ],
    ['a quantity beyond the largest', () => [{ sku: 'PLAIN', delta: 1e9 }], '422 validation_failed'],
    [
      'more changes than fit together',
      () => Array(25).fill({ sku: 'PLAIN', delta: 1 }),
      '422 validation_failed',
    ],
    ['nothing', () => [], '422 validation_failed'],
  ])('is refused like the write for %s', async (_, changesNow, expected) => {
    const changes = changesNow()
    const before = await partitionsOf(shop.business.id)
    const dry = await tried(changes)
    const told = await adjusted(changes)
    expect(outcome(told)).toBe(expected)
    expect([dry.status, withoutRequest(dry.body)]).toEqual([told.status, withoutRequest(told.body)])
    expect(await partitionsOf(shop.business.id)).toEqual(before)
  })

  test('is not for changes with a result for each', async () => {
    const refused = await tried([{ sku: 'PLAIN', delta: 1 }], { atomic: false })
    expect(outcome(refused)).toBe('400 invalid_parameter')
    expect(refused.body.errors).toMatchObject([{ parameter: 'dry_run' }])
    const written = await send('?dry_run=false', [{ sku: 'PLAIN', delta: 1 }], { atomic: false })
    expect(written.body.data.map(likeness)).toMatchObject([{ status: 200, quantity: 3 }])
    expect(written.body).not.toHaveProperty('events')
  })

  test('takes no Idempotency-Key', async () => {
    const key = { 'idempotency-key': 'order-1' }
    for (const more of [{}, { atomic: false }])
      expect(outcome(await send('?dry_run=true', [{ sku: 'PLAIN', delta: 1 }], more, key))).toBe(
        '400 invalid_idempotency_key',
      )
    expect((await send('', [{ sku: 'PLAIN', delta: 1 }], {}, key)).headers.get('idempotency-replayed')).toBe(
      null,
    )
  })

  test('needs the scope of the write', async () => {
    const reader = await makeShelves(['inventory:read', 'categories:write'])
    const body = { reason: 'sale', changes: [{ sku: 'PLAIN', delta: 1 }] }
    expect(outcome(await reader.ask('POST', `${ADJUST}?dry_run=true`, body))).toBe('403 insufficient_scope')
    expect(faults(await shop.ask('POST', `${ADJUST}?dry_run=yes`, body))).toHaveLength(1)
  })
})

interface Event {
  type: string
  data: Record<string, unknown>
  previous: Record<string, unknown>
  variants_changed?: unknown
}

/** Events of one transaction have no order. */
const byType = (events: readonly Event[]) =>
  events.toSorted((a, b) => `${a.type} ${a.data.name}`.localeCompare(`${b.type} ${b.data.name}`))

/** An event without the id of its adjustment and its time. */
function lasting({ type, data, previous, variants_changed }: Event) {
  const { updated_at: _, ...rest } = data
  const { updated_at: __, ...earlier } = previous
  return {
    type,
    data: { ...rest, ...(type.startsWith('inventory.') && { id: null }) },
    earlier,
    variants_changed,
  }
}
