import { isJsonObject } from '../../domain/body/json-object.ts'
import { NULLABLE_FIELDS, type WritableField } from '../../domain/products/fields.ts'
import type { NewVariant } from '../../domain/products/variant.ts'
import { quoted } from '../../domain/text/quoted.ts'
import { Unreadable } from '../../domain/text/unreadable.ts'
import { severalCategories } from '../catalogue-files/category-path.ts'
import { parseDecimal } from '../catalogue-files/decimal.ts'
import { folded } from '../catalogue-files/dialects/columns.ts'
import { descriptionOf, withLineFeeds } from '../catalogue-files/dialects/parts.ts'
import { entriesOf, fewEntries } from '../catalogue-files/entries.ts'
import { isHtml } from '../catalogue-files/html-text.ts'
import { NoPrice } from '../unpriced.ts'
import { money, pieces, wholeNumber } from './number-readers.ts'
import { readPicture, readPictures } from './pictures.ts'
import type { FieldReader, RowRules } from './row-rules.ts'
import { digitsKept, nameText, text, trimmed } from './text-readers.ts'
import { TRADE_READERS, VARIANT_TRADE_READERS } from './trade-readers.ts'

/** A slug; spreadsheets and people write capitals. */
const lowerCase: FieldReader = (value, rules) => {
  const read = trimmed(value, rules)
  return typeof read === 'string' ? read.toLowerCase() : read
}

const YES = ['true', 'yes', 'y', '1']
const NO = ['false', 'no', 'n', '0']

/** A word; an object is not one, and it can have a `toString` of its own. */
const wordOf = (value: unknown) => (typeof value === 'object' ? '' : String(value).trim().toLowerCase())

/** As feeds of products and schema.org say it, without case, blanks and `_`. */
const AVAILABLE = ['instock', 'available', 'preorder', 'backorder', 'onbackorder', 'limitedavailability']
const UNAVAILABLE = ['outofstock', 'unavailable', 'notavailable', 'soldout', 'discontinued']

/** Yes or no; undefined if it is neither. */
function decision(value: unknown): boolean | undefined {
  if (YES.includes(wordOf(value))) return true
  return NO.includes(wordOf(value)) ? false : undefined
}

/** True for a word that says whether something can be sold, and not how many there are. */
const isAvailability = (value: unknown): boolean =>
  [...AVAILABLE, ...UNAVAILABLE].includes(folded(availabilityIn(value)))

