import type { ApiKey } from './api-keys/api-key.ts'
import type { Business } from './business.ts'
import type { Category } from './category.ts'
import { pick } from './pick.ts'
import { PRODUCT_FIELDS, VARIANT_FIELDS } from './products/fields.ts'
import type { Product } from './products/product.ts'
import type { Variant, VariantSet } from './products/variant.ts'
import { PUBLIC_CATEGORY_FIELDS, publicBusiness, shown } from './public-view.ts'
import { backorderOf } from './stock/stock.ts'

/** The fields that only its owner sees, in their order behind the public ones. */
const OWN_CATEGORY_FIELDS = ['metadata', 'version'] as const satisfies readonly (keyof Category)[]

/** The fields of the admin views, and of the objects as they are stored. */
export const STORED_PRODUCT_FIELDS = PRODUCT_FIELDS.filter((field) => field !== 'additional_category_ids')
export const CATEGORY_FIELDS = [...PUBLIC_CATEGORY_FIELDS, ...OWN_CATEGORY_FIELDS] as const

/** The admin view of each resource: the public one and behind it what only its owner sees. */
export const adminProduct = (product: Product) => ({
  ...pick(shown(product), PRODUCT_FIELDS),
  ...backorderOf(product),
})
export const adminVariant = (variant: Variant) => ({
  ...pick(variant, VARIANT_FIELDS),
  ...backorderOf(variant),
})

/** All variants of a product, under the product's id and version: a change of one is a change of the product. */
export const adminVariants = (product: Product, { options, variants }: VariantSet) => {
  const { id, created_at, updated_at, version } = product
  return { id, options, variants: variants.map(adminVariant), created_at, updated_at, version }
}

export const adminCategory = (category: Category) => pick(category, CATEGORY_FIELDS)

export const adminBusiness = (business: Business) => {
  const { product_url_template, status, metadata, version, created_at, updated_at } = business
  return {
    ...publicBusiness(business),
    product_url_template,
    status,
    metadata,
    version,
    created_at,
    updated_at,
  }
}

export const API_KEY_FIELDS = [
  'id',
  'name',
  'prefix',
  'last4',
  'scopes',
  'expires_at',
  'allowed_ips',
  'rate_limit',
  'revoked_at',
  'previous_expires_at',
  'last_used_at',
  'created_at',
  'updated_at',
  'version',
] as const satisfies readonly (keyof ApiKey)[]

/** Never the token; not even its digest is part of a key as the API knows it. */
export const adminApiKey = (apiKey: ApiKey) => ({
  ...pick(apiKey, API_KEY_FIELDS),
  // DynamoDB keeps the members of a map in an order of its own.
  rate_limit: pick(apiKey.rate_limit, ['per_second', 'burst']),
})
