import type { Business } from './business.ts'
import type { Category } from './category.ts'
import { pick } from './pick.ts'
import type { Product } from './products/product.ts'
import type { Variant, VariantSet } from './products/variant.ts'

/** The fields of a product that anybody may see, in the order they are answered. */
export const PUBLIC_PRODUCT_FIELDS = [
  'id',
  'name',
  'description',
  'price',
  'is_available',
  'category_id',
  'additional_category_ids',
  'currency',
  'compare_at_price',
  'slug',
  'images',
  'tags',
  'position',
  'created_at',
  'updated_at',
  'price_range',
  'variant_count',
] as const satisfies readonly (keyof Product | 'additional_category_ids')[]

export const PUBLIC_VARIANT_FIELDS = [
  'id',
  'option_values',
  'price',
  'compare_at_price',
  'image',
  'position',
  'is_available',
] as const satisfies readonly (keyof Variant)[]

export const PUBLIC_CATEGORY_FIELDS = [
  'id',
  'name',
  'description',
  'parent_id',
  'position',
  'is_listed',
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
export const publicProduct = (product: Omit<Product, 'last_variant'>) =>
  pick(shown(product), PUBLIC_PRODUCT_FIELDS)
export const publicCategory = (category: Category) => pick(category, PUBLIC_CATEGORY_FIELDS)
export const publicBusiness = (business: Business) => pick(business, PUBLIC_BUSINESS_FIELDS)

/** A product, to pick the fields of a view from. */
export const shown = <T extends Pick<Product, 'additional_categories'>>(product: T) => ({
  ...product,
  additional_category_ids: product.additional_categories.map(({ id }) => id),
})

/**
 * The public view of the variants of a product, under the product's id: those that are enabled, and of each option the
 * values that one of them has; no options if none is enabled.
 */
export function publicVariants(id: string, { options, variants }: VariantSet) {
  const enabled = variants.filter(({ is_enabled }) => is_enabled)
  const shown = options.map(({ name, values }) => ({
    name,
    values: values.filter((value) => enabled.some(({ option_values }) => option_values[name] === value)),
  }))
  return {
    id,
    options: shown.filter(({ values }) => values.length > 0),
    variants: enabled.map((variant) => pick(variant, PUBLIC_VARIANT_FIELDS)),
  }
}
