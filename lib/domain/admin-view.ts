import type { Business } from './business.ts'
import type { Category } from './category.ts'
import type { Product } from './product.ts'
import { publicBusiness, publicCategory, publicProduct } from './public-view.ts'

/** The admin view of each resource: the public one and behind it what only its owner sees. */
export const adminProduct = (product: Product) => {
  const { status, sku, external_id, cost, metadata, version } = product
  return { ...publicProduct(product), status, sku, external_id, cost, metadata, version }
}

export const adminCategory = (category: Category) => {
  const { metadata, version } = category
  return { ...publicCategory(category), metadata, version }
}

export const adminBusiness = (business: Business) => {
  const { status, metadata, version, created_at, updated_at } = business
  return { ...publicBusiness(business), status, metadata, version, created_at, updated_at }
}
