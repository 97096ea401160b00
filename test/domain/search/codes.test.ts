import { expect, test } from 'vitest'
import { search } from '../../../lib/domain/search/search.ts'
import { makeIndex, type SearchedProduct } from '../../../lib/domain/search/search-index.ts'
import { searchedProduct } from './searched-product.ts'

const product = (id: string, more: Partial<SearchedProduct> = {}) =>
  searchedProduct(id, { name: `Thing ${id}`, ...more })

const sold = { option_values: {}, price: 100, compare_at_price: null }

const INDEX = makeIndex(
  [
    product('mill', { brand: 'Nordholz', gtin: '4006381333931', mpn: 'NH-18/B' }),
    product('drill', { gtin: '036000291452', mpn: 'walnut' }),
    product('shirt', { variants: [{ ...sold, gtin: '96385074', mpn: 'ab 12' }, sold] }),
    product('walnut', { name: 'Walnut oil 250', description: 'walnut' }),
  ],
  [],
)

const found = (text: string) => search(INDEX, { text }).ids.sort()

test.each([
  ['4006381333931', ['mill']],
  ['400-6381-333931', ['mill']],
  ['kettle 4006381333931 Nordholz', ['mill']],
  ['036000291452', ['drill']],
  // The same GTIN with 13 and with 14 digits (GS1), as a scanner writes it.
  ['0036000291452', ['drill']],
  ['00036000291452', ['drill']],
  ['36000291452', ['drill']],
  ['96385074', ['shirt']],
  ['NH-18/B', ['mill']],
  ['nh18b', ['mill']],
  ['NH–18/B', ['mill']],
  ['AB 12', ['shirt']],
  ['ab12', ['shirt']],
  ['ＡＢ１２', ['shirt']],
  ['nordholz', ['mill']],
])('%s finds the product that has this code', (text, ids) => {
  expect(found(text)).toEqual(ids)
  expect(search(INDEX, { text }).corrected).toBeUndefined()
})

test.each(['4006381', '381333931', '4006381333932', '638', 'NH-18', '18/B', '#4006381333931x', '00'])(
  'a code is found as a whole: %s finds nothing',
  (text) => {
    expect(found(text).includes('mill')).toBe(false)
  },
)

test('a code hides no words: both products are found', () => {
  expect(found('walnut')).toEqual(['drill', 'walnut'])
  expect(found('walnut oil')).toEqual(['walnut'])
})

test.each([
  ['CF283A', 'toner'],
  ['cf 283-a', 'toner'],
  ['hp cf283a', 'toner'],
  ['283', 'number'],
  // A code of letters is as likely a word.
  ['walnut', 'walnut'],
  // A number of something else.
  ['thing 283', 'called'],
])('%s finds the product of exactly this part number first', (text, first) => {
  const index = makeIndex(
    [
      product('other', { name: 'HP CF283A toner pack', description: 'CF283A CF283A 283' }),
      product('same', { name: 'CF283A' }),
      product('toner', {
        name: 'A black toner for many machines',
        brand: 'HP',
        mpn: 'CF 283 A',
        position: 1,
      }),
      product('number', { name: 'Thing', mpn: '283', position: 1 }),
      product('walnut', { name: 'Walnut' }),
      product('drill', { name: 'Drill walnut', mpn: 'walnut', position: -1 }),
      product('called', { name: 'Thing 283' }),
    ],
    [],
  )
  expect(search(index, { text }).ids[0]).toBe(first)
})

test.each(['12.5', '12,5', 'pump 12.5'])('%s finds the product whose part number is this decimal', (text) => {
  const index = makeIndex(
    [product('pump', { name: 'Pump', mpn: '12.5' }), product('other', { mpn: '125' })],
    [],
  )
  expect(search(index, { text })).toMatchObject({ ids: ['pump'], isRelaxed: false })
})

test('a decimal is not the code that it would be without its mark', () => {
  const index = makeIndex([product('part', { mpn: '156' }), product('laptop', { name: 'Laptop 15.6"' })], [])
  expect(search(index, { text: '15.6' }).ids).toEqual(['laptop'])
  expect(search(index, { text: 'laptop 15,6' }).ids).toEqual(['laptop'])
  expect(search(index, { text: '156' }).ids).toEqual(['part'])
})

test('codes make no difference to how other words are found and corrected', () => {
  const many = Array.from({ length: 300 }, (_, n) =>
    product(`p${n}`, { name: `Tea`, gtin: String(1e12 + n), mpn: `x${n}` }),
  )
  const index = makeIndex([...many, product('tea', { name: 'Sencha' })], [])
  expect(search(index, { text: 'sencah' })).toMatchObject({ ids: ['tea'], corrected: 'sencha' })
  expect(search(index, { text: '100' }).ids).toEqual([])
})
