import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { newApiKey, rotation } from '../../../lib/domain/api-keys/api-key.ts'
import { newBusiness } from '../../../lib/domain/business.ts'
import { newCategory } from '../../../lib/domain/category.ts'
import { newProduct } from '../../../lib/domain/products/product.ts'
import { faultyPaths } from '../../support/faults-of.ts'

const product = { name: 'Sencha', price: 1, category_id: 'tea' }
const business = { slug: 'a-shop', name: 'A shop', currency: 'EUR' }

test.each([
  ['an array', []],
  ['a prototype', JSON.parse('{"__proto__": "x"}')],
  ['a key with a space around it', { ' a': 'x' }],
  ['a number as a value', { a: 1 }],
])('metadata is refused, not mended, when it is or has %s', (_, metadata) => {
  expect(v.is(newProduct, { ...product, metadata })).toBe(false)
})

test.each([
  'https:foo',
  ' https://x.example/y',
  'https://x.example/y ',
  'https://a\nb.example',
  'https://user:secret@x.example/y',
  'https://',
  'http://x.example/y',
])('%j is not a URL of a picture', (url) => {
  expect(v.is(newProduct, { ...product, images: [{ url }] })).toBe(false)
})

test('a URL may have a port, a query and an @ after its host', () => {
  for (const url of ['https://x.example:8443/a?b=c#d', 'https://x.example/@shop', 'https://x.example?q'])
    expect(v.is(newProduct, { ...product, images: [{ url }] }), url).toBe(true)
})

test('an array is not a contact and not an image', () => {
  expect(v.is(newBusiness, { ...business, contact: [] })).toBe(false)
  expect(v.is(newProduct, { ...product, images: [[]] })).toBe(false)
})

test.each(['ZZ', 'EU', 'UN', 'XK', 'UK', 'SU', 'de', 'DEU'])(
  '%s is not a country of ISO 3166-1',
  (country) => {
    expect(v.is(newBusiness, { ...business, country })).toBe(false)
    expect(v.is(newBusiness, { ...business, country: 'GB' })).toBe(true)
  },
)

test('names of metadata that JavaScript knows are data', () => {
  const metadata = { constructor: 'a', prototype: '', toString: 'b', hasOwnProperty: 'c', valueOf: 'd' }
  expect(v.parse(newProduct, { ...product, metadata }).metadata).toEqual(metadata)
})

test('a member that every JavaScript object inherits is refused as unknown', () => {
  const own = (schema: v.GenericSchema, input: object) =>
    expect(v.is(schema, { ...input, constructor: 'x' }), JSON.stringify(input)).toBe(false)
  own(newProduct, product)
  own(newBusiness, business)
  own(newCategory, { name: 'Tea' })
  own(newApiKey, { name: 'A key', scopes: ['products:read'] })
  own(rotation, {})
  expect(v.is(newBusiness, { ...business, contact: { toString: 'x' } })).toBe(false)
})

describe('a text of one line', () => {
  const image = { url: 'https://a.b/c' }
  const withText = (text: string): [string, v.GenericSchema, object][] => [
    ['name', newProduct, { ...product, name: text }],
    ['tags.0', newProduct, { ...product, tags: [text] }],
    ['sku', newProduct, { ...product, sku: text }],
    ['images.0.alt', newProduct, { ...product, images: [{ ...image, alt: text }] }],
    ['name', newCategory, { name: text }],
    ['image.alt', newCategory, { name: 'Tea', image: { ...image, alt: text } }],
    ['name', newBusiness, { ...business, name: text }],
    ['contact.phone', newBusiness, { ...business, contact: { phone: text } }],
    ['name', newApiKey, { name: text, scopes: ['products:read'] }],
  ]

  test.each(['a\nb', 'a\tb'])('does not hold %j', (text) => {
    for (const [path, schema, input] of withText(text)) expect(faultyPaths(schema, input)).toEqual([path])
  })

  test('may hold what it could before', () => {
    for (const [, schema, input] of withText('a  b\u2028\u00a0é'))
      expect(faultyPaths(schema, input)).toEqual([])
  })

  test('is trimmed first', () => {
    expect(v.parse(newProduct, { ...product, name: ' Tea\n', tags: ['\tgreen'] })).toMatchObject({
      name: 'Tea',
      tags: ['green'],
    })
  })

  test('is not a description and not a postal address', () => {
    const description = 'One line.\n\tAnother.'
    expect(v.is(newProduct, { ...product, description })).toBe(true)
    expect(v.is(newCategory, { name: 'Tea', description })).toBe(true)
    expect(v.is(newBusiness, { ...business, description, contact: { address: description } })).toBe(true)
  })
})

test('equal tags are kept once, each at its first place', () => {
  const tags = ['b', ' a', 'b ', 'c', 'a', 'A']
  expect(v.parse(newProduct, { ...product, tags }).tags).toEqual(['b', 'a', 'c', 'A'])
})

describe('contact.email', () => {
  const email = (value: unknown) => v.is(newBusiness, { ...business, contact: { email: value } })

  test.each(['a@b', 'shop@shop.example', "a.b+c'd@xn--bcher-kva.example", `${'x'.repeat(490)}@b.example`])(
    'can be %j',
    (address) => expect(email(address)).toBe(true),
  )

  test.each([
    '',
    ' ',
    'a',
    'a@',
    '@b',
    'a@b@c',
    'a b@c.example',
    'a@b.example ',
    'a@b\n',
    'a@b_c.example',
    'a@-b.example',
    'a@b..example',
    'a@b.example.',
    'ä@b.example',
    'A <a@b.example>',
    `${'x'.repeat(500)}@b.example`,
    1,
  ])('cannot be %j', (address) => expect(email(address)).toBe(false))
})
