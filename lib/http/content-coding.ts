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

/** Brotli's level 4 is about as fast as gzip's default and smaller; the levels above cost more than they save. */
export function compress(text: string, coding: Coding): Buffer {
  return coding === 'gzip'
    ? gzipSync(text)
    : brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })
}
