import type { AttributeValue } from '@aws-sdk/client-dynamodb'
import { justAbove, justBelow } from './keys.ts'
import { gatherPage, type Page, type PageRequest } from './pages.ts'
import { type QueryPage, query, stringOf } from './reader.ts'
import { INDEXES, type IndexName, STOREFRONT } from './schema.ts'

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

/** A page of a stretch's cards: public views as JSON strings. */
export function listCards(stretch: Stretch, page: PageRequest): Promise<Page<string>> {
  const { sort } = INDEXES[stretch.index]
  return gatherPage(page, stretch.filter !== undefined, async (position, limit) => {
    const { items, lastKey } = await queryStretch(stretch, position, limit)
    return {
      found: items.map((item) => {
        const card = stringOf(item, STOREFRONT.card)
        return { item: card, position: stringOf(item, sort), bytes: Buffer.byteLength(card) }
      }),
      stoppedAt: lastKey ? stringOf(lastKey, sort) : null,
    }
  })
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
    // The partition is only looked at by the tenant guard.
    ProjectionExpression: 'pk, #card, #sort',
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
