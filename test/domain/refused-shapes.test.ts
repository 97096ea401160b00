import * as v from 'valibot'
import { expect, test } from 'vitest'
import { newBusiness } from '../../lib/domain/business.ts'
import { newProduct } from '../../lib/domain/product.ts'

const product = { name: 'Sencha', price: 1, category_id: 'tea' }
const business = { slug: 'a-shop', name: 'A shop', currency: 'EUR' }

test.each([
  ['an array', []],
  ['a key that JavaScript reserves', { constructor: 'x' }],
  ['its other one', { prototype: 'x' }],
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
])('%j is no URL of a picture', (url) => {
  expect(v.is(newProduct, { ...product, images: [{ url }] })).toBe(false)
})

test('a URL may have a port, a query and an @ behind its host', () => {
  for (const url of ['https://x.example:8443/a?b=c#d', 'https://x.example/@shop', 'https://x.example?q'])
    expect(v.is(newProduct, { ...product, images: [{ url }] }), url).toBe(true)
})

test('an array is no contact and no image', () => {
  expect(v.is(newBusiness, { ...business, contact: [] })).toBe(false)
  expect(v.is(newProduct, { ...product, images: [[]] })).toBe(false)
})

test.each(['ZZ', 'EU', 'UN', 'XK', 'UK', 'SU', 'de', 'DEU'])('%s is no country of ISO 3166-1', (country) => {
  expect(v.is(newBusiness, { ...business, country })).toBe(false)
  expect(v.is(newBusiness, { ...business, country: 'GB' })).toBe(true)
})
