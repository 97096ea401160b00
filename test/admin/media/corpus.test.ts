import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Medium } from '../../../lib/domain/media.ts'
import { type Merchant, makeMerchant, outcome } from '../merchant.ts'
import { asPicture, jpegOf, pngHeader } from './pictures.ts'

let merchant: Merchant
beforeAll(async () => {
  merchant = await makeMerchant()
})

const send = (bytes: Uint8Array, type?: string) =>
  merchant.ask('POST', '/admin/media', new Uint8Array(bytes), asPicture(type))

/** The bytes of each rendition of a picture that must be taken. */
async function renditionsOf(bytes: Uint8Array, type?: string): Promise<Buffer[]> {
  const told = await send(bytes, type)
  expect(outcome(told)).toBe('201')
  const { widths, url } = told.body as unknown as Medium
  const addresses = [...Object.values(widths), url.replace('2000.webp', '1280.jpg')]
  return Promise.all(
    addresses.map(async (address) => Buffer.from(await (await fetch(address)).arrayBuffer())),
  )
}

/** Four colours, one in each corner, so that a turn shows. */
const corners = async () => {
  const [width, height] = [40, 20]
  const pixel = (x: number, y: number) => [x < width / 2 ? 255 : 0, y < height / 2 ? 255 : 0, 0]
  const data = Buffer.from(
    Array.from({ length: width * height }, (_, n) => pixel(n % width, Math.floor(n / width))).flat(),
  )
  return sharp(data, { raw: { width, height, channels: 3 } })
}

const SVG = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>1</script></svg>',
)

describe('refused', () => {
  test.each(['jpeg', 'png', 'webp', 'gif', 'avif'])('an SVG as %s', async (type) => {
    expect(outcome(await send(SVG, type))).toBe('422 not_supported')
  })

  test('an SVG under its own name', async () => {
    expect(outcome(await send(SVG, 'svg+xml'))).toBe('415 unsupported_media_type')
  })

  test('a type that the bytes do not have', async () => {
    expect(outcome(await send(await jpegOf(9, 9), 'png'))).toBe('422 type_differs')
  })

  test.each([
    [10_000, 5_001],
    [31_623, 31_623],
    [60_000, 60_000],
    [20_001, 1],
    [1, 20_001],
  ])('a PNG that claims %i × %i pixels, before it is unpacked', async (width, height) => {
    expect(outcome(await send(pngHeader(width, height), 'png'))).toBe('422 too_many_pixels')
  })

  test('an AVIF of more than 16 million pixels, and a PNG of 16 bits with more than 25 million', async () => {
    const plain = { channels: 3, background: '#a52' } as const
    const avif = sharp({ create: { width: 4_001, height: 4_000, ...plain } }).avif({ effort: 0 })
    expect(outcome(await send(await avif.toBuffer(), 'avif'))).toBe('422 too_many_pixels')
    expect(outcome(await send(pngHeader(5_001, 5_000, 16), 'png'))).toBe('422 too_many_pixels')
    expect(outcome(await send(pngHeader(5_000, 5_000, 16), 'png'))).toBe('422 unreadable')
  })

  test('an empty body', async () => {
    const told = await send(new Uint8Array())
    expect([outcome(told), told.body.detail]).toEqual(['422 not_supported', 'The file is empty.'])
  })

  test.each(['jpeg', 'png', 'webp', 'gif', 'avif'] as const)('a %s that ends early', async (format) => {
    const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
    const whole = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#fff', noise } })
      .toFormat(format)
      .toBuffer()
    expect(outcome(await send(whole.subarray(0, whole.length / 2), format))).toBe('422 unreadable')
  })

  test('HTML with the beginning of a PNG', async () => {
    const html = Buffer.concat([
      pngHeader(9, 9).subarray(0, 8),
      Buffer.from('<html><script>1</script></html>'),
    ])
    expect(outcome(await send(html, 'png'))).toBe('422 unreadable')
  })
})

test('nothing of a file stays but its pixels: no position, no profile, no archive behind it', async () => {
  const secret = 'SECRET-PLACE'
  const picture = await (await corners())
    .jpeg()
    .withExif({ IFD0: { Copyright: secret }, IFD3: { GPSLatitude: '51/1 30/1 0/1', GPSLatitudeRef: 'N' } })
    .toBuffer()
  const archive = Buffer.concat([picture, Buffer.from(`PK\x03\x04${secret}`)])
  for (const rendition of await renditionsOf(archive)) {
    expect(rendition.includes(secret)).toBe(false)
    expect(rendition.includes('PK\x03\x04')).toBe(false)
    const { exif, icc, xmp, iptc } = await sharp(rendition).metadata()
    expect({ exif, icc, xmp, iptc }).toEqual({})
  }
})

test.each([1, 2, 3, 4, 5, 6, 7, 8])('a picture with orientation %i is upright', async (orientation) => {
  const turned = await (await corners()).png().withMetadata({ orientation }).toBuffer()
  const [, , , largest = Buffer.alloc(0)] = await renditionsOf(turned, 'png')
  const expected = await sharp(turned).autoOrient().raw().toBuffer({ resolveWithObject: true })
  const { data, info } = await sharp(largest).raw().toBuffer({ resolveWithObject: true })
  expect([info.width, info.height]).toEqual([expected.info.width, expected.info.height])
  for (const at of [0, 3 * (info.width - 1), data.length - 3 * info.width, data.length - 3])
    for (const channel of [0, 1])
      expect(Math.abs((data[at + channel] ?? 0) - (expected.data[at + channel] ?? 0))).toBeLessThan(60)
})

describe('drawn', () => {
  test.each(['webp', 'gif', 'avif'] as const)('a %s', async (format) => {
    const [smallest = Buffer.alloc(0)] = await renditionsOf(
      await (await corners()).toFormat(format).toBuffer(),
      format,
    )
    expect(await sharp(smallest).metadata()).toMatchObject({ format: 'webp', width: 40, height: 20 })
  })

  test.each(['rgb16', 'grey16', 'b-w'])('a PNG of %s', async (space) => {
    const [smallest = Buffer.alloc(0)] = await renditionsOf(
      await (await corners()).toColourspace(space).png().toBuffer(),
      'png',
    )
    expect(await sharp(smallest).metadata()).toMatchObject({ space: 'srgb', depth: 'uchar' })
  })

  test('a JPEG of CMYK', async () => {
    const [smallest = Buffer.alloc(0)] = await renditionsOf(
      await (await corners()).toColourspace('cmyk').jpeg().toBuffer(),
    )
    expect(await sharp(smallest).metadata()).toMatchObject({ space: 'srgb' })
  })

  test('of an animation the first frame', async () => {
    const frames = await Promise.all(
      ['#ff0000', '#0000ff'].map((background) =>
        sharp({ create: { width: 9, height: 9, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    )
    const animation = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer()
    expect((await sharp(animation, { animated: true }).metadata()).pages).toBe(2)
    const [smallest = Buffer.alloc(0)] = await renditionsOf(animation, 'gif')
    const { pages } = await sharp(smallest).metadata()
    const [red = 0, , blue = 0] = await sharp(smallest).raw().toBuffer()
    expect({ pages, isFirst: red > 200 && blue < 50 }).toEqual({ pages: undefined, isFirst: true })
  })

  test('a picture of 1 × 9,000 pixels, within the bounds of WebP', async () => {
    const [smallest = Buffer.alloc(0)] = await renditionsOf(await jpegOf(1, 9_000))
    expect((await sharp(smallest).metadata()).height).toBe(1_280)
  })
})
