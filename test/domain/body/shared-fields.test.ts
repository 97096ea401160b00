import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { newCategory } from '../../../lib/domain/category.ts'
import { newProduct } from '../../../lib/domain/products/product.ts'
import { faultyPaths } from '../../support/faults-of.ts'

const product = (input: object) =>
  faultyPaths(newProduct, { name: 'Tea', price: 1, category_id: 'tea', ...input })
const url = (length: number) => `https://img.example/${'x'.repeat(length - 20)}`

describe('an image', () => {
  test('has an https URL of at most 2,048 characters and an alt text of at most 500', () => {
    expect(product({ images: [{ url: url(2048), alt: 'x'.repeat(500) }, { url: 'https://a.b' }] })).toEqual(
      [],
    )
    expect(product({ images: [{ url: url(2049) }] })).toEqual(['images.0.url'])
    expect(product({ images: [{ url: url(99), alt: 'x'.repeat(501) }] })).toEqual(['images.0.alt'])
  })

  test.each([
    'http://a.b/',
    'javascript:alert(1)',
    'data:image/png;base64,AA',
    'ftp://a.b/',
    '//a.b/c',
    '/a.jpg',
    'a.b',
    '',
    ' ',
    'https://',
    'https:///',
    'https://a b/',
    'https://[::1',
    'https://a.b/\u0000',
    'https://a.b/\ud83c',
    1,
    null,
  ])('cannot be at %j', (value) => {
    expect(product({ images: [{ url: 'https://a.b' }, { url: value }] })).toEqual(['images.1.url'])
  })

  test('has an empty alt text unless it is given, and nothing else', () => {
    const input = { name: 'Tea', image: { url: 'https://a.b' } }
    expect(v.parse(newCategory, input).image).toEqual({ url: 'https://a.b', alt: '' })
    expect(product({ images: [{ url: 'https://a.b', title: 'x' }] })).toEqual(['images.0.title'])
    for (const image of [null, 'https://a.b', [], {}]) expect(product({ images: [image] })).not.toEqual([])
  })

  const sized = (size: object) =>
    product({ images: [{ url: 'https://a.b' }, { url: 'https://a.b', ...size }] })

  test('has a width and a height of 1 to 20,000 pixels, or neither', () => {
    const shown = (size: object) =>
      v.parse(newCategory, { name: 'Tea', image: { url: 'https://a.b', ...size } }).image
    expect(shown({ height: 20_000, width: 1 })).toEqual({
      url: 'https://a.b',
      alt: '',
      width: 1,
      height: 20_000,
    })
    for (const none of [{}, { width: null, height: null }, { height: null }])
      expect(shown(none)).toStrictEqual({ url: 'https://a.b', alt: '' })
  })

  test.each([0, -1, 20_001, 1.5, '800', '', true, [800], {}])('is not %j pixels wide or high', (value) => {
    expect(sized({ width: value, height: 600 })).toEqual(['images.1.width'])
    expect(sized({ width: 800, height: value })).toEqual(['images.1.height'])
    expect(sized({ width: value, height: value })).toEqual(['images.1.width', 'images.1.height'])
  })

  test('is not of one size without the other', () => {
    expect(sized({ width: 800 })).toEqual(['images.1.width'])
    expect(sized({ height: 600 })).toEqual(['images.1.height'])
    expect(sized({ width: 800, height: null })).toEqual(['images.1.width'])
    const told = v.safeParse(newCategory, { name: 'Tea', image: { url: 'https://a.b', height: 600 } })
    expect(told.issues?.map(({ message }) => message)).toEqual(['must be given together with width'])
  })

  test('is one of at most ten', () => {
    const ten = Array.from({ length: 10 }, () => ({ url: 'https://a.b' }))
    expect(product({ images: ten })).toEqual([])
    expect(product({ images: [...ten, ...ten.slice(0, 1)] })).toEqual(['images'])
  })
})

describe('metadata', () => {
  const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, '']))

  test('has at most 50 names of at most 40 characters with texts of at most 500', () => {
    expect(product({ metadata: {} })).toEqual([])
    expect(product({ metadata: keys(50) })).toEqual([])
    expect(product({ metadata: keys(51) })).toEqual(['metadata'])
    expect(product({ metadata: { ['\u{1F375}'.repeat(40)]: '\u{1F375}'.repeat(500) } })).toEqual([])
    for (const refused of [{ ['x'.repeat(41)]: '' }, { '': '' }, { ' ': '' }, { a: 'x'.repeat(501) }])
      expect(product({ metadata: refused }).map((path) => path.split('.')[0])).toEqual(['metadata'])
  })

  test('holds texts only, and sound ones', () => {
    for (const value of [1, null, true, {}, ['a'], 'a\u0000', '\ud83c'])
      expect(product({ metadata: { a: value } })).toEqual(['metadata.a'])
    for (const key of ['a\u0007', '\ud83c']) expect(product({ metadata: { [key]: 'x' } })).not.toEqual([])
    for (const whole of ['a', 1, null]) expect(product({ metadata: whole })).toEqual(['metadata'])
  })
})
