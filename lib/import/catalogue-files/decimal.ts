import { asciiNumber } from './ascii-number.ts'

/** A decimal number without loss: `digits` × 10^`exponent`. */
export interface Decimal {
  digits: bigint
  exponent: number
}

/** `9.99`, `-3`, `1e3`: no blanks, separators or currency signs. Three digits of exponent are room enough. */
const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,3}))?$/

/** No number of a file is longer as it is written. To read many digits takes a time that grows with the square of their count. */
export const LONGEST_NUMBER = 200

/** Reads the text of a decimal number, or returns undefined if it is something else. */
export function parseDecimal(text: string): Decimal | undefined {
  const match = text.length > LONGEST_NUMBER ? null : DECIMAL.exec(asciiNumber(text))
  if (!match) return undefined
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match
  return { digits: BigInt(sign + whole + fraction), exponent: Number(exponent) - fraction.length }
}

/** `decimal` × `factor` exactly, or undefined if that is not a whole number. Floats would make 19.99 × 100 1998.9999…. */
export function timesWhole({ digits, exponent }: Decimal, factor: bigint): bigint | undefined {
  const product = digits * factor
  if (exponent >= 0) return product * 10n ** BigInt(exponent)
  const divisor = 10n ** BigInt(-exponent)
  return product % divisor === 0n ? product / divisor : undefined
}

/** The whole number nearest to `a` × `b`, the larger one if two are. Neither is below 0. */
export function roundedProduct(a: Decimal, b: Decimal): bigint {
  const digits = a.digits * b.digits
  const exponent = a.exponent + b.exponent
  if (exponent >= 0) return digits * 10n ** BigInt(exponent)
  const divisor = 10n ** BigInt(-exponent)
  return (2n * digits + divisor) / (2n * divisor)
}

/** True if two numbers are the same, however they are written (`1.50`, `15e-1`). */
export function sameDecimal(a: Decimal, b: Decimal): boolean {
  const [left, right] = atSameScale(a, b)
  return left === right
}

/** True if `a` is the smaller number. */
export function lessThan(a: Decimal, b: Decimal): boolean {
  const [left, right] = atSameScale(a, b)
  return left < right
}

/** `12.50`, from a number in a unit of which 10^`decimals` are one. */
export function decimalText(number: bigint, decimals: number): string {
  const sign = number < 0n ? '-' : ''
  const digits = String(number)
    .replace('-', '')
    .padStart(decimals + 1, '0')
  const point = digits.length - decimals
  return `${sign}${digits.slice(0, point)}${decimals > 0 ? '.' : ''}${digits.slice(point)}`
}

function atSameScale(a: Decimal, b: Decimal): [bigint, bigint] {
  const lowest = Math.min(a.exponent, b.exponent)
  const shift = ({ digits, exponent }: Decimal) => digits * 10n ** BigInt(exponent - lowest)
  return [shift(a), shift(b)]
}
