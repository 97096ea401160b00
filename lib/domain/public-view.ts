import type { Business } from './business.ts'
import type { Category } from './category.ts'
import { pick } from './pick.ts'
import {
  PUBLIC_PRODUCT_FIELDS,
  PUBLIC_VARIANT_FIELDS,
  SPARSE_FIELDS,
  SPARSE_OF_VARIANTS,
} from './products/fields.ts'
import type { Product } from './products/product.ts'
import type { VariantSet } from './products/variant.ts'

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
  'product_url_template',
] as const satisfies readonly (keyof Business)[]

/** The public view of each resource: the listed fields and no others, whatever the stored item holds. */
export const publicProduct = (product: Omit<Product, 'last_variant'>) =>
  onlySet(pick(shown(product), PUBLIC_PRODUCT_FIELDS), SPARSE_FIELDS)
export const publicCategory = (category: Category) => pick(category, PUBLIC_CATEGORY_FIELDS)
export const publicBusiness = (business: Business) =>
  onlySet(pick(business, PUBLIC_BUSINESS_FIELDS), ['product_url_template'])

/** A view without those of these members that are null: an object that uses none of them costs no byte more. */
function onlySet<T extends object, K extends keyof T>(
  view: T,
  members: readonly K[],
): Omit<T, K> & { [Name in K]?: NonNullable<T[Name]> } {
  const set = { ...view }
  for (const name of members) if (view[name] === null) delete set[name]
  return set as ReturnType<typeof onlySet<T, K>>
}

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
    variants: enabled.map((variant) => onlySet(pick(variant, PUBLIC_VARIANT_FIELDS), SPARSE_OF_VARIANTS)),
  }
}
