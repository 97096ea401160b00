import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { newApiKey } from '../../../lib/domain/api-keys/api-key.ts'
import { newBusiness } from '../../../lib/domain/business.ts'
import { newCategory } from '../../../lib/domain/category.ts'
import { newProduct } from '../../../lib/domain/products/product.ts'
import { withoutTurns } from '../../../lib/domain/text/name.ts'
import { withoutControls } from '../../../lib/domain/text/text.ts'

const NAMED: [kind: string, nameOf: (name: string) => { success: boolean; output: unknown }][] = [
  ['a product', (name) => v.safeParse(newProduct, { name, price: 1, category_id: 'tea' })],
  ['a category', (name) => v.safeParse(newCategory, { name })],
  ['a business', (name) => v.safeParse(newBusiness, { name, slug: 'a-shop', currency: 'EUR' })],
  ['a key', (name) => v.safeParse(newApiKey, { name, scopes: ['products:read'] })],
]

describe.each(NAMED)('the name of %s', (_, nameOf) => {
  test.each(['', ' ', '\u200b', '\u2800', '\u3164\ufe0f', '\u00ad\u2060', '\u2066\u2069'])(
    'is not %j, which nobody sees',
    (name) => {
      expect(nameOf(name).success).toBe(false)
    },
  )

  test.each(['\u202a', '\u202b', '\u202c', '\u202d', '\u202e'])('has no %j, which turns the page', (mark) => {
    expect(nameOf(`Tea${mark}pot`).success).toBe(false)
  })

  test.each([
    'x',
    '緑茶',
    '🍵',
    '👩‍👩‍👧',
    '\u2067شاي\u2069 50 g',
    'شاي\u200f 50 g',
    'می\u200cخواهم',
    'Cafe\u0301  au lait',
    'A\u00adB',
  ])('can be %j, and is stored as it was sent', (name) => {
    expect(nameOf(name)).toMatchObject({ success: true, output: { name } })
  })
})

test('the fault of a name says that it has no visible character, or one that turns the page', () => {
  const messages = (name: string) => v.safeParse(newCategory, { name }).issues?.map(({ message }) => message)
  expect(messages('\u200b')).toEqual(['must have a visible character'])
  expect(messages('')).toEqual(['must have 1 to 120 characters'])
  expect(messages('Tea\u202e')).toEqual([expect.stringMatching(/^must not have U\+202A to U\+202E/)])
})

test('marks of direction go from the name of a file, and nothing else does', () => {
  expect(withoutTurns('\u202aTea\u202c \u202epot\u2066!\u2069\u200f')).toBe('Tea pot\u2066!\u2069\u200f')
})

test('control characters are removed from a text of a file, except tab, newline and those behind ASCII', () => {
  expect(withoutControls('a\0b\u0007\tc\nd\re\u001f\u007f\u0085f')).toBe('ab\tc\nde\u007f\u0085f')
})
