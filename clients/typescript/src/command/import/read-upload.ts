import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { Failure } from '../failure.ts'
import { fileFailure } from '../output-file.ts'
import { readStdin } from '../prompt.ts'

/** The API's own limit of a file as it is sent. */
const MOST_BYTES = 4_400 * 1024

const compress = promisify(gzip)

/** The bytes to send: a file, or stdin for `-`, compressed unless it already is. Throws a `Failure`. */
export async function readUpload(path: string): Promise<Uint8Array<ArrayBuffer>> {
  const read = path === '-' ? await readStdin() : await readBytes(path)
  if (read.length === 0) throw new Failure(`${nameOf(path)} is empty`)
  const sent = isGzip(read) ? read : await compress(read, { level: 9 })
  if (sent.length > MOST_BYTES)
    throw new Failure(
      `${nameOf(path)} has ${kilobytes(sent.length)} when it is compressed, and an import can have ${kilobytes(MOST_BYTES)}: split it into several CSV or JSON Lines files, and import one after the other`,
    )
  return new Uint8Array(sent)
}

async function readBytes(path: string): Promise<Buffer> {
  try {
    return await readFile(path)
  } catch (error) {
    throw fileFailure(path, error)
  }
}

const kilobytes = (bytes: number) => `${Math.ceil(bytes / 1024).toLocaleString('en-US')} KB`

const isGzip = (bytes: Buffer) => bytes[0] === 0x1f && bytes[1] === 0x8b

const nameOf = (path: string) => (path === '-' ? 'stdin' : path)
