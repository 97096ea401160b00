import { type Search, search } from '../../domain/search/search.ts'
import type { SearchIndex } from '../../domain/search/search-index.ts'
import { type ReadProduct, readProducts } from './read-shop.ts'

/** Of hits that have just changed, the public views of those that are still hits, as JSON. Throws `TableUnavailable`. */
export async function stillHits(
  businessId: string,
  ids: readonly string[],
  { after: _, limit: __, facets: ___, ...query }: Search,
  indexOf: (products: readonly ReadProduct[]) => SearchIndex,
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const read = await readProducts(businessId, ids)
  const { ids: found, corrected } = search(indexOf(read), query)
  // Among these few, a word that nobody has any more would be taken for another one.
  const hits = new Set(corrected === undefined ? found : [])
  const still = read.filter(({ searched }) => hits.has(searched.id))
  return new Map(still.map(({ searched, cards }) => [searched.id, cards.product]))
}
