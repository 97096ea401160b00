import { expect, test } from 'vitest'
import { productSearchParameters, readProductSearch } from '../../../../lib/api/http/lists/product-search.ts'
import { ADVERTISING, readParameters } from '../../../../lib/api/http/parameters/parameters.ts'
import { Problem } from '../../../../lib/api/http/problems/problem.ts'

const read = (query: string) =>
  readProductSearch('business', readParameters(query, productSearchParameters, { ignored: ADVERTISING }))
    .search

/** The parameters that are at fault. */
function faultsOf(query: string): (string | undefined)[] {
  try {
    read(query)
    return []
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    expect(error.code).toBe('invalid_parameter')
    return (error.options.errors ?? []).map((fault) => ('parameter' in fault ? fault.parameter : undefined))
  }
}

const ofLetters = (count: number) => `q=${encodeURIComponent('ä'.repeat(count))}`
const options = (count: number) => Array(count).fill('option=Size:M').join('&')

test.each([
  ['q=', 'q'],
  [ofLetters(501), 'q'],
  ['option=Size', 'option'],
  ['option=:M', 'option'],
  [options(21), 'option'],
  ['facets=size', 'facets'],
  ['sort=best', 'sort'],
  ['limit=51', 'limit'],
  ['price_min=2&price_max=1', 'price_min'],
  ['q=tea&q=pot', 'q'],
  ['on_sale=yes', 'on_sale'],
])('a search that cannot be read is refused: %s', (query, parameter) => {
  expect(faultsOf(query)).toEqual([parameter])
})

test.each([ofLetters(500), options(20), 'limit=50', 'price_min=1&price_max=1'])('%s can be read', (query) => {
  expect(faultsOf(query)).toEqual([])
})

test('a search is by relevance if it has words, else by position, and each order has its reverse', () => {
  expect(
    ['q=tea', '', 'sort=name', 'q=tea&sort=-relevance', 'sort=-created_at'].map((query) => {
      const { sort, isReverse } = read(query)
      return [sort, isReverse]
    }),
  ).toEqual([
    ['relevance', false],
    ['position', false],
    ['name', false],
    ['relevance', true],
    ['created_at', true],
  ])
})

test('each filter is that of its parameter', () => {
  const query =
    'q=tea&category=a,b&tag=x,y&tag=z&price_min=1&price_max=2&is_available=true&on_sale=false&option=Size:M&facets=tag,price&limit=7'
  expect(read(query)).toMatchObject({
    text: 'tea',
    categories: ['a', 'b'],
    tags: ['x,y', 'z'],
    priceMin: 1,
    priceMax: 2,
    isAvailable: true,
    isOnSale: false,
    options: [{ name: 'Size', value: 'M' }],
    facets: ['tag', 'price'],
    limit: 7,
  })
})
