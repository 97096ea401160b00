import sharp from 'sharp'

/** A JPEG of this size, different for each colour. */
export const jpegOf = (width: number, height: number, background = '#a52'): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer()

/** A request's headers for a picture of this type. */
export const asPicture = (type = 'jpeg') => ({ 'content-type': `image/${type}` })
