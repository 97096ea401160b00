import type { ProductFilter } from '../../../data/products/product-lists.ts'
import { findProduct, findVariantBySku } from '../../../data/products/product-reads.ts'
import type { Page, PageRequest } from '../../../data/table/pages.ts'
import { idsOf } from '../../../domain/products/additional-categories.ts'
import { PRODUCT_STATUSES, type Product } from '../../../domain/products/product.ts'
import { isSlug } from '../../../domain/text/identifiers.ts'
import { anyText, oneOf, type Parameters, pageParameters, skuText } from '../parameters/parameters.ts'
import { type ListIdentity, listIdentity, pageRequest } from './cursor.ts'

/** The words of `sort`. */
export const ADMIN_SORTS = ['created_at', '-created_at'] as const

/** The query parameters of `GET /admin/products`. */
export const adminProductParameters = {
  status: oneOf(PRODUCT_STATUSES),
  category: anyText,
  sku: skuText,
  external_id: anyText,
  sort: oneOf(ADMIN_SORTS),
  ...pageParameters,
}

type AdminProductParameters = Parameters<typeof adminProductParameters>

/** A requested list of products. `isNamed` if a SKU or an external id leaves at most one product. */
export interface AdminList {
  filter: ProductFilter
  page: PageRequest
  identity: ListIdentity
  isNamed: boolean
}

/** Turns parameters into the list they ask for. Throws `invalid_cursor`. */
export function readAdminList(businessId: string, parameters: AdminProductParameters): AdminList {
  const { status, category, sku, external_id, sort = 'created_at' } = parameters
  const identity = listIdentity(businessId, '/admin/products', { ...parameters, sort })
  return {
    filter: { status, category, reverse: sort === '-created_at' },
    page: pageRequest(parameters, identity),
    identity,
    // A category that cannot exist leaves nothing, and is found out without looking.
    isNamed: sku !== undefined || external_id !== undefined || (category !== undefined && !isSlug(category)),
  }
}

/** The one product that has the requested SKU, itself or by a variant, and external id, if it fits the other filters too. */
export async function findNamedProduct(
  businessId: string,
  { status, category, sku, external_id }: AdminProductParameters,
): Promise<Page<Product>> {
  const product =
    sku === undefined
      ? external_id && (await findProduct(businessId, { external_id }))
      : (await findVariantBySku(businessId, sku))?.product
  const fits =
    product &&
    (status === undefined || product.status === status) &&
    (category === undefined || [product.category_id, ...idsOf(product)].includes(category)) &&
    (external_id === undefined || product.external_id === external_id)
  return { items: fits ? [product] : [], position: null }
}
