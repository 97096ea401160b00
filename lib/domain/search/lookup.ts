import { firstFrom } from './first-from.ts'
import type { Postings } from './word-count.ts'
import { otherForms } from './words.ts'

/** The weight of the plural of a word, or of the word that it is the plural of. */
const OTHER_FORM = 0.9

/** A word of the index, by its place in the order of the words, and its weight. */
export interface Found {
  rank: number
  factor: number
}

/** A word and its other forms, of those that are in the index. */
export const sameWord = (postings: Postings, text: string): Found[] => [
  ...found(postings, text, 1),
  ...otherForms(text).flatMap((form) => found(postings, form, OTHER_FORM)),
]

/** The words that are just this one. */
export function found(postings: Postings, word: string, factor: number): Found[] {
  const rank = rankFrom(postings, word)
  return postings.words[rank] === word ? [{ rank, factor }] : []
}

/** The place of the first word that is not before this one. */
export const rankFrom = ({ words }: Postings, word: string): number =>
  firstFrom(words.length, (n) => (words[n] ?? '') < word)

/** How many products have a word. */
export const countOf = ({ starts }: Postings, rank: number): number =>
  (starts[rank + 1] ?? 0) - (starts[rank] ?? 0)

/** The products that have just this word. */
export function productsWith(postings: Postings, word: string): Uint32Array {
  const [of] = found(postings, word, 1)
  return of
    ? postings.products.subarray(postings.starts[of.rank], postings.starts[of.rank + 1])
    : new Uint32Array()
}
