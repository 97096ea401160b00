import { describe, expect, test } from 'vitest'
import {
  cellReader,
  findColumns,
  folded,
  namesOf,
} from '../../../../lib/import/catalogue-files/dialects/columns.ts'
import {
  descriptionOf,
  earlierPriceOf,
  externalIdOf,
  isBelow,
  picturesOf,
  tagsOf,
  withLineFeeds,
} from '../../../../lib/import/catalogue-files/dialects/parts.ts'
import { withoutShortcodes } from '../../../../lib/import/catalogue-files/dialects/shortcodes.ts'
import { GRAM, gramsOf, unitIn } from '../../../../lib/import/catalogue-files/dialects/weight.ts'
import type { Note } from '../../../../lib/import/catalogue-files/note.ts'

function noted<T>(read: (notes: Note[]) => T) {
  const notes: Note[] = []
  return { read: read(notes), notes: notes.map(({ loss, detail }) => `${loss}: ${detail}`) }
}

describe('a column', () => {
  const titles = { sku: ['Variant SKU', 'Sku'], price: ['Price'], note: ['Note'] }

  test('is found whatever its case, blanks, hyphens and apostrophes', () => {
    expect(folded(' Compare_at-Price\t')).toBe('compareatprice')
    expect(folded('L’offerta')).toBe("l'offerta")
    expect(folded('Prix\u00e9')).toBe(folded('Prixe\u0301'))
    expect([...findColumns(['variant sku', 'PRICE', 'x'], titles)]).toEqual([
      ['sku', 'variant sku'],
      ['price', 'PRICE'],
    ])
  })

  test('is that of the first of its titles that the file has', () => {
    expect(findColumns(['SKU', 'Variant SKU'], titles).get('sku')).toBe('Variant SKU')
    expect(findColumns(['SKU'], titles).get('sku')).toBe('SKU')
    const columns = findColumns(['SKU', 'Note'], titles)
    expect(namesOf(columns, ['note', 'price', 'sku'])).toEqual(['Note', 'SKU'])
  })

  test('has a text, null where it is blank, and is undefined where the file has none', () => {
    const cell = cellReader(findColumns(['SKU', 'toString', 'Note'], { ...titles, own: ['toString'] }))
    const row = { number: 1, line: 2, values: { SKU: ' A ', Note: ' ' } }
    expect([cell(row, 'sku'), cell(row, 'note'), cell(row, 'own'), cell(row, 'price')]).toEqual([
      'A',
      null,
      null,
      undefined,
    ])
    for (const values of [null, { SKU: 7 }, {}, ['A']]) expect(cell({ ...row, values }, 'sku')).toBeNull()
  })
})

describe('an external id', () => {
  test('is the name in the other system behind the name of that system', () => {
    expect(noted((notes) => externalIdOf('shopify', 'blue-cup', notes))).toEqual({
      read: 'shopify:blue-cup',
      notes: [],
    })
    expect(noted((notes) => externalIdOf('', 'T.1~x', notes))).toEqual({ read: 'T.1~x', notes: [] })
    expect(externalIdOf('woo', 'x'.repeat(124), [])).toBe(`woo:${'x'.repeat(124)}`)
    expect(externalIdOf('woo', 'variants', [])).toBe('woo:variants')
  })

  test.each(['Größe 7', 'x'.repeat(125), 'a/b'])('is the digest of %j, which the report says', (name) => {
    const { read, notes } = noted((all) => externalIdOf('woo', name, all))
    expect(read).toMatch(/^woo:[\w-]{43}$/)
    const shown = name.length > 80 ? `"${name.slice(0, 80)}…"` : `"${name}"`
    expect(notes).toEqual([`external_id: ${shown} became ${read}`])
    expect(externalIdOf('shopify', name, []).split(':')[1]).toBe(read.slice(4))
    expect(externalIdOf('woo', `${name}!`, [])).not.toBe(read)
  })

  test('is never one of the words that end other paths', () => {
    expect(externalIdOf('', 'variants', [])).toMatch(/^[\w-]{43}$/)
    expect(externalIdOf('', 'Größe 7', [])).toMatch(/^[\w-]{43}$/)
  })
})

