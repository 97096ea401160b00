import type { Facet, FacetName } from './facet.ts'
import { filterAndCount } from './facets.ts'
import { type Filters, judgeOf } from './filters.ts'
import { findMatches } from './matches.ts'
import { pageByScore, pageInOrder } from './result-page.ts'
import type { Order, SearchIndex } from './search-index.ts'

/** The orders of hits. `relevance` without words is `position`. */
type SearchSort = 'relevance' | 'position' | Order

/** A search, as a request has it. */
export interface Search extends Filters {
  /** Words; all products without them. */
  text?: string | undefined
  facets?: readonly FacetName[] | undefined
  /** `relevance` if there are words, else `position`. */
  sort?: SearchSort | undefined
  isReverse?: boolean | undefined
  /** The end of the page before. */
  after?: string | undefined
  /** How many hits a page has. All of them if it is left out. */
  limit?: number | undefined
}

/** The outcome of a search. */
export interface Found {
  /** The ids of the hits of the page, in the order of the sort. */
  ids: string[]
  /** The end of this page, which the next one takes as `after`; undefined if there is none. */
  next: string | undefined
  /** How many hits there are. */
  total: number
  facets: Facet[]
  /** The words as they were understood, if one was corrected. */
  corrected: string | undefined
  /** True if no product has all words: those with most of them are the hits. */
  isRelaxed: boolean
}

/** Carries out a search. It takes no time of its own but that of the processor, and changes nothing. */
export function search(
  index: SearchIndex,
  { text, facets = [], sort, isReverse = false, after, limit = Infinity, ...filters }: Search,
): Found {
  const matches = text === undefined ? undefined : findMatches(index, text)
  const all = matches?.found ?? index.ids.keys()
  const { hits, facets: counted } = filterAndCount(index, all, { judge: judgeOf(index, filters), facets })
  const order = sort ?? 'relevance'
  const page =
    order === 'relevance' && matches
      ? pageByScore(hits, matches.scores, { isReverse, after, limit })
      : pageInOrder(index, hits, {
          order: order === 'relevance' ? 'position' : order,
          isReverse,
          after,
          limit,
        })
  return {
    ids: page.places.map((place) => index.ids[place] ?? ''),
    next: page.next,
    total: hits.length,
    facets: counted,
    corrected: matches?.corrected,
    isRelaxed: matches?.isRelaxed ?? false,
  }
}
