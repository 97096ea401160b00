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

/** Marks that people leave out. Those of Indic scripts, except the dot of a nukta, Thai and Kana are part of the letter. */
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

/** Vowels as people write them who have no key for their marks. */
const VOWELS: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa' }
const UMLAUTS = /[äöüøå]/gi
const CAN_HAVE_UMLAUTS = /[äöüøå]|\u0308|\u030a/i

/** A text with `ae`, `oe`, `ue` and `aa` in the place of ä, ö, ü, ø and å. */
export const withoutUmlauts = (text: string): string =>
  CAN_HAVE_UMLAUTS.test(text)
    ? text.normalize('NFC').replace(UMLAUTS, (vowel) => VOWELS[vowel.toLowerCase()] ?? vowel)
    : text

/**
 * Decimals, words of letters and digits, words that hyphens join, and each picture. A decimal has one or two digits behind its
 * mark: three are thousands, as in `1,000` and `10.000`. Nor is it part of a longer number, as of `1.2.3`.
 */
const RUNS =
  /(?<!\p{N}[.,]?)\d+[.,]\d{1,2}(?!\p{N}|[.,]\p{N})|[\p{L}\p{N}\p{M}]+(?:-[\p{L}\p{N}\p{M}]+)*|\p{Emoji_Presentation}/gu

/** Scripts without spaces between words, and Hangul, whose words take endings. */
const PAIRED =
  /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}ー]+/gu

/** A longer word is cut: a pasted text finds, and costs no more than others. */
export const LONGEST_WORD = 64

/** The words of a text in its order, for an index: words with hyphens also as one, without them, and decimals also as their parts. */
export function* wordsOf(text: string): Generator<string> {
  for (const [run] of foldText(text).matchAll(RUNS)) {
    if (isDecimal(run)) {
      yield decimalOf(run)
      yield* partsOfDecimal(run)
      continue
    }
    const parts = run.split('-')
    for (const part of parts) yield* partsOf(part)
    if (parts.length > 1) yield parts.join('').slice(0, LONGEST_WORD)
  }
}

/** The words of a text that have umlauts, as they are written without them. */
export function* spellingsOf(text: string): Generator<string> {
  if (!CAN_HAVE_UMLAUTS.test(text)) return
  for (const [word] of text.normalize('NFC').matchAll(/[\p{L}\p{N}\p{M}]+/gu)) {
    const other = withoutUmlauts(word)
    if (other !== word) yield* wordsOf(other)
  }
}

/** Before a code, or a word of a category above, which are not words of a product: it is never corrected, nor found inside of another one. */
const CODE_MARK = '#'

/** True for a code, and for a word of a category above that of a product. */
export const isCode = (word: string): boolean => word.startsWith(CODE_MARK)

/**
 * A word of the name of a category above that of a product. It is another word than that of a product, which stays as rare as it
 * is. Codes have no such mark: they have letters and digits.
 */
export const wordAbove = (word: string): string => `${CODE_MARK}>${word}`

/**
 * A GTIN or a part number as it is indexed and looked for: its letters and digits, and of a decimal its mark, as 15.6 is not 156.
 * A GTIN of 12 digits is the same with zeros before it (GS1 General Specifications §1.4). Undefined if it has neither letters nor
 * digits.
 */
export function codeOf(text: string): string | undefined {
  const [first = '', ...others] = termsOf(text)
  if (others.length === 0 && isDecimal(first)) return CODE_MARK + first
  const plain = foldText(text).replace(/[^\p{L}\p{N}\p{M}]/gu, '')
  return plain ? CODE_MARK + plain.replace(/^0+(?=[0-9]{7,13}$)/, '').slice(0, LONGEST_WORD) : undefined
}

/** True for a word that is a decimal: no other has a mark. */
export const isDecimal = (word: string): boolean => word.includes('.') || word.includes(',')

/** A decimal as it is indexed and looked for: with a point. */
const decimalOf = (text: string) => text.replace(',', '.').slice(0, LONGEST_WORD)

/** The numbers before and behind the mark of a decimal. */
export const partsOfDecimal = (text: string): string[] =>
  text.split(/[.,]/).map((part) => part.slice(0, LONGEST_WORD))

/** The words of a query in its order. */
export function* termsOf(query: string): Generator<string> {
  for (const [run] of foldText(query).matchAll(RUNS)) {
    if (isDecimal(run)) {
      yield decimalOf(run)
      continue
    }
    for (const part of run.split('-')) {
      const terms = [...partsOf(part)]
      // The last character is alone in an index, so that it is found; a query of several does not need it.
      yield* terms.length > 1 && isPaired(terms.at(-1)) ? terms.slice(0, -1) : terms
    }
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
