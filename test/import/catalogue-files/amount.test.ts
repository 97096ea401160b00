import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Amount, parseAmount } from '../../../lib/import/catalogue-files/amount.ts'
import { canMean } from '../../../lib/import/catalogue-files/currency-mark.ts'
import { timesWhole } from '../../../lib/import/catalogue-files/decimal.ts'

const thousandths = (amount: Amount | undefined) => amount && timesWhole(amount.decimal, 1000n)

test.each<[string, bigint]>([
  ['12', 12_000n],
  ['12.5', 12_500n],
  ['1e3', 1_000_000n],
  ['-3', -3_000n],
  ['$12.50', 12_500n],
  ['$ 12.50', 12_500n],
  ['-$12.50', -12_500n],
  ['US$12.50', 12_500n],
  ['€12', 12_000n],
  ['12,50 €', 12_500n],
  ['12,5', 12_500n],
  [',50', 500n],
  ['0,299', 299n],
  ['12,5000', 12_500n],
  ['1,299.00', 1_299_000n],
  ['1.299,00', 1_299_000n],
  ['1.299,00 €', 1_299_000n],
  ['1,234,567', 1_234_567_000n],
  ['1.234.567', 1_234_567_000n],
  ['1.234.567,8', 1_234_567_800n],
  ['1,25,000.50', 125_000_500n],
  ['₹ 1,00,000.00', 100_000_000n],
  ['12,34,567', 1_234_567_000n],
  ['1,23,45,678', 12_345_678_000n],
  ['1 299', 1_299_000n],
  ['1\u00a0299,00', 1_299_000n],
  ["1'299.50", 1_299_500n],
  ['1’299,50', 1_299_500n],
  ['EUR 5', 5_000n],
  ['1 299,00 SEK', 1_299_000n],
  ['¥1500', 1_500_000n],
  ['12,99 zł', 12_990n],
  ['1 299,00 kr', 1_299_000n],
  ['99 kr.', 99_000n],
  ['kr.50', 50_000n],
  ['kr. 50', 50_000n],
  ['Rs.1,299.00', 1_299_000n],
  ['zł.5', 5_000n],
  ['$.50', 500n],
  ['12.50\u200b', 12_500n],
  ['1٬299٫50', 1_299_500n],
  ['12,50 лв.', 12_500n],
  ['1500円', 1_500_000n],
  ['￥1500', 1_500_000n],
  ['１２．５', 12_500n],
  ['٣٫٥', 3_500n],
  ['۱۲', 12_000n],
  ['१२.५', 12_500n],
  ['−3', -3_000n],
])('%j is %i thousandths', (text, expected) => {
  expect(thousandths(parseAmount(text))).toBe(expected)
})

test.each([
  '',
  ' ',
  '$',
  'abc',
  '5 pieces',
  '12.50.00',
  '1,23,45',
  '123,45,678',
  '1.23.456',
  '1,2345.6',
  '12,,5',
  '1.299,',
  '$5€',
  '1 29',
  '1,299 00',
  '5%',
  '5 - 6',
  '--5',
  '1,234.567.890',
  '5 pcs.',
  '5٬50',
  'kr..5',
  '12²',
  '½',
  '5.',
  '12 .5',
])('%j is not an amount', (text) => {
  expect(parseAmount(text)).toBeUndefined()
})

test.each([
  ['1,299', '1299 or 1.299'],
  ['$1,299', '1299 or 1.299'],
  ['12,500 €', '12500 or 12.500'],
])('%j can be %s', (text, both) => {
  expect(() => parseAmount(text)).toThrow(`can be ${both}: write it without the comma`)
})

test('a comma before three digits can be two amounts, whatever the file says', () => {
  for (const mark of [undefined, ',', '.'] as const)
    expect(() => parseAmount('1,299', mark)).toThrow('can be 1299 or 1.299: write it without the comma')
})

test('an amount has at most 200 characters', () => {
  expect(parseAmount(`€${'1'.repeat(199)}`)?.mark).toBe('€')
  expect(parseAmount(`€${'1'.repeat(200)}`)).toBeUndefined()
})

test.each([
  ['1.299', 1_299n, 1_299_000n],
  ['€1.250', 1_250n, 1_250_000n],
  ['12.500 €', 12_500n, 12_500_000n],
  ['KWD 1.000', 1_000n, 1_000_000n],
])('the file says which number %j is', (text, afterPoint, afterComma) => {
  expect(thousandths(parseAmount(text, '.'))).toBe(afterPoint)
  expect(thousandths(parseAmount(text, ','))).toBe(afterComma)
  expect(() => parseAmount(text)).toThrow('write it without the point')
})

test.each([
  ['5 EUR', 'EUR'],
  ['USD 5', 'USD'],
  ['5 €', '€'],
  ['-US$5', 'US$'],
  ['5', undefined],
  ['5,00', undefined],
  ['5 zł', 'zł'],
  ['kr 5', 'kr'],
])('%j is marked with %s', (text, mark) => {
  expect(parseAmount(text)?.mark).toBe(mark)
})

test.each([
  ['EUR', '€ EUR EU€', '$ £ USD E£ ¥ kr 円'],
  ['USD', '$ US$ USD U$', 'CA$ A$ € CAD NT$'],
  ['CAD', '$ CA$ C$ CAD', 'US$ A$ USD'],
  ['TWD', '$ NT$ TWD', 'US$ HK$'],
  ['BRL', 'R$ BRL', '€ US$'],
  ['JPY', '¥ JP¥ JPY 円', 'CN¥ $ 元'],
  ['CNY', '¥ CN¥ CNY', 'JP¥ €'],
  ['SEK', 'SEK kr', '$ € NOK zł'],
  ['PLN', 'PLN zł', 'kr Kč'],
  ['CHF', 'CHF', '$ €'],
])('%s is %s, and none of %s', (currency, its, others) => {
  const marks = [...its.split(' '), ...others.split(' ')]
  expect(marks.filter((mark) => canMean(mark, currency))).toEqual(its.split(' '))
})

test('whatever a locale writes is read again', () => {
  const locales = [
    'en-US',
    'de-DE',
    'fr-FR',
    'de-CH',
    'sv-SE',
    'ar-EG',
    'fa-IR',
    'hi-IN',
    'pt-BR',
    'en-IN',
    'ja-JP',
  ]
  fc.assert(
    fc.property(fc.constantFrom(...locales), fc.integer({ min: 0, max: 99_999_999 }), (locale, cents) => {
      // Groups of two digits, as in India, are written only from 100,000 on.
      fc.pre(!locale.endsWith('-IN') || cents < 10_000_000)
      const format = new Intl.NumberFormat(locale, {
        style: 'currency',
        currency: 'EUR',
        minimumFractionDigits: 2,
      })
      expect(thousandths(parseAmount(format.format(cents / 100).trim()))).toBe(BigInt(cents) * 10n)
    }),
  )
})
