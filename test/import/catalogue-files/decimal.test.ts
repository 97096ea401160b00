import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  decimalText,
  lessThan,
  parseDecimal,
  roundedProduct,
  sameDecimal,
  timesWhole,
} from '../../../lib/import/catalogue-files/decimal.ts'

const times = (text: string, factor: bigint) => {
  const decimal = parseDecimal(text)
  return decimal && timesWhole(decimal, factor)
}

describe('a decimal times a whole number', () => {
  test.each([
    ['9.99', 100n, 999n],
    ['19.99', 100n, 1999n],
    ['0.29', 100n, 29n],
    ['1.005', 1000n, 1005n],
    ['10', 1n, 10n],
    ['10.00', 1n, 10n],
    ['007.50', 100n, 750n],
    ['-3.5', 2n, -7n],
    ['-0', 100n, 0n],
    ['1e3', 1n, 1000n],
    ['1.5e-1', 100n, 15n],
    ['123456789012345.67', 100n, 12345678901234567n],
    ['9.995', 100n, undefined],
    ['0.1', 1n, undefined],
    ['1e-7', 100n, undefined],
  ])('%s × %s is %s', (text, factor, expected) => {
    expect(times(text, factor)).toBe(expected)
  })

  test('is exact for every price in minor units, written with any number of decimals', () => {
    const inMinorUnits = fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n })
    fc.assert(
      fc.property(
        inMinorUnits,
        fc.integer({ min: 0, max: 6 }),
        fc.integer({ min: 0, max: 4 }),
        (minor, decimals, zeros) => {
          expect(
            times(written(minor, decimals) + (decimals ? '0'.repeat(zeros) : ''), 10n ** BigInt(decimals)),
          ).toBe(minor)
        },
      ),
      { numRuns: 2_000 },
    )
  })

  test('is whole exactly when the remainder of the integer division is zero', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 18n }),
        fc.integer({ min: 0, max: 9 }),
        fc.bigInt({ min: 1n, max: 10_000n }),
        (digits, decimals, factor) => {
          const divisor = 10n ** BigInt(decimals)
          const expected = (digits * factor) % divisor === 0n ? (digits * factor) / divisor : undefined
          expect(times(written(digits, decimals), factor)).toBe(expected)
        },
      ),
      { numRuns: 2_000 },
    )
  })
})

/** `written(-999n, 2)` is "-9.99". */
function written(digits: bigint, decimals: number): string {
  const sign = digits < 0n ? '-' : ''
  const text = String(digits < 0n ? -digits : digits).padStart(decimals + 1, '0')
  return decimals ? `${sign}${text.slice(0, -decimals)}.${text.slice(-decimals)}` : sign + text
}

test.each(['', ' ', '1,5', '1.', '.5', '+1', '0x10', '1 000', '€5', 'NaN', 'Infinity', '1e', '1e9999'])(
  '%j is not a decimal number',
  (text) => {
    expect(parseDecimal(text)).toBeUndefined()
  },
)

test('a number has at most 200 characters', () => {
  expect(parseDecimal('1'.repeat(200))?.exponent).toBe(0)
  expect(parseDecimal('1'.repeat(201))).toBeUndefined()
})

test.each<[bigint, number, string]>([
  [1_250n, 2, '12.50'],
  [5n, 2, '0.05'],
  [-5n, 2, '-0.05'],
  [-1_250n, 2, '-12.50'],
  [0n, 2, '0.00'],
  [80n, 0, '80'],
  [-80n, 0, '-80'],
  [5n, 3, '0.005'],
])('%s in a unit of %i decimals is %s', (number, decimals, text) => {
  expect(decimalText(number, decimals)).toBe(text)
})

test.each([
  ['1.5', '15e-1', false],
  ['1.49', '1.5', true],
  ['1.5', '1.49', false],
  ['-2', '1', true],
  ['9', '1e1', true],
  ['1e1', '9', false],
])('%s is less than %s: %s', (a, b, is) => {
  const [left, right] = [parseDecimal(a), parseDecimal(b)]
  expect(left && right && lessThan(left, right)).toBe(is)
})

test('a number is the same however it is written', () => {
  const same = (a: string, b: string) => {
    const [x, y] = [parseDecimal(a), parseDecimal(b)]
    return x && y && sameDecimal(x, y)
  }
  expect(same('1.50', '15e-1')).toBe(true)
  expect(same('1e21', '1000000000000000000000')).toBe(true)
  expect(same('-0', '0.000')).toBe(true)
  expect(same('12345678901234567890', '12345678901234567000')).toBe(false)
})

test.each([
  ['0.25', '1000', 250n],
  ['1', '453.59237', 454n],
  ['2.5', '1', 3n],
  ['2.4999', '1', 2n],
  ['0.0004', '1000', 0n],
  ['1e3', '1e3', 1_000_000n],
])('%s × %s is nearest to %s', (a, b, expected) => {
  const [left, right] = [parseDecimal(a), parseDecimal(b)]
  expect(left && right && roundedProduct(left, right)).toBe(expected)
})