const availabilityIn = (value: unknown) => wordOf(value).replace(/^https?:\/\/schema\.org\//, '')

/** A quantity; Wix has `InStock` in its column where nobody counts. */
const quantity: FieldReader = (value, rules) => {
  if (isAvailability(value))
    throw new Unreadable(`${quoted(String(value))} is not a quantity: map the column to is_available instead`)
  return pieces(value, rules)
}

/** Yes, no, in stock, out of stock, or a count of which one is enough. */
const availability: FieldReader = (value) => {
  const decided = decision(value)
  if (decided !== undefined) return decided
  const word = folded(availabilityIn(value))
  if (AVAILABLE.includes(word)) return true
  if (UNAVAILABLE.includes(word)) return false
  const count = parseDecimal(wordOf(value))
  if (!count) throw new Unreadable('must be true, false, yes, no, y, n or a number')
  return count.digits > 0n
}

const yesOrNo: FieldReader = (value) => {
  const decided = decision(value)
  if (decided === undefined) throw new Unreadable('must be true, false, yes, no, y, n, 1 or 0')
  return decided
}

/** An array, or a text with `|` or, if it has none, another delimiter between the entries. */
const list = (value: unknown, delimiter: string | RegExp): unknown =>
  typeof value === 'string' ? entriesOf(value, value.includes('|') ? '|' : delimiter) : value

const tags: FieldReader = (value) => {
  const entries = list(value, ',')
  return Array.isArray(entries) ? fewEntries(entries).map(text) : entries
}

/** Other shop systems write descriptions as HTML. */
const description: FieldReader = (value, { isText, notes }) => {
  const read = text(value)
  if (typeof read !== 'string') return read
  return isText && isHtml(read) ? descriptionOf(read, notes) : withLineFeeds(read)
}

/** A status, or whether a product is published as other systems say it. */
const status: FieldReader = (value) => {
  const word = wordOf(value)
  if (PUBLISHED.includes(word)) return 'active'
  return UNPUBLISHED.includes(word) ? 'draft' : word
}

const PUBLISHED = [...YES, 'published', 'publish', 'visible']
const UNPUBLISHED = [...NO, '-1', 'unpublished', 'private', 'pending', 'hidden']

/** The fields of a variant; the schema refuses all others. */
const READERS_OF_VARIANTS = {
  sku: digitsKept('sku'),
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
  quantity,
  ...VARIANT_TRADE_READERS,
} satisfies Record<Exclude<keyof NewVariant, 'id' | 'option_values'>, FieldReader>
const VARIANT_READERS: Readonly<Record<string, FieldReader>> = READERS_OF_VARIANTS

/** Objects, as in a body of the API. An empty list is that of a product without options. */
const variants: FieldReader = (value, rules) =>
  Array.isArray(value)
    ? value.map((entry, n) => (isJsonObject(entry) ? readVariant(entry, n, rules) : entry))
    : value

/** True of the price of a cell or of JSON that says that there is none. */
export const isBlankPrice = (value: unknown): boolean =>
  value === null || (typeof value === 'string' && value.trim() === '')

/** A variant without its blank price. Throws `Unreadable` unless variants without a price are imported. */
function withoutBlankPrice(
  { price: _, ...rest }: Record<string, unknown>,
  n: number,
  { withoutPrice }: RowRules,
): Record<string, unknown> {
  if (withoutPrice === 'draft') return rest
  throw new NoPrice(`${n}.price: is empty: fill it in`)
}

function readVariant(variant: Record<string, unknown>, n: number, rules: RowRules): object {
  const line = rules.lines?.[n]
  // Without lines they are JSON, in which no spreadsheet has put a mark.
  const own =
    line === undefined
      ? { ...rules, isCsv: false, place: `variant ${n + 1}: ` }
      : { ...rules, place: `line ${line}: ` }
  if (isBlankPrice(variant.price)) return readVariant(withoutBlankPrice(variant, n, rules), n, rules)
  const read = ([name, value]: [string, unknown]): [string, unknown][] => {
    const isKnown = value !== null && Object.hasOwn(VARIANT_READERS, name)
    const reader = isKnown ? VARIANT_READERS[name] : undefined
    try {
      const said = reader && value !== undefined ? reader(value, own) : value
      return said === undefined ? [] : [[name, said]]
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error
      throw new Unreadable(`${n}.${name}: ${error.message}`)
    }
  }
  return Object.fromEntries(Object.entries(variant).flatMap(read))
}

/** Texts by name; numbers and booleans become text, null is left out. */
const metadata: FieldReader = (value) => {
  if (!isJsonObject(value)) return value
  const entries = Object.entries(value).filter(([, entry]) => entry !== null)
  return Object.fromEntries(entries.map(([key, entry]) => [key, scalar(entry)]))
}

const scalar = (value: unknown) =>
  typeof value === 'number' || typeof value === 'boolean' ? String(value) : value

/** Names of categories behind those above them, in a list or a text, or objects as in a body of the API. */
const additionalCategories: FieldReader = (value, { isText, isCsv }) =>
  typeof value === 'string' ? severalCategories(value, isCsv && !isText) : value

/** Fields of a file that are not fields of a product: `category` is a name, and `currency` is only compared. */
type OtherField = 'category' | 'currency' | 'quantity' | 'options' | 'variants'

/** Every field that a file may fill. */
export const FIELD_READERS = {
  name: nameText,
  description,
  price: money,
  is_available: availability,
  category: trimmed,
  category_id: trimmed,
  additional_categories: additionalCategories,
  compare_at_price: money,
  slug: lowerCase,
  images: readPictures,
  tags,
  position: wholeNumber,
  status,
  sku: digitsKept('sku'),
  external_id: digitsKept('external_id'),
  cost: money,
  metadata,
  currency: trimmed,
  track_inventory: yesOrNo,
  allow_backorder: yesOrNo,
  low_stock_at: wholeNumber,
  quantity,
  ...TRADE_READERS,
  options: (value: unknown) => value,
  variants,
} as const satisfies Record<WritableField | OtherField, FieldReader>

export type Field = keyof typeof FIELD_READERS

/** Fields in which null is a value of its own, and takes back what an update finds there. */
export const NULLABLE: ReadonlySet<string> = new Set(NULLABLE_FIELDS)

/** True of a field of a variant in which a blank cell says that there is none, as in `empty-cells.ts` for a product. */
export const isClearedByBlank = (field: string): boolean => field === 'price' || NULLABLE.has(field)

/** Fields that are lists of objects. A cell of a CSV file can only hold them as JSON (`json-cells.ts`). */
export const STRUCTURED: ReadonlySet<string> = new Set(['options', 'variants'])
