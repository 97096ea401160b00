import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { handler as createCategory } from '../../functions/admin/categories/create.ts'
import { handler } from '../../functions/admin/inventory/adjust.ts'
import { runOperations } from '../../lib/api/http/bulk/bulk.ts'
import { adjustParts } from '../../lib/api/http/inventory/adjust-parts.ts'
import { adjustStock } from '../../lib/data/inventory/adjust.ts'
import type * as stockModule from '../../lib/data/inventory/stock-item.ts'
import { readStock } from '../../lib/data/inventory/stock-item.ts'
import type * as writerModule from '../../lib/data/table/calls/writer.ts'
import type { CallIdentity } from '../../lib/data/table/idempotency.ts'
import { idempotencyKey } from '../../lib/data/table/keys.ts'
import type { Business } from '../../lib/domain/business.ts'
import { CHANGES_PER_COMMIT } from '../../lib/domain/stock/inventory.ts'
import { makeBusiness, makeCategory, makeProduct } from '../support/shop.ts'
import { invoke } from './in-process.ts'
import { eventsOf, overwrite } from './table.ts'

type Moment = 'reads' | 'writes'

/** An earlier try of the same call, which its caller gave up: it is carried out only when the next one reads or writes. */
const earlier = vi.hoisted(() => ({
  due: undefined as { moment: Moment; act: () => Promise<unknown> } | undefined,
  async happensAt(moment: Moment) {
    if (this.due?.moment !== moment) return
    const { act } = this.due
    this.due = undefined
    await act()
  },
}))

vi.mock('../../lib/data/inventory/stock-item.ts', async (original) => {
  const real = await original<typeof stockModule>()
  const readStockItem: typeof real.readStockItem = async (...args) => {
    await earlier.happensAt('reads')
    return real.readStockItem(...args)
  }
  return { ...real, readStockItem }
})

vi.mock('../../lib/data/table/calls/writer.ts', async (original) => {
  const real = await original<typeof writerModule>()
  const sendTransaction: typeof real.sendTransaction = async (...args) => {
    await earlier.happensAt('writes')
    return real.sendTransaction(...args)
  }
  return { ...real, sendTransaction }
})

let business: Business
let call: CallIdentity
let product: string

beforeEach(async () => {
  business = await makeBusiness()
  await makeCategory(business, { id: 'tea' })
  product = (await makeProduct(business, { category_id: 'tea', track_inventory: true, quantity: 4 })).id
  call = {
    businessId: business.id,
    apiKeyId: randomUUID(),
    methodAndPath: 'POST /api/v1/admin/inventory/adjust',
    idempotencyKey: 'order-1',
    fingerprint: 'a',
  }
})
afterEach(() => {
  vi.useRealTimers()
  earlier.due = undefined
})

const sale = (delta: number, atomic: boolean) => ({
  reason: 'sale' as const,
  reference: null,
  atomic,
  changes: [{ variant_id: product, delta }],
})
const left = async () => (await readStock(business.id, product)).get(product)?.quantity

/** The changes of a request and whether it was a repeated one; a problem counts as the result of its change. */
type Send = (delta: number) => Promise<{ results: unknown[]; isReplay: boolean }>

const inOne: Send = async (delta) => {
  const { apiKeyId, idempotencyKey } = call
  const { status, headers, body } = await invoke(handler, business.id, {
    method: 'POST',
    route: '/admin/inventory/adjust',
    headers: { 'idempotency-key': idempotencyKey },
    body: sale(delta, true),
    apiKeyId,
  })
  const results = status === 200 ? body.data : [{ status, problem: body }]
  return { results, isReplay: 'idempotency-replayed' in headers }
}

const postShelf = (body: object) =>
  invoke(createCategory, business.id, {
    method: 'POST',
    route: '/admin/categories',
    headers: { 'idempotency-key': 'shelf' },
    body,
    apiKeyId: call.apiKeyId,
  })

/** Below the claim, which lets no second one in. */
const inParts: Send = async (delta) => {
  const whole = { businessId: business.id, call, requestId: randomUUID(), remainingMs: () => 28_000 }
  const { data, isReplay } = await adjustParts(whole, sale(delta, false))
  return { results: data, isReplay }
}

describe.each(['reads', 'writes'] as const)('an earlier try is carried out before this one %s', (moment) => {
  describe.each([
    ['all or nothing', inOne],
    ['a result each', inParts],
  ])('%s', (_, send) => {
    test.each([
      ['enough is left for both: it is sold once', -1, 3],
      ['too little is left for this one: it is sold all the same', -3, 1],
    ])('%s', async (_, delta, due) => {
      earlier.due = { moment, act: () => send(delta) }
      const { results, isReplay } = await send(delta)
      expect(results).toEqual([
        { index: 0, status: 200, variant_id: product, product_id: product, quantity: due },
      ])
      expect([isReplay, await left()]).toEqual([true, due])
    })

    test('others leave too little: that is said', async () => {
      const theirs = {
        reason: 'sale',
        reference: null,
        changes: [{ index: 0, variantId: product, delta: -3 }],
      }
      earlier.due = { moment, act: () => adjustStock(business.id, theirs) }
      const { results } = await send(-3)
      expect(results).toMatchObject([{ status: 409, problem: { code: 'insufficient_stock' } }])
      expect(await left()).toBe(1)
    })
  })
})

