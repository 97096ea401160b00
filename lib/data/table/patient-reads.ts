/** How a whole business is read: page by page, patiently, and never by a Scan. */
import { isDeepStrictEqual } from 'node:util'
import { pause } from './calls/pause.ts'
import { TableUnavailable } from './calls/table-fault.ts'
import { deadline } from './calls/times.ts'
import { queryItems, readBatch } from './calls/writer.ts'
import type { Key } from './keys.ts'
import { INDEXES, type IndexName } from './schema.ts'

/** An item as it is in the table: only its key is certain. */
export type StoredItem = Key & Record<string, unknown>

/** The key of an item as one text, for maps. */
export const nameOf = ({ pk, sk }: Key) => `${pk}\n${sk}`

/** DynamoDB throttles for seconds at a time. After these waits it is taken for unreachable. */
const PATIENCE_MS = [100, 500, 1_000, 2_000, 4_000]

/** Repeats a call that may be repeated for as long as DynamoDB says "not now", and there is time (`within`). */
export async function patiently<T>(call: () => Promise<T>): Promise<T> {
  for (const pauseMs of PATIENCE_MS) {
    try {
      return await call()
    } catch (error) {
      if (!(error instanceof TableUnavailable) || Date.now() + pauseMs > deadline()) throw error
      await pause(pauseMs)
    }
  }
  return call()
}

type Query = Parameters<typeof queryItems>[0]

/** The pages of a Query, 1 MB each at most. Throws the signal's reason once it is aborted. */
export async function* pages<T extends Key = StoredItem>(
  input: Query,
  signal: AbortSignal | undefined,
  repeat: typeof patiently = patiently,
): AsyncGenerator<T[]> {
  let ExclusiveStartKey: Key | undefined
  do {
    signal?.throwIfAborted()
    const from = ExclusiveStartKey && { ExclusiveStartKey }
    const { items, lastKey } = await repeat(() => queryItems<T>({ ...input, ...from }))
    if (items.length > 0) yield items
    ExclusiveStartKey = lastKey
  } while (ExclusiveStartKey)
}

/** Every item of a partition whose sort key begins with the start's, as acknowledged writes left them. */
export const pagesOf = ({ pk, sk }: Key, signal?: AbortSignal) =>
  pages(
    {
      KeyConditionExpression: sk === '' ? 'pk = :pk' : 'pk = :pk AND begins_with(sk, :sk)',
      ExpressionAttributeValues: { ':pk': pk, ...(sk !== '' && { ':sk': sk }) },
      ConsistentRead: true,
    },
    signal,
  )

/** Several indexes are read at a time, and for each row its item: whole pages of 1 MB would add up. */
const ROWS_AT_A_TIME = 200

/** Every row of one partition of a storefront index; with a sort key only the rows that have it. */
export function indexPagesOf(index: IndexName, partition: string, signal?: AbortSignal, sortKey?: string) {
  const names = INDEXES[index]
  const isOne = sortKey !== undefined
  return pages(
    {
      IndexName: index,
      KeyConditionExpression: isOne ? '#partition = :partition AND #sort = :sort' : '#partition = :partition',
      ExpressionAttributeNames: { '#partition': names.partition, ...(isOne && { '#sort': names.sort }) },
      ExpressionAttributeValues: { ':partition': partition, ...(isOne && { ':sort': sortKey }) },
      Limit: ROWS_AT_A_TIME,
    },
    signal,
  )
}

/** The rows of one partition of an index up to a sort key, in their order: each may have changed a moment ago. */
export const indexPagesUntil = <T extends Key = StoredItem>(
  index: IndexName,
  { partition, until, ...more }: { partition: string; until: string; Limit?: number },
  repeat?: typeof patiently,
) =>
  pages<T>(
    {
      IndexName: index,
      KeyConditionExpression: '#partition = :partition AND #sort <= :until',
      ExpressionAttributeNames: { '#partition': INDEXES[index].partition, '#sort': INDEXES[index].sort },
      ExpressionAttributeValues: { ':partition': partition, ':until': until },
      ...more,
    },
    undefined,
    repeat,
  )

/** The most keys that BatchGetItem takes. */
const BATCH = 100

/**
 * The items of these keys by name, as acknowledged writes left them; those that are not there are left out. With
 * `attributes`, of which the key must be part, only these of each item are sent: it costs as much and is less to keep.
 * `onUnits` is called with the units of each request, if DynamoDB says them.
 */
export async function readItems(
  wanted: readonly Key[],
  attributes?: readonly string[],
  onUnits: (units: number | undefined) => void = () => {},
): Promise<Map<string, StoredItem>> {
  const keys = [...new Map(wanted.map(({ pk, sk }) => [nameOf({ pk, sk }), { pk, sk }])).values()]
  const found = new Map<string, StoredItem>()
  const batches = Array.from({ length: Math.ceil(keys.length / BATCH) }, (_, n) =>
    keys.slice(n * BATCH, (n + 1) * BATCH),
  )
  await eachOf(batches, async (batch) => {
    for (let unread = batch; unread.length > 0; )
      unread = await readSome(unread, { found, attributes, onUnits })
  })
  return found
}

interface BatchRead {
  found: Map<string, StoredItem>
  attributes: readonly string[] | undefined
  onUnits: (units: number | undefined) => void
}

/** Returns what DynamoDB left unread, if it read anything: nothing at all means "not now". */
const readSome = (batch: Key[], { found, attributes, onUnits }: BatchRead) =>
  patiently(async () => {
    const { items, unread, units } = await readBatch<StoredItem>(batch, attributes)
    onUnits(units)
    for (const item of items) found.set(nameOf(item), item)
    if (unread.length === batch.length) throw new TableUnavailable('DynamoDB processed no key of a batch')
    return unread
  })

/** Most of a piece of work is waiting for DynamoDB; more at a time would only queue up there. */
const IN_FLIGHT = 8

/** Works on several at a time. After a failure none is begun any more; it is thrown when the others are done. */
export async function eachOf<T>(
  items: readonly T[],
  work: (item: T) => Promise<void>,
  atOnce = IN_FLIGHT,
): Promise<void> {
  const waiting = items.values()
  const failures: unknown[] = []
  async function worker(): Promise<void> {
    while (failures.length === 0) {
      const { value, done } = waiting.next()
      if (done) return
      await work(value).catch((error: unknown) => failures.push(error))
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  if (failures.length > 0) throw failures[0]
}

/** Names of the attributes in which two items differ. */
export const differences = (
  names: readonly string[],
  a: Record<string, unknown>,
  b: Record<string, unknown>,
) => names.filter((name) => !isDeepStrictEqual(a[name], b[name]))
