/** How often the writes of holds read the same item, and what happens between two reads of it. */
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { readHold } from '../../../lib/data/holds/hold-item.ts'
import { commitHold, putHold } from '../../../lib/data/holds/holds.ts'
import { releaseHold } from '../../../lib/data/holds/release.ts'
import { adjustStock } from '../../../lib/data/inventory/adjust.ts'
import { readStock } from '../../../lib/data/inventory/stock-item.ts'
import { updateProduct } from '../../../lib/data/products/products.ts'
import { holdKey, stockKey } from '../../../lib/data/table/keys.ts'
import type { Business } from '../../../lib/domain/business.ts'
import { MAX_QUANTITY } from '../../../lib/domain/products/product.ts'
import { useTable } from '../../../lib/environment.ts'
import { recordedEvents } from '../../prove/recorded-events.ts'
import { type DynamoProxy, dynamoProxy } from '../../support/dynamo-proxy.ts'
import { removeItem } from '../../support/items.ts'
import { makeBusiness, makeCategory, makeProduct } from '../../support/shop.ts'

/** The partitions of the items that were read. */
const read: string[] = []
/** Happens once, before the second read of a stock. */
let beforeSecond: (() => Promise<unknown>) | undefined
let proxy: DynamoProxy
beforeAll(async () => {
  const { name, endpoint } = inject('table')
  proxy = await dynamoProxy({
    endpoint,
    async onCall({ operation, body, send }) {
      if (operation !== 'GetItem') return send()
      read.push(JSON.parse(body).Key.pk.S)
      const happening = beforeSecond
      if (happening && times(stockKey(business.id, '')) === 2) {
        beforeSecond = undefined
        await happening()
      }
      return send()
    },
  })
  useTable({ name, endpoint: proxy.endpoint })
})
afterAll(() => proxy.close())

let business: Business
let product: string
const times = ({ pk }: { pk: string }) => read.filter((one) => one === pk).length

beforeEach(async () => {
  business = await makeBusiness()
  await makeCategory(business, { id: 'tea' })
  product = (
    await makeProduct(business, { category_id: 'tea', sku: 'ONE', track_inventory: true, quantity: 5 })
  ).id
  await putHold(business.id, 'cart-1', { items: [{ sku: 'ONE', quantity: 2 }], expires_in: 600 })
})

test('a commit that takes pieces again reads their stock to find them, and to take them', async () => {
  await releaseHold(business.id, 'cart-1')
  read.length = 0
  await commitHold(business.id, 'cart-1', 'pi_1')
  expect([times(holdKey(business.id, '')), times(stockKey(business.id, ''))]).toEqual([1, 2])
})

test('a release reads its hold once, also where it is refused', async () => {
  read.length = 0
  await releaseHold(business.id, 'cart-1')
  await commitHold(business.id, 'cart-1', 'pi_1')
  read.length = 0
  await expect(releaseHold(business.id, 'cart-1')).rejects.toMatchObject({
    reason: 'hold_committed',
    payment: 'pi_1',
  })
  await expect(releaseHold(business.id, 'cart-9')).rejects.toMatchObject({ reason: 'hold_not_found' })
  expect(times(holdKey(business.id, ''))).toBe(2)
})

const put = (quantity: number) =>
  putHold(business.id, 'cart-1', { items: [{ sku: 'ONE', quantity }], expires_in: 600 })
const untrack = () => updateProduct(business.id, product, (one) => ({ ...one, track_inventory: false }))
const fill = () =>
  adjustStock(business.id, {
    reason: 'correction',
    reference: null,
    changes: [{ index: 0, variantId: product, quantity: MAX_QUANTITY }],
  })
const left = async () => [...(await readStock(business.id, product)).values()].map(({ quantity }) => quantity)
const lastEvent = async () =>
  (await recordedEvents(business.id)).findLast(({ type }) => type === 'inventory.adjusted')?.data

/** Carries out a write during which something happens, before its second read of the stock. */
async function meanwhile(happening: () => Promise<unknown>, write: () => Promise<unknown>) {
  read.length = 0
  beforeSecond = happening
  await write()
  expect(beforeSecond).toBeUndefined()
}

describe('what changes the stock between two reads of', () => {
  const release = () => releaseHold(business.id, 'cart-1')

  test('a release, and leaves no place for its pieces, leaves them out', async () => {
    await meanwhile(fill, release)
    expect(await left()).toEqual([MAX_QUANTITY])
    expect(await lastEvent()).toMatchObject({ reason: 'released', changes: [], left: [product] })
  })

  test('a release, and ends that it is tracked, leaves them out', async () => {
    await meanwhile(untrack, release)
    expect(await lastEvent()).toMatchObject({ reason: 'released', changes: [], left: [product] })
  })

  test('a release gives back what the newest hold of its reference has', async () => {
    const makeAnew = async () => {
      await removeItem(holdKey(business.id, 'cart-1'))
      await put(1)
    }
    await meanwhile(makeAnew, release)
    expect(await left()).toEqual([3])
  })

  test('a PUT, and ends that it is tracked, holds nothing', async () => {
    await meanwhile(untrack, () => put(3))
    const hold = await readHold(business.id, 'cart-1')
    expect(hold?.items).toMatchObject([{ quantity: 3, is_held: false }])
  })

  test('a commit, and ends that it is tracked, sells all the same', async () => {
    await releaseHold(business.id, 'cart-1')
    await meanwhile(untrack, () => commitHold(business.id, 'cart-1', 'pi_1'))
    const hold = await readHold(business.id, 'cart-1')
    expect(hold).toMatchObject({ status: 'committed', items: [{ is_held: false }] })
  })
})
