import { quoted } from '../../domain/text/quoted.ts'
import { Unreadable } from '../../domain/text/unreadable.ts'
import { asciiNumber } from './ascii-number.ts'
import { WRITTEN_MARKS } from './currency-mark.ts'
import { type Decimal, LONGEST_NUMBER, parseDecimal } from './decimal.ts'

/** An amount of money. */
export interface Amount {
  decimal: Decimal
  /** The sign or ISO code of a currency before or after it: `$`, `US$`, `EUR`, `zł`. */
  mark?: string
}

/** `$`, `US$`, `€`, or three capital letters. */
const SIGN = String.raw`[A-Z]{0,3}\p{Sc}|[A-Z]{3}`
/** `zł`, `kr.`: a point behind an abbreviation does not belong to the amount, also where no blank follows, as in `kr.50`. */
const WORD = WRITTEN_MARKS.join('|')
const AMOUNT = new RegExp(
  String.raw`^(?<sign>-?)(?:(?<before>${SIGN})|(?<wordBefore>${WORD})\.?(?!\s?\.))?\s?(?<number>[\d.,'’\s]*\d)\s?(?:(?<after>${SIGN}|${WORD})\.?)?$`,
  'u',
)

/** Groups of three digits with the same separator between all of them, then decimals after a point or a comma. */
const POINT_LAST =
  /^(?<whole>[1-9]\d{0,2}(?:(?<mark>[,'’\s])\d{3})(?:\k<mark>\d{3})*)(?:\.(?<decimals>\d+))?$/
const COMMA_LAST = /^(?<whole>[1-9]\d{0,2}(?:(?<mark>[.'’\s])\d{3})(?:\k<mark>\d{3})*)(?:,(?<decimals>\d+))?$/
/** `1,25,000.50`: in India groups of two digits are before the last three. */
const INDIAN = /^(?<whole>[1-9]\d?(?:,\d{2})+,\d{3})(?:\.(?<decimals>\d+))?$/
/** `1,299`, `1.299`: nobody can know. */
const ONE_GROUP = /^(?<whole>[1-9]\d{0,2})(?<mark>[.,])(?<rest>\d{3})$/
const ONE_COMMA = /^(?<whole>\d*),(?<decimals>\d+)$/
const ONE_POINT = /^(?<whole>\d*)(?:\.(?<decimals>\d+))?$/

/** `12,5`, `12,50`, `1.299,00`. */
export const HAS_COMMA = /,\d{1,2}$|\..*,\d+$/
/** `12.5`, `12.50`, `1,299.00`, `0.990`, `1299.000`, `12.5000`. */
export const HAS_POINT = /\.\d{1,2}$|\.\d{4,}$|,.*\.\d+$|^0?\.\d+$|^\d{4,}\.\d+$|^0\d*\.\d+$/

/** The character before the decimals of a file; undefined if nothing in it shows that. */
export type DecimalMark = ',' | '.' | undefined

/** The parts of an amount as they are written, in the digits of ASCII. */
export interface AmountParts {
  sign: string
  number: string
  mark: string | undefined
}

/** The parts of an amount; undefined if it is not an amount. The number may still be unreadable. */
export function amountParts(text: string): AmountParts | undefined {
  const found = text.length > LONGEST_NUMBER ? undefined : AMOUNT.exec(asciiNumber(text))?.groups
  if (!found) return undefined
  const { sign = '', before = found.wordBefore, number = '', after } = found
  return before !== undefined && after !== undefined ? undefined : { sign, number, mark: before ?? after }
}

/**
 * Reads an amount as people write it: `12.5`, `$12.50`, `1,299.00`, `12,50 €`, `1 299,00 kr`, `１２円`. Undefined if not an amount.
 * Throws `Unreadable` for one that can be two, unless the decimal mark of its file decides.
 */
export function parseAmount(text: string, decimalMark?: DecimalMark): Amount | undefined {
  const parts = amountParts(text)
  const number = parts && plainNumber(parts.number, text, decimalMark)
  const decimal = parseDecimal(number === undefined ? text : `${parts?.sign}${number}`)
  return decimal && { decimal, ...(parts?.mark !== undefined && { mark: parts.mark }) }
}

/** A number with a point before its decimals and nothing else between its digits; undefined if it is not a number. */
function plainNumber(number: string, text: string, decimalMark: DecimalMark): string | undefined {
  const one = ONE_GROUP.exec(number)?.groups
  if (one) {
    const { whole, mark, rest } = one
    if (mark === '.' && decimalMark !== undefined) return decimalMark === '.' ? number : `${whole}${rest}`
    const name = mark === '.' ? 'point' : 'comma'
    throw new Unreadable(
      `${quoted(text)} can be ${whole}${rest} or ${whole}.${rest}: write it without the ${name}`,
    )
  }
  const found = [POINT_LAST, COMMA_LAST, INDIAN, ONE_COMMA, ONE_POINT]
    .map((form) => form.exec(number)?.groups)
    .find(Boolean)
  if (!found) return undefined
  const { whole = '', decimals = '' } = found
  return `${whole.replace(/\D/g, '') || '0'}${decimals && `.${decimals}`}`
}
