import { firstFrom } from './first-from.ts'
import { type Lists, startsOf } from './lists.ts'
import { mergedPostings } from './merge-postings.ts'
import { NAMELESS, OptionValues, Places } from './places.ts'
import { narrowRanges } from './price-ranges.ts'
import { categoryIn, compareByPosition, comparer, type Order, type SearchIndex } from './search-index.ts'

/**
 * The origin of each item of a merged list: its place in the first list, or the complement (`~`) of its place in the
 * second.
 */
type Origins = Int32Array

/**
 * An index in which some products are up to date. It reads the arrays once, and does not read the texts
 * of those that stay.
 *
 * @param gone the ids of products that are left out, also those that `changed` has
 * @param changed the index of the products that are new or not as they were
 */
export function withChanges(
  index: SearchIndex,
  gone: ReadonlySet<string>,
  changed: SearchIndex,
): SearchIndex {
  const products = productOrigins(index, gone, changed)
  const offers = offerOrigins(index, changed, products)
  const categories = new Places(index.categories.map(({ id }) => id))
  const tags = new Places(index.tags, NAMELESS)
  const values = new OptionValues(index.optionValues)
  const categoryPlaces = changed.categories.map(({ id }) => categories.of(id))
  const tagPlaces = changed.tags.map((tag) => tags.of(tag))
  const valuePlaces = changed.optionValues.map(({ name, value }) => values.of(name, value))
  const known = new Map(
    [...index.categories, ...changed.categories].map((category) => [category.id, category]),
  )
  const offerSteps = numbers(offers, index.offerSteps, changed.offerSteps, new Uint8Array(offers.length))
  const count = products.length
  const merged = {
    ids: texts(products, index.ids, changed.ids),
    names: texts(products, index.names, changed.names),
    positions: numbers(products, index.positions, changed.positions, new Uint32Array(count)),
    prices: numbers(products, index.prices, changed.prices, new Float64Array(count)),
    isAvailable: numbers(products, index.isAvailable, changed.isAvailable, new Uint8Array(count)),
    isOnSale: numbers(products, index.isOnSale, changed.isOnSale, new Uint8Array(count)),
    categories: categories.all.map((id) => categoryIn(known, id)),
    categoryLists: lists(products, index.categoryLists, placed(changed.categoryLists, categoryPlaces)),
    tags: tags.all,
    tagLists: lists(products, index.tagLists, placed(changed.tagLists, tagPlaces)),
    offerStarts: startsOf(lengths(products, index.offerStarts, changed.offerStarts)),
    offerPrices: numbers(offers, index.offerPrices, changed.offerPrices, new Float64Array(offers.length)),
    offerSteps,
    priceRanges: narrowRanges(offerSteps),
    optionValues: values.all,
    valueLists: lists(offers, index.valueLists, placed(changed.valueLists, valuePlaces)),
  }
  const [places, changedPlaces] = newPlaces(index, changed, products)
  const ordered = (order: Order) =>
    sorted(
      moved(index.orders[order], places),
      moved(changed.orders[order], changedPlaces),
      comparer(merged, order),
    )
  return {
    ...merged,
    postings: mergedPostings(
      { postings: index.postings, places },
      { postings: changed.postings, places: changedPlaces },
    ),
    orders: { name: ordered('name'), price: ordered('price'), created_at: ordered('created_at') },
  }
}

/** The products in the order of positions. */
function productOrigins(index: SearchIndex, gone: ReadonlySet<string>, changed: SearchIndex): Origins {
  const left = [...gone].flatMap((id) => placeOf(index, id) ?? []).sort((a, b) => a - b)
  const inserted = Array.from(changed.ids.keys(), (place) => ({
    place,
    before: firstFrom(index.ids.length, (other) => compareByPosition(index, other, changed, place) < 0),
  }))
  const origins = new Int32Array(index.ids.length + changed.ids.length)
  let [count, next] = [0, 0]
  const takeUntil = (end: number) => {
    for (; next < end; next++)
      if (next === left[0]) left.shift()
      else origins[count++] = next
  }
  for (const { place, before } of inserted) {
    takeUntil(before)
    origins[count++] = ~place
  }
  takeUntil(index.ids.length)
  return origins.slice(0, count)
}

