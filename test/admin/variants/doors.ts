import type { Merchant, Told } from '../merchant.ts'
import { pathOf } from './shirts.ts'

/** The external id of the product that the doors write. */
export const EXTERNAL_ID = 'erp-1'
const BY_EXTERNAL_ID = `/admin/products/by-external-id/${EXTERNAL_ID}`

/** A way to write a product, by its id or by its external id. */
export type Door = [name: string, send: (shop: Merchant, id: string, body: object) => Promise<Told>]

/** The outcome of one operation of a bulk request, as the same request alone would get it. */
async function bulk(shop: Merchant, operation: object): Promise<Told> {
  const told = await shop.ask('POST', '/admin/products/bulk', { operations: [operation] })
  const result = told.body.data[0]
  const problem = { errors: [], ...(result?.problem as Partial<Told['body']> | undefined) }
  const errors = problem.errors.map((one) => ({
    ...one,
    pointer: one.pointer.replace('/operations/0/data', ''),
  }))
  return { ...told, status: result?.status ?? 0, body: { ...told.body, ...result, ...problem, errors } }
}

/** Create a product. */
export const CREATIONS: Door[] = [
  ['POST', (shop, _, body) => shop.ask('POST', '/admin/products', body)],
  ['bulk create', (shop, _, data) => bulk(shop, { op: 'create', data })],
]

/** Create the product of the external id, or change it. */
export const UPSERTS: Door[] = [
  ['PUT by external id', (shop, _, body) => shop.ask('PUT', BY_EXTERNAL_ID, body)],
  ['PATCH by external id', (shop, _, body) => shop.ask('PATCH', BY_EXTERNAL_ID, body)],
  ['bulk upsert', (shop, _, data) => bulk(shop, { op: 'upsert', external_id: EXTERNAL_ID, data })],
  ['bulk merge', (shop, _, data) => bulk(shop, { op: 'merge', external_id: EXTERNAL_ID, data })],
]

/** Change a product that exists. */
export const BY_ID: Door[] = [
  ['PATCH product', (shop, id, body) => shop.ask('PATCH', `/admin/products/${id}`, body)],
  ['bulk update', (shop, id, data) => bulk(shop, { op: 'update', id, data })],
]

export const PUT_VARIANTS: Door = ['PUT variants', (shop, id, body) => shop.ask('PUT', pathOf(id), body)]

/** A replacement needs these, and in a patch they change nothing. */
export const SHIRT = { name: 'Shirt', category_id: 'tea' }

/** Every way to write the variants of a product that exists; bodies of an upsert get the fields of the product. */
export const DOORS: Door[] = [
  ...BY_ID,
  ...UPSERTS.map(([name, send]): Door => [name, (to, id, body) => send(to, id, { ...SHIRT, ...body })]),
  PUT_VARIANTS,
]
