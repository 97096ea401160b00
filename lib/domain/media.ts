/** The media types of pictures that can be uploaded. */
export const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'] as const

export type PictureType = (typeof PICTURE_TYPES)[number]

/** The largest picture as it is sent: as base64, in the event of a function, it stays below the 6 MB of Lambda. */
export const MAX_UPLOAD_BYTES = 4_400 * 1024

/** The largest picture that is read from a `source_url`. */
export const MAX_SOURCE_BYTES = 20 * 1024 * 1024

/** The most pixels of a picture, width by height. A 50-megapixel PNG takes 3 s to draw. */
export const MAX_PIXELS = 50_000_000

/**
 * The same of pictures that take more memory for each pixel: an AVIF is unpacked as a whole, in several copies, and 16 bits
 * per channel are twice 8. With these limits the memory of the process stays below 600 MB.
 */
export const MAX_AVIF_PIXELS = 16_000_000
export const MAX_DEEP_PIXELS = 25_000_000

/** The longest side of a picture, in pixels. Rows and columns cost time of their own: 1 by 50 million pixels take 15 s. */
export const MAX_SIDE = 20_000

/** The most pictures of a business, and the most bytes that they had as they were sent. */
export const MAX_PICTURES = 10_000
export const MAX_PICTURES_BYTES = 20 * 1024 ** 3

/** The widths in which a picture can be read, in pixels; its height follows. */
export const WIDTHS = [2000, 1280, 640, 320] as const

/** The width of the JPEG, for readers that do not know WebP, such as mail programs. */
export const JPEG_WIDTH = 1280

/** The first parts of the paths of all pictures; in the bucket, of their keys. */
export const MEDIA_PREFIX = 'media'

/** The file names of the renditions of a picture. */
export const RENDITION_NAMES: readonly string[] = [
  ...WIDTHS.map((width) => `${width}.webp`),
  `${JPEG_WIDTH}.jpg`,
]

/** One file of a drawn picture. */
export interface Rendition {
  name: string
  type: 'image/webp' | 'image/jpeg'
  bytes: Uint8Array
}

/** A picture of a business, as its merchant sees it. */
export interface Medium {
  id: string
  /** The address of the largest rendition. */
  url: string
  /** The address of each width. One that is wider than the picture leads to the picture in its own width. */
  widths: Record<string, string>
  /** The size of the largest rendition, in pixels. */
  width: number
  height: number
  /** The size of the file as it was sent. */
  bytes: number
  created_at: string
}

/** True for a text that can be the id of a picture: a SHA-256 in hexadecimal. */
export const isMediumId = (text: string): boolean => /^[0-9a-f]{64}$/.test(text)
