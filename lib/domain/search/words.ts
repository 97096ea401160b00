/** Words as they are indexed and looked for. */
import { LATIN_LETTERS } from '../text/latin-letters.ts'

/** Letters that Unicode does not take apart, or takes for others, as people write them who do not have them. */
const PLAIN: Readonly<Record<string, string>> = {
  ...LATIN_LETTERS,
  ς: 'σ',
  ى: 'ي',
  ة: 'ه',
  // Strokes that only make an Arabic word longer, and marks of Hebrew abbreviations.
  ـ: '',
  '׳': '',
  '״': '',
}
const PLAIN_LETTERS = new RegExp(`[${Object.keys(PLAIN).join('')}]`, 'g')

/** Marks that people leave out. Those of Indic scripts, but for the dot of a nukta, Thai and Kana are part of the letter. */
const OPTIONAL_MARKS =
  /[[\p{M}&&[\p{sc=Inherited}\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Arabic}\p{sc=Hebrew}]]--[\u3099\u309a]]|[\u093c\u0a3c]/gv

/** A text without case, marks that can be left out, and compatibility forms. */
export const foldText = (text: string): string => (IS_ASCII.test(text) ? text.toLowerCase() : folded(text))

const IS_ASCII = /^[\x20-\x7e\s]*$/

const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(OPTIONAL_MARKS, '')
    .normalize('NFC')
    .toLowerCase()
    .normalize('NFKD')
    .replace(OPTIONAL_MARKS, '')
    .normalize('NFC')
    .replace(PLAIN_LETTERS, (letter) => PLAIN[letter] ?? letter)

/** Words of letters and digits, words that hyphens join, and each picture. */
const RUNS = /[\p{L}\p{N}\p{M}]+(?:-[\p{L}\p{N}\p{M}]+)*|\p{Emoji_Presentation}/gu

/** Scripts without spaces between words, and Hangul, whose words take endings. */
const PAIRED =
  /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}ー]+/gu

/** A longer word is cut: a pasted text finds, and costs no more than others. */
const LONGEST_WORD = 64

/** The words of a text in its order, for an index: words with hyphens also as one, without them. */
export function* wordsOf(text: string): Generator<string> {
  for (const [run] of foldText(text).matchAll(RUNS)) {
    const parts = run.split('-')
    for (const part of parts) yield* partsOf(part)
    if (parts.length > 1) yield parts.join('').slice(0, LONGEST_WORD)
  }
}

/** Stands before a code, so that it is no word: it is never corrected, completed, or found inside of another one. */
const CODE_MARK = '#'

export const isCode = (word: string): boolean => word.startsWith(CODE_MARK)

/**
 * A GTIN or a part number as it is indexed and looked for: its letters and digits. A GTIN of 12 digits is the same with zeros
 * before it (GS1 General Specifications §1.4). Undefined if it has neither letters nor digits.
 */
export function codeOf(text: string): string | undefined {
  const plain = foldText(text).replace(/[^\p{L}\p{N}\p{M}]/gu, '')
  return plain ? CODE_MARK + plain.replace(/^0+(?=[0-9]{7,13}$)/, '').slice(0, LONGEST_WORD) : undefined
}

/** The words of a query in its order. */
export function* termsOf(query: string): Generator<string> {
  for (const [run] of foldText(query).matchAll(RUNS))
    for (const part of run.split('-')) {
      const terms = [...partsOf(part)]
      // The last character stands alone in an index, so that it is found; a query of several does not need it.
      yield* terms.length > 1 && isPaired(terms.at(-1)) ? terms.slice(0, -1) : terms
    }
}

export const isPaired = (word = '') => word.match(PAIRED)?.[0] === word

/** A part of a text without spaces and hyphens: a word, or the pairs of characters of a script that has no spaces. */
function* partsOf(part: string): Generator<string> {
  if (IS_ASCII.test(part)) {
    yield part.slice(0, LONGEST_WORD)
    return
  }
  let end = 0
  for (const { 0: paired, index } of part.matchAll(PAIRED)) {
    if (index > end) yield part.slice(end, index).slice(0, LONGEST_WORD)
    yield* pairsOf(paired)
    end = index + paired.length
  }
  if (end < part.length) yield part.slice(end).slice(0, LONGEST_WORD)
}

/** 緑茶葉 → 緑茶, 茶葉 and 葉. */
function* pairsOf(text: string): Generator<string> {
  const characters = [...text]
  for (let n = 0; n + 1 < characters.length; n++) yield `${characters[n]}${characters[n + 1]}`
  yield characters.at(-1) ?? ''
}

/** True for a word whose beginning alone may be meant while somebody still types it. */
export const canBeBeginning = (term: string): boolean => term.length > 1 || isPaired(term)

/** True for a letter that somebody has just begun a word with: it can be any word. */
export const isFirstLetter = (term: string): boolean => /^\p{L}$/u.test(term) && !isPaired(term)

/** A query with each word replaced, and all else as it is. */
export const replaceWords = (query: string, replacing: (word: string) => string): string =>
  query.replace(RUNS, replacing)

const HISSING = /(?:s|x|z|ch|sh|o)$/

/** The plural of a Latin word or what it is the plural of, as English forms them: every form that there could be. */
export function otherForms(word: string): string[] {
  if (word.length < 3 || !/^[a-z]+$/.test(word)) return []
  const forms = [`${word}s`]
  if (HISSING.test(word)) forms.push(`${word}es`)
  if (/[^aeiou]y$/.test(word)) forms.push(`${word.slice(0, -1)}ies`)
  if (/fe?$/.test(word)) forms.push(word.replace(/fe?$/, 'ves'))
  if (/[^s]s$/.test(word) && word.length > 3) forms.push(word.slice(0, -1))
  if (/es$/.test(word) && HISSING.test(word.slice(0, -2))) forms.push(word.slice(0, -2))
  if (/ies$/.test(word)) forms.push(`${word.slice(0, -3)}y`)
  if (/ves$/.test(word)) forms.push(`${word.slice(0, -3)}f`, `${word.slice(0, -3)}fe`)
  return forms
}
