import { describe, expect, test } from 'vitest'
import { money, pieces, wholeNumber } from '../../../lib/import/read/number-readers.ts'
import type { RowRules } from '../../../lib/import/read/row-rules.ts'
import { rowRules } from './row-rules.ts'

describe('a price', () => {
  test.each<[unknown, Partial<RowRules>, number]>([
    ['12.50', {}, 1_250],
    [' 12.50 ', {}, 1_250],
    ["'12.50", {}, 1_250],
    [12.5, {}, 1_250],
    ['0', {}, 0],
    ['-3', {}, -300],
    ['12,50 €', {}, 1_250],
    ['€5', {}, 500],
    ['5 EUR', {}, 500],
    ['1,299.00', {}, 129_900],
    ['1.299', { decimalMark: ',' }, 129_900],
    ['1.25', { decimalMark: '.' }, 125],
    ['1250', { scale: 1n }, 1_250],
    ['1250.00', { scale: 1n }, 1_250],
    ["'1250", { scale: 1n }, 1_250],
    [5, { scale: 1n }, 5],
    ['1.250', { scale: 1_000n, currency: 'KWD', decimalMark: '.' }, 1_250],
    ['0.000625', { scale: 1_000_000n }, 625],
  ])('%j is read with %o as %i of the minor unit', (written, said, amount) => {
    expect(money(written, rowRules(said))).toBe(amount)
  })

  test.each<[unknown, Partial<RowRules>, string]>([
    ['abc', {}, '"abc" is not an amount of money'],
    ['', {}, '"" is not an amount of money'],
    ["''5", {}, '"\'\'5" is not an amount of money'],
    [true, {}, 'must be a number'],
    [null, {}, 'must be a number'],
    [['5'], {}, 'must be a number'],
    ['$5', {}, 'is in $, but the business sells in EUR'],
    ['USD 5', {}, 'is in USD, but the business sells in EUR'],
    ['1.299', {}, '"1.299" can be 1299 or 1.299: write it without the point'],
    [
      '0.005',
      {},
      '"0.005" × 100 is not a whole number of the currency\'s minor unit: say whether prices are decimal or minor',
    ],
    ['$5', { scale: 1n }, '"$5" is not a decimal number'],
    ['5,00', { scale: 1n }, '"5,00" is not a decimal number'],
    [true, { scale: 1n }, 'must be a number'],
    [
      5.5,
      { scale: 1n },
      '"5.5" × 1 is not a whole number of the currency\'s minor unit: say whether prices are decimal or minor',
    ],
  ])('%j is refused with %o', (written, said, why) => {
    expect(() => money(written, rowRules(said))).toThrow(new Error(why))
  })

  const YEN = { scale: 1n, currency: 'JPY' }

  test.each<[unknown, Partial<RowRules>, number]>([
    ['1500', {}, 1_500],
    ['1,500', {}, 1_500],
    ['1,500,000', {}, 1_500_000],
    ['12,500', {}, 12_500],
    ['123,456', {}, 123_456],
    ['-1,500', {}, -1_500],
    ['¥1,500', {}, 1_500],
    ['1,500円', {}, 1_500],
    ['１，５００', {}, 1_500],
    ['1.500', { decimalMark: ',' }, 1_500],
  ])(
    'in yen %j is read with %o as %i: a comma has nothing but thousands behind it',
    (written, said, amount) => {
      expect(money(written, rowRules({ ...YEN, ...said }))).toBe(amount)
    },
  )

  test.each([
    ['0,500', '"0,500" × 1 is not'],
    ['1500,250', '"1500,250" × 1 is not'],
    ['1,5000', '"1,5000" × 1 is not'],
    ['1,50', '"1,50" × 1 is not'],
    ['$5', 'is in $, but the business sells in JPY'],
  ])('in yen %j is refused', (written, why) => {
    expect(() => money(written, rowRules(YEN))).toThrow(why)
  })
})

test.each([
  ['3', 3],
  [' 7 ', 7],
  ["'7", 7],
  ['3.0', 3],
  ['-2', -2],
  ['1e3', 1_000],
  [4, 4],
  ['٣', 3],
])('%j is the whole number %i', (written, number) => {
  expect(wholeNumber(written)).toBe(number)
})

