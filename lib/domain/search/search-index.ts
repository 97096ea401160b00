import { foldName } from '../text/name-order.ts'
import { narrowRanges } from './price-ranges.ts'
import { type Postings, type Texts, WordCount } from './word-count.ts'
import { foldText } from './words.ts'

/** A product as a search sees it: fields of its public card, and its enabled variants. */
export interface SearchedProduct {
  id: string
  name: string
  description: string
  tags: readonly string[]
  category_id: string
  price: number
  compare_at_price: number | null
  is_available: boolean
  /** Of a product with options, its enabled variants. One that has none is sold as it is. */
  variants?: readonly SearchedVariant[] | undefined
}

interface SearchedVariant {
  option_values: Readonly<Record<string, string>>
  price: number
  compare_at_price: number | null
}

/** A category by which products are found. */
interface SearchedCategory {
  id: string
  name: string
}

/** Offers of products: their variants, or the product itself. */
interface Offers {
  /** The first offer of each product, and one more: the number of offers. */
  starts: Uint32Array
  prices: Float64Array
  /** The narrow range of each price, and the first price of each range. */
  ranges: Uint8Array
  rangeStarts: readonly number[]
  /** The first value of each offer, and one more. */
  valueStarts: Uint32Array
  values: Uint32Array
}

/** A value of an option, in the words of the first product that has it. */
interface OptionValue {
  name: string
  value: string
  /** Both as they are compared. */
  key: string
  nameKey: string
}

/** Products as arrays, each by its place in the order of positions. It holds nothing that a card does not have. */
export interface SearchIndex {
  products: readonly SearchedProduct[]
  /** Category ids of the products, as places in `categories`. */
  categoryOf: Uint32Array
  categories: readonly SearchedCategory[]
  isOnSale: Uint8Array
  /** Tags of all products. */
  tags: readonly string[]
  tagStarts: Uint32Array
  tagsOf: Uint32Array
  optionValues: readonly OptionValue[]
  offers: Offers
  postings: Postings
  /** The places of the products in each order, besides their own. */
  orders: Record<'name' | 'price' | 'created_at', Uint32Array>
}

/**
 * Makes the index of a shop.
 *
 * @param products the public ones, in the order of their positions
 * @param categories all of the shop's
 */
export function makeIndex(
  products: readonly SearchedProduct[],
  categories: readonly SearchedCategory[],
): SearchIndex {
  const names = new Map(categories.map(({ id, name }) => [id, name]))
  const places = new Places(categories.map(({ id }) => id))
  const tags = new Places<string>([])
  const values = new Values()
  const words = new WordCount()
  const categoryOf = Uint32Array.from(products, ({ category_id }) => places.of(category_id))
  const tagLists = products.map((product) => product.tags.map((tag) => tags.of(tag)))
  const sold = products.map(({ variants, price }) =>
    (variants?.length ? variants : [{ option_values: {}, price }]).map((offer) => ({
      price: offer.price,
      values: Object.entries(offer.option_values).map(([name, value]) => values.of(name, value)),
    })),
  )
  for (const product of products) words.add(textsOf(product, names.get(product.category_id) ?? ''))
  const [tagStarts, tagsOf] = flat(tagLists)
  const [starts, offers] = flat(sold)
  const prices = Float64Array.from(offers, ({ price }) => price)
  const rangeStarts = narrowRanges(prices)
  const [valueStarts, valuesOf] = flat(offers.map((offer) => offer.values))
  return {
    products,
    categoryOf,
    categories: places.all.map((id) => ({ id, name: names.get(id) ?? id })),
    isOnSale: Uint8Array.from(products, (product) => Number(isOnSale(product))),
    tags: tags.all,
    tagStarts,
    tagsOf: Uint32Array.from(tagsOf),
    optionValues: values.all,
    offers: {
      starts,
      prices,
      ranges: Uint8Array.from(prices, (price) => rangeStarts.findLastIndex((start) => start <= price)),
      rangeStarts,
      valueStarts,
      values: Uint32Array.from(valuesOf),
    },
    postings: words.postings(),
    orders: {
      name: inOrder(products.map(({ name }) => foldName(name))),
      price: inOrder(products.map(({ price }) => price)),
      created_at: inOrder(products.map(({ id }) => id)),
    },
  }
}

function textsOf(product: SearchedProduct, category: string): Texts {
  const { name, description, tags, variants = [] } = product
  const values = new Set(variants.flatMap(({ option_values }) => Object.values(option_values)))
  return { name: [name], tags, category: [category], values: [...values], description: [description] }
}

/** True if something of the product costs less than before. */
export const isOnSale = ({ price, compare_at_price, variants }: SearchedProduct): boolean =>
  (variants?.length ? variants : [{ price, compare_at_price }]).some(
    (sold) => (sold.compare_at_price ?? 0) > sold.price,
  )

/** The places of keys in their order, of equals in that of the places. */
function inOrder<T extends string | number>(keys: readonly T[]): Uint32Array {
  const compare = (a: number, b: number) => {
    const [first, second] = [keys[a] ?? '', keys[b] ?? '']
    return first < second ? -1 : first > second ? 1 : a - b
  }
  return Uint32Array.from(keys.keys()).sort(compare)
}

/** The lists as one, and where each of them begins. */
function flat<T>(lists: readonly (readonly T[])[]): [starts: Uint32Array, all: T[]] {
  const starts = new Uint32Array(lists.length + 1)
  for (const [n, list] of lists.entries()) starts[n + 1] = (starts[n] ?? 0) + list.length
  return [starts, lists.flat()]
}

/** Different things, each by the place at which it came first. */
class Places<T> {
  readonly all: T[]
  readonly #places: Map<T, number>

  constructor(all: readonly T[]) {
    this.all = [...all]
    this.#places = new Map(all.map((one, n) => [one, n]))
  }

  of(one: T): number {
    const known = this.#places.get(one)
    if (known !== undefined) return known
    this.#places.set(one, this.all.length)
    return this.all.push(one) - 1
  }
}

/** An option or one of its values as it is compared: without case and marks, whatever blanks are around and in it. */
export const optionKey = (text: string): string => foldText(text).replace(/\s+/g, ' ').trim()

/** The values of options, each once however it is written. */
class Values {
  readonly all: OptionValue[] = []
  readonly #places = new Map<string, number>()

  of(name: string, value: string): number {
    const [nameKey, key] = [optionKey(name), optionKey(value)]
    const both = JSON.stringify([nameKey, key])
    const known = this.#places.get(both)
    if (known !== undefined) return known
    this.#places.set(both, this.all.length)
    return this.all.push({ name, value, key, nameKey }) - 1
  }
}
