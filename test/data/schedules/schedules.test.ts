import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { dueIn } from '../../../lib/data/due/due.ts'
import { heldOf } from '../../../lib/data/holds/ended.ts'
import { findProduct, findWholeProduct } from '../../../lib/data/products/product-reads.ts'
import { changeProduct, deleteProduct, updateProduct } from '../../../lib/data/products/products.ts'
import { findSchedule, listSchedules } from '../../../lib/data/schedules/list-schedules.ts'
import { runSchedule } from '../../../lib/data/schedules/run-schedule.ts'
import { endSchedule, putSchedule } from '../../../lib/data/schedules/schedules.ts'
import { actingAs } from '../../../lib/data/table/actor.ts'
import { DUE_SHARDS, scheduleKey } from '../../../lib/data/table/keys.ts'
import { InvalidFields } from '../../../lib/domain/body/rule-breaks.ts'
import type { Business } from '../../../lib/domain/business.ts'
import { replaceVariants } from '../../../lib/domain/products/replace-variants.ts'
import { readWantedSchedule } from '../../../lib/domain/schedules/schedule.ts'
import { faultsOf } from '../../domain/products/stored-product.ts'
import { recordedEvents } from '../../prove/recorded-events.ts'
import { corruptItem, itemsIn, storedItem } from '../../support/items.ts'
import { makeBusiness, makeCategory, makeProduct } from '../../support/shop.ts'

const NOW = Date.parse('2026-11-20T10:00:00Z')
const [HOUR, DAY] = [3_600_000, 86_400_000]
const inTime = (ms: number) => new Date(NOW + ms).toISOString()
const KEY = { kind: 'api_key', key_id: '01980000-0000-7000-8000-0000000000aa', key_name: 'Sales' } as const

let business: Business
let id: string

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW })
  business = await makeBusiness()
  await makeCategory(business, { id: 'tea' })
  id = (await makeProduct(business, { category_id: 'tea', price: 2000, status: 'active' })).id
})
afterEach(() => {
  vi.useRealTimers()
})

const SALE = { price: 1500, compare_at_price: 2000 }
const put = (more: object = {}, product = id) =>
  putSchedule(
    business.id,
    product,
    readWantedSchedule({ at: inTime(HOUR), until: inTime(2 * HOUR), patch: SALE, ...more }),
  )
/** The clock runs so many milliseconds after the beginning. */
function runAt(ms: number, product = id) {
  vi.setSystemTime(NOW + ms)
  return runSchedule(business.id, scheduleKey('', product).sk, Date.now())
}
/** Replaces the options and variants of a product by sizes, which are the SKUs too. */
const giveSizes = (product: string, ...names: string[]) =>
  changeProduct(business.id, product, (whole) =>
    replaceVariants(whole, {
      options: [{ name: 'Size', values: names }],
      variants: names.map((Size) => ({ option_values: { Size }, price: 9, sku: Size })),
    }),
  )
const product = async () => await findProduct(business.id, id)
const prices = async () => {
  const { price, compare_at_price } = (await product()) ?? {}
  return [price, compare_at_price]
}
const happened = async () =>
  (await recordedEvents(business.id))
    .filter(({ type }) => /^(product\.(?!created)|schedule)/.test(type))
    .map(({ type, data: { half, code, fields } }) => (half ? [type, half, code, fields] : [type]))
const isDue = async (ms: number) => {
  const parts = Array.from({ length: DUE_SHARDS }, (_, part) => Array.fromAsync(dueIn(part, NOW + ms)))
  return (await Promise.all(parts)).flat(2).some(({ businessId }) => businessId === business.id)
}

