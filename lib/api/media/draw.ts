import sharp, { type Metadata, type Sharp, type SharpOptions } from 'sharp'
import {
  JPEG_WIDTH,
  MAX_AVIF_PIXELS,
  MAX_DEEP_PIXELS,
  MAX_PIXELS,
  MAX_SIDE,
  type Rendition,
  WIDTHS,
} from '../../domain/media.ts'

// One picture at a time is all that an instance has memory for, and nothing of one helps the next.
sharp.cache(false)
sharp.concurrency(1)

/** A picture as it was drawn. */
export interface Drawing {
  /** The size of the largest rendition, in pixels. */
  width: number
  height: number
  renditions: Rendition[]
}

/** The reason why a picture cannot be drawn. */
export type DrawingFault = 'too_many_pixels' | 'unreadable'

/** Of animations the first frame. A picture that ends early is refused, not drawn with a grey rest. */
const READING = {
  limitInputPixels: MAX_PIXELS,
  failOn: 'error',
  sequentialRead: true,
  pages: 1,
} as const satisfies SharpOptions

/** Every step of a picture has this long. */
const STEP_S = 20

/** A picture is at most this many times as high as wide: WebP ends at 16,383 pixels. */
const TALLEST = 4

/**
 * Draws a picture in every width: upright, in sRGB with 8 bits, without any metadata, of animations the first frame. It
 * is never enlarged: a rendition wider than the picture has the picture's own width. The bytes must be of a type that
 * `pictureTypeOf` knows.
 */
export async function drawPicture(bytes: Uint8Array): Promise<Drawing | DrawingFault> {
  try {
    // From the header alone, before anything is unpacked.
    const header = await sharp(bytes, { ...READING, limitInputPixels: false }).metadata()
    if (isTooLarge(header)) return 'too_many_pixels'
    return await draw(bytes)
  } catch {
    return 'unreadable'
  }
}

function isTooLarge({ width, height, format, depth }: Metadata): boolean {
  const most = format === 'heif' ? MAX_AVIF_PIXELS : depth === 'ushort' ? MAX_DEEP_PIXELS : MAX_PIXELS
  return width * height > most || Math.max(width, height) > MAX_SIDE
}

/** The pixels of a picture that was shrunk once, from which all renditions are drawn. */
interface Pixels {
  data: Buffer
  info: { width: number; height: number; channels: 1 | 2 | 3 | 4 }
}

async function draw(bytes: Uint8Array): Promise<Drawing> {
  const [largest] = WIDTHS
  const pixels: Pixels = await shrunk(sharp(bytes, READING).autoOrient(), largest)
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  const renditions: Rendition[] = []
  // One after another: together they would need the memory of all.
  for (const width of WIDTHS) {
    const isWithin = pixels.info.width <= width && pixels.info.height <= width * TALLEST
    const same = isWithin ? renditions[0]?.bytes : undefined
    renditions.push({ name: `${width}.webp`, type: 'image/webp', bytes: same ?? (await webp(pixels, width)) })
  }
  renditions.push({ name: `${JPEG_WIDTH}.jpg`, type: 'image/jpeg', bytes: await jpeg(pixels) })
  const { width, height } = pixels.info
  return { width, height, renditions }
}

const shrunk = (picture: Sharp, width: number) =>
  picture
    .resize({ width, height: width * TALLEST, fit: 'inside', withoutEnlargement: true })
    .timeout({ seconds: STEP_S })

const from = ({ data, info: { width, height, channels } }: Pixels) =>
  sharp(data, { raw: { width, height, channels } })

/** Effort 2 of 6 has the same bytes, give or take 3 %, in half the time. */
const webp = (pixels: Pixels, width: number): Promise<Buffer> =>
  shrunk(from(pixels), width).webp({ effort: 2 }).toBuffer()

const jpeg = (pixels: Pixels): Promise<Buffer> =>
  shrunk(from(pixels).flatten({ background: '#fff' }), JPEG_WIDTH)
    .jpeg()
    .toBuffer()
