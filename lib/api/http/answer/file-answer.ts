import { hash } from 'node:crypto'
import { gunzipSync, gzipSync } from 'node:zlib'
import { type Answer, type Audience, cachedAnswer, MOST_RESPONSE_BYTES, type Preferences } from './answer.ts'
import { acceptsGzip } from './content-coding.ts'

/** A file that is kept compressed. */
export interface KeptFile {
  /** Its media type. */
  type: string
  gzip: Buffer
  /** A digest of its bytes. */
  digest: string
  /** The bytes of an uncompressed response as Lambda's JSON; its characters alone where these are already too many. */
  responseBytes: number
}

/** Compresses a text to be kept as a file. */
export const fileOf = (text: string, type: string): KeptFile => ({
  type,
  gzip: gzipSync(text),
  digest: hash('sha256', text, 'base64url').slice(0, 22),
  responseBytes: text.length > MOST_RESPONSE_BYTES ? text.length : Buffer.byteLength(JSON.stringify(text)),
})

/** The file compressed, as a file of its own: for programs that want its address to end in `.gz`. */
export const gzipAnswer = (
  { gzip, digest }: KeptFile,
  preferences: Preferences,
  audience: Audience,
): Answer =>
  cachedAnswer(`"${digest}-gz"`, preferences, audience, {
    headers: { 'content-type': 'application/gzip' },
    ...base64(gzip),
  })

/** The file, compressed on its way if the caller accepts gzip; undefined if it is too large for a response without. */
export function fileAnswer(
  { type, gzip, digest, responseBytes }: KeptFile,
  preferences: Preferences,
  audience: Audience,
): Answer | undefined {
  const headers = { 'content-type': type }
  if (acceptsGzip(preferences['accept-encoding']))
    return cachedAnswer(`"${digest}-gzip"`, preferences, audience, {
      headers: { ...headers, 'content-encoding': 'gzip' },
      ...base64(gzip),
    })
  if (responseBytes > MOST_RESPONSE_BYTES) return undefined
  return cachedAnswer(`"${digest}"`, preferences, audience, { headers, body: gunzipSync(gzip).toString() })
}

const base64 = (bytes: Buffer) => ({ body: bytes.toString('base64'), isBase64Encoded: true })

/** The same before Base64, which makes four bytes of three. */
export const MOST_GZIP_BYTES = 4 * 1024 * 1024