describe('a change that is planned', () => {
  test('is kept with who planned it, is listed, and is due at its time', async () => {
    const made = await actingAs({ actor: KEY, requestId: null }, () => put())
    expect(made).toEqual({
      isNew: true,
      schedule: {
        product_id: id,
        at: inTime(HOUR),
        until: inTime(2 * HOUR),
        patch: SALE,
        replaced: null,
        planned_by: { key_id: KEY.key_id, key_name: 'Sales' },
        created_at: inTime(0),
        updated_at: inTime(0),
        version: 1,
      },
    })
    expect(await findSchedule(business.id, id)).toEqual(made?.schedule)
    expect(await listSchedules(business.id, { limit: 10 })).toEqual({
      items: [made?.schedule],
      position: null,
    })
    expect(await isDue(HOUR - 1)).toBe(false)
    expect(await isDue(HOUR)).toBe(true)
    expect(await prices()).toEqual([2000, null])
    // It holds no stock, and costs those nothing who sum up what is held.
    expect(await storedItem(scheduleKey(business.id, id))).not.toHaveProperty('shelf')
    expect(await heldOf(business.id)).toEqual(new Map())
  })

  test('replaces the one before; the same again writes nothing, even when its time has come', async () => {
    await put()
    const other = await put({ at: inTime(3 * HOUR), until: null, patch: { tags: ['sale'] } })
    expect(other).toMatchObject({
      isNew: false,
      schedule: { until: null, patch: { tags: ['sale'] }, version: 2 },
    })
    expect(await isDue(3 * HOUR - 1)).toBe(false)
    vi.setSystemTime(NOW + 4 * HOUR)
    expect(await put({ at: inTime(3 * HOUR), until: null, patch: { tags: ['sale'] } })).toEqual(other)
  })

  test('can be another one until it is made, with the same time, also when that is near', async () => {
    await put()
    vi.setSystemTime(NOW + HOUR - 1)
    expect(await put({ patch: { price: 1600 } })).toMatchObject({
      schedule: { patch: { price: 1600 }, version: 2 },
    })
    await expect(put({ at: inTime(HOUR + 1) })).rejects.toBeInstanceOf(InvalidFields)
    await runAt(HOUR)
    expect(await prices()).toEqual([1600, null])
  })

  test('is refused where it does not fit, and nothing is written', async () => {
    const refused = (more: object) =>
      put(more).then(
        () => [],
        (error) =>
          faultsOf(() => {
            throw error
          }),
      )
    expect(await refused({ at: inTime(0), patch: { price: 3, compare_at_price: 2 } })).toEqual([
      'at invalid: must be at least one minute from now',
      'patch/compare_at_price invalid: must not be below price',
    ])
    expect(await put({}, business.id)).toBeUndefined()
    expect(await itemsIn(scheduleKey(business.id, '').pk)).toEqual([])
  })

  test('ends without having been made', async () => {
    await put()
    expect(await endSchedule(business.id, id)).toBe(true)
    expect(await endSchedule(business.id, id)).toBe(false)
    expect(await runAt(HOUR)).toBe(false)
    expect(await happened()).toEqual([])
  })
})

describe('a change', () => {
  test('is made at its time and not before, and ends', async () => {
    await actingAs({ actor: KEY, requestId: null }, () => put())
    expect(await runAt(HOUR - 1)).toBe(false)
    expect(await runAt(HOUR)).toBe(true)
    expect(await prices()).toEqual([1500, 2000])
    expect(await findSchedule(business.id, id)).toMatchObject({
      replaced: { price: 2000, compare_at_price: null },
      version: 2,
    })
    expect(await isDue(2 * HOUR - 1)).toBe(false)
    expect(await runAt(2 * HOUR - 1)).toBe(false)
    expect(await runAt(2 * HOUR)).toBe(true)
    expect(await prices()).toEqual([2000, null])
    expect(await findSchedule(business.id, id)).toBeUndefined()
    expect(await runAt(3 * HOUR)).toBe(false)
    expect(await happened()).toEqual([['product.updated'], ['product.updated']])
    const [, , last] = await recordedEvents(business.id)
    expect(last).toMatchObject({ actor: { ...KEY, kind: 'system' }, request_id: null })
  })

  test('without an end is over when it is made', async () => {
    await put({ until: null, patch: { status: 'draft' } })
    await runAt(HOUR)
    expect(await findSchedule(business.id, id)).toBeUndefined()
    expect(await happened()).toEqual([['product.unpublished']])
  })

  test('that changes nothing ends as one that does', async () => {
    await put({ patch: { price: 2000 } })
    await runAt(HOUR)
    expect(await findSchedule(business.id, id)).toMatchObject({ replaced: { price: 2000 } })
    await runAt(2 * HOUR)
    expect([await prices(), await happened()]).toEqual([[2000, null], []])
  })

  test('that could not begin before its end is missed', async () => {
    await put()
    await runAt(2 * HOUR)
    expect(await prices()).toEqual([2000, null])
    expect(await findSchedule(business.id, id)).toBeUndefined()
    expect(await happened()).toEqual([['schedule.failed', 'at', 'missed', ['price', 'compare_at_price']]])
  })

  test('that the product no longer allows is not made, and its schedule is over', async () => {
    await put({ patch: { price: 2600 } })
    await updateProduct(business.id, id, (one) => ({ ...one, compare_at_price: 2500 }))
    await runAt(HOUR)
    expect(await prices()).toEqual([2000, 2500])
    expect(await findSchedule(business.id, id)).toBeUndefined()
    expect(await happened()).toEqual([
      ['product.updated'],
      ['schedule.failed', 'at', 'invalid', ['compare_at_price']],
    ])
  })

  test('leaves at its end what others changed, and says so behind the event of the product', async () => {
    await put()
    await runAt(HOUR)
    await updateProduct(business.id, id, (one) => ({ ...one, price: 1400 }))
    await runAt(2 * HOUR)
    expect(await prices()).toEqual([1400, null])
    expect(await happened()).toEqual([
      ['product.updated'],
      ['product.updated'],
      ['product.updated'],
      ['schedule.failed', 'until', 'left', ['price']],
    ])
  })

  test('of a product that is deleted does nothing, at both times', async () => {
    const other = (await makeProduct(business, { category_id: 'tea', price: 2000 })).id
    await put()
    await put({}, other)
    await deleteProduct(business.id, other)
    expect(await runAt(HOUR, other)).toBe(true)
    await runAt(HOUR)
    await deleteProduct(business.id, id)
    await runAt(2 * HOUR)
    expect(await itemsIn(scheduleKey(business.id, '').pk)).toEqual([])
    expect((await happened()).map(([type]) => type)).toEqual([
      'product.deleted',
      'product.updated',
      'product.deleted',
    ])
  })

  test('of a product whose only variants are gone is over at once', async () => {
    await giveSizes(id, 'S', 'M')
    await put({ patch: { variants: [{ sku: 'S', price: 1 }] } })
    await giveSizes(id, 'M')
    await runAt(HOUR)
    expect(await findSchedule(business.id, id)).toBeUndefined()
    expect((await happened()).at(-1)).toEqual(['schedule.failed', 'at', 'left', [`variants/${id}-1/price`]])
  })
})

