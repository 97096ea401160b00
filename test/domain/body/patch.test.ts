import { expect, test } from 'vitest'
import { applyPatch, checkPatch } from '../../../lib/domain/body/resource.ts'
import { breaksOf } from '../../../lib/domain/body/rule-breaks.ts'
import { PRODUCT } from '../../../lib/domain/products/product.ts'

/** As it was stored before names and tags had to be one line. */
const stored = {
  ...PRODUCT.validate({ name: 'Two lines', price: 100, category_id: 'tea' }),
  id: 'p',
  currency: 'EUR',
  created_at: 't',
  updated_at: 't',
  version: 3,
  slug: 'two-lines',
  name: 'Two\nlines',
  tags: ['a', 'x\ny', 'a'],
  metadata: { a: 'b' },
}
const faults = (judging: () => unknown) =>
  breaksOf(judging).map(({ path, code }) => `${path.join('/')} ${code}`)

test('what a patch does not name stays as it is stored, whatever the rules of today say', () => {
  expect(applyPatch(PRODUCT, stored, { price: 7, metadata: { c: 'd' } })).toEqual({
    ...stored,
    price: 7,
    metadata: { a: 'b', c: 'd' },
  })
  expect(applyPatch(PRODUCT, stored, {})).toEqual(stored)
  // A value that a rule would only tidy up stays as well.
  const untidy = { ...stored, name: 'One line', tags: ['a', 'a'] }
  expect(applyPatch(PRODUCT, untidy, {})).toEqual(untidy)
})

test('every field of a patch is checked, also with its stored value', () => {
  expect(faults(() => applyPatch(PRODUCT, stored, { name: stored.name }))).toEqual(['name invalid'])
  expect(faults(() => applyPatch(PRODUCT, stored, { tags: stored.tags }))).toEqual(['tags/1 invalid'])
})

test('what a patch contradicts is named though it is not in the patch', () => {
  const dear = { ...stored, compare_at_price: 200 }
  expect(faults(() => applyPatch(PRODUCT, dear, { price: 300 }))).toEqual(['compare_at_price invalid'])
})

test('a patch that names what no product has is right for none of them, also when it removes it', () => {
  expect(
    faults(() => checkPatch(PRODUCT, { compare_at_prise: null, images: [{ url: 1, z: null }] })),
  ).toEqual(['compare_at_prise unknown_field', 'images/0/z unknown_field', 'images/0/url invalid'])
})
