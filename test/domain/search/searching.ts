import { expect } from 'vitest'
import { type Search, search } from '../../../lib/domain/search/search.ts'
import type { SearchedProduct, SearchIndex } from '../../../lib/domain/search/search-index.ts'
import { Run } from '../../prove/run.ts'
import { type Dice, randomProduct } from './random-catalogue.ts'

/** A run of this many random queries; the chance that leads it is a seed's. */
export const runOf = (count: number, seed = 33) => new Run('search', seed, { count })
export const dice = (seed: number): Dice => {
  const run = runOf(0, seed)
  return (sides) => run.below(sides)
}

const NAMES = ['green tea', 'tea', 'tea pot', 'pot', 'green pot', 'black tea']
export const SORTS = ['relevance', 'position', 'name', 'price', 'created_at'] as const
export const namedProduct = (roll: Dice, n: number): SearchedProduct => ({
  ...randomProduct(roll, n),
  id: `p${String(n).padStart(4, '0')}`,
  name: NAMES[roll(6)] ?? '',
})

/** The hits of all pages, one page after the other; `between` gives the index from the next page on. */
export function throughPages(
  index: SearchIndex,
  query: Search,
  between: () => SearchIndex = () => index,
): string[] {
  const ids: string[] = []
  for (let now = index, after: string | undefined; ; now = between()) {
    const page = search(now, { ...query, after })
    ids.push(...page.ids)
    if (page.next === undefined) return ids
    expect(page.ids).toHaveLength(query.limit ?? 0)
    after = page.next
  }
}
