import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nearest } from '../../../lib/domain/text/nearest.ts'
import { plural } from '../../../lib/domain/text/plural.ts'

const NAMES = ['price', 'compare_at_price', 'sku', 'slug', 'status', 'tags']
const lower = (text: string) => text.toLowerCase()

test.each<[string, string, string | undefined]>([
  ['the same in another case', 'PRICE', 'price'],
  ['one character missing', 'prie', 'price'],
  ['one too many', 'pricee', 'price'],
  ['another one', 'prixe', 'price'],
  ['two neighbours exchanged', 'rpice', 'price'],
  ['two neighbours exchanged at the end', 'statsu', 'status'],
  ['two mistakes in a long name', 'stattuss', 'status'],
  ['two exchanges in a long name', 'comapre_at_prcie', 'compare_at_price'],
  ['three mistakes', 'stattusss', undefined],
  ['one mistake in a short name', 'sk', 'sku'],
  ['two mistakes in a short name', 'skux', 'sku'],
  ['two mistakes in a short name, which is too much', 'skuxx', undefined],
  ['a name that is nearer is the one', 'sluk', 'slug'],
  ['nothing like any', 'colour', undefined],
  ['no word', '', undefined],
])('%s: %j', (_, word, name) => {
  expect(nearest(word, NAMES, lower)).toBe(name)
})

/** The mistakes between two words by their definition: slow, and plain. */
function mistakes(a: string, b: string): number {
  if (!a || !b) return a.length + b.length
  const steps = [mistakes(a.slice(1), b) + 1, mistakes(a, b.slice(1)) + 1]
  steps.push(mistakes(a.slice(1), b.slice(1)) + (a[0] === b[0] ? 0 : 1))
  if (a.length > 1 && a[0] === b[1] && a[1] === b[0]) steps.push(mistakes(a.slice(2), b.slice(2)) + 1)
  return Math.min(...steps)
}

test('a word is a name with two mistakes at most, or one if either has fewer than five characters', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 6 })
  fc.assert(
    fc.property(word, word, (wanted, name) => {
      const most = Math.min(wanted.length, name.length) < 5 ? 1 : 2
      expect(nearest(wanted, [name], lower) === name).toBe(mistakes(wanted, name) <= most)
    }),
    { numRuns: 1_000 },
  )
})

test('of two that are as near it is the first', () => {
  expect(nearest('abcdx', ['abcde', 'abcdf'], lower)).toBe('abcde')
  expect(nearest('abcdef', ['abcdxy', 'abcdex'], lower)).toBe('abcdex')
})

test('the word for a number of things', () => {
  expect([0, 1, 2].map((n) => `${n} ${plural(n, 'row')}`)).toEqual(['0 rows', '1 row', '2 rows'])
  expect([1, 2].map((n) => plural(n, 'category', 'categories'))).toEqual(['category', 'categories'])
})
