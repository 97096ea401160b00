import type { FoundCards } from '../../../data/search/searched-shop.ts'
import { FACETS } from '../../../domain/search/facet.ts'
import { readOptionFilter } from '../../../domain/search/option-filter.ts'
import type { Search } from '../../../domain/search/search.ts'
import { Unreadable } from '../../../domain/text/unreadable.ts'
import {
  anyText,
  boolean,
  integerFrom,
  listOf,
  oneOf,
  type ParameterReader,
  type Parameters,
  repeated,
} from '../parameters/parameters.ts'
import { unavailable } from '../problems/unavailable.ts'
import type { PublicResult } from '../public-endpoint.ts'
import { type ListIdentity, listIdentity, pageRequest } from './cursor.ts'
import { type ListRequest, listAnswer } from './list-answer.ts'
import { fields, pickFields, price, refuseEmptyRange } from './product-list.ts'

/** The most values of a filter. */
export const MOST_FILTER_VALUES = 20

/** The most characters (Unicode code points) of `q`. */
export const LONGEST_SEARCH = 500

/** The most hits on a page. */
export const MOST_HITS = 50

const SORTS = ['relevance', 'position', 'name', 'price', 'created_at'] as const

/** The words of `sort`; each with `-` is the exact reverse. */
export const SEARCH_SORTS = SORTS.flatMap((word) => [word, `-${word}`])

const searchText: ParameterReader<string> = (text) => {
  if ([...text].length <= LONGEST_SEARCH) return text
  throw new Unreadable(`must have at most ${LONGEST_SEARCH} characters`)
}

const optionFilter: ParameterReader<{ name: string; value: string }> = (text) => {
  const filter = readOptionFilter(text)
  if (filter) return filter
  throw new Unreadable('must be the name of an option, a colon and a value, as in Size:M')
}

/** The query parameters of `GET /products/search`. */
export const productSearchParameters = {
  q: searchText,
  category: listOf(anyText, MOST_FILTER_VALUES),
  tag: repeated(anyText, MOST_FILTER_VALUES),
  price_min: price,
  price_max: price,
  is_available: boolean,
  on_sale: boolean,
  option: repeated(optionFilter, MOST_FILTER_VALUES),
  facets: listOf(oneOf(FACETS), FACETS.length),
  sort: oneOf(SEARCH_SORTS),
  fields,
  limit: integerFrom(1, MOST_HITS),
  cursor: anyText,
}

type ProductSearchParameters = Parameters<typeof productSearchParameters>

/** Turns parameters into the search that they ask for. Throws the problem of parameters that contradict each other. */
export function readProductSearch(
  businessId: string,
  parameters: ProductSearchParameters,
): { search: Search; identity: ListIdentity } {
  refuseEmptyRange(parameters)
  const { q, facets, ...list } = parameters
  const { sort = q === undefined ? 'position' : 'relevance' } = list
  const identity = listIdentity(businessId, '/products/search', { q, ...list, sort })
  const { after, limit } = pageRequest(parameters, identity)
  const search = {
    text: q,
    facets,
    categories: list.category,
    tags: list.tag,
    priceMin: list.price_min,
    priceMax: list.price_max,
    isAvailable: list.is_available,
    isOnSale: list.on_sale,
    options: list.option,
    sort: SORTS.find((word) => sort.endsWith(word)),
    isReverse: sort.startsWith('-'),
    after,
    limit,
  }
  return { search, identity }
}

/** The problem of a large shop whose index is not stored yet. */
export const notSearchableYet = () =>
  unavailable('The search index of this shop is being made. Try again in a few seconds.', 5)

/** The envelope of a list around the hits, with what else came of the search. */
export function searchAnswer(
  request: ListRequest & { parameters: ProductSearchParameters },
  { cards, next, total, facets, corrected, isRelaxed }: FoundCards,
  identity: ListIdentity,
): PublicResult {
  const items = pickFields(cards, request.parameters.fields)
  const { json, headers } = listAnswer(request, items, next ?? null, identity)
  const more = JSON.stringify({ total, facets, corrected_q: corrected ?? null, relaxed: isRelaxed })
  return { json: `${json.slice(0, -1)},${more.slice(1)}`, ...(headers && { headers }) }
}
