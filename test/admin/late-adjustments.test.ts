import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { adjustStock } from '../../lib/data/inventory/adjust.ts'
import { readStock } from '../../lib/data/inventory/stock-item.ts'
import type { CallIdentity } from '../../lib/data/table/idempotency.ts'
import type * as writerModule from '../../lib/data/table/writer.ts'
import type { Business } from '../../lib/domain/business.ts'
import { adjust } from '../../lib/http/inventory/adjust.ts'
import { makeBusiness, makeCategory, makeProduct } from '../support/shop.ts'

/**
 * An earlier try of the same call, which its caller gave up, and which is carried out only now: before the first
 * transaction of the next try, or once that one has failed to find what it sells.
 */
const earlier = vi.hoisted(() => ({ act: undefined as (() => Promise<unknown>) | undefined }))

vi.mock('../../lib/data/table/writer.ts', async (original) => {
  const real = await original<typeof writerModule>()
  const sendTransaction: typeof real.sendTransaction = async (...args) => {
    const { act } = earlier
    earlier.act = undefined
    await act?.()
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
  earlier.act = undefined
})

const whole = () => ({ businessId: business.id, call, requestId: randomUUID(), remainingMs: () => 28_000 })
const sale = (delta: number, atomic: boolean) => ({
  reason: 'sale' as const,
  reference: null,
  atomic,
  changes: [{ variant_id: product, delta }],
})
const left = async () => (await readStock(business.id, product)).get(product)?.quantity

test.each([
  ['all or nothing', true],
  ['a result each', false],
])('%s: an earlier try that sells meanwhile is not repeated', async (_, atomic) => {
  earlier.act = () => adjust(whole(), sale(-1, atomic))
  const { data, isReplay } = await adjust(whole(), sale(-1, atomic))
  expect(data).toMatchObject([{ status: 200, variant_id: product }])
  expect([isReplay, await left()]).toEqual([false, 3])
})

test.each([
  ['all or nothing', true],
  ['a result each', false],
])('%s: too little is left because of an earlier try: it is the answer', async (_, atomic) => {
  earlier.act = () => adjust(whole(), sale(-3, atomic))
  expect((await adjust(whole(), sale(-3, atomic))).data).toMatchObject([{ status: 200 }])
  expect(await left()).toBe(1)
})

test('too little is left because of others: that is said', async () => {
  earlier.act = () =>
    adjustStock(business.id, {
      reason: 'sale',
      reference: null,
      changes: [{ index: 0, variantId: product, productId: product, delta: -3 }],
    })
  await expect(adjust(whole(), sale(-3, true))).rejects.toMatchObject({ code: 'insufficient_stock' })
  const { data } = await adjust(whole(), sale(-3, false))
  expect(data).toMatchObject([{ status: 409, problem: { code: 'insufficient_stock' } }])
  expect(await left()).toBe(1)
})
