import { expect, test } from 'vitest'
import { search } from '../../../lib/domain/search/search.ts'
import { makeIndex } from '../../../lib/domain/search/search-index.ts'
import { searchedProduct } from './searched-product.ts'

/** A shop with so many products of each name. */
const shopOf = (counts: Readonly<Record<string, number>>) =>
  makeIndex(
    Object.entries(counts).flatMap(([name, count], n) =>
      Array.from({ length: count }, (_, k) => searchedProduct(`${name} ${k}`, { name, position: n })),
    ),
    [],
  )

/** The names that a shop of one product of each name finds, in their order. */
const namesFor = (names: readonly string[], text: string) => {
  const { ids } = search(shopOf(Object.fromEntries(names.map((name) => [name, 1]))), { text })
  return ids.map((id) => id.replace(/ \d+$/, ''))
}

const SHOP = shopOf({
  'Logitech wireless mouse': 5,
  'Data log': 3,
  'High tech lamp': 3,
  'Tech log': 1,
  'HP notebook': 6,
  'Book stand, not foldable': 2,
  'Compaq computer': 9,
  'Compact camera': 2,
  'Compact-size camera': 1,
  'Canon printer': 9,
  'Toy cannon': 1,
  'Leitz folder': 2,
  'Lite lamp': 6,
  'Green tea': 3,
  Greentex: 2,
  Earrings: 4,
  Rind: 1,
  'Film for Fuji': 3,
  Marmalade: 1,
})

test.each([
  // One edit away from a word that is more frequent than the rarer of two parts.
  ['logtech mouse', 'logitech mouse'],
  ['notbook cheap', 'notebook cheap'],
  // A missing letter and two swapped ones are likelier than another letter.
  ['litz folder', 'leitz folder'],
  ['canno printer', 'canon printer'],
  ['compac camera', 'compac camera'],
  // A word that holds it is one edit away and likelier than the word next to it, or so frequent that it is meant.
  ['ring gold', 'ring gold'],
  // More frequent parts, which one product has both of, beside a rarer word.
  ['greentea cup', 'green tea cup'],
  // Two parts that no product has both of are none.
  ['lampmouse', 'lampmouse'],
  // Two edits away.
  ['logitehhc mouse', 'logitech mouse'],
  ['marmelate jar', 'marmalade jar'],
])('%s is read as %s', (text, understood) => {
  expect(search(SHOP, { text }).corrected ?? text).toBe(understood)
})

const firstOf = (text: string) => search(SHOP, { text }).ids[0]

test('a word that nobody has finds the words that hold it, not one that is rarer or less like it', () => {
  expect(firstOf('compac camera')).toMatch('Compact')
  expect(search(SHOP, { text: 'compac camera' }).total).toBe(3)
  expect(search(SHOP, { text: 'ring x' })).toMatchObject({ total: 4, isRelaxed: false })
})

test('a word without its first letter finds the words that hold it, unless another is likelier', () => {
  expect(search(shopOf({ Radio: 9, Audio: 2 }), { text: 'adio x' })).toMatchObject({
    total: 9,
    corrected: undefined,
  })
  expect(search(shopOf({ Radio: 2, Audio: 9 }), { text: 'adio x' })).toMatchObject({
    total: 9,
    corrected: 'audio x',
  })
})

test('both parts of a word count as one where half of the words must match', () => {
  expect(search(SHOP, { text: 'greentea blue cup' }).total).toBe(0)
  expect(search(SHOP, { text: 'greentea cup' })).toMatchObject({ total: 3, isRelaxed: true })
  // One part is not the word.
  expect(search(shopOf({ 'Green tea': 1, 'Green cup': 1 }), { text: 'greentea saucer' }).ids).toEqual([
    'Green tea 0',
  ])
})

