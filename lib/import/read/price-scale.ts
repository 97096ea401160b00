import { isJsonObject } from '../../domain/body/json-object.ts'
import { decimalsOf } from '../../domain/currency-decimals.ts'
import type { FileFormat, PRICES } from '../../domain/imports/import-words.ts'
import { quoted } from '../../domain/text/quoted.ts'
import { Unreadable } from '../../domain/text/unreadable.ts'
import { type Amount, parseAmount } from '../catalogue-files/amount.ts'
import { timesWhole } from '../catalogue-files/decimal.ts'
import type { FileProduct } from '../catalogue-files/dialects/dialect.ts'
import { DIALECTS } from '../catalogue-files/dialects/find-dialect.ts'
import { ImportRefused } from '../import-refused.ts'
import { type OptionStyle, onCommandLine } from '../option-style.ts'
import type { EachProduct } from './looks.ts'
import type { FieldMapping } from './mapping.ts'
import { EXAMPLES, shownPrice } from './price-examples.ts'

/** The fields that are amounts of money. */
const MONEY = ['price', 'compare_at_price', 'cost']

/** The options of the command line for prices. */
export interface SaidOfPrices {
  prices?: (typeof PRICES)[number] | undefined
  priceScale?: bigint | undefined
  option?: OptionStyle | undefined
}

/** A file with prices. */
export interface PricedFile {
  format: FileFormat
  each: EachProduct
  mapping: FieldMapping
}

/** A price as it is written in a file. */
interface WrittenPrice {
  text: string
  line: number | null
  name: string
  amount: Amount
}

/**
 * The factor from the prices of a file to the minor unit of a currency. Other systems write decimals. In any other CSV
 * file without an option for it, one price with decimals or a currency decides for all. Throws an `ImportRefused` if all of
 * them are whole numbers, which can be dollars as well as cents, with three products in both readings.
 */
export async function priceScaleOf(
  { format, each, mapping }: PricedFile,
  currency: string,
  { prices, priceScale, option = onCommandLine }: SaidOfPrices,
): Promise<bigint> {
  const decimals = decimalsOf(currency)
  const major = 10n ** BigInt(decimals)
  if (priceScale !== undefined) return priceScale
  if (prices !== undefined) return prices === 'decimal' ? major : 1n
  if (format in DIALECTS) return major
  if (format !== 'csv' || decimals === 0) return 1n
  const readings: string[] = []
  const hasDecimals = (product: FileProduct) => {
    for (const { amount, name, line, text } of pricesIn(product, mapping)) {
      const cents = wholeNumberIn(amount)
      if (cents === undefined) return true
      if (readings.length >= EXAMPLES) continue
      const both = [cents * major, cents].map((price) => shownPrice(price, currency)).join(' or ')
      readings.push(`${quoted(name)} (line ${line}) costs ${both}, in the file ${quoted(text)}`)
    }
    return false
  }
  for await (const areDecimal of each(hasDecimals)) if (areDecimal) return major
  if (readings.length === 0) return major
  throw new ImportRefused(
    'prices_unclear',
    `all prices are whole numbers: add ${option('prices', 'decimal')} or ${option('prices', 'minor')}. ${readings.join('; ')}`,
  )
}

/** The number that may be in the minor unit; undefined for an amount with decimals or a currency, which nobody writes so. */
function wholeNumberIn({ decimal, mark }: Amount): bigint | undefined {
  return mark === undefined && decimal.exponent >= 0 ? timesWhole(decimal, 1n) : undefined
}

/** The prices of a product that can be read. Nothing is nothing in any unit. */
function* pricesIn(product: FileProduct, mapping: FieldMapping): Generator<WrittenPrice> {
  for (const written of priceTexts(product, mapping)) {
    const amount = readable(written.text)
    if (amount && amount.decimal.digits !== 0n) yield { ...written, amount }
  }
}

/** Every price of a product and its variants that is a text, as it is written. */
export function* priceTexts(
  { values, line }: FileProduct,
  { sources }: FieldMapping,
): Generator<Omit<WrittenPrice, 'amount'>> {
  if (!isJsonObject(values)) return
  const columns = MONEY.flatMap((field) => sources.get(field) ?? [])
  const variants = Array.isArray(values.variants) ? values.variants.filter((one) => isJsonObject(one)) : []
  const name = textIn(values, sources.get('name') ?? '')
  for (const sold of [values, ...variants])
    for (const column of columns) yield { text: textIn(sold, column), line, name }
}

function textIn(values: Record<string, unknown>, column: string): string {
  const cell = values[column]
  return typeof cell === 'string' ? cell.trim() : ''
}

function readable(text: string): Amount | undefined {
  try {
    return parseAmount(text)
  } catch (error) {
    if (error instanceof Unreadable) return undefined
    throw error
  }
}
