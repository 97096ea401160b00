import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { adjustStock } from '../../lib/data/inventory/adjust.ts'
import type * as stockModule from '../../lib/data/inventory/stock-item.ts'
import { readStock } from '../../lib/data/inventory/stock-item.ts'
import type { CallIdentity } from '../../lib/data/table/idempotency.ts'
import type * as writerModule from '../../lib/data/table/writer.ts'
import type { Business } from '../../lib/domain/business.ts'
import { adjust } from '../../lib/http/inventory/adjust.ts'
import { makeBusiness, makeCategory, makeProduct } from '../support/shop.ts'

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
  const readStock: typeof real.readStock = async (...args) => {
    await earlier.happensAt('reads')
    return real.readStock(...args)
  }
  return { ...real, readStock }
})

vi.mock('../../lib/data/table/writer.ts', async (original) => {
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
  earlier.due = undefined
})

const whole = () => ({ businessId: business.id, call, requestId: randomUUID(), remainingMs: () => 28_000 })
const sale = (delta: number, atomic: boolean) => ({
  reason: 'sale' as const,
  reference: null,
  atomic,
  changes: [{ variant_id: product, delta }],
})
const left = async () => (await readStock(business.id, product)).get(product)?.quantity

describe.each(['reads', 'writes'] as const)('an earlier try is carried out before this one %s', (moment) => {
  describe.each([
    ['all or nothing', true],
    ['a result each', false],
  ])('%s', (_, atomic) => {
    test.each([
      ['enough is left for both: it is sold once', -1, 3],
      ['too little is left for this one: it is sold all the same', -3, 1],
    ])('%s', async (_, delta, due) => {
      earlier.due = { moment, act: () => adjust(whole(), sale(delta, atomic)) }
      const { data, isReplay } = await adjust(whole(), sale(delta, atomic))
      expect(data).toMatchObject([{ status: 200, variant_id: product }])
      expect([isReplay, await left()]).toEqual([false, due])
    })

    test('others leave too little: that is said', async () => {
      const change = { index: 0, variantId: product, productId: product, delta: -3 }
      const theirs = { reason: 'sale', reference: null, changes: [change] }
      earlier.due = { moment, act: () => adjustStock(business.id, theirs) }
      const told = adjust(whole(), sale(-3, atomic))
      const said = await told.catch(({ kind: [status], code }) => ({ data: [{ status, problem: { code } }] }))
      expect(said.data).toMatchObject([{ status: 409, problem: { code: 'insufficient_stock' } }])
      expect(await left()).toBe(1)
    })
  })
})
