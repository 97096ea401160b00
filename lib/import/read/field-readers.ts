import { parseAmount } from '../../catalogue-files/amount.ts'
import { canMean } from '../../catalogue-files/currency-mark.ts'
import { type Decimal, parseDecimal, timesWhole } from '../../catalogue-files/decimal.ts'
import { folded } from '../../catalogue-files/dialects/columns.ts'
import { descriptionOf, withLineFeeds } from '../../catalogue-files/dialects/parts.ts'
import { isHtml } from '../../catalogue-files/html-text.ts'
import type { Note } from '../../catalogue-files/note.ts'
import { isJsonObject } from '../../domain/body/json-object.ts'
import { decimalsOf } from '../../domain/currency-decimals.ts'
import { MAX_QUANTITY } from '../../domain/products/product.ts'
import { quoted } from '../../domain/text/quoted.ts'
import { Unreadable } from '../../domain/text/unreadable.ts'
import { readPicture, readPictures } from './pictures.ts'

/**
 * Readers make of a file's value what the product schema takes. What is wrong in a way that the schema sees passes
 * through unchanged, so that each rule is written once.
 */
export type FieldReader = (value: unknown, rules: RowRules) => unknown

/** How the prices of a file are written, and in which currency they are meant to be. */
export interface Prices {
  /** The factor from a price in the file to the currency's minor unit. */
  scale: bigint
  currency: string
}

/** How one row is read. */
export interface RowRules extends Prices {
  /** True of CSV: descriptions with tags become text. */
  isText: boolean
  /** True of CSV and the exports of other systems: `'` can stand before digits. */
  isCsv: boolean
  /** True if a price of the file has a decimal comma: then a point is between thousands. */
  hasDecimalComma: boolean
  /** Takes what is left out. */
  notes: Note[]
}

/** A text; a number becomes its digits (SKUs and ids are often written as numbers). */
const text = (value: unknown): unknown => (typeof value === 'number' ? String(value) : value)

/**
 * A text by which a product is found: blanks around it never make it another one, nor does the `'` with which a spreadsheet
 * says that digits are a text.
 */
const trimmed: FieldReader = (value, { isCsv }) => {
  const read = text(value)
  if (typeof read !== 'string') return read
  return isCsv ? withoutApostrophe(read.trim()) : read.trim()
}

