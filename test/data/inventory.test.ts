import { beforeEach, describe, expect, test } from 'vitest'
import { AdjustmentRefused, adjustStock } from '../../lib/data/inventory/adjust.ts'
import { eventKey, stockKey } from '../../lib/data/table/keys.ts'
import type { Business } from '../../lib/domain/business.ts'
import { itemsIn, storedItem } from '../support/items.ts'
import { makeBusiness, makeCategory, makeProduct } from '../support/shop.ts'

let business: Business
let product: string

beforeEach(async () => {
  business = await makeBusiness()
  await makeCategory(business, { id: 'tea' })
  product = (await makeProduct(business, { category_id: 'tea', track_inventory: true, quantity: 4 })).id
})

describe('a quantity that is set to what it is', () => {
  const setTo = (quantity: number, expected: number) =>
    adjustStock(business.id, {
      reason: 'correction',
      reference: null,
      changes: [{ index: 0, variantId: product, quantity, expected }],
    })
  const stored = async () => [
    await storedItem(stockKey(business.id, product)),
    ...(await itemsIn(eventKey(business.id, '').pk)),
  ]

  test('changes nothing and makes no event', async () => {
    const before = await stored()
    expect(await setTo(4, 4)).toMatchObject([{ delta: 0, quantity: 4 }])
    expect(await stored()).toEqual(before)
  })

  test('is still compared with what was expected', async () => {
    await expect(setTo(4, 5)).rejects.toBeInstanceOf(AdjustmentRefused)
  })
})
