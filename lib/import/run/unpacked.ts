import { gunzipSync } from 'node:zlib'
import { ImportRefused } from '../import-refused.ts'
import type { UnreadFile } from '../read/source-file.ts'

/** The largest file when it is unpacked. */
export const MAX_UNPACKED_BYTES = 40 * 1024 * 1024

/** The most of it that is read at once. */
const PIECE_BYTES = 65_536

/**
 * A stored file, unpacked if its first bytes say that it is compressed. Throws an `ImportRefused` for one that is broken or
 * too large.
 */
export function unpacked(stored: Buffer): UnreadFile {
  const bytes = stored[0] === 0x1f && stored[1] === 0x8b ? gunzipped(stored) : stored
  return { bytes: piecesOf(bytes), extension: '' }
}

function gunzipped(stored: Buffer): Buffer {
  try {
    return gunzipSync(stored, { maxOutputLength: MAX_UNPACKED_BYTES })
  } catch (error) {
    const isTooLarge = error instanceof RangeError
    const message = isTooLarge
      ? `unpacked, this file has more than ${MAX_UNPACKED_BYTES} bytes: send it in parts`
      : 'this gzip file is broken'
    throw new ImportRefused('unreadable', message, { cause: error })
  }
}

async function* piecesOf(bytes: Buffer): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += PIECE_BYTES)
    yield bytes.subarray(start, start + PIECE_BYTES)
}
