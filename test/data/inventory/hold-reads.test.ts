/** How often the writes of holds read the same item. */
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { commitHold, putHold } from '../../../lib/data/holds/holds.ts'
import { releaseHold } from '../../../lib/data/holds/release.ts'
import { holdKey, stockKey } from '../../../lib/data/table/keys.ts'
import type { Business } from '../../../lib/domain/business.ts'
import { useTable } from '../../../lib/environment.ts'
import { type DynamoProxy, dynamoProxy } from '../../support/dynamo-proxy.ts'
import { makeBusiness, makeCategory, makeProduct } from '../../support/shop.ts'

/** The partitions of the items that were read. */
const read: string[] = []
let proxy: DynamoProxy
beforeAll(async () => {
  const { name, endpoint } = inject('table')
  proxy = await dynamoProxy({
    endpoint,
    onCall({ operation, body, send }) {
      if (operation === 'GetItem') read.push(JSON.parse(body).Key.pk.S)
      return send()
    },
  })
  useTable({ name, endpoint: proxy.endpoint })
})
afterAll(() => proxy.close())

let business: Business
const times = ({ pk }: { pk: string }) => read.filter((one) => one === pk).length

beforeEach(async () => {
  business = await makeBusiness()
  await makeCategory(business, { id: 'tea' })
  await makeProduct(business, { category_id: 'tea', sku: 'ONE', track_inventory: true, quantity: 5 })
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
