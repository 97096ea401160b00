import { compareTexts } from '../text/compare-texts.ts'
import { firstFrom } from './first-from.ts'
import type { Order, SearchIndex } from './search-index.ts'

/** The requested part of the hits. */
interface PageOfHits {
  isReverse: boolean
  /** The end of the page before. */
  after: string | undefined
  limit: number
}

/** The places of the hits of a page, and its end if there are more. */
interface HitPage {
  places: number[]
  next: string | undefined
}

/** The most hits by relevance that can be paged through. The others are rarely what is looked for, and sorting them takes time. */
export const MOST_BY_RELEVANCE = 1_000

/** A page of hits by their scores, the best first, of equals the one with the lower place. Its end is how many came before. */
export function pageByScore(
  hits: readonly number[],
  scores: Float32Array,
  { isReverse, after = '0', limit }: PageOfHits,
): HitPage {
  const start = Number(after)
  const end = start + limit
  const sorted = byScore(hits, scores, isReverse ? Infinity : end)
  const places = [...(isReverse ? sorted.reverse() : sorted).subarray(start, end)]
  const hasMore = end < hits.length && end < MOST_BY_RELEVANCE
  return { places, next: hasMore ? String(end) : undefined }
}

/** As many steps of scores are looked at before hits are sorted. */
const STEPS = 1_024

/** The hits with the highest scores, at least `most` of them. */
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

interface OrderedPage extends PageOfHits {
  order: 'position' | Order
}

/** A page of hits in an order of the index. Its end is the sort key of its last hit. */
export function pageInOrder(
  index: SearchIndex,
  hits: readonly number[],
  { order, isReverse, after, limit }: OrderedPage,
): HitPage {
  const isHit = new Uint8Array(index.ids.length)
  for (const place of hits) isHit[place] = 1
  const ordered = order === 'position' ? undefined : index.orders[order]
  const placeAt = (n: number) => (ordered ? (ordered[n] ?? 0) : n)
  const keyAt = (n: number) => sortKey(index, placeAt(n), order)
  const places: number[] = []
  const step = isReverse ? -1 : 1
  for (
    let n = startOf(index.ids.length, { isReverse, after, keyAt });
    n >= 0 && n < isHit.length;
    n += step
  ) {
    const place = placeAt(n)
    if (isHit[place] === 0) continue
    const last = places.at(-1)
    if (places.length >= limit && last !== undefined) return { places, next: sortKey(index, last, order) }
    places.push(place)
  }
  return { places, next: undefined }
}

/** The first of the products behind the end of a page, in the direction in which they are read. */
function startOf(
  count: number,
  { isReverse, after, keyAt }: { isReverse: boolean; after: string | undefined; keyAt(n: number): string },
): number {
  if (after === undefined) return isReverse ? count - 1 : 0
  const first = firstFrom(count, (n) => compareTexts(keyAt(n), after) < (isReverse ? 0 : 1))
  return isReverse ? first - 1 : first
}

/** Lower than every character of a name. */
const END = '\u0001'

/** As texts these are in the order, and end in the id of the product, so that no two are equal. */
function sortKey(
  { ids, names, positions, prices }: SearchIndex,
  place: number,
  order: 'position' | Order,
): string {
  const id = ids[place] ?? ''
  if (order === 'created_at') return id
  if (order === 'name') return `${names[place]}${END}${id}`
  if (order === 'price') return `${String(prices[place]).padStart(13, '0')}${END}${id}`
  return `${String(positions[place]).padStart(10, '0')}${END}${names[place]}${END}${id}`
}
