import { compareTexts } from '../text/compare-texts.ts'
import { foldName } from '../text/name-order.ts'
import { type Lists, listsOf, startsOf } from './lists.ts'
import { NAMELESS, type OptionValue, OptionValues, Places } from './places.ts'
import { narrowRanges, type PriceRanges, stepOf } from './price-ranges.ts'
import { type Postings, type Texts, WordCount } from './word-count.ts'
import { codeOf } from './words.ts'

/** A product as a search sees it: fields of its public card, and its enabled variants. */
export interface SearchedProduct {
  id: string
  name: string
  description: string
  tags: readonly string[]
  category_id: string
  additional_category_ids: readonly string[]
  position: number
  price: number
  compare_at_price: number | null
  is_available: boolean
  brand?: string | undefined
  gtin?: string | undefined
  mpn?: string | undefined
  /** Of a product with options, its enabled variants. One that has none is sold as it is. */
  variants?: readonly SearchedVariant[] | undefined
}

interface SearchedVariant {
  option_values: Readonly<Record<string, string>>
  price: number
  compare_at_price: number | null
  gtin?: string | undefined
  mpn?: string | undefined
}

/** A category by which products are found: those in it, and those in categories below it. */
export interface SearchedCategory {
  id: string
  name: string
  parent_id: string | null
  /** False for one that is not a value of a facet. */
  is_listed: boolean
}

/** Products as arrays, each by its place in the order of positions. It holds nothing that a card does not have. */
export interface SearchIndex {
  ids: readonly string[]
  /** As they are compared. */
  names: readonly string[]
  positions: Uint32Array
  prices: Float64Array
  isAvailable: Uint8Array
  isOnSale: Uint8Array
  categories: readonly SearchedCategory[]
  /** By the product, places in `categories`: its own first, then those above it, the additional ones and those above them. */
  categoryLists: Lists
  tags: readonly string[]
  /** By the product, places in `tags`. */
  tagLists: Lists
  /** The first offer of each product, which are its variants or the product itself, and one more. */
  offerStarts: Uint32Array
  offerPrices: Float64Array
  /** The step that each price is in. */
  offerSteps: Uint8Array
  priceRanges: PriceRanges
  optionValues: readonly OptionValue[]
  /** By the offer, places in `optionValues`. */
  valueLists: Lists
  postings: Postings
  /** The places of the products in each order, besides their own. */
  orders: Record<Order, Uint32Array>
}

/** An order of products that is not that of their places. */
export type Order = 'name' | 'price' | 'created_at'

/**
 * Makes the index of a shop.
 *
 * @param products the public ones
 * @param categories all of the shop's
 * @param averageLength of texts, if the index is to be merged into another one: that of the other one
 */
export function makeIndex(
  products: readonly SearchedProduct[],
  categories: readonly SearchedCategory[],
  averageLength?: number,
): SearchIndex {
  const known = new Map(categories.map((category) => [category.id, category]))
  const places = new Places(categories.map(({ id }) => id))
  const tags = new Places<string>([], NAMELESS)
  const values = new OptionValues()
  const words = new WordCount()
  const sorted = inPositions(products)
  const offers = sorted.map(({ product }) => offersOf(product))
  const all = offers.flat()
  const offerSteps = Uint8Array.from(all, ({ price }) => stepOf(price))
  for (const { product } of sorted) {
    const [category = '', ...above] = namesAbove(product.category_id, known)
    words.add(textsOf(product, category), codesOf(product), above)
  }
  const categoryLists = listsOf(
    sorted.map(({ product }) => categoriesOf(product, known).map((id) => places.of(id))),
  )
  const tagLists = listsOf(sorted.map(({ product }) => product.tags.map((tag) => tags.of(tag))))
  const valueLists = listsOf(
    all.map(({ option_values }) =>
      Object.entries(option_values).map(([name, value]) => values.of(name, value)),
    ),
  )
  const index = {
    ids: sorted.map(({ product }) => product.id),
    names: sorted.map(({ name }) => name),
    positions: Uint32Array.from(sorted, ({ product }) => product.position),
    prices: Float64Array.from(sorted, ({ product }) => product.price),
    isAvailable: Uint8Array.from(sorted, ({ product }) => Number(product.is_available)),
    isOnSale: Uint8Array.from(sorted, ({ product }) => Number(isOnSale(product))),
    categoryLists,
    categories: places.all.map((id) => categoryIn(known, id)),
    tagLists,
    tags: tags.all,
    offerStarts: startsOf(offers.map(({ length }) => length)),
    offerPrices: Float64Array.from(all, ({ price }) => price),
    offerSteps,
    priceRanges: narrowRanges(offerSteps),
    valueLists,
    optionValues: values.all,
    postings: words.postings(averageLength),
  }
  return {
    ...index,
    orders: {
      name: ordered(index, 'name'),
      price: ordered(index, 'price'),
      created_at: ordered(index, 'created_at'),
    },
  }
}

