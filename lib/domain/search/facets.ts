import type { Facet, FacetName, FacetValue } from './facet.ts'
import { type Judge, KIND, OPTION } from './filters.ts'
import type { Lists } from './lists.ts'
import { optionFilterText } from './option-filter.ts'
import { NAMELESS } from './places.ts'
import { PriceCount } from './price-ranges.ts'
import type { SearchIndex } from './search-index.ts'

/** The most values of a facet that are returned, the most frequent first. */
const MOST_VALUES = 20

/** The most options that are counted, in a shop where each product may have its own. */
export const MOST_OPTIONS = 50

/** The places of the products that meet all conditions, and the facets of all that meet them except their own. */
export function filterAndCount(
  index: SearchIndex,
  places: Iterable<number>,
  { judge, facets }: { judge: Judge; facets: readonly FacetName[] },
): { hits: number[]; facets: Facet[] } {
  const counting = new Counting(index, judge, facets)
  const hits: number[] = []
  for (const place of places) if (counting.take(place)) hits.push(place)
  return { hits, facets: counting.facets() }
}

/** Things of which products are counted: one count for each category, tag, yes and no, and value of an option. */
type Counted = 'category' | 'tag' | 'is_available' | 'on_sale' | 'value'

class Counting {
  readonly #index: SearchIndex
  readonly #judge: Judge
  readonly #wants: ReadonlySet<FacetName>
  readonly #counts: Record<Counted, Uint32Array>
  readonly #prices: PriceCount
  /** The last product that was counted for each value of an option. */
  readonly #counted: Int32Array
  /** The kind of the option that each value is of, none if it has no condition. */
  readonly #kinds: readonly number[]

