import * as v from 'valibot'
import { pictureUrl } from '../picture-url.ts'
import { closedObject, integer, line } from '../text/text.ts'

/** A picture, with its size in pixels if that is known. */
export interface Image {
  url: string
  alt: string
  width?: number
  height?: number
}

/** The width or the height of a picture, in pixels. */
export const pixels = integer(1, 20_000)

const side = v.optional(v.nullable(pixels))

/** An aspect ratio takes both. */
const isWith = (one: number | null | undefined, other: number | null | undefined): boolean =>
  typeof one !== 'number' || typeof other === 'number'

const withSide = (name: string) => `must be given together with ${name}`

/** A picture in a body. Output has a width and a height, or neither. */
export const image = v.pipe(
  closedObject({ url: pictureUrl, alt: v.optional(line(0, 500), ''), width: side, height: side }),
  v.forward(
    v.partialCheck([['width'], ['height']], ({ width, height }) => isWith(width, height), withSide('height')),
    ['width'],
  ),
  v.forward(
    v.partialCheck([['width'], ['height']], ({ width, height }) => isWith(height, width), withSide('width')),
    ['height'],
  ),
  v.transform(({ url, alt, width, height }): Image => {
    const isSized = typeof width === 'number' && typeof height === 'number'
    return isSized ? { url, alt, width, height } : { url, alt }
  }),
)
