import type { Search } from '../../domain/search/search.ts'
import { type FoundCards, SearchedShop } from './searched-shop.ts'

/** Of the 1,769 MB of the function, which needs a few times as much of a shop while it reads it. */
const MOST_BYTES = 256 * 1024 * 1024

/** The shops in memory, the one that was searched last at the end. */
const shops = new Map<string, SearchedShop>()

/**
 * Searches in the shop of a business, which this instance keeps in memory: the shop that was searched least lately goes
 * first. Throws `TableUnavailable`.
 */
export async function searchShop(businessId: string, query: Search): Promise<FoundCards> {
  const shop = shops.get(businessId) ?? new SearchedShop(businessId)
  shops.delete(businessId)
  shops.set(businessId, shop)
  const found = await shop.search(query)
  makeRoom(shop)
  return found
}

function makeRoom(kept: SearchedShop): void {
  let bytes = 0
  for (const shop of shops.values()) bytes += shop.bytes
  for (const [businessId, shop] of shops) {
    if (bytes <= MOST_BYTES || shop === kept) return
    shops.delete(businessId)
    bytes -= shop.bytes
  }
}
