import { TransactionCanceledException } from '@aws-sdk/client-dynamodb'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createCategory, updateCategory } from '../../../lib/data/categories.ts'
import { upsertProduct } from '../../../lib/data/products/product-by-external-id.ts'
import { createProduct, updateProduct } from '../../../lib/data/products/products.ts'
import { letPausesPass } from '../../../lib/data/table/calls/pause.ts'
import { TableUnavailable } from '../../../lib/data/table/calls/table-fault.ts'
import type * as writer from '../../../lib/data/table/calls/writer.ts'
import type { Business } from '../../../lib/domain/business.ts'
import { CATEGORY } from '../../../lib/domain/category.ts'
import { PRODUCT } from '../../../lib/domain/products/product.ts'
import { eventsOf } from '../../admin/table.ts'
import { makeBusiness, makeCategory, makeProduct } from '../../support/shop.ts'

/** How long a try to write takes, on the test's own clock, and the write that it then fails with. */
interface Slow {
  ms: number
  refusal: string
  code?: string
  /** How much later than it wanted a writer wakes up between two tries. */
  oversleptMs?: number
}

const clock = vi.hoisted(() => ({ slow: undefined as Slow | undefined, tries: [] as Try[] }))

/** When a try began, and when the id of its event was made: milliseconds since the epoch. */
interface Try {
  beganAt: number
  eventAt: number
}

vi.mock('../../../lib/data/table/calls/writer.ts', async (importActual) => {
  const actual = await importActual<typeof writer>()
  const sendTransaction: typeof actual.sendTransaction = async (writes, token) => {
    const { slow } = clock
    if (!slow) return actual.sendTransaction(writes, token)
    clock.tries.push({ beganAt: Date.now(), eventAt: eventTime(writes) })
    vi.setSystemTime(Date.now() + slow.ms)
    const codes = writes.map((write) =>
      isRefused(write, slow.refusal) ? (slow.code ?? 'ConditionalCheckFailed') : 'None',
    )
    throw new TransactionCanceledException({
      message: 'Transaction cancelled',
      $metadata: {},
      CancellationReasons: codes.map((Code) => ({ Code })),
    })
  }
  return { ...actual, sendTransaction }
})
letPausesPass(async (ms) => {
  vi.setSystemTime(Date.now() + ms + (clock.slow?.oversleptMs ?? 0))
})

type Writes = Parameters<typeof writer.sendTransaction>[0]

const keyOf = ({ Put, Update, Delete }: Writes[number]) =>
  Put ? `${Put.Item?.pk} ${Put.Item?.sk}` : JSON.stringify((Update ?? Delete)?.Key)

const isRefused = (write: Writes[number], part: string) => keyOf(write).includes(part)

/** A UUIDv7 begins with its time. */
function eventTime(writes: Writes): number {
  const [, high = '', low = ''] = /#EVENTS evt_(\w{8})-(\w{4})/.exec(writes.map(keyOf).join('\n')) ?? []
  return Number.parseInt(high + low, 16)
}

let business: Business
beforeEach(async () => {
  business = await makeBusiness()
  await makeCategory(business, { id: 'tea' })
  clock.tries = []
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => {
  clock.slow = undefined
  vi.useRealTimers()
})

const NEW = PRODUCT.validate({ name: 'Sencha', price: 1, category_id: 'tea', external_id: 'erp' })

const CASES: Record<string, [refusal: string, write: () => Promise<unknown>]> = {
  'a creation whose slugs are all taken': ['#SLUG#', () => createProduct(business.id, NEW, 'EUR')],
  'a creation of a category whose ids are all taken': [
    'CATEGORY#',
    () => createCategory(business.id, CATEGORY.validate({ name: 'Tea' })),
  ],
  'an upsert of a product that others keep creating': [
    '#EXTERNAL#',
    () =>
      upsertProduct(business.id, 'erp', {
        create: () => ({ input: NEW, currency: 'EUR' }),
        change: (product) => product,
      }),
  ],
  'a change that others are always before': [
    'CATEGORY#',
    () => updateCategory(business.id, 'tea', (category) => ({ ...category, position: 7 })),
  ],
}

test.each(Object.entries(CASES))(
  '%s begins no try later than 10 s after its event’s id',
  async (_, [refusal, write]) => {
    clock.slow = { ms: 2_900, refusal }
    await expect(write()).rejects.toBeInstanceOf(TableUnavailable)
    expect(clock.tries.length).toBeGreaterThan(2)
    for (const { beganAt, eventAt } of clock.tries) {
      expect(beganAt - eventAt).toBeLessThanOrEqual(10_000)
      expect(beganAt - eventAt).toBeGreaterThanOrEqual(0)
    }
  },
)

test('a writer that slept longer than it wanted begins no try when its time is over', async () => {
  clock.slow = { ms: 10, refusal: 'CATEGORY#', code: 'TransactionConflict', oversleptMs: 12_000 }
  const change = updateCategory(business.id, 'tea', (category) => ({ ...category, position: 7 }))
  await expect(change).rejects.toBeInstanceOf(TableUnavailable)
  expect(clock.tries).toHaveLength(1)
})

test('updated_at never goes backwards while the version grows, and events are in the order of the versions', async () => {
  const { id, created_at } = await makeProduct(business, { category_id: 'tea' })
  const at = (ms: number) => ({ now: new Date(Date.parse(created_at) + ms) })
  const change = (price: number, ms: number) =>
    updateProduct(business.id, id, (product) => ({ ...product, price }), at(ms))
  // The second began before the first and had to wait for it; the third in the same millisecond.
  const versions = [await change(1, 5_000), await change(2, 1_000), await change(3, 5_000)]
  const times = versions.map((product) => Date.parse(product?.updated_at ?? ''))
  expect(times).toEqual([...new Set(times)].sort((a, b) => a - b))
  const events = (await eventsOf(business.id)).filter(({ event }) => event.type.startsWith('product.'))
  expect(events.map(({ event }) => event.data.version)).toEqual([1, 2, 3, 4])
  expect(events.slice(1).map(({ event }) => Date.parse(event.timestamp))).toEqual(times)
})
