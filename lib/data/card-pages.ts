import type { AttributeValue } from '@aws-sdk/client-dynamodb'
import { justAbove, justBelow } from './keys.ts'
import { type QueryPage, query, stringOf } from './reader.ts'
import { INDEXES, type IndexName, STOREFRONT } from './schema.ts'

/** Where to start and where to stop. `after` is the position a page before this one ended with. */
export interface PageRequest {
  after?: string | undefined
  limit: number
}

export interface CardPage {
  /** Public views as JSON strings, in order. */
  cards: string[]
  /** The sort key behind which the next page begins; null when there is nothing more. */
  position: string | null
}

/** A stretch of one index: a partition, optionally bounded (both bounds included) and filtered. */
export interface Stretch {
  index: IndexName
  partition: string
  reverse: boolean
  lower?: string | undefined
  upper?: string | undefined
  filter?: Filter | undefined
}

/** A condition on `facets`, in DynamoDB's notation. */
export interface Filter {
  expression: string
  names: Record<string, string>
  values: Record<string, AttributeValue>
}

/** A page ends at this many bytes of cards, whatever its limit. */
const PAGE_BYTES = 1_000_000

/** A filter may leave pages short, so a list looks further, in growing steps: at most 4 Queries of 1 MB. */
const ROUNDS = 4
const STEP_GROWTH = 4

/**
 * A page of a stretch. Without a filter it reads one card more than it shows, to know whether there is more;
 * with one it may come back short, or empty, and still name the position to go on from.
 */
export async function listCards(stretch: Stretch, { after, limit }: PageRequest): Promise<CardPage> {
  const sortAttribute = INDEXES[stretch.index].sort
  const cards: string[] = []
  let position = after ?? null
  let bytes = 0
  for (let round = 0; round < ROUNDS; round++) {
    const step = stretch.filter ? (limit + 1) * STEP_GROWTH ** round : limit + 1 - cards.length
    const { items, lastKey } = await queryStretch(stretch, position, step)
    for (const item of items) {
      const card = stringOf(item, STOREFRONT.card)
      bytes += Buffer.byteLength(card)
      if (cards.length === limit || (bytes > PAGE_BYTES && cards.length > 0)) return { cards, position }
      cards.push(card)
      position = stringOf(item, sortAttribute)
    }
    if (!lastKey) return { cards, position: null }
    // A full page whose filter left something unread ends here: looking for one card more could cost 4 MB.
    if (cards.length === limit) return { cards, position }
    position = stringOf(lastKey, sortAttribute)
  }
  return { cards, position }
}

async function queryStretch(stretch: Stretch, after: string | null, limit: number): Promise<QueryPage> {
  const { partition, sort } = INDEXES[stretch.index]
  const { lower, upper } = boundsBehind(stretch, after)
  // Nothing is left, and DynamoDB refuses a range that ends before it begins.
  if (lower !== undefined && upper !== undefined && compareBytes(lower, upper) > 0)
    return { items: [], lastKey: undefined }
  return query({
    IndexName: stretch.index,
    KeyConditionExpression: keyCondition(lower, upper),
    FilterExpression: stretch.filter?.expression,
    ProjectionExpression: '#card, #sort',
    ExpressionAttributeNames: {
      '#partition': partition,
      '#sort': sort,
      '#card': STOREFRONT.card,
      ...stretch.filter?.names,
    },
    ExpressionAttributeValues: {
      ':partition': { S: stretch.partition },
      ...(lower !== undefined && { ':lower': { S: lower } }),
      ...(upper !== undefined && { ':upper': { S: upper } }),
      ...stretch.filter?.values,
    },
    ScanIndexForward: !stretch.reverse,
    Limit: limit,
  })
}

/** The bounds of what is left of a stretch behind a position. A position narrows a bound, it never widens one. */
function boundsBehind({ lower, upper, reverse }: Stretch, after: string | null) {
  if (after === null) return { lower, upper }
  if (reverse) {
    const bound = justBelow(after)
    return { lower, upper: upper !== undefined && compareBytes(upper, bound) < 0 ? upper : bound }
  }
  const bound = justAbove(after)
  return { lower: lower !== undefined && compareBytes(lower, bound) > 0 ? lower : bound, upper }
}

/** As DynamoDB compares strings: by their UTF-8 bytes, which is not how JavaScript does. */
const compareBytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b))

function keyCondition(lower: string | undefined, upper: string | undefined): string {
  const conditions = ['#partition = :partition']
  if (lower !== undefined && upper !== undefined) conditions.push('#sort BETWEEN :lower AND :upper')
  else if (lower !== undefined) conditions.push('#sort >= :lower')
  else if (upper !== undefined) conditions.push('#sort <= :upper')
  return conditions.join(' AND ')
}
