import { countOf } from './lookup.ts'
import { editsBetween, mostEdits } from './nearest.ts'
import { partsOf } from './parts.ts'
import type { Postings } from './word-count.ts'

/** A shorter word would be inside too many others. */
const SHORTEST_INSIDE = 3

/**
 * A word can be without one of its few letters, or have two of them swapped. Another letter, or one too many, can be any of the alphabet
 * in each place: each single one of these mistakes is rarer.
 */
const LIKELIER = 10

/** A word of the index that one of a query may have been meant as. */
interface Near {
  word: string
  edits: number
  /** How many products have it; as many times more as its mistake is likelier than others. */
  likeliness: number
  count: number
}

/**
 * The meaning of a word that nobody has, the first of these: the likeliest word one edit away, if it is more frequent than
 * the rarer of two parts, and likelier than any word that holds this one; the words that hold it, by their ranks; the parts that it is
 * made of; the nearest word. If it has none of them, it is left as it is.
 *
 * @param rest how many words of the index may still be looked through for this query
 */
export function mendedWord(
  postings: Postings,
  text: string,
  rest: { words: number },
): { inside: number[]; words: string[] } {
  const looked = postings.byFrequency.subarray(0, rest.words)
  if (text.length >= SHORTEST_INSIDE) rest.words -= looked.length
  const near = nearestTo(postings, text, looked)
  const inside = holding(postings, text, looked)
  const parts = partsOf(postings, text)
  const mostInside = inside[0] === undefined ? 0 : countOf(postings, inside[0])
  // The likeliest word can hold this one, whose ending is missing: then all that do are found, as the endings of one word.
  const isMended = near?.edits === 1 && near.count > (parts?.frequency ?? 0) && !near.word.includes(text)
  if (isMended && near.likeliness > mostInside) return { inside: [], words: [near.word] }
  return { inside, words: parts?.words ?? [near?.word ?? text] }
}

/** The words that hold this one, from the most frequent on. */
const holding = ({ words }: Postings, text: string, looked: Uint32Array): number[] =>
  text.length < SHORTEST_INSIDE ? [] : [...looked].filter((rank) => words[rank]?.includes(text))

/** The word that is the fewest edits away, the likeliest of equals; undefined if all are too far. */
function nearestTo(postings: Postings, text: string, looked: Uint32Array): Near | undefined {
  // Nobody means another number, or mistypes the first letter often.
  const limit = /\p{N}/u.test(text) ? 0 : mostEdits(text)
  if (limit === 0) return undefined
  const wanted = singular(text)
  let best: Near | undefined
  for (const rank of looked) {
    const word = postings.words[rank] ?? ''
    if (word[0] !== text[0] && !word.endsWith(text)) continue
    const edits = editsBetween(wanted, singular(word), best?.edits ?? limit)
    if (edits > (best?.edits ?? limit)) continue
    const count = countOf(postings, rank)
    const likeliness = edits === 1 && isLikely(wanted, singular(word)) ? LIKELIER * count : count
    if (!best || edits < best.edits || likeliness > best.likeliness) best = { word, edits, likeliness, count }
  }
  return best
}

/** True for a letter that is missing, and for two that are swapped. */
const isLikely = (typed: string, word: string) =>
  word.length > typed.length || (word.length === typed.length && lettersOf(word) === lettersOf(typed))

const lettersOf = (word: string) => [...word].sort().join('')

/** Without the letter of a plural, so that it does not count as an edit. */
const singular = (word: string) => (word.length > 4 && word.endsWith('s') ? word.slice(0, -1) : word)
