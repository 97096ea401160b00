import { expect, test } from 'vitest'
import { withChanges } from '../../../lib/domain/search/change-index.ts'
import { FACETS } from '../../../lib/domain/search/facet.ts'
import { type Search, search } from '../../../lib/domain/search/search.ts'
import { makeIndex } from '../../../lib/domain/search/search-index.ts'
import { searchedProduct as product } from './searched-product.ts'

const CATEGORIES = ['tea', 'pots', 'gifts'].map((id) => ({ id, name: id, parent_id: null, is_listed: true }))

const sized = (Size: string, price: number, compare_at_price: number | null = null) => ({
  option_values: { Size },
  price,
  compare_at_price,
})

/** Each product before and after its change: no two of their members change alike. */
const BEFORE = [
  product('stays'),
  product('sale', { position: 2, compare_at_price: 200, is_available: false }),
  product('sold', { position: 4, tags: ['green'] }),
  product('gone', { position: 1, compare_at_price: 300, category_id: 'pots' }),
  product('shirt', { position: 3, variants: [sized('S', 50), sized('M', 60, 70)] }),
]
const NOW = [
  product('sale', { position: 2, price: 150, category_id: 'pots', tags: ['black'] }),
  product('sold', { position: 0, name: 'a name', compare_at_price: 900, is_available: false }),
  product('shirt', { position: 9, variants: [sized('M', 80), sized('L', 40)], tags: ['green'] }),
  product('new', { position: 5, additional_category_ids: ['gifts'], price: 7 }),
]

const QUERIES: Search[] = [
  {},
  { isAvailable: true },
  { isAvailable: false },
  { isOnSale: true },
  { isOnSale: false },
  { tags: ['green'] },
  { tags: ['black'] },
  ...CATEGORIES.map(({ id }) => ({ categories: [id] })),
  { priceMin: 60, priceMax: 100 },
  { priceMax: 50 },
  ...['S', 'M', 'L'].map((value) => ({ options: [{ name: 'Size', value }] })),
  { sort: 'name' },
  { sort: 'price' },
  { sort: 'created_at' },
  { text: 'name' },
  { text: 'sold' },
]

test.each(QUERIES)('%j finds and counts the same in an index with changes as in a new one', (query) => {
  const before = makeIndex(BEFORE, CATEGORIES)
  const part = makeIndex(NOW, CATEGORIES, before.postings.averageLength)
  const changed = withChanges(before, new Set(['sale', 'sold', 'gone', 'shirt']), part)
  const anew = makeIndex([product('stays'), ...NOW], CATEGORIES)
  const asked = { ...query, facets: FACETS }
  expect(search(changed, asked)).toEqual(search(anew, asked))
})
