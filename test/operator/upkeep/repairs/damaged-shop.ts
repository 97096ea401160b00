import * as keys from '../../../../lib/data/table/keys.ts'
import { type Body, create, type Merchant, makeMerchant } from '../../../admin/merchant.ts'
import { makeShirt, makeSizes } from '../../../admin/variants/shirts.ts'
import { corruptItem, removeItem } from '../../../support/items.ts'

/** A business with one of each thing that a finding can be about. */
export interface DamagedShop extends Merchant {
  id: string
  /** A product without options, with slug `sencha`, SKU and external id, tracked, in `tea` and also in `pots`. */
  sencha: string
  /** A product with sizes. */
  shirt: string
  webhook: string
  /** Sends a request that must succeed. */
  send(method: string, path: string, body?: object): Promise<Body>
}

export async function makeDamagedShop(): Promise<DamagedShop> {
  const shop = await makeMerchant()
  const { id } = shop.business
  const send: DamagedShop['send'] = async (method, path, body) => {
    const { status, text, body: answer } = await shop.ask(method, path, body)
    if (status >= 300) throw new Error(`${method} ${path}: ${status} ${text}`)
    return answer
  }
  for (const name of ['tea', 'pots']) await create(shop, '/admin/categories', { id: name, name })
  const sencha = await makeShirt(shop, {
    name: 'Sencha',
    slug: 'sencha',
    sku: 'S1',
    external_id: 'erp:1',
    track_inventory: true,
    quantity: 3,
    additional_categories: [{ id: 'pots', position: 1 }],
  })
  const { product } = await makeSizes(shop)
  const hook = { url: 'https://hooks.example/in', events: ['product.*'] }
  const { id: webhook } = await send('POST', '/admin/webhooks', hook)
  return { ...shop, id, send, sencha: sencha.id, shirt: product.id, webhook }
}

/** Breaks something in a shop. Returns a text if `verify` is to look for a business of that name. */
export type Damage = (shop: DamagedShop) => Promise<unknown>

type KeyIn = (shop: DamagedShop) => keys.Key

export const corrupt =
  (key: KeyIn, changes: Record<string, unknown>): Damage =>
  (shop) =>
    corruptItem(key(shop), changes)

export const remove =
  (key: KeyIn): Damage =>
  (shop) =>
    removeItem(key(shop))

export const senchaKey: KeyIn = ({ id, sencha }) => keys.productKey(id, sencha)
export const shopKey: KeyIn = ({ business }) => keys.shopKey(business.slug)
