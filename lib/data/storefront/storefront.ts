import type { Business } from '../../domain/business.ts'
import type { Category } from '../../domain/category.ts'
import type { AdditionalCategory } from '../../domain/products/additional-categories.ts'
import { isPublic, type Product } from '../../domain/products/product.ts'
import type { Variant, VariantSet } from '../../domain/products/variant.ts'
import { publicBusiness, publicCategory, publicProduct, publicVariants } from '../../domain/public-view.ts'
import { foldName } from '../../domain/text/name-order.ts'
import { numberOf } from '../inventory/stock-item.ts'
import * as keys from '../table/keys.ts'
import { FACETS, STOREFRONT } from '../table/schema.ts'
import { shorten } from './card-text.ts'

/** Each grows whenever a card of its kind would be rendered differently: `operator reindex` then renders older ones again. */
export const CARD_VERSION = { product: 4, variants: 3, category: 4, profile: 4 }

/** The attributes that are rendered from the members of an object. */
export const RENDERED = [...Object.values(STOREFRONT), 'card_version']

/** The attributes of an object's item that are not members of the object. */
export const BESIDE_MEMBERS = ['pk', 'sk', 'type', ...RENDERED]

const card = (kind: keyof typeof CARD_VERSION, view: { id: string }) => ({
  [STOREFRONT.card]: shorten(view),
  card_version: CARD_VERSION[kind],
})

/** The attributes that put a product into the storefront indexes; none unless the product is active. */
export function productStorefront(businessId: string, product: Product): Record<string, unknown> {
  if (!isPublic(product)) return {}
  return {
    [STOREFRONT.store]: keys.storePartition(businessId),
    ...placeOnShelf(businessId, product, { id: product.category_id }),
    [STOREFRONT.facets]: {
      [FACETS.available]: product.is_available,
      [FACETS.price]: product.price,
      [FACETS.tags]: product.tags,
      ...onBackorder([product]),
    },
    ...card('product', publicProduct(product)),
  }
}

/** The facet of those of these that are on backorder: `"2 5"`, or of a product without options `"0"`. */
function onBackorder(sold: readonly Pick<Variant, 'id' | 'is_on_backorder'>[]) {
  const numbers = sold.filter(({ is_on_backorder }) => is_on_backorder).map(({ id }) => numberOf(id))
  return numbers.length > 0 && { [FACETS.backorder]: numbers.join(' ') }
}

/** The attributes that put a product into the list of one category. */
function placeOnShelf(businessId: string, product: Product, { id, position }: AdditionalCategory) {
  const name = foldName(product.name)
  return {
    [STOREFRONT.shelf]: keys.shelfPartition(businessId, id),
    [STOREFRONT.byPosition]: keys.byPosition(position ?? product.position, name, product.id),
    [STOREFRONT.byName]: keys.byName(name, product.id),
    [STOREFRONT.byPrice]: keys.byPrice(product.price, product.id),
    [STOREFRONT.byCreated]: keys.byCreated(product.id),
  }
}

/**
 * The items that list an active product in its additional categories. They are keys alone: availability, stock, texts and
 * pictures of the product change without them, and lists read the card that the product has.
 */
export const placements = (businessId: string, product: Product) =>
  (isPublic(product) ? product.additional_categories : []).map((category) => ({
    ...keys.placementKey(businessId, product.id, category.id),
    type: 'placement' as const,
    ...placeOnShelf(businessId, product, category),
  }))

/** The attributes of a slug's guard by which public reads find the product: an index shows its id under the slug. */
export function slugStorefront(businessId: string, product: Product): Record<string, unknown> {
  if (!isPublic(product)) return {}
  return {
    [STOREFRONT.store]: keys.slugPartition(businessId, product.slug),
    [STOREFRONT.byCreated]: keys.byCreated(product.id),
  }
}

/** The attributes of a variant sheet by which public reads find the enabled variants of an active product. */
export function variantsStorefront(
  businessId: string,
  product: Product,
  set: VariantSet,
): Record<string, unknown> {
  if (!isPublic(product)) return {}
  const facets = onBackorder(set.variants)
  return {
    [STOREFRONT.store]: keys.variantsPartition(businessId),
    [STOREFRONT.byCreated]: keys.byCreated(product.id),
    ...(facets && { [STOREFRONT.facets]: facets }),
    ...card('variants', publicVariants(product.id, set)),
  }
}

/** The attributes that make a category readable by its id, and put one that is listed into the public list. */
export function categoryStorefront(businessId: string, category: Category): Record<string, unknown> {
  const { id, name, position, is_listed } = category
  return {
    [STOREFRONT.store]: keys.categoriesPartition(businessId),
    ...(is_listed && { [STOREFRONT.byPosition]: keys.byPosition(position, foldName(name), id) }),
    [STOREFRONT.byCreated]: keys.byCreated(category.id),
    ...card('category', publicCategory(category)),
  }
}

/** The attributes by which public reads find the profile of a business. */
export function businessStorefront(business: Business): Record<string, unknown> {
  return {
    [STOREFRONT.store]: keys.profilePartition(business.id),
    [STOREFRONT.byCreated]: keys.byCreated(business.id),
    ...card('profile', publicBusiness(business)),
  }
}
