import { isDeepStrictEqual } from 'node:util'
import { withChanges } from '../../lib/domain/search/change-index.ts'
import { FACETS, type Facet } from '../../lib/domain/search/facet.ts'
import type { Filters } from '../../lib/domain/search/filters.ts'
import { search } from '../../lib/domain/search/search.ts'
import { makeIndex, type SearchedProduct, type SearchIndex } from '../../lib/domain/search/search-index.ts'
import { naiveSearch } from '../domain/search/naive.ts'
import {
  byPosition,
  CATEGORIES,
  type Dice,
  randomFilters,
  randomProduct,
} from '../domain/search/random-catalogue.ts'
import { hold, type Run } from './run.ts'
import { proveGolden } from './search-golden.ts'

const MOST_PRODUCTS = 60
const QUERIES_OF_A_STATE = 10
const STATES = 5

/**
 * Searches in random catalogues under random filters, whose products change in between: hits, their number, and the counts of
 * every facet are those of an evaluation without an index. Counts queries. With a folder of sample catalogues it searches in
 * those too.
 */
export async function proveSearch(run: Run, { files }: { files?: string } = {}): Promise<void> {
  if (files !== undefined) await proveGolden(files, run)
  const roll: Dice = (sides) => run.below(sides)
  while (run.goesOn()) {
    const products = new Map(
      Array.from({ length: roll(MOST_PRODUCTS) }, (_, n) => [n, randomProduct(roll, n)]),
    )
    let index = makeIndex([...products.values()], CATEGORIES)
    for (let state = 0; state < STATES && run.goesOn(); state++) {
      for (let n = 0; n < QUERIES_OF_A_STATE && run.goesOn(); n++) {
        compare(index, [...products.values()].sort(byPosition), randomFilters(roll))
        run.advance()
      }
      index = changed(index, products, roll)
    }
    run.count('catalogues')
  }
}

/** Changes, adds and deletes some products, in the catalogue and in the index. */
function changed(index: SearchIndex, products: Map<number, SearchedProduct>, roll: Dice): SearchIndex {
  const names = new Set(Array.from({ length: roll(8) }, () => roll(MOST_PRODUCTS)))
  const now: SearchedProduct[] = []
  for (const n of names) {
    products.delete(n)
    if (roll(3) === 0) continue
    const product = randomProduct(roll, n)
    products.set(n, product)
    now.push(product)
  }
  const part = makeIndex(now, CATEGORIES, index.postings.averageLength)
  return withChanges(index, new Set([...names].map((n) => `p${n}`)), part)
}

function compare(index: SearchIndex, products: readonly SearchedProduct[], filters: Filters): void {
  const { ids, total, facets } = search(index, { ...filters, facets: FACETS })
  const naive = naiveSearch(products, filters)
  const query = () => JSON.stringify(filters)
  hold(isDeepStrictEqual(ids, naive.hits), () => `${query()} finds ${ids}, not ${naive.hits}`)
  hold(total === naive.hits.length, () => `${query()} counts ${total} hits, not ${naive.hits.length}`)
  for (const facet of facets) compareFacet(facet, naive, query)
}

function compareFacet(
  { name, label, values }: Facet,
  naive: ReturnType<typeof naiveSearch>,
  query: () => string,
): void {
  if (name === 'price') {
    for (const { value, count } of values) {
      const [min = '', max = ''] = value.split('-')
      const due = naive.inRange(Number(min), max === '' ? Number.POSITIVE_INFINITY : Number(max))
      hold(count === due, () => `${query()}: ${count} and not ${due} cost ${value}`)
    }
    return
  }
  const counts = new Map(values.map((one) => [name === 'option' ? one.label : one.value, one.count]))
  const due = name === 'option' ? naive.options(label) : naive.facets[name]
  const shown = (of: Map<string, number> | undefined) => JSON.stringify([...(of ?? [])])
  hold(isDeepStrictEqual(counts, due), () => `${query()}: ${label} has ${shown(counts)}, not ${shown(due)}`)
}
