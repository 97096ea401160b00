import * as v from 'valibot'
import { afterEach, expect, test } from 'vitest'
import { localAddresses } from '../../lib/domain/local-addresses.ts'
import { pictureUrl } from '../../lib/domain/picture-url.ts'
import { readPicture } from '../../lib/import/read/pictures.ts'

const LOCAL = 'http://localhost:3000/media/0190/4b86/2000.webp'

afterEach(() => {
  localAddresses.areAllowed = false
})

test('a picture of a local stack has an address on a local stack alone', () => {
  expect(v.is(pictureUrl, LOCAL)).toBe(false)
  localAddresses.areAllowed = true
  expect(v.is(pictureUrl, LOCAL)).toBe(true)
})

test.each([
  'http://localhost:3000/api/v1/products',
  'http://shop.example/media/a/b/2000.webp',
  'http://localhost.shop.example/media/a.webp',
  'http://localhost:3000/media/a.webp?x=1',
])('%s has none there either', (url) => {
  localAddresses.areAllowed = true
  expect(v.is(pictureUrl, url)).toBe(false)
})

test('a file that a local stack exported keeps its pictures', () => {
  localAddresses.areAllowed = true
  expect(readPicture(LOCAL, { notes: [] })).toEqual({ url: LOCAL })
})