/** A category, also one that is not known yet. */
export const categoryIn = (known: ReadonlyMap<string, SearchedCategory>, id: string): SearchedCategory =>
  known.get(id) ?? { id, name: id, parent_id: null, is_listed: true }

/** The ids of the categories by which a product is found, each once: its own, the additional ones and those above. */
const categoriesOf = (
  { category_id, additional_category_ids }: SearchedProduct,
  known: ReadonlyMap<string, SearchedCategory>,
): string[] => [...withThoseAbove([category_id, ...additional_category_ids], known)]

/** The names of a category and of those above it. */
const namesAbove = (category: string, known: ReadonlyMap<string, SearchedCategory>): string[] =>
  [...withThoseAbove([category], known)].map((id) => known.get(id)?.name ?? '')

/** Categories and those above them, each once: also the end of parents that are a circle, because they are read while they change. */
function withThoseAbove(
  categories: readonly string[],
  known: ReadonlyMap<string, SearchedCategory>,
): Set<string> {
  const ids = new Set<string>()
  for (const id of categories)
    for (let next: string | null | undefined = id; next && !ids.has(next); next = known.get(next)?.parent_id)
      ids.add(next)
  return ids
}

/** The products with their names as they are compared, in the order of their places. */
function inPositions(products: readonly SearchedProduct[]) {
  const named = products.map((product) => ({ product, name: foldName(product.name) }))
  return named.sort(
    (a, b) =>
      a.product.position - b.product.position ||
      compareTexts(a.name, b.name) ||
      compareTexts(a.product.id, b.product.id),
  )
}

/** The offers of a product. */
const offersOf = ({ variants, price, compare_at_price }: SearchedProduct): readonly SearchedVariant[] =>
  variants?.length ? variants : [{ option_values: {}, price, compare_at_price }]

function textsOf(product: SearchedProduct, category: string): Texts {
  const { name, description, tags, brand = '', variants = [] } = product
  const values = new Set(variants.flatMap(({ option_values }) => Object.values(option_values)))
  return {
    name: [name],
    brand: [brand],
    tags,
    category: [category],
    values: [...values],
    description: [description],
  }
}

/** The GTINs and part numbers of a product and its variants. */
const codesOf = ({ variants = [], ...product }: SearchedProduct): ReadonlySet<string> =>
  new Set(
    [product, ...variants].flatMap(({ gtin = '', mpn = '' }) =>
      [codeOf(gtin) ?? [], codeOf(mpn) ?? []].flat(),
    ),
  )

/** True if something of the product costs less than before. */
export const isOnSale = (product: SearchedProduct): boolean =>
  offersOf(product).some(({ price, compare_at_price }) => (compare_at_price ?? 0) > price)

/** How products of two indexes are in the order of places: by position, then name, then id. */
export const compareByPosition = (one: SearchIndex, a: number, other: SearchIndex, b: number): number =>
  (one.positions[a] ?? 0) - (other.positions[b] ?? 0) ||
  compareTexts(one.names[a] ?? '', other.names[b] ?? '') ||
  compareTexts(one.ids[a] ?? '', other.ids[b] ?? '')

type Sorted = Pick<SearchIndex, 'ids' | 'names' | 'prices'>

/** How two products are in an order, by their places: those that are equal by their ids. */
export function comparer({ ids, names, prices }: Sorted, order: Order): (a: number, b: number) => number {
  const byId = (a: number, b: number) => compareTexts(ids[a] ?? '', ids[b] ?? '')
  if (order === 'name') return (a, b) => compareTexts(names[a] ?? '', names[b] ?? '') || byId(a, b)
  if (order === 'price') return (a, b) => (prices[a] ?? 0) - (prices[b] ?? 0) || byId(a, b)
  return byId
}

const ordered = (index: Sorted, order: Order): Uint32Array =>
  Uint32Array.from(index.ids.keys()).sort(comparer(index, order))
