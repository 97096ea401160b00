import { firstFrom } from './first-from.ts'
import { editsBetween, mostEdits } from './nearest.ts'
import type { Postings } from './word-count.ts'
import { canBeBeginning, otherForms } from './words.ts'

/** The weight of the plural of a word, of a word that begins so, and of one that holds it. */
const OTHER_FORM = 0.9
const BEGINNING = 0.5
const INSIDE = 0.5

/** A shorter word would be inside too many others. */
const SHORTEST_INSIDE = 3

/** Words of the index that a word of a query can mean. Their products are counted together, as those of one word. */
export interface Meaning {
  words: readonly { rank: number; factor: number }[]
}

/** A word of a query, as it is looked for. */
export interface Term {
  /** As it is understood: another word where nobody has this one. */
  text: string
  meanings: readonly Meaning[]
}

/**
 * The words of the index that a word of a query can mean: itself and its plural, or what it is the plural of; the words that
 * begin so, of a word that is still being typed. Of a word that nobody has: those that hold it, else the two words that it
 * is made of, else the one that is written most alike.
 *
 * @param rest how many words of the index may still be looked through for this query
 */
export function termsFor(
  postings: Postings,
  text: string,
  { isLast, rest }: { isLast: boolean; rest: { words: number } },
): Term[] {
  const own = sameWord(postings, text)
  const beginning = isLast && canBeBeginning(text) ? beginningWith(postings, text) : []
  const meanings = [own, beginning].filter((words) => words.length > 0).map((words) => ({ words }))
  if (meanings.length > 0) return [{ text, meanings }]
  const looked = postings.byFrequency.subarray(0, rest.words)
  const inside = text.length < SHORTEST_INSIDE ? [] : holding(postings, text, looked)
  if (text.length >= SHORTEST_INSIDE) rest.words -= looked.length
  if (inside.length > 0) return [{ text, meanings: [{ words: inside }] }]
  const parts = partsOf(postings, text) ?? [nearestTo(postings, text, looked) ?? text]
  return parts.map((part) => ({ text: part, meanings: [{ words: sameWord(postings, part) }] }))
}

/** A word and its other forms, of those that are in the index. */
export const sameWord = (postings: Postings, text: string): Meaning['words'] => [
  ...found(postings, text, 1),
  ...otherForms(text).flatMap((form) => found(postings, form, OTHER_FORM)),
]

/** The words that are just this one. */
export function found(postings: Postings, word: string, factor: number) {
  const rank = rankFrom(postings, word)
  return postings.words[rank] === word ? [{ rank, factor }] : []
}

/** The place of the first word that is not before this one. */
const rankFrom = ({ words }: Postings, word: string): number =>
  firstFrom(words.length, (n) => (words[n] ?? '') < word)

function beginningWith(postings: Postings, text: string): Meaning['words'] {
  const words = []
  for (let rank = rankFrom(postings, text); postings.words[rank]?.startsWith(text); rank++)
    if (postings.words[rank] !== text) words.push({ rank, factor: BEGINNING })
  return words
}

const holding = ({ words }: Postings, text: string, looked: Uint32Array): Meaning['words'] =>
  [...looked].filter((rank) => words[rank]?.includes(text)).map((rank) => ({ rank, factor: INSIDE }))

/** The two words of the index that this one is made of; of several pairs, the one whose rarer word is most frequent. */
function partsOf(postings: Postings, text: string): string[] | undefined {
  let best: { parts: string[]; frequency: number } | undefined
  for (let end = 1; end < text.length; end++) {
    const parts = [text.slice(0, end), text.slice(end)]
    if (!canBeParts(parts)) continue
    const frequency = Math.min(...parts.map((part) => frequencyOf(postings, part)))
    if (frequency > (best?.frequency ?? 0)) best = { parts, frequency }
  }
  return best?.parts
}

/** `250g` is made of a number and a letter; of letters a part has three at least, or any word would be made of two. */
const canBeParts = ([first = '', second = '']: string[]) =>
  (first.length > 2 && second.length > 2) || /^\d+ \p{L}+$/u.test(`${first} ${second}`)

function frequencyOf(postings: Postings, word: string): number {
  const rank = rankFrom(postings, word)
  return postings.words[rank] === word ? countOf(postings, rank) : 0
}

const countOf = ({ starts }: Postings, rank: number) => (starts[rank + 1] ?? 0) - (starts[rank] ?? 0)

/** The word that is the fewest edits away, the most frequent of equals; undefined if all are too far. */
function nearestTo(postings: Postings, text: string, looked: Uint32Array): string | undefined {
  // Nobody means another number, or mistypes the first letter often.
  const limit = /\p{N}/u.test(text) ? 0 : mostEdits(text)
  if (limit === 0) return undefined
  const wanted = singular(text)
  let best: { word: string; edits: number; count: number } | undefined
  for (const rank of looked) {
    const word = postings.words[rank] ?? ''
    if (word[0] !== text[0]) continue
    const edits = editsBetween(wanted, singular(word), best?.edits ?? limit)
    const count = countOf(postings, rank)
    const isBetter = best
      ? edits < best.edits || (edits === best.edits && count > best.count)
      : edits <= limit
    if (isBetter) best = { word, edits, count }
  }
  return best?.word
}

/** Without the letter of a plural, so that it is no edit. */
const singular = (word: string) => (word.length > 4 && word.endsWith('s') ? word.slice(0, -1) : word)
