/** Readers of the fields by which trade knows a product. */

import * as v from 'valibot'
import { CONDITIONS, PRODUCT_TRADE } from '../../domain/products/trade.ts'
import { quoted } from '../../domain/text/quoted.ts'
import { Unreadable } from '../../domain/text/unreadable.ts'
import { folded } from '../catalogue-files/dialects/columns.ts'
import { pieces } from './number-readers.ts'
import type { FieldReader } from './row-rules.ts'
import { oneLine, trimmed } from './text-readers.ts'

type TradeField = keyof typeof PRODUCT_TRADE

/** The reason for which a value is left out, behind the value. */
const WHY: Readonly<Record<TradeField, string>> = {
  brand: 'is not a line of 1 to 70 characters',
  condition: 'is not new, refurbished or used',
  gtin: 'is not 8, 12, 13 or 14 digits with a valid check digit',
  mpn: 'is not a line of 1 to 70 characters',
  weight_grams: 'is not a whole number of grams from 1 to 10,000,000',
}

/** A GTIN; people write blanks and hyphens into it. */
const digits: FieldReader = (value, rules) => {
  const read = trimmed(value, rules)
  return typeof read === 'string' ? read.replace(/[\s\p{Pd}]/gu, '') : read
}

/** A condition, also as schema.org calls it. */
const conditionName: FieldReader = (value) => {
  if (typeof value === 'object') return value
  const word = folded(String(value)).replace(/^https?:\/\/schema\.org\//, '')
  return CONDITIONS.find((one) => word === one || word === `${one}condition`) ?? value
}

/** Whole grams. `1.000` can be a thousand, or one that is weighed to the milligram: only the prices of the file say which. */
const grams: FieldReader = (value, rules) => {
  if (rules.decimalMark !== ',' && typeof value === 'string' && /^[1-9]\d{0,2}\.000$/.test(value.trim()))
    throw new Unreadable('can be two numbers')
  return pieces(value, rules)
}

const trimmedLine: FieldReader = (value, rules) => trimmed(oneLine(value, rules), rules)

/**
 * Merchants keep numbers of their own in the place of barcodes. A value that no product can have costs no row and is a note:
 * the product keeps what it had, so that a file that comes every night does not take what was put in by hand.
 */
const orNote =
  (field: TradeField, reader: FieldReader): FieldReader =>
  (value, rules) => {
    if (typeof value === 'string' && value.trim() === '') return undefined
    const read = readable(() => reader(value, rules))
    if (v.is(PRODUCT_TRADE[field], read)) return read
    const written = typeof value === 'string' ? value.trim() : JSON.stringify(value)
    rules.notes.push({ loss: field, detail: `${rules.place ?? ''}${quoted(written)} ${WHY[field]}` })
    return undefined
  }

/** Undefined for what cannot be read. */
function readable(read: () => unknown): unknown {
  try {
    return read()
  } catch (error) {
    if (error instanceof Unreadable) return undefined
    throw error
  }
}

/** Of a product without options, or of a variant. A reader returns undefined for what says nothing. */
export const VARIANT_TRADE_READERS = {
  gtin: orNote('gtin', digits),
  mpn: orNote('mpn', trimmedLine),
  weight_grams: orNote('weight_grams', grams),
} as const satisfies Partial<Record<TradeField, FieldReader>>

/** Of a product. */
export const TRADE_READERS = {
  brand: orNote('brand', trimmedLine),
  condition: orNote('condition', conditionName),
  ...VARIANT_TRADE_READERS,
} as const satisfies Record<TradeField, FieldReader>
