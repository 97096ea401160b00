import { triedFirst } from '../dry-run.ts'
import type { Merchant, Told } from '../merchant.ts'
import { pathOf } from '../variants/shirts.ts'

/** The external id of the product that the doors write. */
export const EXTERNAL_ID = 'erp-1'
const BY_EXTERNAL_ID = `/admin/products/by-external-id/${EXTERNAL_ID}`

/** Sends a body, under the condition of an entity tag if there is one. */
type Send = (shop: Merchant, id: string, body: object, ifMatch?: string) => Promise<Told>

/** A way to write a product, by its id or by its external id. */
export type Door = [name: string, send: Send]

const request =
  (method: string, pathOf: (id: string) => string): Send =>
  (shop, id, body, ifMatch) =>
    shop.ask(method, pathOf(id), body, ifMatch === undefined ? {} : { 'if-match': ifMatch })

/** The outcome of one operation of a bulk request, as the same request alone would get it, and its dry run before it. */
async function bulk(shop: Merchant, operation: object): Promise<Told> {
  const told = await triedFirst(shop, operation)
  const result = told.body.data[0]
  const problem = { errors: [], ...(result?.problem as Partial<Told['body']> | undefined) }
  const errors = problem.errors.map((one) => ({
    ...one,
    pointer: one.pointer.replace('/operations/0/data', ''),
  }))
  return { ...told, status: result?.status ?? 0, body: { ...told.body, ...result, ...problem, errors } }
}

const operation =
  (op: string, target: (id: string) => object): Send =>
  (shop, id, data, ifMatch) =>
    bulk(shop, { op, data, ...target(id), ...(ifMatch !== undefined && { if_match: ifMatch }) })

const byExternalId = () => ({ external_id: EXTERNAL_ID })

/** Create a product. */
export const CREATIONS: Door[] = [
  ['POST', request('POST', () => '/admin/products')],
  ['bulk create', operation('create', () => ({}))],
]

/** Create the product of the external id, or replace it. */
export const REPLACEMENTS: Door[] = [
  ['PUT by external id', request('PUT', () => BY_EXTERNAL_ID)],
  ['bulk upsert', operation('upsert', byExternalId)],
]

/** Create the product of the external id, or change what the body has. */
export const MERGES: Door[] = [
  ['PATCH by external id', request('PATCH', () => BY_EXTERNAL_ID)],
  ['bulk merge', operation('merge', byExternalId)],
]

/** Create the product of the external id, or change it. */
export const UPSERTS: Door[] = [...REPLACEMENTS, ...MERGES]

/** Change a product that exists. */
export const BY_ID: Door[] = [
  ['PATCH product', request('PATCH', (id) => `/admin/products/${id}`)],
  ['bulk update', operation('update', (id) => ({ id }))],
]

export const PUT_VARIANTS: Door = ['PUT variants', request('PUT', pathOf)]

/** A replacement needs these, and in a patch they change nothing. */
export const SHIRT = { name: 'Shirt', category_id: 'tea' }

/** Every way to write the variants of a product that exists; bodies of an upsert get the fields of the product. */
export const DOORS: Door[] = [
  ...BY_ID,
  ...UPSERTS.map(([name, send]): Door => [name, (to, id, body) => send(to, id, { ...SHIRT, ...body })]),
  PUT_VARIANTS,
]