describe('a description', () => {
  const read = (cell: string) => noted((notes) => descriptionOf(cell, notes))

  test('is the text of HTML, and of a plain text its entities', () => {
    expect(read('<p>One</p><p>two &amp; three</p>')).toEqual({ read: 'One\n\ntwo & three', notes: [] })
    expect(read('One &amp; two')).toEqual({ read: 'One & two', notes: [] })
    expect(read('a\r\nb\rc\u000bd\u000ce')).toEqual({ read: 'a\nb\nc\nd\ne', notes: [] })
    expect(withLineFeeds('a\r\n\r\nb\n')).toBe('a\n\nb\n')
  })

  test('has 5,000 characters at most: it is cut behind a whole one', () => {
    expect(read('😀'.repeat(5_000))).toEqual({ read: '😀'.repeat(5_000), notes: [] })
    expect(read(`${'😀'.repeat(5_000)}x`)).toEqual({
      read: '😀'.repeat(5_000),
      notes: ['description: the description has 5001 characters, of which the first 5000 are imported'],
    })
  })
})

test('of tags those are left out that are too long or too many', () => {
  const tags = Array.from({ length: 20 }, (_, n) => `t${n}`)
  const [most, long] = ['😀'.repeat(50), 'x'.repeat(51)]
  expect(noted((notes) => tagsOf([most, ...tags.slice(1)], notes))).toEqual({
    read: [most, ...tags.slice(1)],
    notes: [],
  })
  expect(noted((notes) => tagsOf([long, ...tags, 'more'], notes))).toEqual({
    read: tags,
    notes: [`tag: the tag "${long}" is longer than 50 characters`, 'tag: the tag "more" is beyond 20 tags'],
  })
  expect(noted((notes) => tagsOf([...tags, most], notes)).notes).toEqual([
    `tag: the tag "${most}" is beyond 20 tags`,
  ])
  expect(noted((notes) => tagsOf(['a', 'a'], notes))).toEqual({ read: ['a'], notes: [] })
})

test('of pictures each is taken once, and those beyond ten are left out', () => {
  const urls = Array.from({ length: 11 }, (_, n) => ({ url: `https://a.example/${n}` }))
  const again = { url: 'https://a.example/0', alt: 'again' }
  expect(noted((notes) => picturesOf([...urls.slice(0, 10), again], notes))).toEqual({
    read: [again, ...urls.slice(1, 10)],
    notes: [],
  })
  expect(noted((notes) => picturesOf(urls, notes))).toEqual({
    read: urls.slice(0, 10),
    notes: ['image: https://a.example/10 is beyond 10 images'],
  })
})

describe('an earlier price', () => {
  test.each([
    ['10', '9'],
    ['10', '10'],
    ['10.00', '10'],
    ['10', null],
    ['much', '9'],
    ['10', 'much'],
    ['12,50 €', '9,99 €'],
    ['1.299', '999'],
  ])('of %s with the price %s stays', (cell, price) => {
    expect(noted((notes) => earlierPriceOf(cell, price, notes))).toEqual({ read: cell, notes: [] })
  })

  test.each([[null], ['0'], ['0.00'], ['€0']])('of %s is not a price', (cell) => {
    expect(noted((notes) => earlierPriceOf(cell, '9', notes))).toEqual({ read: null, notes: [] })
  })

  test.each([
    ['8', '9'],
    ['8.99', '9'],
    ['1.199', '1.299'],
    ['8,5', '9,50'],
  ])('of %s below the price %s is left out, which the report says', (cell, price) => {
    expect(noted((notes) => earlierPriceOf(cell, price, notes))).toEqual({
      read: null,
      notes: [`earlier_price: the earlier price ${cell} is below the price ${price}`],
    })
  })

  test.each<[string | null, string | null, boolean]>([
    ['8', '9', true],
    ['9', '9', false],
    ['9', '8', false],
    [null, '9', false],
    ['9', null, false],
    ['x', '9', false],
    ['1.299', '999', false],
    ['999', '1.299', false],
    ['1.199', '1.299', true],
    ['1.299', '1.199', false],
    ['1.299', '999,50', false],
    ['999,50', '1.299', true],
    ['1.299', '12.50', true],
    ['12.50', '1.299', false],
    ['1,299', '1,399', false],
  ])('%s is below %s: %s; what can be two amounts is none', (cell, other, is) => {
    expect(isBelow(cell, other)).toBe(is)
  })
})

