import { firstFrom } from './first-from.ts'
import { isCode, isDecimal, spellingsOf, wordAbove, wordsOf } from './words.ts'

/** The postings of all words, in the order of the words: the products that have each, and how much it says of them. */
export interface Postings {
  /** In the order of their UTF-16 units. */
  words: readonly string[]
  /** The first posting of each word, and one more: the number of postings. */
  starts: Uint32Array
  products: Uint32Array
  /** 1 to 255. */
  impacts: Uint8Array
  /** Of the texts that it was made of. */
  averageLength: number
  /** Words from the most frequent on, of those that are looked through. */
  byFrequency: Uint32Array
}

/** The weights of the fields in which a word can be. */
const WEIGHTS = { name: 10, brand: 4, tags: 4, category: 3, values: 3, description: 1 } as const

/** A code is as good as the name, and makes no text longer. */
const CODE_WEIGHT = 10

/** BM25's saturation, in units of the weights, and how much a long text counts less. */
const K1 = 5
const B = 0.4

/** The number of words from which words of descriptions are left out: names, tags, categories and values always are. */
export const MOST_WORDS = 200_000

/** The texts of a product, by the field that they are in. */
export type Texts = Readonly<Record<keyof typeof WEIGHTS, readonly string[]>>

/** Counts the words of products, and makes postings of them. */
export class WordCount {
  readonly #places = new Map<string, number>()
  readonly #words = new Numbers()
  readonly #products = new Numbers()
  readonly #weights = new Numbers()
  readonly #lengths = new Numbers()
  #codes = 0

  /**
   * Adds the next product.
   *
   * @param codes by which it is found as a whole
   * @param above names of categories above its own. They make no text longer, and count only for words that it has not itself
   */
  add(texts: Texts, codes: Iterable<string> = [], above: readonly string[] = []): void {
    const product = this.#lengths.length
    const weights = new Map<string, number>()
    let length = 0
    for (const [field, weight] of Object.entries(WEIGHTS) as [keyof Texts, number][]) {
      if (field === 'description' && this.#places.size - this.#codes >= MOST_WORDS) continue
      const count = (word: string) => weights.set(word, (weights.get(word) ?? 0) + weight)
      for (const text of texts[field]) {
        // A decimal in addition to its parts, and another spelling, make no text longer.
        for (const word of wordsOf(text)) {
          count(word)
          if (!isDecimal(word)) length += weight
        }
        for (const word of spellingsOf(text)) count(word)
      }
    }
    for (const name of above)
      for (const word of [...wordsOf(name), ...spellingsOf(name)])
        if (!weights.has(word)) weights.set(wordAbove(word), WEIGHTS.category)
    for (const code of codes) weights.set(code, CODE_WEIGHT)
    for (const [word, weight] of weights) {
      this.#words.push(this.#placeOf(word))
      this.#products.push(product)
      this.#weights.push(weight)
    }
    this.#lengths.push(length)
  }

  #placeOf(word: string): number {
    const known = this.#places.get(word)
    if (known !== undefined) return known
    if (isCode(word)) this.#codes++
    this.#places.set(word, this.#places.size)
    return this.#places.size - 1
  }

  /** The postings of all products that were added, whose texts count as long or short by an average. */
  postings(averageLength = this.#averageLength()): Postings {
    const words = [...this.#places.keys()].sort()
    const rankOf = new Uint32Array(words.length)
    for (const [rank, word] of words.entries()) rankOf[this.#places.get(word) ?? 0] = rank
    const [all, products, weights, lengths] = [this.#words, this.#products, this.#weights, this.#lengths]
    const starts = new Uint32Array(words.length + 1)
    for (let n = 0; n < all.length; n++) {
      const after = (rankOf[all.at(n)] ?? 0) + 1
      starts[after] = (starts[after] ?? 0) + 1
    }
    for (let rank = 0; rank < words.length; rank++)
      starts[rank + 1] = (starts[rank + 1] ?? 0) + (starts[rank] ?? 0)
    const next = starts.slice()
    const sorted = { products: new Uint32Array(all.length), impacts: new Uint8Array(all.length) }
    for (let n = 0; n < all.length; n++) {
      const rank = rankOf[all.at(n)] ?? 0
      const place = next[rank] ?? 0
      next[rank] = place + 1
      sorted.products[place] = products.at(n)
      sorted.impacts[place] = impactOf(weights.at(n), lengths.at(products.at(n)) / averageLength)
    }
    return { words, starts, ...sorted, averageLength, byFrequency: frequentOf(words, starts) }
  }

  #averageLength(): number {
    let total = 0
    for (let n = 0; n < this.#lengths.length; n++) total += this.#lengths.at(n)
    return total / Math.max(1, this.#lengths.length) || 1
  }
}

/** BM25 of a word in a text, without the rareness of the word. */
function impactOf(weight: number, length: number): number {
  const counted = weight / (1 - B + B * length)
  return Math.max(1, Math.round((255 * counted) / (counted + K1)))
}

/** The most words that are compared with the unknown words of a query, all of them together. */
export const MOST_LOOKED_AT = 50_000

/** The places of the most frequent words that are not codes, from the most frequent on; of equals that which comes first. */
export function frequentOf(words: readonly string[], starts: Uint32Array): Uint32Array {
  const count = starts.length - 1
  // Codes are first in the order of words.
  const first = firstFrom(count, (rank) => isCode(words[rank] ?? ''))
  const frequency = (rank: number) => (starts[rank + 1] ?? 0) - (starts[rank] ?? 0)
  // Sorted by counting: a comparison of each two of 200,000 words would take a tenth of a second.
  let most = 0
  for (let rank = first; rank < count; rank++) most = Math.max(most, frequency(rank))
  const next = new Uint32Array(most + 2)
  for (let rank = first; rank < count; rank++) {
    const after = most - frequency(rank) + 1
    next[after] = (next[after] ?? 0) + 1
  }
  for (let n = 1; n < next.length; n++) next[n] = (next[n] ?? 0) + (next[n - 1] ?? 0)
  const sorted = new Uint32Array(count - first)
  for (let rank = first; rank < count; rank++) {
    const rarer = most - frequency(rank)
    const place = next[rarer] ?? 0
    next[rarer] = place + 1
    sorted[place] = rank
  }
  return sorted.slice(0, MOST_LOOKED_AT)
}

/** Numbers in an array that grows. */
class Numbers {
  length = 0
  #all = new Uint32Array(1_024)

  push(number: number): void {
    if (this.length === this.#all.length) {
      const larger = new Uint32Array(2 * this.length)
      larger.set(this.#all)
      this.#all = larger
    }
    this.#all[this.length++] = number
  }

  at(place: number): number {
    return this.#all[place] ?? 0
  }
}
