import * as keys from '../table/keys.ts'
import { bytesRead, PAGE_BYTES, type Page, PUBLIC_READ_BYTES } from '../table/pages.ts'
import { cardOf, queryOne } from './card-pages.ts'

/** Reads in flight. */
const AT_ONCE = 10

/**
 * No row of a storefront index is larger: its card is part of an object of at most 32 KB as JSON, its keys and facets
 * come to less than 5 KB.
 */
const LARGEST_ROW_BYTES = 40 * 1024

/**
 * The active products among these ids, in the order of the ids, behind `after`, which is one of them. The page ends
 * where the next row could be more than a request is allowed to read. Positions are ids.
 */
export async function listProductCardsByIds(
  businessId: string,
  ids: readonly string[],
  after: string | undefined,
): Promise<Page<string>> {
  const partition = keys.storePartition(businessId)
  const items: string[] = []
  let next = after === undefined ? 0 : ids.indexOf(after) + 1
  let bytes = 0
  let rest = PUBLIC_READ_BYTES
  const pageUntilHere = () => ({ items, position: next < ids.length ? (ids[next - 1] ?? null) : null })
  while (next < ids.length && rest >= LARGEST_ROW_BYTES) {
    const some = ids.slice(next, next + Math.min(AT_ONCE, Math.floor(rest / LARGEST_ROW_BYTES)))
    const answers = await Promise.all(some.map((id) => queryOne(partition, keys.byCreated(id))))
    for (const { entries, consumed } of answers) {
      rest -= bytesRead(consumed)
      const card = entries[0] && cardOf(entries[0])
      bytes += Buffer.byteLength(card ?? '')
      if (bytes > PAGE_BYTES) return pageUntilHere()
      if (card) items.push(card)
      next++
    }
  }
  return pageUntilHere()
}
