import type { Facet, FacetName } from './facet.ts'
import { filterAndCount } from './facets.ts'
import { type Filters, judgeOf } from './filters.ts'
import { findMatches } from './matches.ts'
import type { SearchIndex } from './search-index.ts'

type Sort = 'relevance' | 'position' | 'name' | 'price' | 'created_at'

/** A search, as it is asked. */
export interface Search extends Filters {
  /** Words; all products without them. */
  text?: string | undefined
  facets?: readonly FacetName[] | undefined
  /** `relevance` if there are words, else `position`. */
  sort?: Sort | undefined
  isReverse?: boolean | undefined
  /** How many hits are wanted, from the first on. All if nothing is said. */
  most?: number | undefined
}

/** The outcome of a search. */
export interface Found {
  /** The ids of the wanted hits, in the order of the sort. */
  ids: string[]
  /** How many hits there are. */
  total: number
  facets: Facet[]
  /** The words as they were understood, if one was mended. */
  corrected: string | undefined
  /** True if no product has all words: those with most of them are the hits. */
  isRelaxed: boolean
}

/** Carries out a search. It takes no time of its own but that of the processor, and changes nothing. */
export function search(
  index: SearchIndex,
  { text, facets = [], sort, isReverse = false, most = Infinity, ...filters }: Search,
): Found {
  const matches = text === undefined ? undefined : findMatches(index, text)
  const all = matches?.found ?? index.products.keys()
  const { hits, facets: counted } = filterAndCount(index, all, { judge: judgeOf(index, filters), facets })
  const order = sort ?? (matches ? 'relevance' : 'position')
  const places =
    order === 'relevance' && matches
      ? byScore(hits, matches.scores, isReverse ? Infinity : most)
      : inOrder(hits, order === 'relevance' || order === 'position' ? undefined : index.orders[order])
  const wanted = (isReverse ? places.reverse() : places).slice(0, most)
  return {
    ids: [...wanted].map((place) => index.products[place]?.id ?? ''),
    total: hits.length,
    facets: counted,
    corrected: matches?.corrected,
    isRelaxed: matches?.isRelaxed ?? false,
  }
}

/** Places in an order, that of the places themselves if none is given. */
function inOrder(hits: readonly number[], order: Uint32Array | undefined): Uint32Array {
  if (!order) return Uint32Array.from(hits)
  const isHit = new Uint8Array(order.length)
  for (const place of hits) isHit[place] = 1
  return order.filter((place) => isHit[place] === 1)
}

/** As many hits as are looked at by their scores, before they are sorted. */
const STEPS = 1_024

/** The hits with the highest scores, at least `most` of them, the best first; of equals the one with the lower place. */
function byScore(hits: readonly number[], scores: Float32Array, most: number): Uint32Array {
  let highest = 0
  for (const place of hits) highest = Math.max(highest, scores[place] ?? 0)
  const stepOf = (place: number) => Math.floor(((scores[place] ?? 0) / (highest || 1)) * (STEPS - 1))
  const counts = new Uint32Array(STEPS)
  for (const place of hits) counts[stepOf(place)] = (counts[stepOf(place)] ?? 0) + 1
  let [lowest, count] = [STEPS, 0]
  while (lowest > 0 && count < most) count += counts[--lowest] ?? 0
  const best = hits.filter((place) => stepOf(place) >= lowest)
  return Uint32Array.from(best).sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b)
}
