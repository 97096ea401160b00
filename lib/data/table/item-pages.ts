import { queryItems } from './calls/writer.ts'
import type { Key } from './keys.ts'
import * as keys from './keys.ts'
import { ADMIN_READ_BYTES, gatherPage, type Page, type PageRequest } from './pages.ts'

/** The items of a partition whose sort keys are a prefix and an id, in the order of the ids. */
export interface Collection<I extends Key, T> {
  /** Any key of the collection; its sort key is the prefix. */
  start: Key
  reverse: boolean
  /** Attributes that must have these values. */
  where: Record<string, string>
  read: (item: I) => T
}

/** A page of whole items; positions are ids. */
export const listItems = <I extends Key, T>(
  collection: Collection<I, T>,
  page: PageRequest,
): Promise<Page<T>> =>
  gatherPage(
    page,
    { isFiltered: Object.keys(collection.where).length > 0, mostBytes: ADMIN_READ_BYTES },
    async (position, limit) => {
      const { items, lastKey, consumed } = await queryCollection(collection, position, limit)
      const idOf = ({ sk }: Key) => sk.slice(collection.start.sk.length)
      return {
        found: items.map((item) => {
          const read = collection.read(item)
          return { item: read, position: idOf(item), bytes: Buffer.byteLength(JSON.stringify(read)) }
        }),
        stoppedAt: lastKey ? idOf(lastKey) : null,
        consumed,
      }
    },
  )

async function queryCollection<I extends Key, T>(
  { start, reverse, where }: Collection<I, T>,
  position: string | null,
  Limit: number,
) {
  const here = start.sk + (position ?? '')
  const last = keys.lastWithPrefix(start.sk)
  const [lower, upper] = reverse
    ? [start.sk, position === null ? last : keys.justBelow(here)]
    : [position === null ? here : keys.justAbove(here), last]
  // A forged position may lie behind the end, and DynamoDB refuses a range that ends before it begins.
  if (Buffer.compare(Buffer.from(lower), Buffer.from(upper)) > 0)
    return { items: [], lastKey: undefined, consumed: {} }
  const conditions = Object.entries(where)
  return queryItems<I>({
    KeyConditionExpression: 'pk = :pk AND sk BETWEEN :lower AND :upper',
    ...(conditions.length > 0 && {
      FilterExpression: conditions.map((_, n) => `#f${n} = :f${n}`).join(' AND '),
      ExpressionAttributeNames: Object.fromEntries(conditions.map(([name], n) => [`#f${n}`, name])),
    }),
    ExpressionAttributeValues: {
      ':pk': start.pk,
      ':lower': lower,
      ':upper': upper,
      ...Object.fromEntries(conditions.map(([, value], n) => [`:f${n}`, value])),
    },
    ScanIndexForward: !reverse,
    Limit,
    ReturnConsumedCapacity: 'TOTAL',
  })
}
