import * as keys from '../table/keys.ts'
import type { Page, PageRequest } from '../table/pages.ts'
import { FACETS, STOREFRONT } from '../table/schema.ts'
import { listCards, queryOne } from './card-pages.ts'
import { type ListedProduct, withPlacedCards } from './placed-cards.ts'
import { soundCard } from './readable-card.ts'
import { type AttributeValue, type Filter, query } from './reader.ts'

export type ProductSort = 'position' | 'name' | 'price' | 'created'

/** Which products to list. `category` must have a category id's pattern; prices are in minor units. */
export interface ProductSelection {
  category?: string | undefined
  sort: ProductSort
  reverse: boolean
  isAvailable?: boolean | undefined
  priceMin?: number | undefined
  priceMax?: number | undefined
  tag?: string | undefined
}

/** A page of active products. Costs what the page costs unless a filter, not an index, must do the choosing. */
export function listProductCards(
  businessId: string,
  selection: ProductSelection,
  page: PageRequest,
): Promise<Page<string>> {
  const { category, sort, reverse } = selection
  const stretch = { ...priceRange(selection), reverse, filter: productFilter(selection) }
  if (category === undefined)
    return listCards({ index: `store-${sort}`, partition: keys.storePartition(businessId), ...stretch }, page)
  return listCards(
    { index: `shelf-${sort}`, partition: keys.shelfPartition(businessId, category), ...stretch },
    page,
    (found) => withPlacedCards(businessId, found, (product) => isSelected(product, selection, category)),
  )
}

/** True if a product is still placed in a category and passes the filters: the same as `productFilter`, of a card. */
const isSelected = (
  { additional_category_ids, is_available, price, tags }: ListedProduct,
  { isAvailable = is_available, priceMin = price, priceMax = price, tag }: ProductSelection,
  category: string,
) =>
  additional_category_ids.includes(category) &&
  is_available === isAvailable &&
  priceMin <= price &&
  price <= priceMax &&
  (tag === undefined || tags.includes(tag))

/** A page of categories by position, then name, then id. */
export function listCategoryCards(businessId: string, page: PageRequest): Promise<Page<string>> {
  const partition = keys.categoriesPartition(businessId)
  return listCards({ index: 'store-position', partition, reverse: false }, page)
}

/** One product's card by its id, or undefined if there is no active product of that id. */
export const getProductCard = (businessId: string, productId: string) =>
  getCard(keys.storePartition(businessId), keys.byCreated(productId))

/** The id of the active product of a slug: the slug's guard names it. */
export async function findIdBySlug(businessId: string, slug: string): Promise<string | undefined> {
  const partition = keys.slugPartition(businessId, slug)
  const [guard] = (await query({ index: 'store-created', partition })).entries
  return guard?.position
}

/** One product's card by its slug. */
export async function getProductCardBySlug(businessId: string, slug: string): Promise<string | undefined> {
  const id = await findIdBySlug(businessId, slug)
  return id && getProductCard(businessId, id)
}

/** One category's card by its id, or undefined. */
export const getCategoryCard = (businessId: string, categoryId: string) =>
  getCard(keys.categoriesPartition(businessId), keys.byCreated(categoryId))

/** The card of the business's public profile, or undefined. */
export const getBusinessCard = (businessId: string) =>
  getCard(keys.profilePartition(businessId), keys.byCreated(businessId))

async function getCard(partition: string, sortKey: string): Promise<string | undefined> {
  const [entry] = (await queryOne(partition, sortKey)).entries
  return entry && soundCard(entry)
}

/** Sorted by price, a range of prices is a key range of the index and costs nothing. */
function priceRange({ sort, priceMin, priceMax }: ProductSelection) {
  if (sort !== 'price') return {}
  return {
    lower: priceMin === undefined ? undefined : keys.priceFloor(priceMin),
    upper: priceMax === undefined ? undefined : keys.priceCeiling(priceMax),
  }
}

/** A facet, how it is tested, and against what. */
type Condition = [
  facet: keyof typeof FACETS,
  test: (facet: string, value: string) => string,
  value: AttributeValue,
]

/** The filter for the parameters that no index covers: one condition for each facet in the request. */
function productFilter({
  category,
  sort,
  isAvailable,
  priceMin,
  priceMax,
  tag,
}: ProductSelection): Filter | undefined {
  const isRange = sort === 'price'
  const conditions: Condition[] = []
  if (isAvailable !== undefined)
    conditions.push(['available', (facet, value) => `${facet} = ${value}`, { BOOL: isAvailable }])
  if (tag !== undefined)
    conditions.push(['tags', (facet, value) => `contains(${facet}, ${value})`, { S: tag }])
  if (priceMin !== undefined && !isRange)
    conditions.push(['price', (facet, value) => `${facet} >= ${value}`, { N: String(priceMin) }])
  if (priceMax !== undefined && !isRange)
    conditions.push(['price', (facet, value) => `${facet} <= ${value}`, { N: String(priceMax) }])
  if (conditions.length === 0) return undefined
  const all = conditions.map(([, test], n) => test(`#facets.#f${n}`, `:f${n}`)).join(' AND ')
  return {
    // The rows of placed products have no facets: the filter is applied to their cards.
    expression: category === undefined ? all : `attribute_not_exists(#facets) OR (${all})`,
    names: {
      '#facets': STOREFRONT.facets,
      ...Object.fromEntries(conditions.map(([facet], n) => [`#f${n}`, FACETS[facet]])),
    },
    values: Object.fromEntries(conditions.map(([, , value], n) => [`:f${n}`, value])),
  }
}
