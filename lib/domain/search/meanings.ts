import { type Found, found, rankFrom, sameWord } from './lookup.ts'
import { mendedWord } from './mended-word.ts'
import type { Postings } from './word-count.ts'
import { canBeBeginning, isDecimal, otherForms, partsOfDecimal, wordAbove } from './words.ts'

/** The weight of a word that begins so, and of one that holds it. */
const BEGINNING = 0.5
const INSIDE = 0.5

/** Words of the index that a word of a query can mean. Their products are counted together, as those of one word. */
interface Meaning {
  words: readonly Found[]
}

/** A word of a query, as it is looked for. */
export interface Term {
  /** As it is understood: another word where nobody has this one. */
  text: string
  meanings: readonly Meaning[]
}

/**
 * The words of the index that a word of a query can mean: itself and its plural, or what it is the plural of; the words that
 * begin so, of a word that is still being typed; those of categories above. A decimal that nobody has is its parts. Another word that nobody has is corrected:
 * then it can be several.
 *
 * @param spelling the word with `ae`, `oe`, `ue` and `aa` for its umlauts
 * @param rest how many words of the index may still be looked through for this query
 */
export function termsFor(
  postings: Postings,
  text: string,
  { isLast, rest, spelling = text }: { isLast: boolean; rest: { words: number }; spelling?: string },
): Term[] {
  const spellings = [...new Set([text, spelling])]
  const own = spellings.flatMap((word) => sameWord(postings, word))
  const isBeginning = isLast && canBeBeginning(text)
  const beginning = isBeginning ? spellings.flatMap((word) => beginningWith(postings, word)) : []
  const above = spellings.flatMap((word) => aboveWord(postings, word, isBeginning))
  const meanings = [own, beginning, above].filter((words) => words.length > 0).map((words) => ({ words }))
  if (meanings.length > 0) return [{ text, meanings }]
  const termOf = (word: string) => ({ text: word, meanings: [{ words: sameWord(postings, word) }] })
  if (isDecimal(text)) return partsOfDecimal(text).map(termOf)
  const { inside, words } = mendedWord(postings, text, rest)
  if (inside.length === 0) return words.map(termOf)
  return [{ text, meanings: [{ words: inside.map((rank) => ({ rank, factor: INSIDE })) }] }]
}

/** The words of the names of categories above, each with its other forms, and those that begin so. */
const aboveWord = (postings: Postings, text: string, isBeginning: boolean): Found[] => [
  ...[text, ...otherForms(text)].flatMap((form) => found(postings, wordAbove(form), 1)),
  ...(isBeginning ? beginningWith(postings, wordAbove(text)) : []),
]

function beginningWith(postings: Postings, text: string): Found[] {
  const words = []
  for (let rank = rankFrom(postings, text); postings.words[rank]?.startsWith(text); rank++)
    if (postings.words[rank] !== text) words.push({ rank, factor: BEGINNING })
  return words
}
