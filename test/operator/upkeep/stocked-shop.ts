/** A shop whose products are tracked, with every kind of stock. */

import * as keys from '../../../lib/data/table/keys.ts'
import { type Merchant, makeShelves } from '../../admin/merchant.ts'
import { makeShirt, makeSizes, SIZES } from '../../admin/variants/shirts.ts'

export interface StockedShop extends Merchant {
  /** Without options, of which there are 3; low from 2 on. */
  plain: string
  /** Without options, sold out. */
  sold: string
  /** Without options, not tracked. */
  untracked: string
  /** Of size S there are 5, M is sold out, and of L 2 are owed; XL is not tracked. */
  shirt: string
}

export async function makeStockedShop(): Promise<StockedShop> {
  const shop = await makeShelves()
  const tracked = { track_inventory: true, low_stock_at: 2 }
  const plain = await makeShirt(shop, { ...tracked, sku: 'PLAIN', quantity: 3 })
  const sold = await makeShirt(shop, { ...tracked, low_stock_at: null })
  const untracked = await makeShirt(shop)
  const sized = (size: string, more: object) => ({ option_values: { Size: size }, price: 1000, ...more })
  const { product } = await makeSizes(shop, {
    options: [{ ...SIZES, values: [...SIZES.values, 'XL'] }],
    variants: [
      sized('S', { ...tracked, sku: 'SHIRT-S', quantity: 5 }),
      sized('M', { ...tracked, quantity: 1 }),
      sized('L', { ...tracked, sku: 'SHIRT-L', allow_backorder: true }),
      sized('XL', { sku: 'SHIRT-XL' }),
    ],
  })
  const changes = [
    { variant_id: `${product.id}-2`, delta: -1 },
    { variant_id: `${product.id}-3`, delta: -2 },
  ]
  const sale = await shop.ask('POST', '/admin/inventory/adjust', { reason: 'sale', changes })
  if (sale.status !== 200) throw new Error(`${sale.status} ${sale.text}`)
  return { ...shop, plain: plain.id, sold: sold.id, untracked: untracked.id, shirt: product.id }
}

/** The key of the stock of a product. */
export const stockOf = ({ business }: Merchant, productId: string): keys.Key =>
  keys.stockKey(business.id, productId)
