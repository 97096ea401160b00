import type { Column } from './columns.ts'
import { faultOfImages, faultOfTags, imagesIn, lengthOf, listText, tagsIn } from './lists.ts'
import type { CellValue, Row } from './rows.ts'

/** The facts of a shop on which the texts of its cells depend. */
export interface ShopFacts {
  currency: string
  /** How many decimals its currency has. */
  decimals: number
  /** The names of its categories, by their ids. */
  categories: ReadonlyMap<string, string>
}

/** A text as a value for the API, or a sentence that says why it is none. */
export type Reading = { value: CellValue; fault?: never } | { value?: never; fault: string }

/** The largest amount that the API takes, in the minor unit. */
const LARGEST_AMOUNT = 10 ** 12
const LARGEST_COUNT = 10 ** 9
/** The longest description, in code points. */
const LONGEST_TEXT = 5_000

export const STATUSES: readonly string[] = ['draft', 'active', 'archived']

/** The text of a value in a cell of this column; empty for null. */
export function textOfValue(value: CellValue, { kind }: Column, shop: ShopFacts): string {
  if (value === null) return ''
  if (typeof value === 'object') return listText(value)
  if (kind === 'amount') return amountText(Number(value), shop.decimals)
  if (kind === 'category') return categoryText(String(value), shop.categories)
  return String(value)
}

/** The text of a row's cell as it is stored. */
export const textOf = (row: Row, column: Column, shop: ShopFacts): string =>
  textOfValue(row.values[column.name], column, shop)

/** Reads what was typed or pasted into a cell. An amount that can mean two things is refused, never guessed. */
export function readText(text: string, column: Column, shop: ShopFacts): Reading {
  switch (column.kind) {
    case 'amount':
      if (text === '' && column.name === 'compare_at_price') return { value: null }
      return readAmount(text, shop.decimals)
    case 'count':
      return readCount(text)
    case 'choice':
      return STATUSES.includes(text.toLowerCase())
        ? { value: text.toLowerCase() }
        : { fault: 'The status is draft, active or archived.' }
    case 'category':
      return readCategory(text, shop.categories)
    case 'text':
      if (text !== '') return { value: text }
      return column.name === 'name' ? { fault: 'A product needs a name.' } : { value: null }
    case 'long':
      return lengthOf(text) > LONGEST_TEXT
        ? { fault: `${lengthOf(text)} characters: at most ${LONGEST_TEXT}.` }
        : { value: text }
    case 'tags': {
      const tags = [...new Set(tagsIn(text).map((tag) => tag.trim()))]
      return readingOf(tags, faultOfTags(tags))
    }
    case 'images':
      return readingOf(imagesIn(text), faultOfImages(imagesIn(text)))
  }
}

/** The text as the table shows it: `12,5` is `12.50`. A change by `+3` stays as it is. */
export function tidyText(text: string, column: Column, shop: ShopFacts): string {
  const { value } = readText(text, column, shop)
  return value === undefined ? text : textOfValue(value, column, shop)
}

function amountText(amount: number, decimals: number): string {
  const digits = String(amount).padStart(decimals + 1, '0')
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

/** Thousands with spaces, as some spreadsheets have them, or without. */
const AMOUNT = /^(\d+|\d{1,3}(?:[ \u00a0\u202f]\d{3})+)(?:([.,])(\d+))?$/

function readAmount(text: string, decimals: number): Reading {
  const [, whole, mark, part = ''] = AMOUNT.exec(text) ?? []
  const example = amountText(1250 * 10 ** Math.max(0, decimals - 2), decimals)
  const refused = { fault: `“${text}” is not an amount such as ${example}.` }
  // `1,234` is a thousand in one country, and a little more than one in another.
  if (whole === undefined || part.length > decimals || (mark === ',' && part.length === 3)) return refused
  const amount = Number(whole.replace(/\D/g, '') + part.padEnd(decimals, '0'))
  return amount > LARGEST_AMOUNT ? { fault: `“${text}” is too large.` } : { value: amount }
}

/** A quantity, or a change of it with a sign, which stays a text. */
function readCount(text: string): Reading {
  if (!/^[+-]?\d+$/.test(text) || Math.abs(Number(text)) > LARGEST_COUNT)
    return { fault: `“${text}” is not a whole number, or +3 or -3 to change it.` }
  if (/^\d/.test(text)) return { value: Number(text) }
  return Number(text) === 0 ? { fault: '0 changes nothing.' } : { value: text }
}

const readingOf = (value: CellValue, fault: string | undefined): Reading =>
  fault === undefined ? { value } : { fault }

/** A category by its name, unless two have the same; then by its id. */
function categoryText(id: string, categories: ReadonlyMap<string, string>): string {
  const name = categories.get(id)
  const isAlone = name !== undefined && idsNamed(name, categories).length === 1 && !categories.has(name)
  return isAlone ? name : id
}

const idsNamed = (name: string, categories: ReadonlyMap<string, string>): string[] =>
  [...categories].filter(([, one]) => one.toLowerCase() === name.toLowerCase()).map(([id]) => id)

function readCategory(text: string, categories: ReadonlyMap<string, string>): Reading {
  // An id that is not in the list can be that of a category that was made meanwhile: the API knows.
  if (categories.has(text) || categories.size === 0)
    return text ? { value: text } : { fault: 'Choose a category.' }
  const [id, ...others] = idsNamed(text, categories)
  if (id === undefined) return { fault: text ? `No category is called “${text}”.` : 'Choose a category.' }
  return others.length === 0
    ? { value: id }
    : { fault: `Several categories are called “${text}”: use an id.` }
}