const withoutApostrophe = (written: string) => written.replace(/^'(?=[-+]?\d)/, '')

/** A slug; spreadsheets and people write capitals. */
const lowerCase: FieldReader = (value, rules) => {
  const read = trimmed(value, rules)
  return typeof read === 'string' ? read.toLowerCase() : read
}

const money: FieldReader = (value, prices) => {
  const amount = timesWhole(writtenAmount(value, prices), prices.scale)
  if (amount === undefined)
    throw new Unreadable(
      `${quoted(String(value))} × ${prices.scale} is not a whole number of the currency's minor unit; check --prices or --price-scale`,
    )
  return Number(amount)
}

/** An amount without points between its thousands. */
const withoutPoints = (written: string) =>
  written.replace(/(?<!\d)[1-9]\d{0,2}(?:\.\d{3})+(?!\d)/, (grouped) => grouped.replaceAll('.', ''))

function writtenAmount(
  value: unknown,
  { scale, currency, hasDecimalComma }: Pick<RowRules, 'scale' | 'currency' | 'hasDecimalComma'>,
): Decimal {
  // Whoever writes cents writes plain numbers: `$5` are none.
  if (scale === 1n && decimalsOf(currency) > 0) return decimalOf(value)
  const parse = (written: string) => parseAmount(hasDecimalComma ? withoutPoints(written) : written)
  const { decimal, mark } = numeric(value, parse, 'is not an amount of money')
  if (mark !== undefined && !canMean(mark, currency))
    throw new Unreadable(`is in ${mark}, but the business sells in ${currency}`)
  return decimal
}

const wholeNumber = (value: unknown): number => {
  const number = timesWhole(decimalOf(value), 1n)
  if (number === undefined) throw new Unreadable(`${quoted(String(value))} is not a whole number`)
  return Number(number)
}

/** `1,200`, `1 200`, `1’200`, `1.234.567`: groups of three digits with the same separator between all of them. */
const GROUPED = /^-?[1-9]\d{0,2}([.,'’\s])\d{3}(?:\1\d{3})*$/

/** How many there are; below zero is what is owed. */
const pieces: FieldReader = (value, { hasDecimalComma }) => {
  const written = typeof value === 'string' ? value.trim() : ''
  const [, mark] = GROUPED.exec(written) ?? []
  const number = wholeNumber(
    mark !== undefined && isBetweenThousands(written, mark, hasDecimalComma)
      ? written.replace(/[^-\d]/g, '')
      : value,
  )
  if (Math.abs(number) <= MAX_QUANTITY) return number
  throw new Unreadable(`must be from -${MAX_QUANTITY} to ${MAX_QUANTITY}`)
}

/**
 * True for the mark of thousands, false for that of decimals. A comma or point before three digits can be both: the decimal mark
 * of the prices in the file says it; without one, a piece can still be written as `1.000`. Throws `Unreadable` where nobody can know.
 */
function isBetweenThousands(written: string, mark: string, hasDecimalComma: boolean): boolean {
  const isOne = written.indexOf(mark) === written.lastIndexOf(mark)
  if (!isOne || !/[.,]/.test(mark)) return true
  if (mark === '.') {
    if (hasDecimalComma) return true
    if (written.endsWith('.000')) return false
  } else if (!hasDecimalComma && !written.endsWith(',000')) return true
  const whole = written.replace(mark, '')
  throw new Unreadable(
    `${quoted(written)} can be ${whole} or ${written.replace(mark, '.').replace(/\.000$/, '')}: write it without the ${mark === '.' ? 'point' : 'comma'}`,
  )
}

const YES = ['true', 'yes']
const NO = ['false', 'no']

const wordOf = (value: unknown) => String(value).trim().toLowerCase()

/** As feeds of products and schema.org say it, without case, blanks and `_`. */
const AVAILABLE = ['instock', 'available', 'preorder', 'backorder', 'onbackorder', 'limitedavailability']
const UNAVAILABLE = ['outofstock', 'unavailable', 'notavailable', 'soldout', 'discontinued']

/** Yes or no; undefined if it is neither. */
function decision(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value
  if (YES.includes(wordOf(value))) return true
  return NO.includes(wordOf(value)) ? false : undefined
}

/** Yes, no, in stock, out of stock, or a count of which one is enough. */
const availability: FieldReader = (value) => {
  const decided = decision(value)
  if (decided !== undefined) return decided
  const word = folded(wordOf(value).replace(/^https?:\/\/schema\.org\//, ''))
  if (AVAILABLE.includes(word)) return true
  if (UNAVAILABLE.includes(word)) return false
  const count = typeof value === 'object' ? undefined : parseDecimal(wordOf(value))
  if (!count) throw new Unreadable('must be true, false, yes, no or a number')
  return count.digits > 0n
}

const yesOrNo: FieldReader = (value) => {
  const decided = decision(value)
  if (decided === undefined) throw new Unreadable('must be true, false, yes or no')
  return decided
}

/** An array, or a text with `|` or, if it has none, another delimiter between the entries. */
const list = (value: unknown, delimiter: string | RegExp): unknown =>
  typeof value === 'string'
    ? value
        .split(value.includes('|') ? '|' : delimiter)
        .map((entry) => entry.trim())
        .filter(Boolean)
    : value

const tags: FieldReader = (value) => {
  const entries = list(value, ',')
  return Array.isArray(entries) ? entries.map(text) : entries
}

/** Other shop systems write descriptions as HTML. */
const description: FieldReader = (value, { isText, notes }) => {
  const read = text(value)
  if (typeof read !== 'string') return read
  return isText && isHtml(read) ? descriptionOf(read, notes) : withLineFeeds(read)
}

/** A text of one line; where other systems have several, or tabs, it is the same with blanks. */
const oneLine: FieldReader = (value) => {
  const read = text(value)
  return typeof read === 'string' ? withLineFeeds(read).replace(/\s*[\t\n]\s*/g, ' ') : read
}

/** A status, or whether a product is published as other systems say it. */
const status: FieldReader = (value) => {
  const word = wordOf(value)
  if (PUBLISHED.includes(word)) return 'active'
  return UNPUBLISHED.includes(word) ? 'draft' : word
}

const PUBLISHED = ['true', 'yes', '1', 'published', 'publish', 'visible']
const UNPUBLISHED = ['false', 'no', '0', '-1', 'unpublished', 'private', 'pending', 'hidden']

/** The fields of a variant; the schema refuses all others. */
const VARIANT_READERS: Readonly<Record<string, FieldReader>> = {
  sku: trimmed,
  price: money,
  compare_at_price: money,
  cost: money,
  image: readPicture,
  position: wholeNumber,
  is_available: availability,
  is_enabled: yesOrNo,
  track_inventory: yesOrNo,
  allow_backorder: yesOrNo,
  low_stock_at: wholeNumber,
  quantity: pieces,
}

/** Objects, as in a body of the API. An empty list is that of a product without options. */
const variants: FieldReader = (value, rules) =>
  Array.isArray(value)
    ? value.map((entry, n) => (isJsonObject(entry) ? readVariant(entry, n, rules) : entry))
    : value

function readVariant(variant: Record<string, unknown>, n: number, rules: RowRules): object {
  const read = ([name, value]: [string, unknown]) => {
    const reader = value === null ? undefined : VARIANT_READERS[name]
    try {
      return [name, reader ? reader(value, rules) : value]
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error
      throw new Unreadable(`${n}.${name}: ${error.message}`)
    }
  }
  return Object.fromEntries(Object.entries(variant).map(read))
}

/** Texts by name; numbers and booleans become text, null is left out. */
const metadata: FieldReader = (value, { isCsv }) => {
  if (!isJsonObject(value)) return value
  const entries = Object.entries(value).filter(([, entry]) => entry !== null)
  const read = (entry: unknown) =>
    isCsv && typeof entry === 'string' ? withoutApostrophe(entry) : scalar(entry)
  return Object.fromEntries(entries.map(([key, entry]) => [key, read(entry)]))
}

const scalar = (value: unknown) =>
  typeof value === 'number' || typeof value === 'boolean' ? String(value) : value

const decimalOf = (value: unknown) => numeric(value, parseDecimal, 'is not a decimal number')

/** The result of a parser for a text or a number. Throws `Unreadable` for anything else. */
function numeric<T>(value: unknown, parse: (text: string) => T | undefined, complaint: string): T {
  const isNumeric = typeof value === 'string' || typeof value === 'number'
  const read = isNumeric ? parse(String(value).trim().replace(/^'/, '')) : undefined
  if (read !== undefined) return read
  throw new Unreadable(isNumeric ? `${quoted(String(value))} ${complaint}` : 'must be a number')
}

/** Every field that a file may fill. `category` is a name; `currency` is only compared. */
export const FIELD_READERS = {
  name: oneLine,
  description,
  price: money,
  is_available: availability,
  category: trimmed,
  category_id: trimmed,
  compare_at_price: money,
  slug: lowerCase,
  images: readPictures,
  tags,
  position: wholeNumber,
  status,
  sku: trimmed,
  external_id: trimmed,
  cost: money,
  metadata,
  currency: trimmed,
  track_inventory: yesOrNo,
  allow_backorder: yesOrNo,
  low_stock_at: wholeNumber,
  quantity: pieces,
  options: (value: unknown) => value,
  variants,
} as const satisfies Record<string, FieldReader>

export type Field = keyof typeof FIELD_READERS

/** Fields in which null is a value of its own, and takes back what an update finds there. */
export const NULLABLE: ReadonlySet<string> = new Set([
  'compare_at_price',
  'sku',
  'external_id',
  'cost',
  'low_stock_at',
])

/** Fields that are lists of objects, which no cell of a CSV file can hold. */
export const STRUCTURED: ReadonlySet<string> = new Set(['options', 'variants'])
