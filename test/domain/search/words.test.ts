import { expect, test } from 'vitest'
import { editsBetween, mostEdits } from '../../../lib/domain/search/nearest.ts'
import { otherForms, spellingsOf, termsOf, wordsOf } from '../../../lib/domain/search/words.ts'

test.each([
  ['Weißer Pfeffer', ['weisser', 'pfeffer']],
  ['CAFÉ Ångström', ['cafe', 'angstrom']],
  ['Łódź, søster, Æther', ['lodz', 'soster', 'aether']],
  ['ΚΡΌΚΟΣ κρόκος', ['κροκοσ', 'κροκοσ']],
  ['Йогурт йогурт', ['иогурт', 'иогурт']],
  ['زَعْتَر زعتر', ['زعتر', 'زعتر']],
  ['שָׁלוֹם שלום', ['שלום', 'שלום']],
  // The marks of these scripts are vowels.
  ['मसाला', ['मसाला']],
  ['தேநீர்', ['தேநீர்']],
  ['t-shirt', ['t', 'shirt', 'tshirt']],
  ['d’or a_b 250 g', ['d', 'or', 'a', 'b', '250', 'g']],
  ['緑茶葉', ['緑茶', '茶葉', '葉']],
  ['茶', ['茶']],
  ['Sencha煎茶100g', ['sencha', '煎茶', '茶', '100g']],
  ['がく', ['がく', 'く']],
  ['커피', ['커피', '피']],
  ['ชา', ['ชา', 'า']],
  ['قمـــيص شاى غرفة', ['قميص', 'شاي', 'غرفه']],
  ['צה״ל ג׳ינס', ['צהל', 'גינס']],
  ['क़लम', ['कलम']],
  ['🎁🎁 Tea 👍', ['🎁', '🎁', 'tea', '👍']],
  ['… !? \u0000', []],
])('%j has the words %j', (text, words) => {
  expect([...wordsOf(text)]).toEqual(words)
})

test.each([
  ['15.6" 12,5 l', ['15.6', '15', '6', '12.5', '12', '5', 'l']],
  ['3.5mm', ['3.5', '3', '5', 'mm']],
  ['1.50 GHz.', ['1.50', '1', '50', 'ghz']],
  ['USB3.1', ['usb3', '1']],
  ['１５．６', ['15.6', '15', '6']],
  // Thousands, versions, dates, and numbers that are longer.
  ['1,000', ['1', '000']],
  ['10.000 mAh', ['10', '000', 'mah']],
  ['1.000,50', ['1', '000', '50']],
  ['1.2.3', ['1', '2', '3']],
  ['24.12.2026', ['24', '12', '2026']],
])('%j has the words %j: a decimal has one or two digits behind its mark', (text, words) => {
  expect([...wordsOf(text)]).toEqual(words)
})

test('a query has a decimal with a point', () => {
  expect([...termsOf('15,6" 3.5mm 1,000')]).toEqual(['15.6', '3.5', 'mm', '1', '000'])
})

test.each([
  ['Kühlschrank, Öl & Bär', ['kuehlschrank', 'oel', 'baer']],
  ['Smørrebrød på ØRE', ['smoerrebroed', 'paa', 'oere']],
  ['Kühl-Box', ['kuehl']],
  ['u\u0308ber', ['ueber']],
  ['große naïve Fuel Łódź', []],
])('%j is also written with %j', (text, words) => {
  expect([...spellingsOf(text)]).toEqual(words)
})

test('a word is cut, and the last character of a pair is not looked for', () => {
  expect([...wordsOf('x'.repeat(100))]).toEqual(['x'.repeat(64)])
  expect([...termsOf('緑茶 tea-pot')]).toEqual(['緑茶', 'tea', 'pot'])
  expect([...termsOf('茶')]).toEqual(['茶'])
})

test.each([
  ['cup', 'cups'],
  ['box', 'boxes'],
  ['dress', 'dresses'],
  ['berry', 'berries'],
  ['knife', 'knives'],
  ['leaf', 'leaves'],
  ['toy', 'toys'],
])('%s and %s are one word', (singular, plural) => {
  expect(otherForms(singular)).toContain(plural)
  expect(otherForms(plural)).toContain(singular)
})

test.each(['glass', 'is', 'κροκος', '煎茶', '250'])('%s is not the plural of another word', (word) => {
  expect(otherForms(word).filter((form) => form.length < word.length)).toEqual([])
})

test.each([
  ['coffee', 'coffee', 0],
  ['cofee', 'coffee', 1],
  ['coffeee', 'coffee', 1],
  ['coffie', 'coffee', 1],
  ['cofefe', 'coffee', 1],
  ['cup', 'tea', 3],
  ['', 'tea', 3],
])('from %j to %j there are %i edits', (a, b, edits) => {
  expect(editsBetween(a, b, 3)).toBe(edits)
  expect(editsBetween(b, a, 3)).toBe(edits)
  if (edits > 0) expect(editsBetween(a, b, edits - 1)).toBe(edits)
})

test('a longer word may have more mistakes', () => {
  expect(['tea', 'honey', 'teapots', 'marmalade'].map(mostEdits)).toEqual([0, 1, 1, 2])
})