describe('while a change is made', () => {
  beforeEach(async () => {
    await put()
    await runAt(HOUR)
  })

  test('another one is refused, and its end can be another', async () => {
    await expect(put({ patch: { price: 1 } })).rejects.toMatchObject({ reason: 'schedule_running' })
    await expect(put({ at: inTime(3 * HOUR), until: null })).rejects.toMatchObject({
      reason: 'schedule_running',
    })
    expect(await put({ until: inTime(DAY) })).toMatchObject({
      isNew: false,
      schedule: { until: inTime(DAY), replaced: { price: 2000 }, version: 3 },
    })
    expect(await runAt(2 * HOUR)).toBe(false)
    await runAt(DAY)
    expect(await prices()).toEqual([2000, null])
  })

  test('the order of variants in a patch means nothing', async () => {
    const { id: shirt } = await makeProduct(business, { category_id: 'tea' })
    await giveSizes(shirt, 'S', 'M')
    const variants = ['S', 'M'].map((sku) => ({ sku, price: 5 }))
    await put({ at: inTime(3 * HOUR), until: inTime(4 * HOUR), patch: { variants } }, shirt)
    await runAt(3 * HOUR, shirt)
    const again = {
      at: inTime(3 * HOUR),
      until: inTime(4 * HOUR),
      patch: { variants: variants.toReversed() },
    }
    expect(await put(again, shirt)).toMatchObject({ isNew: false, schedule: { version: 2 } })
  })

  test('it stays for good where its end is taken away', async () => {
    expect(await put({ until: null })).toMatchObject({ schedule: { until: null } })
    expect(await findSchedule(business.id, id)).toBeUndefined()
    await runAt(2 * HOUR)
    expect(await prices()).toEqual([1500, 2000])
  })

  test('it ends at once, in the name of who ends it', async () => {
    expect(await actingAs({ actor: KEY, requestId: 'r' }, () => endSchedule(business.id, id))).toBe(true)
    expect(await prices()).toEqual([2000, null])
    expect((await recordedEvents(business.id)).at(-1)).toMatchObject({ actor: KEY, request_id: 'r' })
  })

  test('it ends however large the product has become', async () => {
    const large = { description: 'x'.repeat(150_000) }
    await corruptItem({ pk: `BIZ#${business.id}`, sk: `PRODUCT#${id}` }, large)
    await expect(updateProduct(business.id, id, (one) => ({ ...one, price: 1 }))).rejects.toMatchObject({
      reason: 'object_too_large',
    })
    await runAt(2 * HOUR)
    expect(await prices()).toEqual([2000, null])
  })
})

test('two runs at once do a half once, and an editor who is first is not overwritten', async () => {
  await put()
  vi.setSystemTime(NOW + HOUR)
  const edit = () =>
    updateProduct(business.id, id, (one) => ({ ...one, tags: [...one.tags, `t${one.version}`] }))
  const run = () => runSchedule(business.id, scheduleKey('', id).sk, Date.now())
  const results = await Promise.all([run(), edit(), run(), edit(), run()])
  expect(results.filter((one) => one === true)).toHaveLength(1)
  const { product: after } = (await findWholeProduct(business.id, id)) ?? {}
  expect(after).toMatchObject({ price: 1500, compare_at_price: 2000, version: 4 })
  expect(after?.tags).toHaveLength(2)
})