  constructor(index: SearchIndex, judge: Judge, facets: readonly FacetName[]) {
    this.#index = index
    this.#judge = judge
    this.#wants = new Set(facets)
    this.#prices = new PriceCount(index.priceRanges.starts)
    const { categories, tags, optionValues } = index
    this.#counts = {
      category: new Uint32Array(categories.length),
      tag: new Uint32Array(tags.length),
      is_available: new Uint32Array(2),
      on_sale: new Uint32Array(2),
      value: new Uint32Array(optionValues.length),
    }
    this.#counted = new Int32Array(optionValues.length).fill(-1)
    const kindOf = (nameKey: string) => {
      const place = judge.optionNames.indexOf(nameKey)
      return place === -1 ? -1 : OPTION + place
    }
    this.#kinds = optionValues.map(({ nameKey }) => kindOf(nameKey))
  }

  /** Counts a product for every facet whose own condition is the only one that it may miss; true if it meets all. */
  take(place: number): boolean {
    const { offerStarts, offerSteps, priceRanges } = this.#index
    const own = this.#judge.ofProduct(place)
    // Two conditions of the product itself, and no facet can count it.
    if ((own & (own - 1)) !== 0) return false
    let isHit = false
    let isSold = false
    let ranges = 0
    for (let offer = offerStarts[place] ?? 0; offer < (offerStarts[place + 1] ?? 0); offer++) {
      const failed = this.#judge.ofOffer(offer)
      if (failed === 0) isSold = true
      if (own === 0 && failed === 0) isHit = true
      if (own !== 0) continue
      if ((failed & ~(1 << KIND.price)) === 0)
        ranges |= 1 << (priceRanges.ofStep[offerSteps[offer] ?? 0] ?? 0)
      this.#countValues(place, offer, failed)
    }
    this.#prices.add(ranges)
    if (isSold) this.#countProduct(place, own)
    return isHit
  }

  #countValues(place: number, offer: number, failed: number): void {
    if (!this.#wants.has('option')) return
    const { starts, all } = this.#index.valueLists
    for (let n = starts[offer] ?? 0; n < (starts[offer + 1] ?? 0); n++) {
      const value = all[n] ?? 0
      const kind = this.#kinds[value] ?? -1
      if ((kind === -1 ? failed : failed & ~(1 << kind)) !== 0 || this.#counted[value] === place) continue
      this.#counted[value] = place
      this.#add('value', value)
    }
  }

  #countProduct(place: number, own: number): void {
    const { categoryLists, tagLists, isAvailable, isOnSale } = this.#index
    const isOnly = (kind: number) => (own & ~(1 << kind)) === 0
    if (isOnly(KIND.category)) this.#addAll('category', place, categoryLists)
    if (isOnly(KIND.tag)) this.#addAll('tag', place, tagLists)
    if (isOnly(KIND.isAvailable)) this.#add('is_available', isAvailable[place] ?? 0)
    if (isOnly(KIND.isOnSale)) this.#add('on_sale', isOnSale[place] ?? 0)
  }

  #addAll(of: Counted, place: number, { starts, all }: Lists): void {
    for (let n = starts[place] ?? 0; n < (starts[place + 1] ?? 0); n++) this.#add(of, all[n] ?? 0)
  }

  #add(of: Counted, value: number): void {
    const counts = this.#counts[of]
    counts[value] = (counts[value] ?? 0) + 1
  }

  /** The facets in the order of the request. */
  facets(): Facet[] {
    return [...this.#wants].flatMap((name) => this.#facetsOf(name))
  }

  #facetsOf(name: FacetName): Facet[] {
    if (name === 'option') return this.#optionFacets()
    return [{ name, label: name, values: this.#valuesOf(name) }]
  }

  #valuesOf(name: Exclude<FacetName, 'option'>): FacetValue[] {
    const { categories, tags } = this.#index
    switch (name) {
      case 'category':
        return frequent(this.#counts.category, (n) => {
          const { id = '', name = '', is_listed = true } = categories[n] ?? {}
          return [id, is_listed ? name : NAMELESS]
        })
      case 'tag':
        return frequent(this.#counts.tag, (n) => [tags[n] ?? '', tags[n] ?? ''])
      case 'price':
        return this.#prices.ranges()
      default:
        return frequent(this.#counts[name], (n) => [String(n === 1), String(n === 1)])
    }
  }

  /** A facet for each option of which a product has a value, the most frequent first, equally frequent ones by name. */
  #optionFacets(): Facet[] {
    const { optionValues } = this.#index
    const byName = Map.groupBy(optionValues.keys(), (place) => optionValues[place]?.nameKey ?? '')
    const facets = [...byName].flatMap(([key, places]) => {
      const label = optionValues[places[0] ?? 0]?.name ?? ''
      const named = (place: number): [string, string] => {
        const { value = '' } = optionValues[place] ?? {}
        return [optionFilterText({ name: label, value }), value]
      }
      const values = frequent(this.#counts.value, named, places)
      const count = values.reduce((sum, value) => sum + value.count, 0)
      return count > 0 ? [{ key, count, facet: { name: 'option' as const, label, values } }] : []
    })
    return facets
      .sort((a, b) => b.count - a.count || (a.key < b.key ? -1 : 1))
      .slice(0, MOST_OPTIONS)
      .map(({ facet }) => facet)
  }
}

/**
 * The values that products have, the most frequent first, equally frequent ones by their texts. `named` says how a value is
 * sent, and its label.
 */
function frequent(
  counts: Uint32Array,
  named: (place: number) => [value: string, label: string],
  among: Iterable<number> = counts.keys(),
): FacetValue[] {
  const best: FacetValue[] = []
  for (const place of among) {
    const count = counts[place] ?? 0
    const last = best[MOST_VALUES - 1]
    // Of most values that is all that is looked at.
    if (count === 0 || (last && count < last.count)) continue
    const [value, label] = named(place)
    if (label === NAMELESS) continue
    const next = best.findIndex((one) => one.count < count || (one.count === count && value < one.value))
    best.splice(next === -1 ? best.length : next, 0, { value, label, count })
    best.splice(MOST_VALUES)
  }
  return best
}
