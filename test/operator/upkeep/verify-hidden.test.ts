import { beforeAll, expect, test } from 'vitest'
import * as keys from '../../../lib/data/table/keys.ts'
import { type Merchant, makeShelves } from '../../admin/merchant.ts'
import { makeSizes, SIZES } from '../../admin/variants/shirts.ts'
import { plantItem, removeItem, storedItem } from '../../support/items.ts'
import { verify } from '../business/busy-shop.ts'
import { exported, operate } from '../operate.ts'

let shop: Merchant
let id: string
beforeAll(async () => {
  shop = await makeShelves()
  const { product } = await makeSizes(shop, {
    options: [SIZES],
    variants: SIZES.values.map((Size, n) => ({
      option_values: { Size },
      price: 7000 + n,
      sku: `SHIRT-${Size}`,
      is_enabled: false,
      track_inventory: true,
      quantity: 2,
    })),
  })
  id = product.id
})

test('a product whose variants are all hidden is in order, and is exported with them', async () => {
  expect(await verify(shop.business, '--deep')).toMatchObject({ code: 0, findings: [] })
  const again = await operate('reindex', '--business', shop.business.id, '--json')
  expect(JSON.parse(`${again.stdout}`)).toMatchObject({ written: 0 })
  const { lines } = await exported(shop.business)
  expect(lines).toMatchObject([{ options: [SIZES], variants: [{ quantity: 2 }, {}, {}] }])
})

test.each<[code: string, key: () => keys.Key]>([
  ['stock_missing', () => keys.stockKey(shop.business.id, id)],
  ['guard_missing', () => keys.skuGuardKey(shop.business.id, 'SHIRT-M')],
  ['variants_missing', () => keys.variantSheetKey(shop.business.id, id)],
])('of such a product is missed: %s', async (code, keyOf) => {
  const item = await storedItem(keyOf())
  await removeItem(item)
  expect((await verify(shop.business)).findings).toContainEqual(expect.objectContaining({ code }))
  await plantItem(item)
})
