import type { Filters } from '../../../lib/domain/search/filters.ts'
import type { SearchedProduct } from '../../../lib/domain/search/search-index.ts'

/** A whole number from 0 up to, not including, `sides`. */
export type Dice = (sides: number) => number

/** The categories of a random catalogue: `cups` are `ware`, which is `all`, and `gifts` are no value of a facet. */
export const CATEGORIES = [
  { id: 'tea', name: 'tea', parent_id: 'all', is_listed: true },
  { id: 'cups', name: 'cups', parent_id: 'ware', is_listed: true },
  { id: 'gifts', name: 'gifts', parent_id: null, is_listed: false },
  { id: 'ware', name: 'ware', parent_id: 'all', is_listed: true },
  { id: 'all', name: 'all', parent_id: null, is_listed: true },
]
const VALUES = { Size: ['S', 'M', 'L'], Colour: ['Red', 'Blue'], Grind: ['Fine'] }

/** A product whose values many others have too. */
export function randomProduct(roll: Dice, n: number): SearchedProduct {
  const price = () => roll(20) * 100
  const before = (now: number) => [null, now, now + 50][roll(3)] ?? null
  const names = Object.keys(VALUES).filter(() => roll(2) === 0) as (keyof typeof VALUES)[]
  const variants = Array.from({ length: names.length === 0 ? 0 : roll(5) }, () => {
    const now = price()
    const option_values = Object.fromEntries(
      names.map((name) => [name, VALUES[name][roll(VALUES[name].length)] ?? '']),
    )
    return { option_values, price: now, compare_at_price: before(now) }
  })
  const now = variants[0]?.price ?? price()
  return {
    id: `p${n}`,
    name: `Product ${n}`,
    description: '',
    tags: ['new', 'green', 'best'].filter(() => roll(3) === 0),
    category_id: CATEGORIES[roll(4)]?.id ?? '',
    additional_category_ids: ['gifts', 'ware', 'tea'].filter(() => roll(4) === 0),
    position: roll(9),
    price: now,
    compare_at_price: variants[0] ? variants[0].compare_at_price : before(now),
    is_available: roll(3) > 0,
    ...(names.length > 0 && { variants }),
  }
}

/** The order of positions, then names. */
export const byPosition = (a: SearchedProduct, b: SearchedProduct) =>
  a.position - b.position || (a.name < b.name ? -1 : 1)

/** Filters of which some match, and some contradict each other. */
export function randomFilters(roll: Dice): Filters {
  const some = (texts: readonly string[]) => (roll(2) === 0 ? texts.filter(() => roll(2) === 0) : undefined)
  const chance = <T>(value: T) => (roll(3) === 0 ? value : undefined)
  const options = Object.entries(VALUES).flatMap(([name, values]) =>
    roll(3) === 0 ? values.filter(() => roll(2) === 0).map((value) => ({ name, value })) : [],
  )
  return {
    categories: some(['tea', 'ware', 'gifts', 'all', 'nowhere']),
    tags: some(['new', 'green']),
    priceMin: chance(roll(15) * 100),
    priceMax: chance(roll(20) * 100),
    isAvailable: chance(roll(2) === 0),
    isOnSale: chance(roll(2) === 0),
    options,
  }
}
