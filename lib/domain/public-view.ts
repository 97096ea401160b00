import type { Business } from './business.ts'
import type { Category } from './category.ts'
import type { Product } from './product.ts'

/** The fields of a product that anybody may see, in the order they are answered. */
export const PUBLIC_PRODUCT_FIELDS = [
  'id',
  'name',
  'description',
  'price',
  'is_available',
  'category_id',
  'currency',
  'compare_at_price',
  'slug',
  'images',
  'tags',
  'position',
  'created_at',
  'updated_at',
] as const satisfies readonly (keyof Product)[]

const PUBLIC_CATEGORY_FIELDS = [
  'id',
  'name',
  'description',
  'position',
  'image',
  'created_at',
  'updated_at',
] as const satisfies readonly (keyof Category)[]

const PUBLIC_BUSINESS_FIELDS = [
  'id',
  'slug',
  'name',
  'description',
  'logo_url',
  'currency',
  'locale',
  'timezone',
  'country',
  'contact',
  'social_links',
] as const satisfies readonly (keyof Business)[]

/** The public view of each resource: the listed fields and no others, whatever the stored item holds. */
export const publicProduct = (product: Product) => pick(product, PUBLIC_PRODUCT_FIELDS)
export const publicCategory = (category: Category) => pick(category, PUBLIC_CATEGORY_FIELDS)
export const publicBusiness = (business: Business) => pick(business, PUBLIC_BUSINESS_FIELDS)

function pick<T extends object, K extends keyof T>(source: T, fields: readonly K[]): Pick<T, K> {
  return Object.fromEntries(fields.map((field) => [field, source[field]])) as Pick<T, K>
}
