import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type * as writer from '../../../lib/data/table/calls/writer.ts'
import * as keys from '../../../lib/data/table/keys.ts'
import { removeBusiness } from '../../../lib/operator/upkeep/removal/removal.ts'
import { itemsIn, plantItem } from '../../support/items.ts'
import { useOwnTable } from '../../support/own-table.ts'
import { makeBusiness, makeCategory, makeProduct } from '../../support/shop.ts'
import { operate } from '../operate.ts'
import { dumpOf } from './business-table.ts'
import { skipLongWaits } from './business-waits.ts'
import { forgetOthers, others } from './others.ts'

skipLongWaits()

await useOwnTable({ indexes: [] })

afterEach(forgetOthers)

vi.mock('../../../lib/data/table/calls/writer.ts', async (original) =>
  (await import('./others.ts')).withOthers(await original<typeof writer>()),
)

let business: Awaited<ReturnType<typeof makeBusiness>>
let partition: string

const makeTracked = () => makeProduct(business, { category_id: 'tea', track_inventory: true, quantity: 3 })

beforeEach(async () => {
  business = await makeBusiness()
  await makeCategory(business, { id: 'tea' })
  await makeTracked()
  partition = keys.stockKey(business.id, '').pk
  expect(await itemsIn(partition)).toHaveLength(1)
})

const remove = () => removeBusiness(business.id, { wait: async () => {} })

test('stock goes with its product, and --sweep finds nothing else', async () => {
  const { length } = await dumpOf(business.id)
  const { id, slug } = business
  const { code, stdout } = await operate('business', 'delete', id, '--confirm', slug, '--sweep', '--json')
  expect(code).toBe(0)
  // With the event of the deletion and the roster, which it closes; the row of the slug becomes a tombstone.
  expect(JSON.parse(stdout)).toMatchObject({ is_complete: true, left: [], deleted: length + 2 - 1 })
  expect(await dumpOf(id)).toEqual([])
})

test('without a sweep nothing is left of stock, whatever is in it', async () => {
  await plantItem({ pk: partition, sk: 'lost', type: 'x' })
  expect(await remove()).toMatchObject({ is_complete: true, left: [] })
  expect(await dumpOf(business.id)).toEqual([])
})

test('without a sweep nothing is left of stock that is written after the stock was read', async () => {
  others.whenRead = async (read) => {
    if (read !== partition) return
    others.whenRead = undefined
    await plantItem({ pk: partition, sk: 'late', type: 'stock', product_id: 'late', q0: 1 })
  }
  expect(await remove()).toMatchObject({ is_complete: true, left: [] })
  expect(others.whenRead).toBeUndefined()
  expect(await dumpOf(business.id)).toEqual([])
})

test('the stock of another business stays', async () => {
  const other = await makeBusiness()
  await makeCategory(other, { id: 'tea' })
  await makeProduct(other, { category_id: 'tea', track_inventory: true, quantity: 3 })
  const before = await dumpOf(other.id)
  expect(await remove()).toMatchObject({ is_complete: true })
  expect(await dumpOf(other.id)).toEqual(before)
})
