/** Where to start and where to stop. `after` is the position a page before this one ended with. */
export interface PageRequest {
  after?: string | undefined
  limit: number
}

/** A page of a list. */
export interface Page<T> {
  items: T[]
  /** The position behind which the next page begins; null when there is nothing more. */
  position: string | null
}

/** What one Query found: each item with its position and size, and where the Query stopped if it did. */
export interface Step<T> {
  found: { item: T; position: string; bytes: number }[]
  stoppedAt: string | null
}

/** A page ends at this many bytes of items, whatever its limit. */
const PAGE_BYTES = 1_000_000

/** A filter may leave pages short, so a list looks further, in growing steps: at most 4 Queries of 1 MB. */
const ROUNDS = 4
const STEP_GROWTH = 4

/**
 * Gathers a page. `query` looks at no more than `limit` items behind a position. Without a filter one item more
 * than shown is read, to know whether there is more; with one a page may come back short, or empty, and still
 * name the position to go on from.
 */
export async function gatherPage<T>(
  { after, limit }: PageRequest,
  isFiltered: boolean,
  query: (position: string | null, limit: number) => Promise<Step<T>>,
): Promise<Page<T>> {
  const items: T[] = []
  let position = after ?? null
  let bytes = 0
  for (let round = 0; round < ROUNDS; round++) {
    const step = isFiltered ? (limit + 1) * STEP_GROWTH ** round : limit + 1 - items.length
    const { found, stoppedAt } = await query(position, step)
    for (const next of found) {
      bytes += next.bytes
      if (items.length === limit || (bytes > PAGE_BYTES && items.length > 0)) return { items, position }
      items.push(next.item)
      position = next.position
    }
    if (stoppedAt === null) return { items, position: null }
    // A full page whose filter left something unread ends here: looking for one item more could cost 4 MB.
    if (items.length === limit) return { items, position }
    position = stoppedAt
  }
  return { items, position }
}
