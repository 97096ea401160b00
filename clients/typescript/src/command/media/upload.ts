import { readFile, stat } from 'node:fs/promises'
import { MOST_SENT_BYTES } from '../../imports.ts'
import type { Medium } from '../../media.ts'
import { unwrap } from '../../problem.ts'
import type { Storefront } from '../../storefront.ts'
import { Failure } from '../failure.ts'
import { fileFailure } from '../file-failure.ts'

/** The beginnings of the files that the API takes, as Latin-1. */
const TYPES: readonly [type: string, beginning: RegExp][] = [
  ['image/jpeg', /^\xff\xd8\xff/],
  ['image/png', /^\x89PNG/],
  ['image/gif', /^GIF8/],
  ['image/webp', /^RIFF.{4}WEBP/s],
  ['image/avif', /^.{4}ftypavi[fs]/s],
]

/** Uploads the picture of a file, or lets the deployment read it from its address. Throws `StorefrontError` and `Failure`. */
export async function uploadPicture(
  client: Storefront,
  source: string,
  signal: AbortSignal,
): Promise<Medium> {
  if (/^https?:\/\//.test(source))
    return unwrap(client.POST('/admin/media', { body: { source_url: source }, signal }))
  const bytes = await readPicture(source)
  const beginning = Buffer.from(bytes.subarray(0, 12)).toString('latin1')
  const type = TYPES.find(([, pattern]) => pattern.test(beginning))?.[0]
  if (!type) throw new Failure(`${source}: it must be a JPEG, PNG, WebP, GIF or AVIF`)
  return client.media.upload(bytes, { type, signal })
}

async function readPicture(path: string): Promise<Uint8Array<ArrayBuffer>> {
  try {
    const { size } = await stat(path)
    if (size > MOST_SENT_BYTES)
      throw new Failure(
        `${path} has ${kilobytes(size)}, and a picture can have ${kilobytes(MOST_SENT_BYTES)}`,
      )
    return new Uint8Array(await readFile(path))
  } catch (error) {
    throw fileFailure(path, error)
  }
}

const kilobytes = (bytes: number) => `${Math.ceil(bytes / 1024).toLocaleString('en-US')} KB`
