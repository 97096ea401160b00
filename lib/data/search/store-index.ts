import { randomUUID } from 'node:crypto'
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'
import { makeIndex, type SearchIndex } from '../../domain/search/search-index.ts'
import { pause } from '../table/calls/pause.ts'
import { deleteItem, putItem, readItem } from '../table/calls/writer.ts'
import { commit, Refusal } from '../table/commit.ts'
import { when } from '../table/expressions.ts'
import { newId } from '../table/ids.ts'
import * as keys from '../table/keys.ts'
import { TTL_ATTRIBUTE } from '../table/schema.ts'
import { packIndex } from './packed-index.ts'
import { readShop } from './read-shop.ts'
import {
  digestOf,
  findStoredIndex,
  INDEX_VERSION,
  STORED_FROM_BYTES,
  type StoredIndex,
} from './stored-index.ts'

/** Less than an item can have, 400 KB. */
const PIECE_BYTES = 380_000
/** A partition takes 1,000 write units a second: two pieces are 760. */
const PIECES_AT_ONCE = 2
const PIECES_PAUSE_MS = 760

const TWO_DAYS_S = 2 * 24 * 60 * 60
/** As long as most take. Two at once cost twice, and harm nothing: the older one is not stored over the newer one. */
const LEASE_MS = 2 * 60_000

/** Instances request an index one after the other: one that was read so shortly before a request fulfils it. */
const NEW_ENOUGH_MS = 60_000

/** The outcome of a request for an index. */
export interface Built {
  products: number
  /** Of the table that were read. */
  bytes: number
  is_stored: boolean
}

/**
 * Makes the search index of a business and stores it; for a request only if none was made since, nor is being made: then it
 * returns undefined. A small shop gets none. Throws `TableUnavailable`.
 *
 * @param requestedAt in milliseconds since the epoch
 */
export async function buildIndex(businessId: string, requestedAt?: number): Promise<Built | undefined> {
  const known = await findStoredIndex(businessId)
  const now = Date.now()
  if (known && requestedAt !== undefined && known.readAt > requestedAt - NEW_ENOUGH_MS) return undefined
  const profile = await readItem<{ status: string }>(keys.businessKey(businessId))
  if (!profile || profile.status === 'deleting') return undefined
  const holder = randomUUID()
  if (!(await takeLease(businessId, holder, now)) && requestedAt !== undefined) return undefined
  try {
    const { products, categories, bytes } = await readShop(businessId, Number.POSITIVE_INFINITY)
    const isStored = bytes >= STORED_FROM_BYTES
    if (isStored) {
      const searched = products.map((product) => product.searched)
      await store(businessId, makeIndex(searched, categories), now)
    } else if (known) await removeOlder(businessId, known, now)
    return { products: products.length, bytes, is_stored: isStored }
  } finally {
    await ifItHolds(() => deleteItem(keys.searchLeaseKey(businessId), when`#holder = ${holder}`))
  }
}

/** True if the lease was free, or is this holder's since a try whose response was lost. */
function takeLease(businessId: string, holder: string, now: number): Promise<boolean> {
  const item = {
    ...keys.searchLeaseKey(businessId),
    type: 'search_lease',
    holder,
    until: now + LEASE_MS,
    ...expiry(now),
  }
  const isFree = when`attribute_not_exists(pk) OR #until < ${now} OR #holder = ${holder}`
  return ifItHolds(() => putItem(item, isFree))
}

/** Removes the index of a shop that has become small, unless a newer one was stored meanwhile. */
async function removeOlder(
  businessId: string,
  { index, pieces }: StoredIndex,
  readAt: number,
): Promise<void> {
  const isRemoved = await ifItHolds(() =>
    deleteItem(keys.searchIndexKey(businessId), when`#read_at < ${readAt}`),
  )
  if (isRemoved) await removePieces(businessId, index, pieces)
}

const removePieces = (businessId: string, index: string, pieces: number) =>
  Promise.all(Array.from({ length: pieces }, (_, n) => deleteItem(keys.searchPieceKey(businessId, index, n))))

/** Makes a write. False if its condition does not hold. */
async function ifItHolds(write: () => Promise<void>): Promise<boolean> {
  try {
    await write()
    return true
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false
    throw error
  }
}

/** Stores the pieces, and then says that there are all of them, unless the business was deleted meanwhile. */
async function store(businessId: string, searchIndex: SearchIndex, readAt: number): Promise<void> {
  const bytes = packIndex(searchIndex)
  const index = newId(new Date(readAt))
  const pieces = Math.ceil(bytes.length / PIECE_BYTES)
  const all = Array.from({ length: pieces }, (_, n) => n)
  for (let first = 0; first < pieces; first += PIECES_AT_ONCE) {
    if (first > 0) await pause(PIECES_PAUSE_MS)
    await Promise.all(
      all.slice(first, first + PIECES_AT_ONCE).map((n) =>
        putItem({
          ...keys.searchPieceKey(businessId, index, n),
          type: 'search_piece',
          bytes: bytes.subarray(n * PIECE_BYTES, (n + 1) * PIECE_BYTES),
          ...expiry(readAt),
        }),
      ),
    )
  }
  const item = {
    ...keys.searchIndexKey(businessId),
    type: 'search_index',
    index,
    pieces,
    digest: digestOf(bytes),
    read_at: readAt,
    index_version: INDEX_VERSION,
    ...expiry(readAt),
  }
  try {
    await commit([
      {
        write: { Put: { Item: item, ...when`attribute_not_exists(pk) OR #read_at < ${readAt}` } },
        refusal: 'version_changed',
      },
      {
        write: {
          ConditionCheck: {
            Key: keys.businessKey(businessId),
            ...when`attribute_exists(pk) AND #status <> ${'deleting'}`,
          },
        },
        refusal: 'version_changed',
      },
    ])
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    await removePieces(businessId, index, pieces)
  }
}

const expiry = (now: number) => ({ [TTL_ATTRIBUTE]: Math.floor(now / 1000) + TWO_DAYS_S })
