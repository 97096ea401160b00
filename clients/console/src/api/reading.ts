import { unwrap } from '../../../typescript/src/problem.ts'
import type { Product, Variant } from '../rules/rows.ts'
import type { Api } from './client.ts'

/** As many as a list has on a page at most. */
const PAGE = 200

/** Every page of products, the newest first. */
export async function* productPages(api: Api): AsyncGenerator<Product[]> {
  for (let cursor: string | undefined; ; ) {
    const query = { limit: PAGE, sort: '-created_at' as const, ...(cursor && { cursor }) }
    const page = await unwrap(api.GET('/admin/products', { params: { query } }))
    yield page.data
    if (page.next_cursor === null) return
    cursor = page.next_cursor
  }
}

export interface Stocks {
  /** By the ids of variants; of a product without options that of the product. */
  quantities: Map<string, number>
  /** The ids of products by the SKUs of what they have in stock. */
  owners: Map<string, string>
}

/** Every quantity of the shop. */
export async function readStocks(api: Api): Promise<Stocks> {
  const stocks: Stocks = { quantities: new Map(), owners: new Map() }
  for (let cursor: string | undefined; ; ) {
    const query = { limit: PAGE, ...(cursor && { cursor }) }
    const page = await unwrap(api.GET('/admin/inventory', { params: { query } }))
    for (const { variant_id, product_id, sku, quantity } of page.data) {
      stocks.quantities.set(variant_id, quantity)
      if (sku !== null) stocks.owners.set(sku, product_id)
    }
    if (page.next_cursor === null) return stocks
    cursor = page.next_cursor
  }
}

/** The names of the categories by their ids: of those that the public sees, if the key may not read the others. */
export async function readCategories(api: Api, hasAll: boolean): Promise<Map<string, string>> {
  const names = new Map<string, string>()
  for (let cursor: string | undefined; ; ) {
    const params = { query: { limit: PAGE, ...(cursor && { cursor }) } }
    const page = await unwrap(
      hasAll ? api.GET('/admin/categories', { params }) : api.GET('/categories', { params }),
    )
    for (const { id, name } of page.data) names.set(id, name ?? id)
    if (page.next_cursor === null) return names
    cursor = page.next_cursor
  }
}

/** A product as it is now. */
export const readProduct = (api: Api, id: string): Promise<Product> =>
  unwrap(api.GET('/admin/products/{id}', { params: { path: { id } } }))

/** The variants of a product as they are now, with its version. */
export const readVariants = (
  api: Api,
  id: string,
): Promise<{ variants: Variant[]; created_at: string; version: number }> =>
  unwrap(api.GET('/admin/products/{id}/variants', { params: { path: { id } } }))

/** The id of the product that has this SKU, its own or that of a variant. */
export async function ownerOfSku(api: Api, sku: string): Promise<string | undefined> {
  const { data } = await unwrap(api.GET('/admin/variants', { params: { query: { sku } } }))
  return data[0]?.product_id
}

/** The id of the product with this external id. */
export async function ownerOfExternalId(api: Api, id: string): Promise<string | undefined> {
  if (!/^[\w.:~-]{1,128}$/.test(id)) return undefined
  const { data } = await unwrap(api.GET('/admin/products', { params: { query: { external_id: id } } }))
  return data[0]?.id
}
