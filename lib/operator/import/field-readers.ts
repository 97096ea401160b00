import { Unreadable } from '../../domain/unreadable.ts'
import { quoted } from '../failure.ts'
import { parseDecimal, timesWhole } from './decimal.ts'

/**
 * Readers make of a file's value what the product schema takes. What is wrong in a way that the schema sees passes
 * through unchanged, so that each rule is written once.
 */
export type FieldReader = (value: unknown, priceScale: bigint) => unknown

/** A text; a number becomes its digits (SKUs and ids are often written as numbers). */
const text: FieldReader = (value) => (typeof value === 'number' ? String(value) : value)

/** A text by which a product is found: blanks around it never make it another one. */
const trimmed: FieldReader = (value) => {
  const read = text(value, 1n)
  return typeof read === 'string' ? read.trim() : read
}

const money: FieldReader = (value, priceScale) => {
  const amount = timesWhole(decimalOf(value), priceScale)
  if (amount === undefined)
    throw new Unreadable(
      `${quoted(String(value))} × ${priceScale} is not a whole number of the currency's minor unit; check --price-scale`,
    )
  return Number(amount)
}

const wholeNumber: FieldReader = (value) => {
  const number = timesWhole(decimalOf(value), 1n)
  if (number === undefined) throw new Unreadable(`${quoted(String(value))} is not a whole number`)
  return Number(number)
}

const YES = ['true', 'yes']
const NO = ['false', 'no']

/** Yes, no, or a count of which one is enough. */
const availability: FieldReader = (value) => {
  if (typeof value === 'boolean') return value
  const word = String(value).trim().toLowerCase()
  if (YES.includes(word)) return true
  if (NO.includes(word)) return false
  const count = typeof value === 'object' ? undefined : parseDecimal(word)
  if (!count) throw new Unreadable('must be true, false, yes, no or a number')
  return count.digits > 0n
}

/** An array, or a text with `|` between the entries. */
const list = (value: unknown): unknown =>
  typeof value === 'string'
    ? value
        .split('|')
        .map((entry) => entry.trim())
        .filter(Boolean)
    : value

const tags: FieldReader = (value) => {
  const entries = list(value)
  return Array.isArray(entries) ? entries.map((entry) => text(entry, 1n)) : entries
}

/** URLs or `{url, alt}`; whatever else a source's image objects hold is left out. */
const images: FieldReader = (value) => {
  const entries = list(value)
  if (!Array.isArray(entries)) return entries
  return entries.map((entry) => {
    if (typeof entry === 'string') return { url: entry }
    if (!isObject(entry)) return entry
    return { url: entry.url, ...(typeof entry.alt === 'string' && { alt: entry.alt }) }
  })
}

/** Texts by name; numbers and booleans become text, null is left out. */
const metadata: FieldReader = (value) => {
  if (!isObject(value)) return value
  const entries = Object.entries(value).filter(([, entry]) => entry !== null)
  return Object.fromEntries(entries.map(([key, entry]) => [key, scalar(entry)]))
}

const scalar = (value: unknown) =>
  typeof value === 'number' || typeof value === 'boolean' ? String(value) : value

/** A JSON object, not an array. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function decimalOf(value: unknown) {
  const isNumeric = typeof value === 'string' || typeof value === 'number'
  const decimal = isNumeric ? parseDecimal(String(value).trim()) : undefined
  if (decimal) return decimal
  throw new Unreadable(isNumeric ? `${quoted(String(value))} is not a decimal number` : 'must be a number')
}

/** Every field that a file may fill. `category` is a name; `currency` is only compared. */
export const FIELD_READERS = {
  name: text,
  description: text,
  price: money,
  is_available: availability,
  category: trimmed,
  category_id: trimmed,
  compare_at_price: money,
  slug: trimmed,
  images,
  tags,
  position: wholeNumber,
  status: trimmed,
  sku: trimmed,
  external_id: trimmed,
  cost: money,
  metadata,
  currency: trimmed,
} as const satisfies Record<string, FieldReader>

export type Field = keyof typeof FIELD_READERS

/** Fields in which null is a value of its own, and takes back what an update finds there. */
export const NULLABLE: ReadonlySet<string> = new Set(['compare_at_price', 'sku', 'external_id', 'cost'])
