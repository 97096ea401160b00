import { foldName } from '../text/name-order.ts'
import { found, productsWith, sameWord } from './lookup.ts'
import { type Term, termsFor } from './meanings.ts'
import { type Best, Scores } from './scores.ts'
import type { SearchIndex } from './search-index.ts'
import { MOST_LOOKED_AT, type Postings } from './word-count.ts'
import {
  codeOf,
  foldText,
  isDecimal,
  isFirstLetter,
  isPaired,
  partsOfDecimal,
  replaceWords,
  termsOf,
  withoutUmlauts,
} from './words.ts'

/** The most words of a query that count. Pairs of characters are words, of which a query of a script without spaces has more. */
const MOST_TERMS = 8
const MOST_PAIRS = 24
/** As many as a number of 32 bits can mark. */
const MOST_BITS = 31

/** Two words that a shop writes as one say more than either of them. */
const JOINED = 1.5

/** The products that a query finds. */
export interface Matches extends Best {
  /** The query as it was understood, if a word was corrected. */
  corrected: string | undefined
}

/** A product that has the query as its code comes first, and then one whose name it is, whatever is said of others. */
const SAME_CODE = 2e6
const SAME_NAME = 1e6

/** A code that cannot be a word, and one that a part of a query is, which cannot be a number of something either. */
const CODE = /^#.*\p{N}/u
const CODE_IN_QUERY = /^#(?=.*\p{N}).{5}/u

/** Finds the products that have the words of a text: none if it has no words. */
export function findMatches(index: SearchIndex, text: string): Matches {
  const { postings, ids } = index
  const given = countedTerms(text)
  const rest = { words: MOST_LOOKED_AT }
  const spellings = [...termsOf(withoutUmlauts(text))]
  const codes = codesIn(postings, text)
  const understood = given.map((term, n) => {
    const code = codes[n]
    if (code) return [{ text: term, meanings: [{ words: [...sameWord(postings, term), ...code] }] }]
    return termsFor(postings, term, { isLast: n === given.length - 1, rest, spelling: spellings[n] ?? term })
  })
  const terms = understood.flat().slice(0, MOST_BITS)
  const scores = new Scores(postings, ids.length)
  for (const [n, term] of terms.entries()) scores.add(term, 1 << n, 1)
  addJoined(scores, postings, terms)
  const isLastOptional = given.length > 1 && isFirstLetter(given.at(-1) ?? '')
  const words = bitsOf(understood)
  const matches = scores.best(isLastOptional ? words.slice(0, -1) : words)
  putFirst(index, text, matches)
  return { ...matches, corrected: correctedText(text, understood) }
}

/** Puts the products first whose code is in the query, and then those whose name it is. */
function putFirst({ postings, names }: SearchIndex, text: string, { found, scores }: Best) {
  const raise = (place: number, by: number) => {
    scores[place] = (scores[place] ?? 0) + by
  }
  const codes = new Set([
    ...codesOf([text]).filter((code) => CODE.test(code)),
    ...codesOf(text.split(/\s+/u)).filter((code) => CODE_IN_QUERY.test(code)),
  ])
  for (const code of codes) for (const place of productsWith(postings, code)) raise(place, SAME_CODE)
  const name = foldName(text.trim())
  for (const place of found) if (names[place] === name) raise(place, SAME_NAME)
}

const codesOf = (texts: readonly string[]) => texts.flatMap((text) => codeOf(text) ?? [])

/** Finds words of a query that follow each other also where the shop writes them as one. */
function addJoined(scores: Scores, postings: Postings, terms: readonly Term[]): void {
  const texts = terms.map(({ text }) => text)
  for (const first of texts.keys())
    for (const count of [2, 3]) {
      const parts = texts.slice(first, first + count)
      const text = parts.join('')
      const canBeOne =
        parts.length === count && !haveNumbersMeet(parts) && (count === 2 || /\p{N}/u.test(text))
      const words = canBeOne ? sameWord(postings, text) : []
      if (words.length > 0) scores.add({ text, meanings: [{ words }] }, (2 ** count - 1) << first, JOINED)
    }
}

/** True for `15` and `6`, which are not 156. */
const haveNumbersMeet = (parts: readonly string[]) => /\p{N} \p{N}/u.test(parts.join(' '))

/** The bits of each word of a query: of one that was cut, those of all of its parts. */
function bitsOf(understood: readonly (readonly Term[])[]): number[] {
  let next = 0
  return understood.flatMap(({ length }) => {
    const first = next
    next = Math.min(first + length, MOST_BITS)
    return next > first ? [2 ** next - 2 ** first] : []
  })
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

/** The text with the corrected words in their places; undefined if none was. */
function correctedText(text: string, understood: readonly (readonly Term[])[]): string | undefined {
  let [next, isMended] = [0, false]
  const corrected = replaceWords(inWords(text), (run) => {
    const given = [...termsOf(run)]
    // Words behind those that count stay as they are.
    const words = given.map((word, n) => understood[next + n]?.map((term) => term.text).join(' ') ?? word)
    next += given.length
    if (words.every((word, n) => isAsGiven(word, given[n] ?? ''))) return run
    isMended = true
    return words.join(run.includes('-') ? '-' : ' ')
  })
  return isMended ? corrected : undefined
}

/** The text, folded where it has other words only then: `1.5²` is 1.52, and `℃` is °C. */
function inWords(text: string): string {
  let count = 0
  replaceWords(text, (run) => {
    count += [...termsOf(run)].length
    return run
  })
  return count === [...termsOf(text)].length ? text : foldText(text)
}

/** True for a word that was not corrected. The parts of a decimal count as the same word. */
const isAsGiven = (word: string, given: string) =>
  word === given || (isDecimal(given) && word === partsOfDecimal(given).join(' '))

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
