import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

export type Coding = 'br' | 'gzip'

/** Under this many bytes of JSON a compressed answer is hardly smaller and costs time on both sides. */
export const COMPRESSED_FROM_BYTES = 1024

/**
 * The coding to answer with, or null for none, from an Accept-Encoding header (RFC 9110 §12.5.3): the one the
 * caller likes better; brotli, the smaller one, if it likes both alike.
 */
export function chooseCoding(acceptEncoding: string | undefined): Coding | null {
  const weights = new Map<string, number>()
  for (const part of (acceptEncoding ?? '').toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim())
    const q = parameters.find((parameter) => parameter.startsWith('q='))
    weights.set(name, q === undefined ? 1 : Number(q.slice(2)) || 0)
  }
  const weigh = (coding: string) => weights.get(coding) ?? weights.get('*') ?? 0
  const [br, gzip] = [weigh('br'), weigh('gzip')]
  if (br <= 0 && gzip <= 0) return null
  return br >= gzip ? 'br' : 'gzip'
}

/**
 * Brotli's level 4 is the last that costs next to nothing (npm run bench). Told how much is coming, and given a window
 * no larger than that, it makes ready for no more: a quarter of the time it would take otherwise.
 */
export function compress(bytes: Buffer, coding: Coding): Buffer {
  if (coding === 'gzip') return gzipSync(bytes)
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT, BROTLI_PARAM_LGWIN } = constants
  const window = Math.min(22, 32 - Math.clz32(bytes.length))
  return brotliCompressSync(bytes, {
    params: {
      [BROTLI_PARAM_QUALITY]: 4,
      [BROTLI_PARAM_SIZE_HINT]: bytes.length,
      [BROTLI_PARAM_LGWIN]: window,
    },
  })
}
