import type { components } from '../../../typescript/src/api.ts'
import { unwrap } from '../../../typescript/src/problem.ts'
import type { Product, Variant } from '../rules/rows.ts'
import type { Api } from './client.ts'

/** As many as a list has on a page at most. */
const PAGE = 200

export interface ProductFilter {
  status?: components['schemas']['ProductStatus']
  category?: string
}

/** A page of a list, and where the next one begins; null at the end. */
export interface Page<Item> {
  data: Item[]
  next_cursor: string | null
}

type ReadPage<Item> = (query: { limit: number; cursor?: string }) => Promise<Page<Item>>

/** Every page of a list. */
async function* pagesOf<Item>(read: ReadPage<Item>): AsyncGenerator<Item[]> {
  let cursor: string | null | undefined
  do {
    const page = await read({ limit: PAGE, ...(cursor && { cursor }) })
    yield page.data
    cursor = page.next_cursor
  } while (cursor)
}

/** Every page of products, or of those that a filter leaves, the newest first. */
export const productPages = (api: Api, filter: ProductFilter = {}): AsyncGenerator<Product[]> =>
  pagesOf((page) => {
    const query = { ...page, ...filter, sort: '-created_at' as const }
    return unwrap(api.GET('/admin/products', { params: { query } }))
  })

/** How much there is of one variant; of a product without options, of the product. */
export type Stock = components['schemas']['Stock']

/** Every page of quantities, those of the oldest products first. */
export const stockPages = (api: Api): AsyncGenerator<Stock[]> =>
  pagesOf((query) => unwrap(api.GET('/admin/inventory', { params: { query } })))

/** The quantities of one product. */
export async function readStock(api: Api, product: string): Promise<Stock[]> {
  const { data } = await unwrap(api.GET('/admin/inventory', { params: { query: { product } } }))
  return data
}

/** The names of the categories by their ids: of those that the public sees, if the key may not read the others. */
export async function readCategories(api: Api, hasAll: boolean): Promise<Map<string, string>> {
  const names = new Map<string, string>()
  const pages = pagesOf<{ id: string; name?: string }>((query) =>
    unwrap(
      hasAll
        ? api.GET('/admin/categories', { params: { query } })
        : api.GET('/categories', { params: { query } }),
    ),
  )
  for await (const page of pages) for (const { id, name } of page) names.set(id, name ?? id)
  return names
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

/** The ids of the published products that a search of the whole shop finds best, 50 at most. */
export async function searchPublished(api: Api, words: string): Promise<string[]> {
  const query = { q: words, limit: 50, fields: ['id' as const] }
  const { data } = await unwrap(api.GET('/products/search', { params: { query } }))
  return data.map(({ id }) => id)
}
