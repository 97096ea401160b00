import sharp from 'sharp'
import { expect, test } from 'vitest'
import { pictureTypeOf } from '../../../lib/api/media/picture-type.ts'

const picture = () => sharp({ create: { width: 9, height: 9, channels: 3, background: '#a52' } })

test.each(['jpeg', 'png', 'webp', 'gif', 'avif'] as const)(
  '%s is known by its first bytes',
  async (format) => {
    expect(pictureTypeOf(await picture().toFormat(format).toBuffer())).toBe(`image/${format}`)
  },
)

const ftyp = (...brands: string[]) =>
  Buffer.concat([Buffer.from([0, 0, 0, 8 + 4 * brands.length]), Buffer.from(`ftyp${brands.join('')}`)])

test.each([
  ['an AVIF whose main brand is another', ftyp('mif1', '\0\0\0\0', 'miaf', 'avif'), 'image/avif'],
  ['an animated AVIF', ftyp('avis', '\0\0\0\0', 'avif', 'avis'), undefined],
  ['a HEIC', ftyp('heic', '\0\0\0\0', 'mif1', 'heic'), undefined],
  ['a brand that only reads like one', ftyp('xavi', 'fxxx'), undefined],
  ['an MP4', ftyp('isom', '\0\0\0\0', 'mp41'), undefined],
  ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), undefined],
  ['HTML', Buffer.from('<!doctype html>'), undefined],
  ['a WAV', Buffer.from('RIFF\0\0\0\0WAVE'), undefined],
  ['nothing', Buffer.alloc(0), undefined],
  ['the beginning of a JPEG', Buffer.from([0xff, 0xd8]), undefined],
])('%s', (_, bytes, type) => {
  expect(pictureTypeOf(bytes)).toBe(type)
})
