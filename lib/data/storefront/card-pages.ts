import { justAbove, justBelow } from '../table/keys.ts'
import { gatherPage, type Page, type PageRequest, PUBLIC_READ_BYTES } from '../table/pages.ts'
import { listedCard } from './readable-card.ts'
import { type QueryPage, query, type Stretch } from './reader.ts'

/** Reads of single rows in flight. */
export const AT_ONCE = 10

/**
 * No row of a product is larger: its card is part of an object of at most 32 KB as JSON, its keys and facets come to less
 * than 5 KB.
 */
export const PRODUCT_ROW_BYTES = 40 * 1024

/** Looks for the one item of this sort key. */
export const queryOne = (partition: string, sortKey: string) =>
  query({ index: 'store-created', partition, lower: sortKey, upper: sortKey })

/** A page of the cards in a key range: public views as JSON strings. `complete` reads cards that its rows do not have. */
export const listCards = (
  stretch: Stretch,
  page: PageRequest,
  complete: (found: QueryPage) => QueryPage | Promise<QueryPage> = (found) => found,
): Promise<Page<string>> =>
  gatherPage(
    page,
    { isFiltered: stretch.filter !== undefined, mostBytes: PUBLIC_READ_BYTES },
    async (position, limit) => {
      const { entries, ...rest } = await complete(await queryBehind(stretch, position, limit))
      const found = entries.flatMap((entry) => {
        const item = listedCard(entry)
        return item === undefined ? [] : { item, position: entry.position, bytes: Buffer.byteLength(item) }
      })
      return { found, ...rest }
    },
  )

async function queryBehind(stretch: Stretch, after: string | null, limit: number) {
  const rest = after === null ? stretch : { ...stretch, ...boundsBehind(stretch, after) }
  // Nothing is left, and DynamoDB refuses a range that ends before it begins.
  if (rest.lower !== undefined && rest.upper !== undefined && compareBytes(rest.lower, rest.upper) > 0)
    return { entries: [], stoppedAt: null, consumed: {} }
  return query(rest, limit)
}

/** The bounds of the rest of a key range behind a position. A position narrows a bound, it never widens one. */
function boundsBehind({ lower, upper, reverse }: Stretch, after: string) {
  if (reverse) {
    const bound = justBelow(after)
    return { lower, upper: upper !== undefined && compareBytes(upper, bound) < 0 ? upper : bound }
  }
  const bound = justAbove(after)
  return { lower: lower !== undefined && compareBytes(lower, bound) > 0 ? lower : bound, upper }
}

/** As DynamoDB compares strings: by their UTF-8 bytes, which is not how JavaScript does. */
const compareBytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b))