describe('a weight', () => {
  const [kg, g] = [unitIn('Weight (kg)') ?? GRAM, GRAM]

  test.each([
    ['Weight (kg)', 'kg'],
    ['Weight (KG) ', 'kg'],
    ['Weight (g)', 'g'],
    ['Weight (lbs)', 'lbs'],
    ['Weight (lb)', 'lbs'],
    ['Poids (livres)', 'lbs'],
    ['Waga (funty)', 'lbs'],
    ['Peso (onça)', 'oz'],
    ['Waga (uncje)', 'oz'],
    ['Вес (кг)', 'kg'],
    ['Вес (г)', 'g'],
    ['Вес (фунт)', 'lbs'],
    ['Вес (унция)', 'oz'],
    ['Weight (a) (oz)', 'oz'],
  ])('in the column %j is in %s', (title, name) => {
    expect(unitIn(title)?.name).toBe(name)
  })

  test.each(['Weight', 'Weight (stone)', 'Weight (kg) net', 'Weight ()', 'Weight (toString)', '(kg) Weight'])(
    'in the column %j is in no unit that anybody knows',
    (title) => {
      expect(unitIn(title)).toBeUndefined()
    },
  )

  test.each([
    ['kg', '0.25', '250'],
    ['kg', '0,25', '250'],
    ['kg', '.5', '500'],
    ['kg', ',5', '500'],
    ['kg', '1.000', '1000'],
    ['kg', '0.0016', '2'],
    ['kg', '0.0004', '0'],
    ['g', '226.796185', '227'],
    ['g', '1.5', '2'],
    ['g', '1000', '1000'],
    ['g', '0.500', '1'],
    ['g', '1234.000', '1234'],
    ['lbs', '1', '454'],
    ['oz', '1', '28'],
    ['oz', '10', '283'],
  ])('of %s %s is %s grams', (name, cell, grams) => {
    expect(gramsOf(cell, unitIn(`Weight (${name})`) ?? GRAM)).toBe(grams)
  })

  test('of nothing says nothing', () => {
    expect([gramsOf(null, g), gramsOf(undefined, g)]).toEqual([null, undefined])
    expect(['0', '0.0', '0,00'].map((cell) => gramsOf(cell, kg))).toEqual([undefined, undefined, undefined])
  })

  test('that is not valid comes back with its unit', () => {
    expect(['heavy', '1 200', '-1', '1,2.5'].map((cell) => gramsOf(cell, kg))).toEqual([
      'heavy kg',
      '1 200 kg',
      '-1 kg',
      '1,2.5 kg',
    ])
    expect(['1.000', '1,500', '123.456'].map((cell) => gramsOf(cell, g))).toEqual([
      '1.000 g',
      '1,500 g',
      '123.456 g',
    ])
  })
})

test.each<[string, string, string[]]>([
  ['[gallery ids="1,2"]Warm.', 'Warm.', ['[gallery ids="1,2"]']],
  ['[caption id="x"]A photo[/caption]', 'A photo', ['[caption id="x"]']],
  ['[vc_row][et_pb_text]Warm.[/et_pb_text][/vc_row]', 'Warm.', ['[vc_row]', '[et_pb_text]']],
  [
    '[audio/][VIDEO src="a"][playlist][embed][fusion_x]',
    '',
    ['[audio/]', '[VIDEO src="a"]', '[playlist]', '[embed]', '[fusion_x]'],
  ],
  [
    '[[gallery]] [galleryx] [vc] [2 pieces] [my gallery]',
    '[[gallery]] [galleryx] [vc] [2 pieces] [my gallery]',
    [],
  ],
])('the shortcodes of %j go, and %j stays', (text, left, codes) => {
  expect(noted((notes) => withoutShortcodes(text, notes))).toEqual({
    read: left,
    notes: codes.map((code) => `shortcode: in the description: ${code}`),
  })
})
