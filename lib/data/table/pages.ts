/** The start and the end of a page. `after` is the position a page before this one ended with. */
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

/** The rows and read units that a Query consumed, as DynamoDB reports them; rows that fail the filter count, too. */
export interface Consumed {
  ScannedCount?: number | undefined
  ConsumedCapacity?: { CapacityUnits?: number | undefined } | undefined
}

/** The result of one Query: the items with their positions and sizes, and the position at which it stopped early. */
export interface Step<T> {
  found: { item: T; position: string; bytes: number }[]
  stoppedAt: string | null
  consumed: Consumed
}

/** A page ends at this many bytes of items, whatever its limit, unless its list has a number of its own. */
export const PAGE_BYTES = 1_000_000

/** DynamoDB ends a Query at 1 MB of what it reads, before it filters (API reference, Query). */
const QUERY_BYTES = 1024 * 1024

/** The most bytes that a request reads of the table. */
export const PUBLIC_READ_BYTES = QUERY_BYTES
export const ADMIN_READ_BYTES = 4 * QUERY_BYTES

/** Queries of one page. This many cannot read more than `ADMIN_READ_BYTES`. */
const ROUNDS = 4

/** An eventually consistent read unit. */
const UNIT_BYTES = 8192

/** Bytes that a Query read, as it is billed. Some emulators do not say: then everything that is allowed counts as read. */
export const bytesRead = ({ ConsumedCapacity }: Consumed): number =>
  (ConsumedCapacity?.CapacityUnits ?? Number.POSITIVE_INFINITY) * UNIT_BYTES

/** A consistent read is billed twice what its bytes are; `gatherPage` counts bytes. */
export function asEventual({ ScannedCount, ConsumedCapacity }: Consumed): Consumed {
  const units = ConsumedCapacity?.CapacityUnits
  return { ScannedCount, ...(units !== undefined && { ConsumedCapacity: { CapacityUnits: units / 2 } }) }
}

/** Bytes that a consistent Query read; if nobody says, all that one can read. */
export const consistentBytes = (consumed: Consumed): number =>
  Math.min(bytesRead(asEventual(consumed)), QUERY_BYTES)

/** The consumption of rows that were read with other items, by the bytes of all of them. */
export const consumedBytes = (rows: number | undefined, bytes: number): Consumed => ({
  ScannedCount: rows,
  ConsumedCapacity: { CapacityUnits: bytes / UNIT_BYTES },
})

/**
 * Gathers a page. `query` looks at no more than `limit` items behind a position. Without a filter one item more
 * than shown is read, to know whether there is more. With one, further Queries look for what is missing while the
 * request is allowed to read: a page may come back short, or empty, and still name the position to continue from.
 */
export async function gatherPage<T>(
  { after, limit }: PageRequest,
  { isFiltered, mostBytes, pageBytes = PAGE_BYTES }: PageRules,
  query: (position: string | null, limit: number) => Promise<Step<T>>,
): Promise<Page<T>> {
  const items: T[] = []
  const read: Progress = { rows: 0, bytes: 0, matched: 0 }
  let position = after ?? null
  let bytes = 0
  for (let round = 0, step = limit + 1; round < ROUNDS && step >= 1; round++) {
    const { found, stoppedAt, consumed } = await query(position, step)
    for (const next of found) {
      bytes += next.bytes
      if (items.length === limit || (bytes > pageBytes && items.length > 0)) return { items, position }
      items.push(next.item)
      position = next.position
    }
    if (stoppedAt === null) return { items, position: null }
    // A full page whose filter left something unread ends here: looking for one item more could cost 1 MB.
    if (items.length === limit) return { items, position }
    position = stoppedAt
    read.rows += consumed.ScannedCount ?? 0
    read.bytes += bytesRead(consumed)
    read.matched += found.length
    const missing = limit - items.length
    const wanted = isFiltered ? likelyRows(missing, read) : missing + 1
    step = Math.floor(Math.min(wanted, affordableRows(limit, read, mostBytes)))
  }
  return { items, position }
}

interface PageRules {
  isFiltered: boolean
  /** The most bytes that the request reads of the table. */
  mostBytes: number
  /** The page ends at this many bytes of items, by default at `PAGE_BYTES`. */
  pageBytes?: number
}

/** The sums over the Queries of a page until now. */
interface Progress {
  rows: number
  bytes: number
  matched: number
}

/** Twice the rows among which the missing items are, if they are as frequent as those that were found. */
const likelyRows = (missing: number, { rows, matched }: Progress) =>
  (2 * missing * (rows + 1)) / (matched + 1)

/**
 * How many rows the next Query is allowed to read: as many as the rest of the budget holds if they are like those before
 * them. They need not be. If they are larger, DynamoDB ends the Query at 1 MB, and all of it is more than the rest; but
 * of no more than `limit * 1 MB / (1 MB - rest)` rows, what is read beyond the rest is at most `limit` of them, a page.
 * (With rows of r bytes, `limit * r` covers either the rows beyond the rest, or, if r is larger than that, 1 MB - rest.)
 */
function affordableRows(limit: number, { rows, bytes }: Progress, mostBytes: number): number {
  const rest = mostBytes - bytes
  const safe = rest < QUERY_BYTES ? (limit * QUERY_BYTES) / (QUERY_BYTES - rest) : Number.POSITIVE_INFINITY
  return Math.min((rest * rows) / bytes, safe)
}
