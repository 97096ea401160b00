import type { Term } from './meanings.ts'
import type { Postings } from './word-count.ts'

/** More than nothing, and less than any gain. */
const ALMOST_NOTHING = 1e-30

/** The products that a query finds. */
export interface Best {
  /** By the place of the product, 0 of one that is not found. */
  scores: Float32Array
  /** The places of the products, in their order. */
  found: Uint32Array
  /** True if no product has all words: those that have most of them are found. */
  isRelaxed: boolean
}

/** The scores of products for a query, and the words of it that each has. */
export class Scores {
  readonly #postings: Postings
  readonly #scores: Float32Array
  /** A bit for each word. */
  readonly #has: Uint32Array
  /** By one word: what products gain, the most that a word of the index says of them, and lists of both. Else all are 0. */
  readonly #gains: Float32Array
  readonly #impacts: Float32Array
  readonly #gaining: Uint32Array
  readonly #listed: Uint32Array

  constructor(postings: Postings, count: number) {
    this.#postings = postings
    this.#scores = new Float32Array(count)
    this.#has = new Uint32Array(count)
    this.#gains = new Float32Array(count)
    this.#impacts = new Float32Array(count)
    this.#gaining = new Uint32Array(count)
    this.#listed = new Uint32Array(count)
  }

  /** Adds a word for the products that have it, which is as rare as they are few. */
  add({ meanings }: Term, bits: number, weight: number): void {
    let count = 0
    for (const { words } of meanings) {
      const listed = this.#list(words)
      // The products of the word itself are counted with those of words that begin so: else the rare "teas" would beat "tea".
      for (let n = 0; n < listed; n++) {
        const product = this.#listed[n] ?? 0
        if (this.#gains[product] !== 0) continue
        this.#gains[product] = ALMOST_NOTHING
        this.#gaining[count++] = product
      }
      this.#gain(listed, weight * Math.log(1 + (this.#scores.length - count + 0.5) / (count + 0.5)))
    }
    for (let n = 0; n < count; n++) {
      const product = this.#gaining[n] ?? 0
      this.#scores[product] = (this.#scores[product] ?? 0) + (this.#gains[product] ?? 0)
      this.#has[product] = (this.#has[product] ?? 0) | bits
      this.#gains[product] = 0
    }
  }

  /** Lists the products that have one of these words, and the most that one of them says of each; returns how many. */
  #list(words: Term['meanings'][number]['words']): number {
    const { starts, products, impacts } = this.#postings
    let listed = 0
    for (const { rank, factor } of words) {
      const end = starts[rank + 1] ?? 0
      for (let n = starts[rank] ?? 0; n < end; n++) {
        const product = products[n] ?? 0
        const impact = factor * (impacts[n] ?? 0)
        const known = this.#impacts[product] ?? 0
        if (known === 0) this.#listed[listed++] = product
        if (impact > known) this.#impacts[product] = impact
      }
    }
    return listed
  }

  #gain(listed: number, rareness: number): void {
    for (let n = 0; n < listed; n++) {
      const product = this.#listed[n] ?? 0
      const gain = rareness * (this.#impacts[product] ?? 0)
      if (gain > (this.#gains[product] ?? 0)) this.#gains[product] = gain
      this.#impacts[product] = 0
    }
  }

  /**
   * The products that have all words; if there are none, those that have most, and at least half of them.
   *
   * @param words the bits of each. A word that was cut in parts is one: a product has it that has all of its parts
   */
  best(words: readonly number[]): Best {
    for (const bits of words) this.#countAsOne(bits)
    const required = words.reduce((all, bits) => all | lowest(bits), 0)
    const hasOf = (place: number) => ones((this.#has[place] ?? 0) & required)
    const { length } = this.#has
    let most = 0
    for (let place = 0; place < length; place++) most = Math.max(most, hasOf(place))
    const isEnough = most > 0 && 2 * most >= words.length
    let count = 0
    for (let place = 0; isEnough && place < length; place++)
      if (hasOf(place) === most) this.#listed[count++] = place
    return {
      scores: this.#scores,
      found: this.#listed.subarray(0, count),
      isRelaxed: isEnough && most < words.length,
    }
  }

  /** Leaves the lowest of these bits where a product has all of them. */
  #countAsOne(bits: number): void {
    const first = lowest(bits)
    if (bits === first) return
    for (const [place, has] of this.#has.entries()) if ((has & bits) !== bits) this.#has[place] = has & ~first
  }
}

const lowest = (bits: number) => bits & -bits

function ones(bits: number): number {
  let count = 0
  for (let left = bits; left !== 0; left &= left - 1) count++
  return count
}
