import { expect, test } from 'vitest'
import { allowedSize } from '../../../lib/data/table/versions.ts'

const bytesOf = (object: object) => Buffer.byteLength(JSON.stringify(object))
const passes = (object: object, most: number) => {
  try {
    return allowedSize(object, most) === object
  } catch {
    return false
  }
}

const small = { name: 'tea', additional_categories: [], status: 'draft', is_available: true, version: 1 }
const sheet = { options: [], variants: [{ price: 1, is_available: true }] }

test.each([
  ['the version of an object', { name: 'tea', version: 9 }, { version: 10_000 }],
  ['the status of a product', small, { status: 'archived' }],
  ['the availability of a product', small, { is_available: false }],
  ['the flag of a product on backorder', small, { is_on_backorder: true }],
  [
    'the flag of a variant on backorder',
    sheet,
    { variants: [{ price: 1, is_available: true, is_on_backorder: true }] },
  ],
  ['the availability of a variant', sheet, { variants: [{ price: 1, is_available: false }] }],
])('%s is not compared by its length', (_, before, changed) => {
  // A product is measured with the ids of its categories, which its view has too.
  const most = bytesOf(before) + ('status' in before ? bytesOf({ additional_category_ids: [] }) - 1 : 0)
  expect(passes(before, most)).toBe(true)
  expect(passes({ ...before, ...changed }, most)).toBe(true)
})

test.each([
  ['an object', { name: 'tea', version: 1 }, { name: 'teas' }],
  ['a variant', sheet, { variants: [{ price: 10, is_available: true }] }],
])('%s with a byte more of the merchant is too large', (_, before, changed) => {
  expect(passes({ ...before, ...changed }, bytesOf(before))).toBe(false)
})

test('members that an object does not have take no room', () => {
  expect(passes({ a: '' }, bytesOf({ a: '' }))).toBe(true)
})