test.each([
  ['its record', { name: 'Cups' }],
  ['the rule that its effect breaks', { name: 'Cups', id: 'cups' }],
])(
  'an earlier try creates a category before this one writes: its response is given, by %s',
  async (_, body) => {
    let first: Awaited<ReturnType<typeof postShelf>> | undefined
    const act = async () => {
      first = await postShelf(body)
    }
    earlier.due = { moment: 'writes', act }
    const second = await postShelf(body)
    expect([first?.status, first?.headers['idempotency-replayed']]).toEqual([201, undefined])
    expect([second.status, second.body]).toEqual([201, first?.body])
    expect(second.headers).toMatchObject({ 'idempotency-replayed': 'true' })
    const types = (await eventsOf(business.id)).map(({ event }) => event.type)
    expect(types.filter((type) => type === 'category.created')).toHaveLength(2)
  },
)

test('an earlier try whose response ends at this very moment is still in progress', async () => {
  const act = async () => {
    await postShelf({ name: 'Cups' })
    const record = idempotencyKey(business.id, call.apiKeyId, 'POST /api/v1/admin/categories#shelf')
    const end = Math.floor(Date.now() / 1000) + 2
    await overwrite(record, 'expires_at', end)
    vi.useFakeTimers({ toFake: ['Date'], now: end * 1000 })
  }
  earlier.due = { moment: 'writes', act }
  const { status, headers, body } = await postShelf({ name: 'Cups' })
  expect([status, body.code, headers['retry-after']]).toEqual([409, 'idempotency_in_progress', '1'])
})

test('an earlier try creates a product of a bulk request before this one writes: its result is given', async () => {
  const { currency } = business
  const bulk = { businessId: business.id, currency, call, requestId: randomUUID() }
  const data = { name: 'Cup', price: 1, category_id: 'tea', external_id: 'cup' }
  const run = () => runOperations(bulk, [{ op: 'create', data }], () => 28_000)
  let first: Awaited<ReturnType<typeof run>> | undefined
  const act = async () => {
    first = await run()
  }
  earlier.due = { moment: 'writes', act }
  const second = await run()
  expect([first?.isReplay, second.isReplay]).toEqual([false, true])
  expect(second.data).toEqual(first?.data)
  expect(second.data).toMatchObject([{ status: 201 }])
})

test('a change of a variant that an earlier part refused is refused when only that part is repeated, too', async () => {
  let ms = 28_000
  const whole = { businessId: business.id, call, requestId: randomUUID(), remainingMs: () => ms }
  const { id } = await makeProduct(business, { category_id: 'tea', track_inventory: true, quantity: 4 })
  const unknown = Array.from({ length: CHANGES_PER_COMMIT - 2 }, () => ({ sku: 'NONE', delta: -1 }))
  const changes = [
    { variant_id: id, delta: -1 },
    { variant_id: product, delta: -9 },
    ...unknown,
    { variant_id: product, delta: -1 },
  ]
  const adjustment = { reason: 'sale' as const, reference: null, atomic: false, changes }
  const ask = async () => (await adjustParts(whole, adjustment)).data.map(({ status }) => status)
  // The time is over behind the first part.
  earlier.due = {
    moment: 'writes',
    act: async () => {
      ms = 0
    },
  }
  const first = [200, 409, ...unknown.map(() => 422)]
  expect(await ask()).toEqual([...first, 503])
  ms = 28_000
  expect(await ask()).toEqual([...first, 422])
  expect(await left()).toBe(4)
})

test('a request in parts is a replay only if nothing of it is carried out now', async () => {
  // There is no time for the first part.
  const times = [0]
  const remainingMs = () => times.shift() ?? 28_000
  const whole = { businessId: business.id, call, requestId: randomUUID(), remainingMs }
  const { id } = await makeProduct(business, { category_id: 'tea', track_inventory: true, quantity: 4 })
  const unknown = Array.from({ length: CHANGES_PER_COMMIT - 1 }, () => ({ sku: 'NONE', delta: -1 }))
  const changes = [{ variant_id: product, delta: -1 }, ...unknown, { variant_id: id, delta: -1 }]
  const ask = async () => {
    const { data, isReplay } = await adjustParts(whole, { ...sale(-1, false), changes })
    return [data[0]?.status, data.at(-1)?.status, isReplay]
  }
  expect(await ask()).toEqual([503, 200, false])
  expect(await ask()).toEqual([200, 200, false])
  expect(await ask()).toEqual([200, 200, true])
})
