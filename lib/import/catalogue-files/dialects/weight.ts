import { type Decimal, parseDecimal, roundedProduct } from '../decimal.ts'
import { folded } from './columns.ts'

/** Units of weights, by their names in files, and how many grams each is. */
const GRAMS: Readonly<Record<string, Decimal>> = {
  kg: { digits: 1n, exponent: 3 },
  g: { digits: 1n, exponent: 0 },
  lbs: { digits: 45_359_237n, exponent: -5 },
  oz: { digits: 28_349_523_125n, exponent: -9 },
}

/** A unit of weights. */
export interface WeightUnit {
  name: string
  grams: Decimal
}

export const GRAM: WeightUnit = { name: 'g', grams: { digits: 1n, exponent: 0 } }

/** The units as WooCommerce's translations call them. */
const OTHER_UNITS: Readonly<Record<string, string>> = {
  lb: 'lbs',
  livres: 'lbs',
  funty: 'lbs',
  onça: 'oz',
  uncje: 'oz',
  кг: 'kg',
  г: 'g',
  фунт: 'lbs',
  унция: 'oz',
}

/** The unit that a title has in brackets: `Weight (kg)`; undefined if nobody here knows it. */
export function unitIn(title: string): WeightUnit | undefined {
  const [, written = ''] = /\(([^()]+)\)\s*$/.exec(title) ?? []
  const name = OTHER_UNITS[folded(written)] ?? folded(written)
  const grams = Object.hasOwn(GRAMS, name) ? GRAMS[name] : undefined
  return grams && { name, grams }
}

/** `1,000` or `1.500`: of grams, which nobody weighs so exactly, it is rather a thousand. */
const CAN_BE_THOUSANDS = /^[1-9]\d{0,2}[.,]\d{3}$/

/**
 * The whole grams of a weight, as a text; null for a blank cell. A weight of 0 says nothing, because other systems write it
 * where nobody has weighed. Any other text is returned with its unit, for the reader of the field to name.
 */
export function gramsOf(cell: string | null | undefined, unit: WeightUnit): string | null | undefined {
  if (!cell) return cell
  const weight = parseDecimal(cell.replace(',', '.').replace(/^\./, '0.'))
  if (!weight || weight.digits < 0n || (unit.name === 'g' && CAN_BE_THOUSANDS.test(cell)))
    return `${cell} ${unit.name}`
  return weight.digits === 0n ? undefined : String(roundedProduct(weight, unit.grams))
}
