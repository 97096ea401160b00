import { MOST_BYTES } from '../../lib/data/search/read-shop.ts'
import { READ_AGAIN_MS, STORED_AGAIN_MS } from '../../lib/data/search/renewal-times.ts'
import { MOST_CHANGES } from '../../lib/data/search/searched-shop.ts'
import { STORED_FROM_BYTES } from '../../lib/data/search/stored-index.ts'
import { FACETS } from '../../lib/domain/search/facet.ts'
import { MOST_DIFFERENT } from '../../lib/domain/search/places.ts'
import { search } from '../../lib/domain/search/search.ts'
import { makeIndex, type SearchedProduct } from '../../lib/domain/search/search-index.ts'
import { MOST_WORDS } from '../../lib/domain/search/word-count.ts'
import { productSearchParameters, readProductSearch } from '../../lib/http/lists/product-search.ts'
import { searchedProduct } from '../domain/search/searched-product.ts'
import { type Check, is, long, passes, some, takes } from './limit-check.ts'

const { q, category, tag, option, limit } = productSearchParameters

const product = (n: number, fields: Partial<SearchedProduct> = {}) =>
  searchedProduct(String(n).padStart(6, '0'), { name: 'tea', price: 1, ...fields })
const indexOf = (...products: SearchedProduct[]) => makeIndex(products, [])
const variantWith = (name: string) => ({
  option_values: { [name]: 'x' },
  price: 1,
  compare_at_price: null,
})
/** The rows of docs/limits.md about searches, by their first column. */
export const SEARCH_CHECKS: Record<string, Check> = {
  '`q` of a search': takes((n) => passes(() => q(long(n)))),
  'words of `q` that count': takes((n) => {
    const words = some(n, (k) => `${k}00${k}`)
    // The last one is missing, if it counts.
    return search(indexOf(product(1, { name: words.slice(0, -1).join(' ') })), { text: words.join(' ') })
      .isRelaxed
  }),
  'characters of a word that count': takes((n) => {
    // Numbers are not corrected.
    const [one, other] = [2, 3].map((last) => `${'1'.repeat(n - 1)}${last}`)
    return search(indexOf(product(1, { name: `${one}` })), { text: other }).total === 0
  }),
  'values of `category`, `tag` or `option` in a search': takes((n) =>
    [
      () => category(some(n, (k) => `c${k}`).join()),
      () =>
        tag(
          'last',
          some(n - 1, (k) => `t${k}`),
        ),
      () =>
        option(
          'Size:M',
          some(n - 1, (k) => `Size:${k}`),
        ),
    ].every(passes),
  ),
  '`limit` of a search': takes(
    (n) => passes(() => limit(String(n))) && readProductSearch('b', {}).search.limit === 50,
  ),
  'hits by relevance that can be paged through': is(() => {
    const index = indexOf(...some(1_200, (n) => product(n)))
    let found = 0
    for (let after: string | undefined; ; ) {
      const { ids, next } = search(index, { text: 'tea', limit: 40, after })
      found += ids.length
      if (next === undefined) return found
      after = next
    }
  }),
  'values of a facet': is(() => {
    const index = indexOf(...some(60, (n) => product(n, { tags: [`t${n}`] })))
    return search(index, { facets: ['tag'] }).facets[0]?.values.length
  }),
  'options that are counted': is(() => {
    const index = indexOf(...some(120, (n) => product(n, { variants: [variantWith(`o${n}`)] })))
    return search(index, { facets: FACETS }).facets.filter(({ name }) => name === 'option').length
  }),
  'different tags of a shop, and different values of options': is(() => MOST_DIFFERENT),
  'different words of a shop, those of descriptions included': is(() => MOST_WORDS),
  'bytes of a shop that a search reads': is(() => MOST_BYTES),
  'bytes of changes that a search reads': is(() => MOST_BYTES),
  'bytes of a shop from which on its index is stored': is(() => STORED_FROM_BYTES),
  'until a stored index is made again': is(() => STORED_AGAIN_MS / 1000),
  'changed products that a search reads one by one': is(() => MOST_CHANGES),
  'until a search reads a whole shop again': is(() => READ_AGAIN_MS / 1000),
}
