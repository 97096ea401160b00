import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

/** A JPEG of this size, different for each colour. */
export const jpegOf = (width: number, height: number, background = '#a52'): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer()

/** A request's headers for a picture of this type. */
export const asPicture = (type = 'jpeg') => ({ 'content-type': `image/${type}` })

/** A PNG of this size, with so many bits per channel, that has nothing but its header and the beginning of its pixels. */
export function pngHeader(width: number, height: number, bits = 8): Buffer {
  const size = Buffer.alloc(8)
  size.writeUInt32BE(width, 0)
  size.writeUInt32BE(height, 4)
  const header = Buffer.concat([Buffer.from('IHDR'), size, Buffer.from([bits, 2, 0, 0, 0])])
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32BE(crc32(header))
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  const pixels = deflateSync(Buffer.alloc(1_000))
  const length = Buffer.alloc(4)
  length.writeUInt32BE(pixels.length)
  const data = Buffer.concat([Buffer.from('IDAT'), pixels])
  const ofData = Buffer.alloc(4)
  ofData.writeUInt32BE(crc32(data))
  return Buffer.concat([signature, Buffer.from([0, 0, 0, 13]), header, checksum, length, data, ofData])
}
