import type { PictureType } from '../../domain/media.ts'

type Bytes = Uint8Array

const startsWith = (bytes: Bytes, text: string, at = 0) =>
  Buffer.from(bytes.subarray(at, at + text.length)).toString('latin1') === text

/** The first bytes of each type. Nothing else decides what is drawn: sharp alone would draw SVG as well. */
const BEGINNINGS: Record<PictureType, (bytes: Bytes) => boolean> = {
  'image/jpeg': (bytes) => startsWith(bytes, '\xff\xd8\xff'),
  'image/png': (bytes) => startsWith(bytes, '\x89PNG\r\n\x1a\n'),
  'image/webp': (bytes) => startsWith(bytes, 'RIFF') && startsWith(bytes, 'WEBP', 8),
  'image/gif': (bytes) => startsWith(bytes, 'GIF87a') || startsWith(bytes, 'GIF89a'),
  'image/avif': isAvif,
}

/** The type of a picture by its first bytes; undefined if it cannot be uploaded. */
export const pictureTypeOf = (bytes: Bytes): PictureType | undefined =>
  (Object.keys(BEGINNINGS) as PictureType[]).find((type) => BEGINNINGS[type](bytes))

/**
 * The first box of the file names its brands, the main one and those it is compatible with (ISO 14496-12, 4.3). HEIC has
 * the same box with other brands. A file whose main brand is `avis` is an animation, which sharp cannot read.
 */
function isAvif(bytes: Bytes): boolean {
  if (!startsWith(bytes, 'ftyp', 4)) return false
  const length = Buffer.from(bytes.subarray(0, 4)).readUInt32BE()
  const brands = Buffer.from(bytes.subarray(8, Math.min(length, MOST_BRAND_BYTES))).toString('latin1')
  return /^(?!avis)(?:.{4})*avif/s.test(brands)
}

/** No encoder writes more brands. */
const MOST_BRAND_BYTES = 256
