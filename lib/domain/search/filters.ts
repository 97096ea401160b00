import type { Lists } from './lists.ts'
import type { OptionFilter } from './option-filter.ts'
import { optionKey } from './places.ts'
import type { SearchIndex } from './search-index.ts'

/** The conditions of a search, besides its words. Values of one kind are alternatives. */
export interface Filters {
  /** Ids of categories, each with all categories below it. */
  categories?: readonly string[] | undefined
  tags?: readonly string[] | undefined
  /** In the minor unit, both included. */
  priceMin?: number | undefined
  priceMax?: number | undefined
  isAvailable?: boolean | undefined
  isOnSale?: boolean | undefined
  /** Alternatives by the name of their option. One and the same offer has a value of each option, and the price. */
  options?: readonly OptionFilter[] | undefined
}

/** The kinds of conditions. Each option is one more, from `OPTION` on. */
export const KIND = { category: 0, tag: 1, isAvailable: 2, isOnSale: 3, price: 4 } as const
export const OPTION = 5

/** Conditions as they are checked. Failures are sets of kinds: a bit for each. */
export interface Judge {
  /** The names of the options that have a condition, as they are compared. */
  optionNames: readonly string[]
  /** The conditions of the product itself that it does not meet. */
  ofProduct(place: number): number
  /** The conditions that an offer does not meet. */
  ofOffer(offer: number): number
}

/** Compiles the filters into a predicate for the products of an index. */
export function judgeOf(index: SearchIndex, filters: Filters): Judge {
  const { categories, tags, isAvailable, isOnSale, priceMin, priceMax, options = [] } = filters
  const category = flagsOf(
    index.categories.map(({ id }) => id),
    categories,
  )
  const tag = flagsOf(index.tags, tags)
  const optionNames = [...new Set(options.map(({ name }) => optionKey(name)))]
  const wanted = optionNames.map((nameKey) => {
    const keys = options
      .filter(({ name }) => optionKey(name) === nameKey)
      .map(({ value }) => optionKey(value))
    return Uint8Array.from(index.optionValues, (one) =>
      Number(one.nameKey === nameKey && keys.includes(one.key)),
    )
  })
  return {
    optionNames,
    ofProduct(place) {
      let failed = 0
      if (category && !hasOne(index.categoryLists, place, category)) failed |= 1 << KIND.category
      if (tag && !hasOne(index.tagLists, place, tag)) failed |= 1 << KIND.tag
      if (isAvailable !== undefined && (index.isAvailable[place] === 1) !== isAvailable)
        failed |= 1 << KIND.isAvailable
      if (isOnSale !== undefined && (index.isOnSale[place] === 1) !== isOnSale) failed |= 1 << KIND.isOnSale
      return failed
    },
    ofOffer(offer) {
      const price = index.offerPrices[offer] ?? 0
      let failed = price < (priceMin ?? 0) || price > (priceMax ?? Infinity) ? 1 << KIND.price : 0
      for (let n = 0; n < wanted.length; n++)
        if (!hasOne(index.valueLists, offer, wanted[n])) failed |= 1 << (OPTION + n)
      return failed
    },
  }
}

/** Of all things, 1 for those among some; undefined where there is no condition. */
function flagsOf(all: readonly string[], some: readonly string[] | undefined): Uint8Array | undefined {
  return some && Uint8Array.from(all, (one) => Number(some.includes(one)))
}

function hasOne({ starts, all }: Lists, of: number, wanted: Uint8Array | undefined): boolean {
  const end = starts[of + 1] ?? 0
  for (let n = starts[of] ?? 0; n < end; n++) if (wanted?.[all[n] ?? 0]) return true
  return false
}
