import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { handler } from '../../functions/due/run.ts'
import { putHold } from '../../lib/data/holds/holds.ts'
import { readStock } from '../../lib/data/inventory/stock-item.ts'
import { findProduct } from '../../lib/data/products/product-reads.ts'
import { putSchedule } from '../../lib/data/schedules/schedules.ts'
import { businessKey, holdKey } from '../../lib/data/table/keys.ts'
import type { Business } from '../../lib/domain/business.ts'
import { recordedEvents } from '../prove/recorded-events.ts'
import { corruptItem, storedItem } from '../support/items.ts'
import { catchLog } from '../support/log.ts'
import { useOwnTable } from '../support/own-table.ts'
import { makeBusiness, makeCategory, makeProduct } from '../support/shop.ts'

// A run ends the holds of all businesses.
await useOwnTable()
const log = catchLog()

const MINUTE_MS = 60_000
const NOW = Date.parse('2026-03-01T10:00:00Z')

let business: Business
let product: string
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW })
  business = await makeBusiness()
  await makeCategory(business, { id: 'tea' })
  product = (await makeProduct(business, { category_id: 'tea', track_inventory: true, quantity: 5 })).id
  log.splice(0)
})
afterEach(() => void vi.useRealTimers())

const hold = (reference: string, minutes: number) =>
  putHold(business.id, reference, {
    items: [{ variant_id: product, quantity: 2 }],
    expires_in: minutes * 60,
  })
const left = async () => [...(await readStock(business.id, product)).values()].map(({ quantity }) => quantity)
const statusOf = async (reference: string) => (await storedItem(holdKey(business.id, reference))).status
const runAfter = async (minutes: number) => {
  vi.setSystemTime(NOW + minutes * MINUTE_MS)
  await handler()
  return log.splice(0)
}

test('a hold gives its pieces back at its end, in the name of the system, and one whose end is later does not', async () => {
  await hold('over', 10)
  await hold('longer', 20)
  expect(await runAfter(9)).toMatchObject([{ done: 0 }])
  expect(await left()).toEqual([1])
  expect(await runAfter(11)).toMatchObject([{ message: 'due', done: 1, failed: 0, left: 0, oldest_s: 60 }])
  expect(await left()).toEqual([3])
  expect([await statusOf('over'), await statusOf('longer')]).toEqual(['released', 'held'])
  expect((await recordedEvents(business.id)).at(-1)).toMatchObject({
    type: 'inventory.adjusted',
    actor: { kind: 'system', key_id: null, key_name: null },
    data: { reason: 'released', reference: 'over' },
  })
  expect(await runAfter(12)).toMatchObject([{ done: 0, oldest_s: 0 }])
})

test('two runs at once give the pieces of a hold back once', async () => {
  await hold('over', 10)
  vi.setSystemTime(NOW + 11 * MINUTE_MS)
  await Promise.all([handler(), handler()])
  expect(await left()).toEqual([5])
})

test('the holds of a suspended business end, too', async () => {
  await hold('over', 10)
  await corruptItem(businessKey(business.id), { status: 'suspended' })
  expect(await runAfter(11)).toMatchObject([{ done: 1 }])
  expect(await left()).toEqual([5])
})

test('the change of a schedule is made at its time and ended at its end, those of a suspended business too', async () => {
  const [at, until] = [10, 20].map((minutes) => new Date(NOW + minutes * MINUTE_MS).toISOString())
  await putSchedule(business.id, product, { at: `${at}`, until: `${until}`, patch: { tags: ['sale'] } })
  await corruptItem(businessKey(business.id), { status: 'suspended' })
  const tags = async () => (await findProduct(business.id, product))?.tags
  for (const [minutes, expected] of [
    [9, []],
    [10, ['sale']],
    [19, ['sale']],
    [20, []],
  ] as const) {
    expect(await runAfter(minutes)).toMatchObject([{ failed: 0 }])
    expect(await tags()).toEqual(expected)
  }
})

test('a hold that cannot be read is logged, raises the alarm after five minutes, and holds up no other', async () => {
  await hold('broken', 10)
  await hold('over', 10)
  const { items } = await storedItem(holdKey(business.id, 'broken'))
  await corruptItem(holdKey(business.id, 'broken'), { items: 7 })
  expect(await runAfter(15)).toMatchObject([
    { level: 'error', message: 'due', business_id: business.id, item: 'HOLD#broken' },
    { level: 'info', message: 'due', done: 1, failed: 1, alarm: 'due_late' },
  ])
  await corruptItem(holdKey(business.id, 'broken'), { items })
  expect(await runAfter(16)).toMatchObject([{ done: 1, failed: 0 }])
  expect(await left()).toEqual([5])
})
