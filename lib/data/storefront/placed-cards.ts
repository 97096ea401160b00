/** The cards of products in lists of their additional categories, where the index has only keys. */
import * as keys from '../table/keys.ts'
import { bytesRead, PUBLIC_READ_BYTES } from '../table/pages.ts'
import { AT_ONCE, PRODUCT_ROW_BYTES, queryOne } from './card-pages.ts'
import { listedCard } from './readable-card.ts'
import type { Entry, QueryPage } from './reader.ts'

/** As much of a card as decides if it is listed. */
export interface ListedProduct {
  additional_category_ids: readonly string[]
  is_available: boolean
  price: number
  tags: readonly string[]
}

/**
 * A page of a category with the cards of products that are placed in it: the card that the product has, read by its id. Those
 * that do not fit are left out: they have just been changed, or the filter of the Query, which knows the cards alone, let
 * them pass. Where the cards are more than a request is allowed to read, the page ends.
 */
export async function withPlacedCards(
  businessId: string,
  page: QueryPage,
  fits: (product: ListedProduct) => boolean,
): Promise<QueryPage> {
  const placed = page.entries.filter(({ card }) => card === undefined)
  if (placed.length === 0) return page
  const cards = new Map<Entry, string | undefined>()
  let units = page.consumed.ConsumedCapacity?.CapacityUnits ?? 0
  let rest = PUBLIC_READ_BYTES - bytesRead(page.consumed)
  while (cards.size < placed.length && (cards.size === 0 || rest >= PRODUCT_ROW_BYTES)) {
    const atOnce = Math.max(1, Math.min(AT_ONCE, Math.floor(rest / PRODUCT_ROW_BYTES)))
    const some = placed.slice(cards.size, cards.size + atOnce)
    const found = await Promise.all(some.map((entry) => readCard(businessId, entry)))
    for (const { entry, own, consumed } of found) {
      const card = own && listedCard(own)
      cards.set(entry, card !== undefined && fits(JSON.parse(card)) ? own?.card : undefined)
      units += consumed.ConsumedCapacity?.CapacityUnits ?? 0
      rest -= bytesRead(consumed)
    }
  }
  const unread = placed[cards.size]
  const read = page.entries.slice(0, unread ? page.entries.indexOf(unread) : page.entries.length)
  return {
    entries: read
      .map((entry): Entry => ({ position: entry.position, card: entry.card ?? cards.get(entry) }))
      .filter(({ card }) => card !== undefined),
    stoppedAt: unread ? (read.at(-1)?.position ?? null) : page.stoppedAt,
    consumed: { ...page.consumed, ConsumedCapacity: { CapacityUnits: units } },
  }
}

/** The card of the product of an entry, under its own id. */
async function readCard(businessId: string, entry: Entry) {
  const { entries, consumed } = await queryOne(
    keys.storePartition(businessId),
    keys.byCreated(keys.idIn(entry.position)),
  )
  return { entry, own: entries[0], consumed }
}
