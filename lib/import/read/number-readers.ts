import { decimalsOf } from '../../domain/currency-decimals.ts'
import { MAX_QUANTITY } from '../../domain/products/product.ts'
import { quoted } from '../../domain/text/quoted.ts'
import { Unreadable } from '../../domain/text/unreadable.ts'
import { parseAmount } from '../catalogue-files/amount.ts'
import { asciiNumber } from '../catalogue-files/ascii-number.ts'
import { canMean } from '../catalogue-files/currency-mark.ts'
import { type Decimal, parseDecimal, timesWhole } from '../catalogue-files/decimal.ts'
import type { FieldReader, RowRules } from './row-rules.ts'

/** An amount of money in the currency's minor unit. */
export const money: FieldReader = (value, prices) => {
  const amount = timesWhole(writtenAmount(value, prices), prices.scale)
  if (amount === undefined)
    throw new Unreadable(
      `${quoted(String(value))} × ${prices.scale} is not a whole number of the currency's minor unit: say whether prices are decimal or minor`,
    )
  return Number(amount)
}

/** An amount without commas between its thousands. */
const withoutCommas = (written: string) =>
  written.replace(/(?<!\d)[1-9]\d{0,2}(?:,\d{3})+(?!\d)/, (grouped) => grouped.replaceAll(',', ''))

function writtenAmount(
  value: unknown,
  { scale, currency, decimalMark }: Pick<RowRules, 'scale' | 'currency' | 'decimalMark'>,
): Decimal {
  const hasDecimals = decimalsOf(currency) > 0
  // Files of cents have plain numbers: `$5` is not one.
  if (scale === 1n && hasDecimals) return decimalOf(value)
  // Yen have no decimals, so a comma is never before decimals.
  const parse = (text: string) =>
    parseAmount(hasDecimals ? text : withoutCommas(asciiNumber(text)), decimalMark)
  const { decimal, mark } = numeric(value, parse, 'is not an amount of money')
  if (mark !== undefined && !canMean(mark, currency))
    throw new Unreadable(`is in ${mark}, but the business sells in ${currency}`)
  return decimal
}

export const wholeNumber = (value: unknown): number => {
  const number = timesWhole(decimalOf(value), 1n)
  if (number === undefined) throw new Unreadable(`${quoted(String(value))} is not a whole number`)
  return Number(number)
}

/** `1,200`, `1 200`, `1’200`, `1.234.567`: groups of three digits with the same separator between all of them. */
const GROUPED = /^-?[1-9]\d{0,2}([.,'’\s])\d{3}(?:\1\d{3})*$/

/** `1,25,000`, as in India. */
const INDIAN = /^-?[1-9]\d?(?:,\d{2})+,\d{3}$/

/** `5,00`, `1.234,00` and `1,234.00`: whole numbers with decimals. Behind a comma alone three zeros can be thousands. */
const WITH_ZEROS =
  /^'?-?(?:(?:\d+|[1-9]\d{0,2}(?:[.\s'’]\d{3})+),(?:0{1,2}|0{4,})|[1-9]\d{0,2}(?:[,\s'’]\d{3})+\.0+)$/

const digitsIn = (written: string) => written.replace(/[^-\d]/g, '')

/** How many there are; below zero is what is owed. */
export const pieces: FieldReader = (value, { decimalMark }) => {
  const written = typeof value === 'string' ? asciiNumber(value.trim()) : ''
  const number = wholeNumber(
    WITH_ZEROS.test(written)
      ? digitsIn(written.replace(/[.,]0+$/, ''))
      : hasThousands(written, decimalMark === ',')
        ? digitsIn(written)
        : value,
  )
  if (Math.abs(number) <= MAX_QUANTITY) return number
  throw new Unreadable(`must be from -${MAX_QUANTITY} to ${MAX_QUANTITY}`)
}

/** True for digits in groups. Throws `Unreadable` where nobody can know whether they are. */
function hasThousands(written: string, hasDecimalComma: boolean): boolean {
  const [, mark] = GROUPED.exec(written) ?? []
  return INDIAN.test(written) || (mark !== undefined && isBetweenThousands(written, mark, hasDecimalComma))
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

const decimalOf = (value: unknown) => numeric(value, parseDecimal, 'is not a decimal number')

/** The result of a parser for a text or a number. Throws `Unreadable` for anything else. */
function numeric<T>(value: unknown, parse: (text: string) => T | undefined, complaint: string): T {
  const isNumeric = typeof value === 'string' || typeof value === 'number'
  const read = isNumeric ? parse(String(value).trim().replace(/^'/, '')) : undefined
  if (read !== undefined) return read
  throw new Unreadable(isNumeric ? `${quoted(String(value))} ${complaint}` : 'must be a number')
}
