/** A shop whose products have variants, in every state. */

import * as keys from '../../../lib/data/table/keys.ts'
import { type Merchant, makeShelves } from '../../admin/merchant.ts'
import { makeSizes, shirts } from '../../admin/variants/shirts.ts'

export interface VariedShop extends Merchant {
  /** Active, with three variants; before it had options, it had the SKUs `OLD` and then `SHIRT-M`, which a variant kept. */
  shirt: string
  draft: string
  archived: string
  /** Active; its options were removed again. */
  plain: string
}

const ask = async (shop: Merchant, method: string, path: string, body: object) => {
  const told = await shop.ask(method, path, body)
  if (told.status !== 200) throw new Error(`${method} ${path}: ${told.status} ${told.text}`)
}

const skus = (name: string) => ['S', 'M', 'L'].map((size) => `${name}-${size}`)

export async function makeVariedShop(): Promise<VariedShop> {
  const shop = await makeShelves()
  const make = async (name: string, more: object = {}) =>
    makeSizes(shop, shirts(skus(name)), { name, slug: name.toLowerCase(), ...more })
  const shirt = await shop.ask('POST', '/admin/products', {
    name: 'Shirt',
    slug: 'shirt',
    price: 500,
    category_id: 'tea',
    status: 'active',
    sku: 'OLD',
  })
  const { id } = shirt.body
  await ask(shop, 'PATCH', `/admin/products/${id}`, { sku: 'SHIRT-M' })
  await ask(shop, 'PUT', `/admin/products/${id}/variants`, shirts())
  const draft = await make('DRAFT', { status: 'draft', category_id: 'pots' })
  const archived = await make('ARCHIVED')
  await ask(shop, 'PATCH', `/admin/products/${archived.product.id}`, {
    status: 'archived',
    category_id: 'pots',
  })
  const plain = await make('PLAIN')
  await ask(shop, 'PUT', plain.path, { options: [], variants: [{ sku: 'PLAIN-L', price: 7 }] })
  const lost = await make('LOST')
  await shop.ask('DELETE', `/admin/products/${lost.product.id}`)
  return {
    ...shop,
    shirt: id,
    draft: draft.product.id,
    archived: archived.product.id,
    plain: plain.product.id,
  }
}

/** The key of the variants of a product. */
export const sheetOf = ({ business }: Merchant, productId: string): keys.Key =>
  keys.variantSheetKey(business.id, productId)