test.each([
  ['spf50', 'Sun cream SPF 50'],
  ['spf 50', 'Sun cream SPF50'],
  ['m8x40', 'Screw M8 x 40 mm'],
  ['m8 x 40', 'Screw M8x40, zinc'],
  ['m8 x 40', 'Screw M8 x40, zinc'],
  ['m8x40', 'Screw M 8 x 40'],
  ['ecam22110', 'Coffee machine ECAM 22110'],
  ['ecam 22110', 'Coffee machine ECAM22110'],
  ['10ml', 'Drops, 10 ml'],
  ['usb3', 'Stick USB 3'],
])('%s finds %s', (text, name) => {
  const others = [
    'SPF meter',
    'Box of 50',
    'M8 nut',
    'Frame 8 x 40',
    'ECAM brush',
    '22110 screws',
    'USB hub 2',
    '10 l',
  ]
  expect(namesFor([...others, name], text)).toEqual([name])
})

test('a number is never cut, and two are never joined', () => {
  expect(namesFor(['Lamp 123, type 456'], '123456')).toEqual([])
  expect(namesFor(['Panel, 156 W', 'Laptop with 15 inches, 6 ports'], '15 6')[0]).toMatch('Laptop')
  expect(namesFor(['Adapter AB156', 'Laptop AB15 6'], 'ab15 6')).toEqual(['Laptop AB15 6'])
})

const SIZES = [
  'Laptop 15.6", black',
  'Tank, 12,5 l',
  'Plug 3.5 mm',
  'Plug 3.5mm with cable',
  'Power bank 10.000 mAh',
  'Panel 156 W',
  'Ruler, 15 cm, set of 6',
  'Bulb, 1,000 lm',
]

test.each([
  ['15.6"', ['Laptop 15.6", black']],
  ['15,6', ['Laptop 15.6", black']],
  ['laptop 15.6', ['Laptop 15.6", black']],
  ['12,5 l', ['Tank, 12,5 l']],
  ['12.5 l', ['Tank, 12,5 l']],
  ['3.5 mm', ['Plug 3.5 mm', 'Plug 3.5mm with cable']],
  ['3,5mm', ['Plug 3.5 mm', 'Plug 3.5mm with cable']],
  ['10.000 mah', ['Power bank 10.000 mAh']],
  ['10 000 mah', ['Power bank 10.000 mAh']],
  ['1,000', ['Bulb, 1,000 lm']],
  ['156 w', ['Panel 156 W']],
  // The parts.
  ['15 6', ['Laptop 15.6", black', 'Ruler, 15 cm, set of 6']],
])('%s finds %s', (text, names) => {
  const found = namesFor(SIZES, text)
  expect(found.sort()).toEqual([...names].sort())
})

test('a decimal that nobody has is looked for by its parts, and corrects nothing', () => {
  expect(namesFor(['Ruler, 15 cm, set of 6', 'Panel 156 W'], '15.6')).toEqual(['Ruler, 15 cm, set of 6'])
  expect(search(shopOf({ 'Set of 15 and 6': 1 }), { text: 'set 15.6' }).corrected).toBeUndefined()
})

test.each([
  ['kuehlschrank', 'Kühlschrank, weiß'],
  ['kühlschrank', 'Kuehlschrank, weiss'],
  ['kuhlschrank', 'Kühlschrank, weiß'],
  ['kuehl', 'Kühlschrank, weiß'],
  ['oel', 'Öl'],
  ['ÖL', 'Oel'],
  ['aepfel', 'Äpfel'],
  ['smoerrebroed', 'Smørrebrød'],
  ['aarhus', 'Århus'],
  ['menue', 'Menü'],
  ['kuehlshrank', 'Kühlschrank, weiß'],
])('%s finds %s', (text, name) => {
  expect(namesFor(['Pot', 'Fuel', name], text)).toEqual([name])
})

test('other words with these letters are left as they are', () => {
  expect(namesFor(['Pot', 'Dos', 'Poet and duel'], 'poet')).toEqual(['Poet and duel'])
})

test.each([
  ['1.5² logtech mouse', '1.52 logitech mouse'],
  ['１．５ logtech mouse', '1.5 logitech mouse'],
  ['40 ℃ logtech', '40 °c logitech'],
  // Eight words count.
  ['a b c d e f g logtech-mouse-Pad', 'a b c d e f g logitech-mouse-pad'],
])('%s is corrected to %s: every word stays in its place', (text, corrected) => {
  expect(search(shopOf({ 'Logitech mouse': 1 }), { text })).toMatchObject({ corrected })
})
