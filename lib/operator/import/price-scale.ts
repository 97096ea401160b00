import { type Decimal, parseDecimal, timesWhole } from '../../catalogue/decimal.ts'
import type { SourceRow } from '../../catalogue/read/source-row.ts'
import { decimalsOf } from '../../domain/currency-decimals.ts'
import { quoted } from '../../domain/quoted.ts'
import { Failure } from '../failure.ts'
import type { FieldMapping } from './field-mapping.ts'
import { isObject } from './field-readers.ts'

/** The fields that are amounts of money. */
const MONEY = ['price', 'compare_at_price', 'cost']

/** A price as it is written in a file. */
interface Example {
  text: string
  line: number | null
  column: string
  decimal: Decimal
}

/**
 * Refuses the prices of a CSV file if nobody has said with `--price-scale` how they are written, and the currency has
 * decimals: 80 can be 80 dollars as well as 80 cents. Throws a `Failure` with both readings of one of its prices.
 */
export function requirePriceScale(
  rows: readonly SourceRow[],
  { sources }: FieldMapping,
  currency: string,
): void {
  const decimals = decimalsOf(currency)
  const columns = MONEY.flatMap((field) => sources.get(field) ?? [])
  const example = decimals > 0 ? exampleIn(rows, columns) : undefined
  if (!example) return
  const { text, line, column, decimal } = example
  const readings = [10n ** BigInt(decimals), 1n].map((scale) => {
    const amount = timesWhole(decimal, scale)
    const shown = amount === undefined ? 'refused' : `${inMajorUnits(amount, decimals)} ${currency}`
    return `${shown} with --price-scale ${scale}`
  })
  throw new Failure(
    `add --price-scale, the factor from the prices in the file to the minor unit: ${quoted(text)} (line ${line}, column ${quoted(column)}) is ${readings.join(' and ')}`,
  )
}

/** The first price that is a whole number, else the first at all. Nothing is nothing in any unit. */
function exampleIn(rows: readonly SourceRow[], columns: readonly string[]): Example | undefined {
  let first: Example | undefined
  for (const { values, line } of rows)
    for (const column of columns) {
      const cell = isObject(values) ? values[column] : undefined
      const text = typeof cell === 'string' ? cell.trim() : ''
      const decimal = parseDecimal(text)
      if (!decimal || decimal.digits === 0n) continue
      const example = { text, line, column, decimal }
      if (timesWhole(decimal, 1n) !== undefined) return example
      first ??= example
    }
  return first
}

/** `inMajorUnits(8000n, 2)` is `80.00`. */
function inMajorUnits(amount: bigint, decimals: number): string {
  const sign = amount < 0n ? '-' : ''
  const digits = String(amount)
    .replace('-', '')
    .padStart(decimals + 1, '0')
  return `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}
