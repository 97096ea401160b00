import { quoted } from '../domain/text/quoted.ts'
import { Unreadable } from '../domain/text/unreadable.ts'
import { asciiNumber } from './ascii-number.ts'
import { WRITTEN_MARKS } from './currency-mark.ts'
import { type Decimal, parseDecimal } from './decimal.ts'

/** An amount of money as it is written. */
export interface Amount {
  decimal: Decimal
  /** The sign or ISO code of a currency before or after it: `$`, `US$`, `EUR`, `zł`. */
  mark?: string
}

/** `$`, `US$`, `€`, three capital letters, or `zł`. */
const CURRENCY = String.raw`(?:[A-Z]{0,3}\p{Sc}|[A-Z]{3}|(?:${WRITTEN_MARKS.join('|')}))`
const AMOUNT = new RegExp(
  String.raw`^(?<sign>-?)(?<before>${CURRENCY})?\s?(?<number>[\d.,'’\s]*\d)\s?(?:(?<after>${CURRENCY})\.?)?$`,
  'u',
)

/** Groups of three digits with the same separator between all of them, then decimals after a point or a comma. */
const POINT_LAST =
  /^(?<whole>[1-9]\d{0,2}(?:(?<mark>[,'’\s])\d{3})(?:\k<mark>\d{3})*)(?:\.(?<decimals>\d+))?$/
const COMMA_LAST = /^(?<whole>[1-9]\d{0,2}(?:(?<mark>[.'’\s])\d{3})(?:\k<mark>\d{3})*)(?:,(?<decimals>\d+))?$/
/** `1,299`: nobody can know. */
const UNCLEAR = /^[1-9]\d{0,2},\d{3}$/
const ONE_COMMA = /^(?<whole>\d*),(?<decimals>\d+)$/
const ONE_POINT = /^(?<whole>\d*)(?:\.(?<decimals>\d+))?$/

/**
 * Reads an amount as people write it: `12.5`, `$12.50`, `1,299.00`, `12,50 €`, `1 299,00 kr`, `１２円`. Undefined if it is none.
 * Throws `Unreadable` for one that can be two.
 */
export function parseAmount(written: string): Amount | undefined {
  const text = asciiNumber(written)
  const plain = parseDecimal(text)
  if (plain) return { decimal: plain }
  const found = AMOUNT.exec(text)?.groups
  if (!found) return undefined
  const { sign = '', before, number = '', after } = found
  if (before !== undefined && after !== undefined) return undefined
  if (UNCLEAR.test(number)) {
    const whole = number.replace(',', '')
    throw new Unreadable(
      `${quoted(text)} can be ${whole} or ${number.replace(',', '.')}: write it without the comma`,
    )
  }
  const form = [POINT_LAST, COMMA_LAST, ONE_COMMA, ONE_POINT]
    .map((one) => one.exec(number)?.groups)
    .find(Boolean)
  if (!form) return undefined
  const { whole = '', decimals = '' } = form
  const decimal = parseDecimal(`${sign}${whole.replace(/\D/g, '') || '0'}${decimals && `.${decimals}`}`)
  const mark = before ?? after
  return decimal && { decimal, ...(mark !== undefined && { mark }) }
}
