import { beforeAll, expect, test } from 'vitest'
import { makeProduct } from '../support/shop.ts'
import { faults, type Merchant, makeShelves, outcome } from './merchant.ts'
import { everythingOf } from './table.ts'

let shop: Merchant
beforeAll(async () => {
  shop = await makeShelves()
  const category_id = 'tea'
  await makeProduct(shop.business, { category_id, sku: 'PLAIN', track_inventory: true, quantity: 5 })
  await makeProduct(shop.business, { category_id, sku: 'LOOSE', name: 'Loose' })
})

test.each<[string, object, string[]]>([
  ['half a piece', { reason: 'sale', changes: [{ sku: 'PLAIN', delta: 0.5 }] }, ['/changes/0/delta invalid']],
  [
    'one SKU twice',
    {
      reason: 'sale',
      changes: [
        { sku: 'PLAIN', delta: 1 },
        { sku: 'PLAIN', delta: 2 },
      ],
    },
    ['/changes/1/sku invalid'],
  ],
  ['an unknown SKU', { reason: 'sale', changes: [{ sku: 'NONE', delta: 1 }] }, ['/changes/0/sku invalid']],
  [
    'an unknown variant',
    { reason: 'sale', changes: [{ variant_id: '00000000-0000-7000-8000-000000000000-3', delta: 1 }] },
    ['/changes/0/variant_id invalid'],
  ],
  [
    'a variant that is not tracked',
    { reason: 'sale', changes: [{ sku: 'LOOSE', delta: 1 }] },
    ['/changes/0/sku invalid'],
  ],
])('an adjustment with %s is refused, and changes nothing', async (_, body, places) => {
  const before = await everythingOf(shop.business.id)
  const told = await shop.ask('POST', '/admin/inventory/adjust', body)
  expect(outcome(told)).toBe('422 validation_failed')
  expect(faults(told)).toEqual(places)
  expect(await everythingOf(shop.business.id)).toEqual(before)
})
