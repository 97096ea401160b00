import * as keys from '../table/keys.ts'
import { bytesRead, PAGE_BYTES, type Page, PUBLIC_READ_BYTES } from '../table/pages.ts'
import { AT_ONCE, PRODUCT_ROW_BYTES, queryOne } from './card-pages.ts'
import { leaveOut, listedCard } from './readable-card.ts'
import { readProductWithVariants, withVariants } from './variants.ts'

/** Variants have 128 KB at most, and less than 2 KB of keys and facets. */
const VARIANTS_ROW_BYTES = 132 * 1024

/** One product as JSON, and how many bytes of the table were read for it. */
type ReadOne = (businessId: string, id: string) => Promise<{ item: string | undefined; bytes: number }>

const readCard: ReadOne = async (businessId, id) => {
  const { entries, consumed } = await queryOne(keys.storePartition(businessId), keys.byCreated(id))
  return { item: entries[0] && listedCard(entries[0]), bytes: bytesRead(consumed) }
}

const readExpanded: ReadOne = async (businessId, id) => {
  try {
    const { found, bytes } = await readProductWithVariants(businessId, id)
    return { item: found && withVariants(found), bytes }
  } catch (error) {
    leaveOut(error)
    return { item: undefined, bytes: PRODUCT_ROW_BYTES + VARIANTS_ROW_BYTES }
  }
}

/** Which products to list, in this order, and whether with their variants. */
export interface IdSelection {
  ids: readonly string[]
  isExpanded: boolean
}

/**
 * The active products among these ids, in the order of the ids, behind `after`, which is one of them. The page ends
 * where the next one could be more than a request is allowed to read. Positions are ids.
 */
export async function listProductCardsByIds(
  businessId: string,
  { ids, isExpanded }: IdSelection,
  after: string | undefined,
): Promise<Page<string>> {
  const read = isExpanded ? readExpanded : readCard
  const largest = isExpanded ? PRODUCT_ROW_BYTES + VARIANTS_ROW_BYTES : PRODUCT_ROW_BYTES
  const items: string[] = []
  let next = after === undefined ? 0 : ids.indexOf(after) + 1
  let bytes = 0
  let rest = PUBLIC_READ_BYTES
  const pageUntilHere = () => ({ items, position: next < ids.length ? (ids[next - 1] ?? null) : null })
  while (next < ids.length && rest >= largest) {
    const some = ids.slice(next, next + Math.min(AT_ONCE, Math.floor(rest / largest)))
    for (const one of await Promise.all(some.map((id) => read(businessId, id)))) {
      rest -= one.bytes
      bytes += Buffer.byteLength(one.item ?? '')
      if (bytes > PAGE_BYTES) return pageUntilHere()
      if (one.item) items.push(one.item)
      next++
    }
  }
  return pageUntilHere()
}
