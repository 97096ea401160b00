import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

export type Coding = 'br' | 'gzip'

/** Under this many bytes of JSON a compressed response is hardly smaller and costs time on both sides. */
export const COMPRESSED_FROM_BYTES = 1024

/**
 * As far as gzip looks back. Up to here brotli saves 2 % of the bytes for several times the processor time, which is
 * more than they cost (npm run bench); behind it gzip forgets what was said, and brotli does not.
 */
const GZIP_UP_TO_BYTES = 32_768

/**
 * The coding for a response of `bytes` bytes, or null for none, from an Accept-Encoding header (RFC 9110 §12.5.3): the one
 * the caller likes better, or the one that suits their number, if it likes both alike.
 */
export function chooseCoding(acceptEncoding: string | undefined, bytes: number): Coding | null {
  const [br, gzip] = weighed(acceptEncoding)
  if (br <= 0 && gzip <= 0) return null
  if (br === gzip) return bytes > GZIP_UP_TO_BYTES ? 'br' : 'gzip'
  return br > gzip ? 'br' : 'gzip'
}

/** True if a caller takes gzip. */
export const acceptsGzip = (acceptEncoding: string | undefined): boolean => weighed(acceptEncoding)[1] > 0

/** How much a caller likes brotli and gzip, from 0 to 1. */
function weighed(acceptEncoding = ''): [br: number, gzip: number] {
  const weights = new Map<string, number>()
  for (const part of acceptEncoding.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim())
    const q = parameters.find((parameter) => parameter.startsWith('q='))
    weights.set(name, q === undefined ? 1 : Number(q.slice(2)) || 0)
  }
  const weigh = (coding: string) => weights.get(coding) ?? weights.get('*') ?? 0
  return [weigh('br'), weigh('gzip')]
}

/**
 * Brotli's level 4 is the last that costs next to nothing. Told how much is coming, and given a window no larger than
 * that, both prepare for no more, which is much of what they do for one page.
 */
function compress(bytes: Buffer, coding: Coding): Buffer {
  const window = 32 - Math.clz32(bytes.length)
  if (coding === 'gzip') return gzipSync(bytes, { windowBits: Math.min(15, Math.max(9, window)) })
  return brotliCompressSync(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 4,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      [constants.BROTLI_PARAM_LGWIN]: Math.min(22, Math.max(10, window)),
    },
  })
}

/** The latest compressed bodies in base64, by entity tag; the least recently used one is first. */
const recent = new Map<string, string>()
export const MOST_RECENT = 64
const LONGEST_RECENT = 32_768

/**
 * The compressed text in base64. An instance keeps what it compressed lately, because the same pages are requested again
 * and again, and compressing is a quarter of a list's processor time. Nothing of it can be out of date or somebody
 * else's: an entity tag names bytes.
 */
export function compressedText(text: string, coding: Coding, etag: string): string {
  const result = recent.get(etag) ?? compress(Buffer.from(text), coding).toString('base64')
  recent.delete(etag)
  if (result.length <= LONGEST_RECENT) recent.set(etag, result)
  const [first] = recent.keys()
  if (first !== undefined && recent.size > MOST_RECENT) recent.delete(first)
  return result
}
