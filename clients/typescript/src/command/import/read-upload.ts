import { createReadStream } from 'node:fs'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { isGzip, MOST_SENT_BYTES, MOST_UNPACKED_BYTES } from '../../imports.ts'
import { Failure } from '../failure.ts'
import { fileFailure } from '../file-failure.ts'

const compress = promisify(gzip)

/** The bytes to send: a file, or stdin for `-`, compressed unless it already is. Throws a `Failure`. */
export async function readUpload(path: string): Promise<Uint8Array<ArrayBuffer>> {
  const read = await readBytes(path)
  if (read.length === 0) throw new Failure(`${nameOf(path)} is empty`)
  const sent = isGzip(read) ? read : await compress(read, { level: 9 })
  if (sent.length > MOST_SENT_BYTES)
    throw tooLarge(path, `has ${kilobytes(sent.length)} when it is compressed`, MOST_SENT_BYTES)
  return new Uint8Array(sent)
}

/** All bytes of a file, unless they are more than any import takes: stdin and devices may never end. */
async function readBytes(path: string): Promise<Buffer> {
  const pieces: Buffer[] = []
  let length = 0
  try {
    for await (const piece of path === '-' ? process.stdin : createReadStream(path)) {
      pieces.push(Buffer.from(piece))
      length += piece.length
      if (length > MOST_UNPACKED_BYTES) throw tooLarge(path, 'is larger', MOST_UNPACKED_BYTES)
    }
  } catch (error) {
    throw fileFailure(path, error)
  }
  return Buffer.concat(pieces)
}

const tooLarge = (path: string, size: string, most: number) =>
  new Failure(
    `${nameOf(path)} ${size}, and an import can have ${kilobytes(most)}: split it into several CSV or JSON Lines files, and import one after the other, without --on-missing`,
  )

const kilobytes = (bytes: number) => `${Math.ceil(bytes / 1024).toLocaleString('en-US')} KB`

const nameOf = (path: string) => (path === '-' ? 'stdin' : path)
