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

test('of two that are as near it is the first', () => {
  expect(nearest('abcdx', ['abcde', 'abcdf'], lower)).toBe('abcde')
  expect(nearest('abcdef', ['abcdxy', 'abcdex'], lower)).toBe('abcdex')
})

test('the word for a number of things', () => {
  expect([0, 1, 2].map((n) => `${n} ${plural(n, 'row')}`)).toEqual(['0 rows', '1 row', '2 rows'])
  expect([1, 2].map((n) => plural(n, 'category', 'categories'))).toEqual(['category', 'categories'])
})