/** The place of a product, if it is in an index: ids are in order. */
export function placeOf({ ids, orders: { created_at: byId } }: SearchIndex, id: string): number | undefined {
  const place = byId[firstFrom(byId.length, (n) => (ids[byId[n] ?? 0] ?? '') < id)]
  return place !== undefined && ids[place] === id ? place : undefined
}

function offerOrigins(index: SearchIndex, changed: SearchIndex, products: Origins): Origins {
  const counts = lengths(products, index.offerStarts, changed.offerStarts)
  const starts = startsOf(counts)
  const origins = new Int32Array(starts.at(-1) ?? 0)
  for (const [n, origin] of products.entries()) {
    const first = origin < 0 ? (changed.offerStarts[~origin] ?? 0) : (index.offerStarts[origin] ?? 0)
    for (let k = 0; k < (counts[n] ?? 0); k++)
      origins[(starts[n] ?? 0) + k] = origin < 0 ? ~(first + k) : first + k
  }
  return origins
}

/** The new place of each product of both indexes. */
function newPlaces(index: SearchIndex, changed: SearchIndex, products: Origins): [Int32Array, Int32Array] {
  const places = new Int32Array(index.ids.length).fill(-1)
  const changedPlaces = new Int32Array(changed.ids.length)
  for (const [n, origin] of products.entries())
    if (origin < 0) changedPlaces[~origin] = n
    else places[origin] = n
  return [places, changedPlaces]
}

function texts(origins: Origins, first: readonly string[], second: readonly string[]): string[] {
  const all = new Array<string>(origins.length)
  for (let n = 0; n < origins.length; n++) {
    const origin = origins[n] ?? 0
    all[n] = (origin < 0 ? second[~origin] : first[origin]) ?? ''
  }
  return all
}

/** Puts the numbers of both into an array of their kind. */
function numbers<T extends Uint8Array | Uint32Array | Float64Array>(
  origins: Origins,
  first: T,
  second: T,
  all: T,
): T {
  for (let n = 0; n < origins.length; n++) {
    const origin = origins[n] ?? 0
    all[n] = (origin < 0 ? second[~origin] : first[origin]) ?? 0
  }
  return all
}

/** How long the lists are that begin at these starts. */
function lengths(origins: Origins, first: Uint32Array, second: Uint32Array): Uint32Array {
  const all = new Uint32Array(origins.length)
  for (let n = 0; n < origins.length; n++) {
    const origin = origins[n] ?? 0
    const starts = origin < 0 ? second : first
    const place = origin < 0 ? ~origin : origin
    all[n] = (starts[place + 1] ?? 0) - (starts[place] ?? 0)
  }
  return all
}

function lists(origins: Origins, first: Lists, second: Lists): Lists {
  const starts = startsOf(lengths(origins, first.starts, second.starts))
  const all = new Uint32Array(starts.at(-1) ?? 0)
  let count = 0
  for (let n = 0; n < origins.length; n++) {
    const origin = origins[n] ?? 0
    const from = origin < 0 ? second : first
    const place = origin < 0 ? ~origin : origin
    for (let k = from.starts[place] ?? 0; k < (from.starts[place + 1] ?? 0); k++)
      all[count++] = from.all[k] ?? 0
  }
  return { starts, all }
}

/** Lists whose numbers are places among other things than before. */
const placed = ({ starts, all }: Lists, places: readonly number[]): Lists => ({
  starts,
  all: all.map((place) => places[place] ?? 0),
})

/** The new places of these products, without those that have none. */
function moved(order: Uint32Array, places: Int32Array): Uint32Array {
  const all = new Uint32Array(order.length)
  let count = 0
  for (let n = 0; n < order.length; n++) {
    const place = places[order[n] ?? 0] ?? -1
    if (place !== -1) all[count++] = place
  }
  return all.subarray(0, count)
}

/** Both as one, sorted as they are. The second has few. */
function sorted(first: Uint32Array, second: Uint32Array, compare: (a: number, b: number) => number) {
  const all = new Uint32Array(first.length + second.length)
  let [count, taken] = [0, 0]
  const takeUntil = (end: number) => {
    all.set(first.subarray(taken, end), count)
    count += end - taken
    taken = end
  }
  for (const place of second) {
    takeUntil(firstFrom(first.length, (n) => compare(first[n] ?? 0, place) < 0))
    all[count++] = place
  }
  takeUntil(first.length)
  return all
}
