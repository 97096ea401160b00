import { foldName } from '../text/name-order.ts'
import { found, sameWord, type Term, termsFor } from './meanings.ts'
import type { SearchIndex } from './search-index.ts'
import { MOST_LOOKED_AT, type Postings } from './word-count.ts'
import { codeOf, isFirstLetter, isPaired, replaceWords, termsOf } from './words.ts'

/** So many words of a query count. Pairs of characters are words, of which a query of a script without spaces has more. */
const MOST_TERMS = 8
const MOST_PAIRS = 24
/** As many as a number of 32 bits can mark. */
const MOST_BITS = 31

/** More than nothing, and less than any gain. */
const ALMOST_NOTHING = 1e-30

/** Two words that a shop writes as one say more than either of them. */
const JOINED = 1.5

/** The products that a query finds. */
export interface Matches {
  /** By the place of the product, 0 of one that is not found. */
  scores: Float32Array
  /** The places of the products, in their order. */
  found: Uint32Array
  /** The query as it was understood, if a word was mended. */
  corrected: string | undefined
  /** True if no product has all words: those that have most of them are found. */
  isRelaxed: boolean
}

/** A product that is called just as the query comes first, whatever else is said of others. */
const SAME_NAME = 1e6

/** Finds the products that have the words of a text: none if it has no words. */
export function findMatches(index: SearchIndex, text: string): Matches {
  const { postings, ids } = index
  const given = countedTerms(text)
  const rest = { words: MOST_LOOKED_AT }
  const codes = codesIn(postings, text)
  const understood = given.map((term, n) => {
    const code = codes[n]
    if (code) return [{ text: term, meanings: [{ words: [...sameWord(postings, term), ...code] }] }]
    return termsFor(postings, term, { isLast: n === given.length - 1, rest })
  })
  const terms = understood.flat().slice(0, MOST_BITS)
  const scores = new Scores(postings, ids.length)
  for (const [n, term] of terms.entries()) scores.add(term, 1 << n, 1)
  for (const [n, { text }] of terms.entries()) {
    const words = sameWord(postings, `${text}${terms[n + 1]?.text ?? ''}`)
    if (n + 1 < terms.length && words.length > 0) scores.add({ text, meanings: [{ words }] }, 3 << n, JOINED)
  }
  const isLastOptional = terms.length > 1 && isFirstLetter(terms.at(-1)?.text ?? '')
  const matches = scores.best(isLastOptional ? terms.length - 1 : terms.length)
  const name = foldName(text.trim())
  for (const place of matches.found)
    if (index.names[place] === name) matches.scores[place] = (matches.scores[place] ?? 0) + SAME_NAME
  return { ...matches, corrected: correctedText(text, given, understood) }
}

/** By the place of a word in a text: the code that it is or is a part of, as `3` of `AB-12/3`, or of the text as a whole. */
function codesIn(postings: Postings, text: string): (Term['meanings'][number]['words'] | undefined)[] {
  const ranksOf = (part: string) => found(postings, codeOf(part) ?? '', 1)
  const whole = ranksOf(text)
  return text.split(/\s+/u).flatMap((part) => {
    const words = whole.length > 0 ? whole : ranksOf(part)
    return [...termsOf(part)].map(() => (words.length > 0 ? words : undefined))
  })
}

/** The text with the words that were mended in their places; undefined if none was. */
function correctedText(
  text: string,
  given: readonly string[],
  understood: readonly (readonly Term[])[],
): string | undefined {
  let [next, isMended] = [0, false]
  const corrected = replaceWords(text, (run) => {
    const first = next
    next += [...termsOf(run)].length
    const words = understood.slice(first, next).map((terms) => terms.map((term) => term.text).join(' '))
    if (words.every((word, n) => word === given[first + n])) return run
    isMended = true
    return words.join(run.includes('-') ? '-' : ' ')
  })
  return isMended ? corrected : undefined
}

function countedTerms(text: string): string[] {
  const terms: string[] = []
  let words = 0
  for (const term of termsOf(text)) {
    if (!isPaired(term)) words++
    if (words > MOST_TERMS || terms.length === MOST_PAIRS) break
    terms.push(term)
  }
  return terms
}

/** The scores of products for a query, and the words of it that each has. */
class Scores {
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

  /** The products that have all of the first words; if there are none, those that have most, and at least half of them. */
  best(terms: number): Pick<Matches, 'scores' | 'found' | 'isRelaxed'> {
    const required = 2 ** terms - 1
    const hasOf = (place: number) => ones((this.#has[place] ?? 0) & required)
    const { length } = this.#has
    let most = 0
    for (let place = 0; place < length; place++) most = Math.max(most, hasOf(place))
    const isEnough = most > 0 && 2 * most >= terms
    let count = 0
    for (let place = 0; isEnough && place < length; place++)
      if (hasOf(place) === most) this.#listed[count++] = place
    return {
      scores: this.#scores,
      found: this.#listed.subarray(0, count),
      isRelaxed: isEnough && most < terms,
    }
  }
}

function ones(bits: number): number {
  let count = 0
  for (let left = bits; left !== 0; left &= left - 1) count++
  return count
}
