import { describe, expect, test } from 'vitest'
import { TRADE_READERS, VARIANT_TRADE_READERS } from '../../../lib/import/read/trade-readers.ts'
import { readBy } from './row-rules.ts'

type Field = keyof typeof TRADE_READERS
const EAN = '4006381333931'
const ISBN = '9783161484100'

test.each<[Field, unknown, unknown]>([
  ['gtin', EAN, EAN],
  ['gtin', '978-3-16-148410-0', ISBN],
  ['gtin', '978 3 16 148410‑0', ISBN],
  ['gtin', " '036000291452", '036000291452'],
  ['gtin', '96385074', '96385074'],
  ['gtin', '10614141000415', '10614141000415'],
  ['gtin', 4_006_381_333_931, EAN],
  ['condition', 'Used', 'used'],
  ['condition', ' NEW ', 'new'],
  ['condition', 'refurbished', 'refurbished'],
  ['condition', 'NewCondition', 'new'],
  ['condition', 'https://schema.org/UsedCondition', 'used'],
  ['condition', 'http://schema.org/RefurbishedCondition', 'refurbished'],
  ['condition', 'https://schema.org/new', 'new'],
  ['brand', ' Halm & Söhne ', 'Halm & Söhne'],
  ['brand', 'two\nlines', 'two lines'],
  ['brand', 'x'.repeat(70), 'x'.repeat(70)],
  ['brand', 1905, '1905'],
  ['mpn', '0012', '0012'],
  ['mpn', "'0012", '0012'],
  ['mpn', 'x'.repeat(70), 'x'.repeat(70)],
  ['weight_grams', '250', 250],
  ['weight_grams', '250.0', 250],
  ['weight_grams', '1,200', 1_200],
  ['weight_grams', '1', 1],
  ['weight_grams', 10_000_000, 10_000_000],
])('%s: %j is read as %j', (field, value, read) => {
  expect(readBy(TRADE_READERS[field], value)).toStrictEqual({ read, notes: [] })
})

test('null takes back what is there', () => {
  for (const reader of [TRADE_READERS.condition, TRADE_READERS.gtin, TRADE_READERS.brand])
    expect(readBy(reader, null)).toStrictEqual({ read: null, notes: [] })
})

const NO_GTIN = 'is not 8, 12, 13 or 14 digits with a valid check digit'
const NO_LINE = 'is not a line of 1 to 70 characters'
const NO_WEIGHT = 'is not a whole number of grams from 1 to 10,000,000'
const NO_CONDITION = 'is not new, refurbished or used'

describe('a value that no product can have costs no row, leaves the field alone, and is named', () => {
  test.each<[Field, unknown, string]>([
    ['gtin', 'INT-1', `"INT-1" ${NO_GTIN}`],
    ['gtin', ' 4006381333932 ', `"4006381333932" ${NO_GTIN}`],
    ['gtin', '4.00638E+12', `"4.00638E+12" ${NO_GTIN}`],
    ['gtin', { ean: EAN }, `"{\\"ean\\":\\"${EAN}\\"}" ${NO_GTIN}`],
    ['condition', 'like new', `"like new" ${NO_CONDITION}`],
    ['condition', 'https://schema.org/', `"https://schema.org/" ${NO_CONDITION}`],
    ['condition', 'x https://schema.org/NewCondition', `"x https://schema.org/NewCondition" ${NO_CONDITION}`],
    ['condition', 3, `"3" ${NO_CONDITION}`],
    ['condition', { toString: 1 }, `"{\\"toString\\":1}" ${NO_CONDITION}`],
    ['condition', { is: 'new' }, `"{\\"is\\":\\"new\\"}" ${NO_CONDITION}`],
    ['brand', 'x'.repeat(71), `"${'x'.repeat(71)}" ${NO_LINE}`],
    ['brand', true, `"true" ${NO_LINE}`],
    ['mpn', 'x'.repeat(71), `"${'x'.repeat(71)}" ${NO_LINE}`],
    ['weight_grams', '0', `"0" ${NO_WEIGHT}`],
    ['weight_grams', '10000001', `"10000001" ${NO_WEIGHT}`],
    ['weight_grams', '0.5', `"0.5" ${NO_WEIGHT}`],
    ['weight_grams', '3 kg', `"3 kg" ${NO_WEIGHT}`],
    ['weight_grams', true, `"true" ${NO_WEIGHT}`],
    ['weight_grams', '1.200', `"1.200" ${NO_WEIGHT}`],
    ['weight_grams', ' 1.000 ', `"1.000" ${NO_WEIGHT}`],
    ['weight_grams', '123.456', `"123.456" ${NO_WEIGHT}`],
  ])('%s: %j', (field, value, why) => {
    expect(readBy(TRADE_READERS[field], value)).toStrictEqual({
      read: undefined,
      notes: [`${field}: ${why}`],
    })
  })

  test('with its place, where it is of a variant', () => {
    const { notes } = readBy(VARIANT_TRADE_READERS.gtin, 'INT-1', { place: 'line 3: ' })
    expect(notes).toStrictEqual([`gtin: line 3: "INT-1" ${NO_GTIN}`])
  })
})

test('a blank says nothing', () => {
  for (const reader of Object.values(TRADE_READERS))
    for (const blank of ['', ' ']) expect(readBy(reader, blank)).toStrictEqual({ read: undefined, notes: [] })
})

test.each<[string, '.' | ',' | undefined, number | undefined]>([
  ['1.200', ',', 1_200],
  ['1.000', ',', 1_000],
  ['1.000', '.', undefined],
  ['0.500', undefined, undefined],
  ['1234.000', undefined, 1_234],
  ['12.0', undefined, 12],
])(
  'a weight of %s is read where the decimal mark is %j as %s: a point before three digits can be two',
  (weight, decimalMark, read) => {
    expect(readBy(TRADE_READERS.weight_grams, weight, { decimalMark }).read).toBe(read)
  },
)
