import { hash } from 'node:crypto'
import type { SearchIndex } from '../../domain/search/search-index.ts'
import { getItem } from '../storefront/reader.ts'
import { searchIndexKey, searchPieceKey } from '../table/keys.ts'
import { unpackIndex } from './packed-index.ts'

/** A search index in the table. */
export interface StoredIndex {
  /** Names its pieces. */
  index: string
  pieces: number
  /** SHA-256 of its bytes, in base64url. */
  digest: string
  /** When the products were read that it was made of, in milliseconds since the epoch: before the first of them. */
  readAt: number
}

/** A shop that a search reads in a moment needs no stored index: one of these bytes is read in a third of a second. */
export const STORED_FROM_BYTES = 2 * 1024 * 1024

/** An index that another version of this code stored is not opened. */
export const INDEX_VERSION = 5

/** The newest stored index of a business, or undefined if there is none. Throws `TableUnavailable`. */
export async function findStoredIndex(businessId: string): Promise<StoredIndex | undefined> {
  const names = ['pk', 'index', 'pieces', 'digest', 'read_at', 'index_version']
  const item = await getItem(searchIndexKey(businessId), names)
  const { index, digest } = { index: item?.index?.S, digest: item?.digest?.S }
  const [pieces, readAt, version] = [item?.pieces, item?.read_at, item?.index_version].map((one) =>
    Number(one?.N),
  )
  if (!index || !digest || !pieces || !readAt || version !== INDEX_VERSION) return undefined
  return { index, pieces, digest, readAt }
}

/** Reads in flight, 380 KB each. */
const AT_ONCE = 8

/** Reads a stored index; undefined if a part of it is not there any more, or not yet. Throws `TableUnavailable`. */
export async function openStoredIndex(
  businessId: string,
  { index, pieces, digest }: StoredIndex,
): Promise<SearchIndex | undefined> {
  const read: Buffer[] = []
  for (let first = 0; first < pieces; first += AT_ONCE) {
    const some = Array.from({ length: Math.min(AT_ONCE, pieces - first) }, (_, n) => first + n)
    const items = await Promise.all(
      some.map((piece) => getItem(searchPieceKey(businessId, index, piece), ['pk', 'bytes'])),
    )
    for (const item of items) {
      if (item?.bytes?.B === undefined) return undefined
      read.push(Buffer.from(item.bytes.B, 'base64'))
    }
  }
  const bytes = Buffer.concat(read)
  return digestOf(bytes) === digest ? unpackIndex(bytes) : undefined
}

/** As a stored index names it. */
export const digestOf = (bytes: Uint8Array): string => hash('sha256', bytes, 'base64url')
