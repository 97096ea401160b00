import { beforeEach, expect, test } from 'vitest'
import { runSchedule } from '../../../lib/data/schedules/run-schedule.ts'
import { putSchedule } from '../../../lib/data/schedules/schedules.ts'
import { type Key, scheduleKey } from '../../../lib/data/table/keys.ts'
import type { Business } from '../../../lib/domain/business.ts'
import { reindexBusiness } from '../../../lib/operator/upkeep/reindex/reindex.ts'
import { removeBusiness } from '../../../lib/operator/upkeep/removal/removal.ts'
import { verifyBusiness } from '../../../lib/operator/upkeep/verify/verify.ts'
import { corruptItem, itemsIn, storedItem } from '../../support/items.ts'
import { makeBusiness, makeCategory, makeProduct } from '../../support/shop.ts'

let business: Business
let planned: Key
let made: Key

const HOUR = 3_600_000

beforeEach(async () => {
  business = await makeBusiness()
  await makeCategory(business, { id: 'tea' })
  planned = await plan()
  made = await plan()
  await runSchedule(business.id, made.sk, Date.now() + HOUR)
})

async function plan(): Promise<Key> {
  const { id } = await makeProduct(business, { category_id: 'tea' })
  const [at, until] = [HOUR, 2 * HOUR].map((ms) => new Date(Date.now() + ms).toISOString())
  await putSchedule(business.id, id, { at: `${at}`, until: `${until}`, patch: { price: 1 } })
  return scheduleKey(business.id, id)
}

const findings = async () =>
  (await verifyBusiness(business.id)).findings.map(({ code, sk, detail }) => [code, sk, detail])

test('nothing is found of schedules as they are written', async () => {
  expect(await findings()).toEqual([])
})

test.each([
  { name: 'a planned change that the clock does not find', of: () => planned, change: { store: undefined } },
  { name: 'a change without its end', of: () => made, change: { by_created: '0' } },
])('$name is found, and repaired', async ({ of, change }) => {
  const before = await storedItem(of())
  await corruptItem(of(), change)
  const [name] = Object.keys(change)
  expect(await findings()).toEqual([['schedule_unlisted', of().sk, `${name} should be different`]])
  expect(await reindexBusiness(business.id)).toMatchObject({ is_complete: true, written: 1 })
  expect(await findings()).toEqual([])
  expect(await storedItem(of())).toEqual({ ...before, version: Number(before.version) + 1 })
})

test.each([
  ['the time', { at: 'soon' }],
  ['the end of what was changed', { until: null }],
  ['the patch', { patch: 'a' }],
  ['the values that were replaced', { replaced: 1 }],
  ['who planned it', { planned_by: undefined }],
  ['the version', { version: '2' }],
  ['the product', { product_id: 'other' }],
])('one of which %s cannot be read is found, and left alone', async (_, change) => {
  await corruptItem(made, change)
  expect(await findings()).toEqual([['invalid_item', made.sk, 'it is not a schedule that can be read']])
  expect(await reindexBusiness(business.id)).toMatchObject({ is_complete: true, written: 0 })
})

test('they go with their business', async () => {
  expect(await removeBusiness(business.id, { wait: async () => undefined })).toMatchObject({
    is_complete: true,
  })
  expect(await itemsIn(planned.pk)).toEqual([])
})