test.each([
  ['2.5', '"2.5" is not a whole number'],
  [2.5, '"2.5" is not a whole number'],
  ['x', '"x" is not a decimal number'],
  ['1,200', '"1,200" is not a decimal number'],
  ["1'200", '"1\'200" is not a decimal number'],
  ['', '"" is not a decimal number'],
  [false, 'must be a number'],
  [null, 'must be a number'],
  [{}, 'must be a number'],
])('%j is not a whole number', (written, why) => {
  expect(() => wholeNumber(written)).toThrow(new Error(why))
})

const MOST = 1_000_000_000

describe('a quantity', () => {
  test.each<[unknown, number]>([
    [5, 5],
    ['5', 5],
    [' 5 ', 5],
    ["'5", 5],
    ['-3', -3],
    ['0', 0],
    ['5.0', 5],
    ['5.00', 5],
    ['5,0', 5],
    ['5,00', 5],
    ['5,0000', 5],
    ["'5,00", 5],
    ['-3,0', -3],
    ['12345,00', 12_345],
    ['1 200', 1_200],
    ['1\u00a0200', 1_200],
    ["1'200", 1_200],
    ['1’200', 1_200],
    ['-1 200', -1_200],
    ['1,200', 1_200],
    [' 1,200 ', 1_200],
    ['123,456', 123_456],
    ['1,234,000', 1_234_000],
    ['1.234.000', 1_234_000],
    ['1 234 000', 1_234_000],
    ['1 234,00', 1_234],
    ["1'234,0", 1_234],
    ['1.234.567,00', 1_234_567],
    ['1,25,000', 125_000],
    ['12,34,567', 1_234_567],
    ['-1,00,000', -100_000],
    ['1.000', 1],
    ['１，２００', 1_200],
    ['٣', 3],
    [MOST, MOST],
    [-MOST, -MOST],
    ['1,000,000,000', MOST],
  ])('%j is %i', (written, number) => {
    expect(pieces(written, rowRules())).toBe(number)
  })

  test.each<[string, number]>([
    ['1.200', 1_200],
    ['1.000', 1_000],
    ['-1.200', -1_200],
    ['1.234,00', 1_234],
    ['5,00', 5],
  ])('%j in a file with decimal commas is %i', (written, number) => {
    expect(pieces(written, rowRules({ decimalMark: ',' }))).toBe(number)
  })

  test.each<[unknown, string]>([
    [MOST + 1, 'must be from -1000000000 to 1000000000'],
    [-MOST - 1, 'must be from -1000000000 to 1000000000'],
    ['1e20', 'must be from -1000000000 to 1000000000'],
    ['5,000', '"5,000" can be 5000 or 5: write it without the comma'],
    ['1.200', '"1.200" can be 1200 or 1.200: write it without the point'],
    ['2.5', '"2.5" is not a whole number'],
    ['2,5', '"2,5" is not a decimal number'],
    ['0,000', '"0,000" is not a decimal number'],
    ['1,2000', '"1,2000" is not a decimal number'],
    ['1 2000', '"1 2000" is not a decimal number'],
    ['1,234.567', '"1,234.567" is not a decimal number'],
    ['01,200', '"01,200" is not a decimal number'],
    ['1,2,345', '"1,2,345" is not a decimal number'],
    ['many', '"many" is not a decimal number'],
    ['', '"" is not a decimal number'],
    [true, 'must be a number'],
    [null, 'must be a number'],
  ])('%j is refused', (written, why) => {
    expect(() => pieces(written, rowRules())).toThrow(new Error(why))
  })

  test.each<[string, string]>([
    ['1,200', '"1,200" can be 1200 or 1.200: write it without the comma'],
    ['1,000', '"1,000" can be 1000 or 1: write it without the comma'],
  ])('%j can be two numbers in a file with decimal commas', (written, why) => {
    expect(() => pieces(written, rowRules({ decimalMark: ',' }))).toThrow(new Error(why))
  })

  test('that has decimals behind a comma has thousands before it, whatever the prices show', () => {
    for (const decimalMark of [undefined, '.', ','] as const)
      for (const written of ['1.000,00', '1.234,00'])
        expect(pieces(written, rowRules({ decimalMark }))).toBe(Number(written.slice(0, 5)) * 1_000)
  })

  test('that has decimals behind a point has thousands before it', () => {
    for (const written of ['1,000.00', '1,234.00', '1,234,567.0', '1 234.00', "1'234.0000"])
      expect([written, pieces(written, rowRules())]).toEqual([
        written,
        Number(written.replace(/[,\s']/g, '')),
      ])
  })
})
