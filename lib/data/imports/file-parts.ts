import { hash } from 'node:crypto'
import { pause } from '../table/calls/pause.ts'
import { TableUnavailable } from '../table/calls/table-fault.ts'
import { putItem, readItem } from '../table/calls/writer.ts'
import { filePartKey } from '../table/keys.ts'
import { TTL_ATTRIBUTE } from '../table/schema.ts'
import type { ImportItem } from './import-item.ts'

/** Less than an item can have, 400 KB. */
const PART_BYTES = 380_000

/** A partition takes 1,000 write units a second: two parts are 760. Without a pause each two of them would be throttled. */
const PARTS_AT_ONCE = 2
const PARTS_PAUSE_MS = 760

/** A request has 27 s: a table that takes no part for so long is not going to take all of them. */
const WAITS_MS = [500, 1_000, 2_000]

export const A_WEEK_S = 7 * 24 * 60 * 60

/** SHA-256 of a file, in hex. */
export const digestOfFile = (bytes: Uint8Array): string => hash('sha256', bytes, 'hex')

/**
 * Stores a file for a week, before the import that names it: a file without one expires. Returns the number of its
 * parts. Throws `TableUnavailable`.
 */
export async function storeFile(
  businessId: string,
  importId: string,
  bytes: Uint8Array,
  now: number,
): Promise<number> {
  const parts = Math.ceil(bytes.length / PART_BYTES)
  const expiry = { [TTL_ATTRIBUTE]: Math.floor(now / 1000) + A_WEEK_S }
  const store = (part: number) =>
    patiently(() =>
      putItem({
        ...filePartKey(businessId, importId, part),
        type: 'import_file',
        bytes: bytes.subarray(part * PART_BYTES, (part + 1) * PART_BYTES),
        ...expiry,
      }),
    )
  for (let first = 0; first < parts; first += PARTS_AT_ONCE) {
    if (first > 0) await pause(PARTS_PAUSE_MS)
    await Promise.all(numbers(first, Math.min(first + PARTS_AT_ONCE, parts)).map(store))
  }
  return parts
}

/** DynamoDB throttles a partition that grows fast, for a moment. */
async function patiently(write: () => Promise<void>): Promise<void> {
  for (const waitMs of WAITS_MS) {
    try {
      return await write()
    } catch (error) {
      if (!(error instanceof TableUnavailable)) throw error
      await pause(waitMs)
    }
  }
  return write()
}

/** The file of an import, byte for byte as it was sent; undefined if it is not stored any more. Throws `TableUnavailable`. */
export async function readStoredFile(
  businessId: string,
  { id, parts, sha256 }: Pick<ImportItem, 'id' | 'parts' | 'sha256'>,
): Promise<Buffer | undefined> {
  const read: Uint8Array[] = []
  for (const part of numbers(0, parts)) {
    const item = await readItem<{ bytes: Uint8Array }>(filePartKey(businessId, id, part))
    if (!item) return undefined
    read.push(item.bytes)
  }
  const bytes = Buffer.concat(read)
  return digestOfFile(bytes) === sha256 ? bytes : undefined
}

const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => from + n)
