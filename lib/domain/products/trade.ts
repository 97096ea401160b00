/** Rules for the fields by which trade knows a product, as in Google's product data specification and schema.org. */
import * as v from 'valibot'
import { integer, trimmedLine } from '../text/text.ts'

const LONGEST = 70

export const CONDITIONS = ['new', 'refurbished', 'used'] as const

const GTIN = /^(?:[0-9]{8}|[0-9]{12,14})$/

/** True for a Global Trade Item Number: EAN-8, UPC-A, EAN-13, ISBN-13 or GTIN-14, as GS1 writes it. */
export const isGtin = (text: string): boolean =>
  GTIN.test(text) && !/^0+$/.test(text) && weighted(text) % 10 === 0

/** The sum of the digits, every second of them three times (GS1 General Specifications §7.9). */
const weighted = (digits: string): number =>
  [...digits].reverse().reduce((sum, digit, n) => sum + Number(digit) * (n % 2 === 0 ? 1 : 3), 0)

const gtin = v.pipe(
  v.string('must be a string'),
  v.regex(GTIN, 'must be the 8, 12, 13 or 14 digits of a GTIN, without spaces or hyphens'),
  v.check((text) => !GTIN.test(text) || isGtin(text), 'must be a GTIN with a valid check digit'),
)

/** Of a product that has no options, or of a variant. */
export const VARIANT_TRADE = {
  gtin: v.nullable(gtin),
  mpn: v.nullable(trimmedLine(LONGEST)),
  weight_grams: v.nullable(integer(1, 1e7)),
}

/** Of a product. */
export const PRODUCT_TRADE = {
  brand: v.nullable(trimmedLine(LONGEST)),
  condition: v.nullable(v.picklist(CONDITIONS, 'must be new, refurbished or used')),
  ...VARIANT_TRADE,
}
