import { queryItems } from './calls/writer.ts'
import type { Key } from './keys.ts'
import * as keys from './keys.ts'
import { ADMIN_READ_BYTES, gatherPage, type Page, type PageRequest } from './pages.ts'

/** The items of a partition whose sort keys are a prefix and an id, in the order of the ids. */
interface Range {
  /** Any key of the collection; its sort key is the prefix. */
  start: Key
  reverse: boolean
  /** Values that attributes must have, each at one of several document paths, such as `places[0].id`. */
  where: readonly { paths: readonly string[]; value: string }[]
  /** True to read as every acknowledged write left them, which costs twice as much. */
  isConsistent?: boolean
}

/** The same, what its items are, and how they are read. */
export interface Collection<I extends Key, T> extends Range {
  type: string
  read: (item: I) => T
}

/**
 * True for an item of a type, or of none: then it is corrupt, and its reader says so. In addition to the types of this version a newer one
 * can have written items of types of its own, which are skipped.
 */
export const isOf = (type: string, item: Key & { type?: unknown }): boolean =>
  typeof item.type !== 'string' || item.type === type

/** A page of whole items, without those of other types; positions are ids. */
export const listItems = <I extends Key, T>(
  collection: Collection<I, T>,
  page: PageRequest,
): Promise<Page<T>> =>
  gatherPage(
    page,
    { isFiltered: collection.where.length > 0, mostBytes: ADMIN_READ_BYTES },
    async (position, limit) => {
      const { items, lastKey, consumed } = await queryCollection<I>(collection, position, limit)
      const idOf = ({ sk }: Key) => sk.slice(collection.start.sk.length)
      return {
        found: items
          .filter((item) => isOf(collection.type, item))
          .map((item) => {
            const read = collection.read(item)
            return { item: read, position: idOf(item), bytes: Buffer.byteLength(JSON.stringify(read)) }
          }),
        stoppedAt: lastKey ? idOf(lastKey) : null,
        consumed,
      }
    },
  )

/** At most `Limit` items behind a position, fewer with a filter. */
export async function queryCollection<I extends Key>(
  { start, reverse, where, isConsistent = false }: Range,
  position: string | null,
  Limit: number,
) {
  const here = start.sk + (position ?? '')
  const last = keys.lastWithPrefix(start.sk)
  const [lower, upper] = reverse
    ? [start.sk, position === null ? last : keys.justBelow(here)]
    : [position === null ? here : keys.justAbove(here), last]
  // A forged position may be behind the end, and DynamoDB refuses a range that ends before it begins.
  if (Buffer.compare(Buffer.from(lower), Buffer.from(upper)) > 0)
    return { items: [], lastKey: undefined, consumed: {} }
  return queryItems<I>({
    KeyConditionExpression: 'pk = :pk AND sk BETWEEN :lower AND :upper',
    ...(where.length > 0 && filterOf(where)),
    ExpressionAttributeValues: {
      ':pk': start.pk,
      ':lower': lower,
      ':upper': upper,
      ...Object.fromEntries(where.map(({ value }, n) => [`:f${n}`, value])),
    },
    ScanIndexForward: !reverse,
    ...(isConsistent && { ConsistentRead: true }),
    Limit,
    ReturnConsumedCapacity: 'TOTAL',
  })
}

function filterOf(where: Collection<never, never>['where']) {
  const names = where.flatMap(({ paths }) => paths.flatMap((path) => path.match(NAMES) ?? []))
  const isOne = (path: string, n: number) => `${path.replace(NAMES, '#$&')} = :f${n}`
  return {
    FilterExpression: where
      .map(({ paths }, n) => `(${paths.map((path) => isOne(path, n)).join(' OR ')})`)
      .join(' AND '),
    ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${name}`, name])),
  }
}

/** The names in a document path. */
const NAMES = /[a-z_]+/g
