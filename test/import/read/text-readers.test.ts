import { expect, test } from 'vitest'
import { digitsKept, nameText, oneLine, text, trimmed } from '../../../lib/import/read/text-readers.ts'
import { readBy, rowRules } from './row-rules.ts'

test('a number is its digits where a text is meant, and nothing else changes', () => {
  expect([7, 0, 1.5, 'x', null, true].map(text)).toEqual(['7', '0', '1.5', 'x', null, true])
})

test.each([
  [' A-1 ', 'A-1'],
  ["'0012", '0012'],
  [" '0012", '0012'],
  ["'-5", '-5'],
  ["''5", "'5"],
  ["'90s", '90s'],
  ["'A", "'A"],
  [12, '12'],
])('the id in the cell %j is %j', (cell, id) => {
  expect(trimmed(cell, rowRules())).toBe(id)
})

test('in JSON a mark before digits is part of the text', () => {
  expect(trimmed(" '0012 ", rowRules({ isCsv: false }))).toBe("'0012")
})

test.each([[null], [true], [['A']]])(
  '%j is not a text, and is left for the rules of the API to refuse',
  (value) => {
    for (const reader of [trimmed, oneLine, nameText, digitsKept('sku')])
      expect(reader(value, rowRules())).toBe(value)
  },
)

test.each([
  ['one line', 'one line'],
  ['a  b', 'a  b'],
  ['a\nb', 'a b'],
  ['a \t b', 'a b'],
  ['a\n \n\tb', 'a b'],
  ['a\r\nb', 'a b'],
  ['a\rb', 'a b'],
  ['a\vb\fc', 'a b c'],
  [' a\n', ' a '],
  [7, '7'],
])('%j in one line is %j', (value, line) => {
  expect(oneLine(value, rowRules())).toBe(line)
})

test('a name is one line without marks that turn the direction of text, which the report says', () => {
  expect(readBy(nameText, 'Two\ncups')).toEqual({ read: 'Two cups', notes: [] })
  expect(readBy(nameText, 'C\u202eup')).toEqual({ read: 'Cup', notes: ['direction: "C�up" became "Cup"'] })
  expect(readBy(nameText, 7)).toEqual({ read: '7', notes: [] })
})

test.each(['1.23457E+12', '4,00638E+12', '1E+5', '9E+123', '5.0E+99'])(
  'of %s a spreadsheet has saved no more digits, which the report says',
  (read) => {
    const [note, ofVariant] = [`digits: sku "${read}"`, `digits: line 3: sku "${read}"`]
    expect(readBy(digitsKept('sku'), ` ${read} `)).toEqual({ read, notes: [note] })
    expect(readBy(digitsKept('sku'), read, { place: 'line 3: ' }).notes).toEqual([ofVariant])
    expect(readBy(digitsKept('sku'), read, { isCsv: false })).toEqual({ read, notes: [] })
  },
)

test.each(['12E+5', '1e+5', '1E5', 'E+5', '1.E+5', '1E+', '1E+1234', 'x1E+5', '1E+5x', '4006381333931', 'A'])(
  '%s is a whole text',
  (read) => {
    expect(readBy(digitsKept('sku'), read)).toEqual({ read, notes: [] })
  },
)
