import { expect, test } from 'vitest'
import type { PlannedRow } from '../../../lib/import/row.ts'
import { isKeyed, namesIn } from '../../../lib/import/row-names.ts'

test.each([
  ['of letters', 'x'.repeat(255)],
  ['of characters with two UTF-16 units', '\u{1F375}'.repeat(255)],
])('the longest SKU %s names its product', (_, sku) => {
  expect(namesIn({ sku })).toEqual({ sku })
  expect(namesIn({ variants: [{ sku }] })).toEqual({ sku })
})

test.each([
  ['too long for a key', 'x'.repeat(2_000)],
  ['half a surrogate pair', '\ud83c'],
  ['empty', ''],
])('a SKU that is %s names nothing', (_, sku) => {
  expect(namesIn({ sku })).toEqual({})
})

test.each<[string, PlannedRow['fields'], object]>([
  ['all three', { external_id: 'e', sku: 's', slug: 'g' }, { externalId: 'e', sku: 's', slug: 'g' }],
  ['the first SKU of its variants', { variants: [{}, { sku: 'a' }, { sku: 'b' }] }, { sku: 'a' }],
  ['its own SKU before those of its variants', { sku: 's', variants: [{ sku: 'a' }] }, { sku: 's' }],
  ['that of a variant, where its own is none', { sku: '', variants: [{ sku: 'a' }] }, { sku: 'a' }],
  ['no name that is no text', { external_id: 7, sku: null, slug: true, variants: 'x' }, {}],
  ['none of variants that are none', { variants: ['a', null, { sku: 1 }] }, {}],
  ['nothing', {}, {}],
])('a row has %s', (_, fields, names) => {
  expect(namesIn(fields)).toEqual(names)
  expect(isKeyed({ fields })).toBe(Object.keys(names).length > 0)
})

test('a name of 510 UTF-16 units is looked up, and none that is longer', () => {
  expect(namesIn({ slug: 'x'.repeat(510) })).toEqual({ slug: 'x'.repeat(510) })
  expect(namesIn({ slug: 'x'.repeat(511) })).toEqual({})
})
