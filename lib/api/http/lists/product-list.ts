import type { ProductSelection, ProductSort } from '../../../data/storefront/cards.ts'
import type { IdSelection } from '../../../data/storefront/cards-by-ids.ts'
import type { PageRequest } from '../../../data/table/pages.ts'
import { PUBLIC_PRODUCT_FIELDS } from '../../../domain/products/fields.ts'
import { isSlug, isUuid } from '../../../domain/text/identifiers.ts'
import { Unreadable } from '../../../domain/text/unreadable.ts'
import {
  anyText,
  boolean,
  integerFrom,
  listOf,
  oneOf,
  type Parameters,
  pageParameters,
  refuse,
} from '../parameters/parameters.ts'
import { productParameters } from '../parameters/product-parameters.ts'
import { type ListIdentity, listIdentity, pageRequest } from './cursor.ts'

/** The words of `sort`; each with `-` is the exact reverse. */
const SORTS: Record<string, ProductSort> = {
  position: 'position',
  name: 'name',
  price: 'price',
  created_at: 'created',
}
export const SORT_WORDS = Object.keys(SORTS).flatMap((word) => [word, `-${word}`])

/** A price in the minor unit. */
export const price = /* @__PURE__ */ integerFrom(0, 1e12)

/** Fields of public products. */
export const fields = /* @__PURE__ */ listOf(oneOf(PUBLIC_PRODUCT_FIELDS), PUBLIC_PRODUCT_FIELDS.length)

const uuid = (text: string) => {
  if (isUuid(text)) return text.toLowerCase()
  throw new Unreadable('must be product ids (UUIDs), separated by commas')
}

/** One that does not exist matches nothing. Several in one parameter would look like a shop without products. */
const oneCategory = (text: string) => {
  if (!text.includes(',')) return text
  throw new Unreadable('must be one category; GET /products/search takes several, and those below them')
}

/** The query parameters of `GET /products`. */
export const productListParameters = {
  category: oneCategory,
  is_available: boolean,
  price_min: price,
  price_max: price,
  tag: anyText,
  fields,
  sort: oneOf(SORT_WORDS),
  ...pageParameters,
  ids: listOf(uuid, 100),
  ...productParameters,
}

/** A tag has at most 50 code points, so at most 100 of JavaScript's units. */
const LONGEST_TAG = 100

type ProductListParameters = Parameters<typeof productListParameters>

/**
 * A requested list: products that are selected, or those with certain ids. `selection` is null if nothing can match,
 * because no category or tag has such a name.
 */
export interface ProductList {
  selection: ProductSelection | IdSelection | null
  page: PageRequest
  identity: ListIdentity
}

/** Turns parameters into the list they ask for. Throws the problem of parameters that contradict each other. */
export function readProductList(businessId: string, parameters: ProductListParameters): ProductList {
  const { ids, expand, sort = DEFAULTS.sort } = parameters
  if (ids) refuseBesideIds(parameters)
  if (expand) refuseExpansion(ids)
  refuseEmptyRange(parameters)
  const identity = listIdentity(businessId, '/products', { ...parameters, sort })
  const selection = ids ? { ids, isExpanded: expand !== undefined } : selectionOf(parameters, sort)
  return { selection, page: pageRequest(parameters, identity), identity }
}

/** Throws the problem of a lowest price that is above the highest. */
export function refuseEmptyRange(range: { price_min?: number; price_max?: number }): void {
  const { price_min = 0, price_max = Infinity } = range
  if (price_min > price_max)
    refuse([{ parameter: 'price_min', code: 'invalid_parameter', detail: 'must not be above price_max' }])
}

function selectionOf(parameters: ProductListParameters, sort: string): ProductSelection | null {
  const { category, tag, is_available, price_min, price_max } = parameters
  if ((category !== undefined && !isSlug(category)) || (tag?.length ?? 0) > LONGEST_TAG) return null
  return {
    category,
    sort: SORTS[sort.replace('-', '')] ?? 'position',
    reverse: sort.startsWith('-'),
    isAvailable: is_available,
    priceMin: price_min,
    priceMax: price_max,
    tag,
  }
}

/** The values of parameters that are not sent. */
const DEFAULTS: { sort: string; limit: number; [name: string]: unknown } = { sort: 'position', limit: 50 }

/** The parameters allowed together with `ids`; the authorizer reads `business`. */
const BESIDE_IDS = ['ids', 'expand', 'fields', 'cursor', 'business']

/**
 * `ids` is a list of its own: throws the problem that names every parameter that would choose or order otherwise. One that
 * says the default changes nothing, and some clients send it.
 */
function refuseBesideIds(parameters: ProductListParameters): void {
  const others = Object.entries(parameters).filter(
    ([name, value]) => !BESIDE_IDS.includes(name) && value !== DEFAULTS[name],
  )
  refuse(
    others.map(([parameter]) => ({
      parameter,
      code: 'invalid_parameter',
      detail: 'cannot be combined with ids',
    })),
  )
}

/** The most products on a page that shows their variants. */
export const MOST_EXPANDED = 20

/** Throws the problem of an expansion that would read too much: lists without `ids` have no variants. */
function refuseExpansion(ids: readonly string[] | undefined): void {
  if (ids && ids.length <= MOST_EXPANDED) return
  const detail = ids ? `is for at most ${MOST_EXPANDED} ids` : 'needs ids'
  refuse([{ parameter: 'expand', code: 'invalid_parameter', detail }])
}

/** Cards with these fields only; the one list that must look inside its cards. `id` always stays. */
export function pickFields(cards: string[], fields: readonly string[] | undefined): string[] {
  if (!fields) return cards
  const kept = PUBLIC_PRODUCT_FIELDS.filter((field) => field === 'id' || fields.includes(field))
  return cards.map((card) => {
    const product = JSON.parse(card)
    // `expand` requests `options` and `variants` beyond `fields`. A card of an earlier version can have fewer fields.
    const { options, variants } = product
    return JSON.stringify({
      ...Object.fromEntries(kept.map((field) => [field, product[field]])),
      options,
      variants,
    })
  })
}
