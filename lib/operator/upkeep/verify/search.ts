/** The check of a stored search index. */
import { changesSince } from '../../../data/search/changes.ts'
import { readShop } from '../../../data/search/read-shop.ts'
import { findStoredIndex, openStoredIndex } from '../../../data/search/stored-index.ts'
import { SETTLED_MS } from '../../../data/search/unsettled.ts'
import * as keys from '../../../data/table/keys.ts'
import { makeIndex, type SearchIndex } from '../../../domain/search/search-index.ts'
import { type Finding, finding } from './findings.ts'

/** Compares the stored search index of a business, if it has one, with the public views of today. */
export async function checkSearchIndex(businessId: string): Promise<Finding[]> {
  const stored = await findStoredIndex(businessId)
  if (!stored) return []
  const key = keys.searchIndexKey(businessId)
  const index = await openStoredIndex(businessId, stored)
  if (!index) return [finding('search_index_differs', key, 'a piece of it is missing or damaged')]
  const { products, categories } = await readShop(businessId, Number.POSITIVE_INFINITY)
  const changed = await changesSince(businessId, stored.readAt - SETTLED_MS, Number.POSITIVE_INFINITY)
  const names = new Set(changed.map(({ of }) => of))
  const now = rowsOf(
    makeIndex(
      products.map(({ searched }) => searched),
      categories,
    ),
  )
  const before = rowsOf(index)
  const differing = [...new Set([...now.keys(), ...before.keys()])].filter(
    (id) => !names.has(id) && now.get(id) !== before.get(id),
  )
  const [first] = differing
  if (first === undefined) return []
  const others = differing.length > 1 ? `, and ${differing.length - 1} others` : ''
  return [finding('search_index_differs', key, `it does not have the product ${first} as it is${others}`)]
}

/** The values by which each product is filtered and sorted, by its id. */
function rowsOf(index: SearchIndex): Map<string, string> {
  return new Map(
    index.ids.map((id, place) => {
      const {
        names,
        positions,
        prices,
        isAvailable,
        isOnSale,
        categories,
        categoryLists,
        offerStarts,
        offerPrices,
      } = index
      const category = categories[categoryLists.all[categoryLists.starts[place] ?? 0] ?? 0]?.id
      const offers = offerPrices.subarray(offerStarts[place], offerStarts[place + 1])
      const seen = [
        names[place],
        positions[place],
        prices[place],
        isAvailable[place],
        isOnSale[place],
        category,
      ]
      return [id, JSON.stringify([...seen, ...offers])]
    }),
  )
}
