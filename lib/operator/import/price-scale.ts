import { type Amount, parseAmount } from '../../catalogue/amount.ts'
import { timesWhole } from '../../catalogue/decimal.ts'
import type { Format } from '../../catalogue/read/source.ts'
import type { SourceRow } from '../../catalogue/read/source-row.ts'
import { decimalsOf } from '../../domain/currency-decimals.ts'
import { quoted } from '../../domain/quoted.ts'
import { Unreadable } from '../../domain/unreadable.ts'
import { Failure } from '../failure.ts'
import type { FieldMapping } from './field-mapping.ts'
import { isObject } from './field-readers.ts'

/** The fields that are amounts of money. */
const MONEY = ['price', 'compare_at_price', 'cost']

/** Whether 80 is 80 dollars or 80 cents. */
export const PRICES = ['decimal', 'minor'] as const

/** What somebody has said of the prices of a file. */
export interface SaidOfPrices {
  prices?: (typeof PRICES)[number] | undefined
  priceScale?: bigint | undefined
}

interface PricedFile {
  format: Format
  rows: readonly SourceRow[]
  mapping: FieldMapping
}

/** A price as it is written in a file. */
interface Example {
  text: string
  line: number | null
  name: string
  amount: Amount
}

/** So many products are shown in both readings. */
const SHOWN = 3

/**
 * What the prices of a file are multiplied by to be in the minor unit of a currency. In a CSV file of which nobody says
 * it, one price with decimals or a currency says it of all. Throws a `Failure` if all of them are whole numbers, which
 * can be dollars as well as cents, with three products in both readings.
 */
export function priceScaleOf(
  { format, rows, mapping }: PricedFile,
  currency: string,
  { prices, priceScale }: SaidOfPrices,
): bigint {
  const decimals = decimalsOf(currency)
  const major = 10n ** BigInt(decimals)
  if (priceScale !== undefined) return priceScale
  if (prices !== undefined) return prices === 'decimal' ? major : 1n
  if (format !== 'csv' || decimals === 0) return 1n
  const shown: Example[] = []
  for (const example of examplesIn(rows, mapping)) {
    // Whoever writes cents writes neither decimals nor a currency.
    if (example.amount.decimal.exponent < 0 || example.amount.isMarked) return major
    if (shown.length < SHOWN) shown.push(example)
  }
  if (shown.length === 0) return major
  throw new Failure(
    `all prices are whole numbers: add --prices decimal or --prices minor. ${shown.map((one) => inBoth(one, currency)).join('; ')}`,
  )
}

function inBoth({ text, line, name, amount }: Example, currency: string): string {
  const [decimal, minor] = [10n ** BigInt(decimalsOf(currency)), 1n].map((scale) =>
    shownPrice(timesWhole(amount.decimal, scale) ?? 0n, currency),
  )
  return `${quoted(name)} (line ${line}) costs ${decimal} or ${minor}, in the file ${quoted(text)}`
}

/** Prices that can be read. Nothing is nothing in any unit. */
function* examplesIn(rows: readonly SourceRow[], { sources }: FieldMapping): Generator<Example> {
  const columns = MONEY.flatMap((field) => sources.get(field) ?? [])
  for (const { values, line } of rows) {
    if (!isObject(values)) continue
    for (const column of columns) {
      const text = textIn(values, column)
      const amount = readable(text)
      const name = textIn(values, sources.get('name') ?? '')
      if (amount && amount.decimal.digits !== 0n) yield { text, line, name, amount }
    }
  }
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

/** An amount in the minor unit as a person reads it: `80.00 USD`, `80 JPY`. */
function shownPrice(amount: bigint, currency: string): string {
  const decimals = decimalsOf(currency)
  const sign = amount < 0n ? '-' : ''
  const digits = String(amount)
    .replace('-', '')
    .padStart(decimals + 1, '0')
  const point = digits.length - decimals
  return `${sign}${digits.slice(0, point)}${decimals > 0 ? '.' : ''}${digits.slice(point)} ${currency}`
}

/** The first products of an import that have a price, as a person reads them; undefined if there is none. */
export function pricedExamples(
  rows: readonly { fields: Readonly<Record<string, unknown>> }[],
  currency: string,
): string | undefined {
  const shown: string[] = []
  for (const { fields } of rows) {
    const price = priceIn(fields)
    if (price === undefined) continue
    shown.push(`${quoted(String(fields.name ?? ''))} costs ${shownPrice(BigInt(price), currency)}`)
    if (shown.length === SHOWN) break
  }
  return shown.length > 0 ? `for example: ${shown.join('; ')}` : undefined
}

/** The price of a product, or of its first variant. */
function priceIn({ price, variants }: Readonly<Record<string, unknown>>): number | undefined {
  const [first]: unknown[] = Array.isArray(variants) ? variants : []
  const said = price ?? (isObject(first) ? first.price : undefined)
  return Number.isSafeInteger(said) ? Number(said) : undefined
}
