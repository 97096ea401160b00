import { describe, expect, test } from 'vitest'
import {
  cellOfText,
  textOfCell,
  withApostrophe,
  withoutApostrophe,
} from '../../../lib/import/catalogue-files/apostrophe.ts'
import { asciiNumber } from '../../../lib/import/catalogue-files/ascii-number.ts'
import { entriesOf, fewEntries, MOST_ENTRIES } from '../../../lib/import/catalogue-files/entries.ts'
import { isOfTaxonomy } from '../../../lib/import/catalogue-files/google-taxonomy.ts'
import { nameWithoutTurns } from '../../../lib/import/catalogue-files/name-text.ts'
import type { Note } from '../../../lib/import/catalogue-files/note.ts'

test.each([
  ['٠١٢٣٤٥٦٧٨٩', '0123456789'],
  ['۰۱۲۳۴۵۶۷۸۹', '0123456789'],
  ['०१२३४५६७८९', '0123456789'],
  ['０１２３４５６７８９', '0123456789'],
  ['٣٫٥', '3.5'],
  ['１，２００．５', '1,200.5'],
  ['١٬٢٠٠', '1’200'],
  ['－１ −2', '-1 -2'],
  ['￥５ ￦６ ＄７', '¥5 ₩6 $7'],
  ['\u200e1\u200f2\u202a3\u2066\u20694\u2060\u061c\ufeff', '1234'],
  ['1.50 abc', '1.50 abc'],
])('%j is in ASCII %j', (written, number) => {
  expect(asciiNumber(written)).toBe(number)
})

describe("the ' before what a spreadsheet would run", () => {
  test.each([
    ['=1+1', "'=1+1"],
    ['+5', "'+5"],
    ['-5', "'-5"],
    ['@x', "'@x"],
    ['\tx', "'\tx"],
    ['\rx', "'\rx"],
    ["'=1", "''=1"],
    ["''=1", "'''=1"],
    ['5', '5'],
    [' =1', ' =1'],
    ['a=1', 'a=1'],
    ["'a", "'a"],
    ['', ''],
  ])('is written: %j is the cell %j, which is read as the text', (text, cell) => {
    expect(cellOfText(text)).toBe(cell)
    expect(textOfCell(cell)).toBe(text)
  })

  test('goes once', () => {
    expect(["''=1", "'5", "'a", "'", '=1'].map(textOfCell)).toEqual(["'=1", "'5", "'a", "'", '=1'])
  })

  test.each([
    ["'5", "''5"],
    ["'-5", "''-5"],
    ["'+5", "''+5"],
    ["''5", "'''5"],
    ['5', '5'],
    ['-5', '-5'],
    ["'a", "'a"],
    ["'-a", "'-a"],
    ["x'5", "x'5"],
  ])('is in front of digits that are a text: the name %j is %j', (name, written) => {
    expect(withApostrophe(name)).toBe(written)
    expect(withoutApostrophe(written)).toBe(name)
  })

  test('before digits does not belong to them', () => {
    expect(["'5", "'-5x", "'+5", "''5", "'a5", "5'5"].map(withoutApostrophe)).toEqual([
      '5',
      '-5x',
      '+5',
      "'5",
      "'a5",
      "5'5",
    ])
  })
})

describe('the entries of a list', () => {
  const many = (count: number) => Array.from({ length: count }, (_, n) => `${n}`)

  test('are what is between its delimiters, without blank ones', () => {
    expect(entriesOf(' a, b ,, c d ,', ',')).toEqual(['a', 'b', 'c d'])
    expect(entriesOf('a;b|c', /[;|]/)).toEqual(['a', 'b', 'c'])
    expect([entriesOf('', ','), entriesOf(' , ', ',')]).toEqual([[], []])
  })

  test('are 2,500 at most', () => {
    expect(fewEntries(many(MOST_ENTRIES))).toHaveLength(2_500)
    expect(entriesOf(many(MOST_ENTRIES).join(), ',')).toHaveLength(2_500)
    for (const more of [() => fewEntries(many(2_501)), () => entriesOf(many(2_501).join(), ',')])
      expect(more).toThrow('has more than 2500 entries of one list')
  })

  test('are taken no further than is needed to refuse them', () => {
    let taken = 0
    function* endless() {
      for (;;) yield ++taken
    }
    expect(() => fewEntries(endless())).toThrow()
    expect(taken).toBe(2_501)
  })
})

test.each([
  ['Apparel & Accessories > Clothing', true],
  ['Apparel & Accessories>Clothing', true],
  [' Food, Beverages & Tobacco > Beverages', true],
  ['Apparel & Accessories', false],
  ['Clothing > Apparel & Accessories', false],
  ['Tea > Green', false],
  ['', false],
  ['> Clothing', false],
])('%j is a path of Google: %s', (path, is) => {
  expect(isOfTaxonomy(path)).toBe(is)
})

test('a name without marks that turn the direction of text stays, and of others the report says what became', () => {
  const notes: Note[] = []
  expect(nameWithoutTurns('Cup \u2067שלום\u2069', notes)).toBe('Cup \u2067שלום\u2069')
  expect(notes).toEqual([])
  expect(nameWithoutTurns('C\u202eup\u202c', notes)).toBe('Cup')
  expect(notes).toEqual([{ loss: 'direction', detail: '"C�up�" became "Cup"' }])
})
