import { describe, expect, test } from 'vitest'
import { columnsOf } from '../../../../lib/import/catalogue-files/dialects/woocommerce-columns.ts'

/** The columns of a complete export whose titles nobody knows, with further ones behind them. */
function columnsWith(...further: string[]) {
  const header = [...Array.from({ length: 39 }, (_, n) => `column ${'x'.repeat(n)}`), ...further]
  const cells: Record<number, string> = { 0: '1', 1: 'simple', 6: 'visible' }
  const values = Object.fromEntries(header.map((name, n) => [name, cells[n] ?? 'x']))
  return columnsOf(header, { number: 1, line: 2, values })
}

test('columns of attributes are known by their numbers', () => {
  const one = [
    'Eigenschap 12 naam',
    'Eigenschap 12 waarden',
    'Eigenschap 12 zichtbaar',
    'Eigenschap 12 globaal',
  ]
  expect(columnsWith(...one, 'Meta: a 12')?.attributes ?? []).toEqual(columnsWith(...one)?.attributes ?? [])
  expect(columnsWith(...one)?.attributes).toEqual([{ name: one[0], values: one[1] }])
})

test.each([`${'1'.repeat(400_000)}:`, `${'1'.repeat(400_000)}x1x`])(
  'the title of a column with many digits is read in linear time',
  (title) => {
    expect(columnsWith(title, title)?.attributes ?? []).toEqual([])
  },
)

/** A complete export in a language that nobody here knows: titles that mean nothing, with the cells of its first row. */
function unknownLanguage(
  cells: Readonly<Record<number, string>>,
  { titles = {}, count = 40 }: { titles?: Readonly<Record<number, string>>; count?: number } = {},
) {
  const header = Array.from({ length: count }, (_, n) => titles[n] ?? `Kol${'x'.repeat(n)}`)
  const values = Object.fromEntries(header.map((name, n) => [name, cells[n] ?? '']))
  return { header, found: columnsOf(header, { number: 1, line: 2, values }) }
}

/** The places of the columns, by what they mean. */
const placesOf = ({ header, found }: ReturnType<typeof unknownLanguage>) =>
  found && Object.fromEntries([...found.columns].map(([name, column]) => [name, header.indexOf(column)]))

const BEHIND_VISIBILITY = {
  visibility: 0,
  shortText: 1,
  description: 2,
  saleStarts: 3,
  saleEnds: 4,
  inStock: 7,
  stock: 8,
  low: 9,
  backorders: 10,
  salePrice: 18,
  price: 19,
  categories: 20,
  tags: 21,
  images: 23,
  parent: 26,
  position: 32,
}
const behind = (place: number) =>
  Object.fromEntries(Object.entries(BEHIND_VISIBILITY).map(([name, n]) => [name, place + n]))

describe('a complete export in a language that nobody here knows', () => {
  const old = { 0: '21', 1: 'simple', 6: 'visible' }
  const newer = { 0: '21', 1: 'simple', 7: 'visible' }

  test('has its columns by their places', () => {
    expect(placesOf(unknownLanguage(old))).toEqual({
      id: 0,
      type: 1,
      sku: 2,
      name: 3,
      published: 4,
      ...behind(6),
    })
  })

  test('has a GTIN before the name in newer versions', () => {
    const places = { id: 0, type: 1, sku: 2, gtin: 3, name: 4, published: 5, ...behind(7) }
    expect(placesOf(unknownLanguage(newer))).toEqual(places)
  })

  test.each([
    'simple',
    'Variable',
    'variation',
    'grouped',
    'external',
    'virtual, simple',
    'simple,downloadable',
    ' simple ',
  ])('is known by the type %j, and by a visibility', (type) => {
    for (const visibility of ['visible', 'catalog', 'Search', 'hidden'])
      expect(unknownLanguage({ ...old, 1: type, 6: visibility }).found).toBeDefined()
    expect(unknownLanguage({ ...old, 1: type, 6: 'all' }).found).toBeUndefined()
  })

  test.each<[string, object]>([
    ['an id that is no number', { 0: 'x21' }],
    ['an id with more than a number', { 0: '21x' }],
    ['no id', { 0: '' }],
    ['another type', { 1: 'einfach' }],
    ['a visibility in another place', { 6: '', 8: 'visible' }],
  ])('is none with %s', (_, cells) => {
    expect(unknownLanguage({ ...old, ...cells }).found).toBeUndefined()
  })

  test('has all its columns, up to that of the position', () => {
    expect(unknownLanguage(old, { count: 39 }).found).toBeDefined()
    expect(unknownLanguage(old, { count: 38 }).found).toBeUndefined()
    expect(unknownLanguage(newer, { count: 40 }).found).toBeDefined()
    expect(unknownLanguage(newer, { count: 39 }).found).toBeUndefined()
  })

  test('has no attributes before these columns', () => {
    const titles = { 10: 'A 1', 11: 'B 1', 12: 'C 1', 13: 'D 1' }
    expect(unknownLanguage(old, { titles }).found?.attributes).toEqual([])
  })

  test('has a column by its title, where it has one that is known, before its place', () => {
    const places = placesOf(unknownLanguage(old, { titles: { 12: 'Name', 39: 'Tags' } }))
    expect(places).toMatchObject({ name: 12, tags: 39, published: 4 })
  })

  test('has no dates in their places where titles say that other columns are there', () => {
    const datesWith = (titles: Record<number, string>) => {
      const { saleStarts, saleEnds } = placesOf(unknownLanguage(old, { titles })) ?? {}
      return [saleStarts, saleEnds]
    }
    expect(datesWith({})).toEqual([9, 10])
    expect(datesWith({ 8: 'Description', 13: 'In stock?' })).toEqual([9, 10])
    expect(datesWith({ 20: 'Description' })).toEqual([undefined, undefined])
    expect(datesWith({ 20: 'In stock?' })).toEqual([undefined, undefined])
    expect(datesWith({ 20: 'Description', 21: 'Date sale price starts' })).toEqual([21, undefined])
  })

  test('has a weight where its title has a unit that somebody knows', () => {
    const weightWith = (titles: Record<number, string>) => {
      const read = unknownLanguage(old, { titles })
      return [placesOf(read)?.weight, read.found?.weightUnit?.name]
    }
    expect(weightWith({ 18: 'Paino (kg)' })).toEqual([18, 'kg'])
    expect(weightWith({ 18: 'Paino' })).toEqual([undefined, undefined])
    expect(weightWith({ 18: 'Paino (kg)', 30: 'Weight (lbs)' })).toEqual([30, 'lbs'])
  })

  const attribute = (n: number, word = 'Attr') =>
    ['nimi', 'arvot', 'näkyvä', 'yleinen'].map((one) => `${word} ${n} ${one}`)

  test.each<[string, string[], [string, string][]]>([
    ['one', attribute(1), [['Attr 1 nimi', 'Attr 1 arvot']]],
    [
      'two',
      [...attribute(1), ...attribute(2)],
      [
        ['Attr 1 nimi', 'Attr 1 arvot'],
        ['Attr 2 nimi', 'Attr 2 arvot'],
      ],
    ],
    ['one with a default', [...attribute(1), 'Attr 1 oletus'], [['Attr 1 nimi', 'Attr 1 arvot']]],
    [
      'one behind the columns of a download',
      ['Lataus 1 tunnus', 'Lataus 1 nimi', 'Lataus 1 URL', ...attribute(1)],
      [['Attr 1 nimi', 'Attr 1 arvot']],
    ],
    [
      'one with a default behind those of a download',
      [...['a', 'b', 'c'].map((x) => `Lataus 1 ${x}`), ...attribute(1), 'Attr 1 o'],
      [['Attr 1 nimi', 'Attr 1 arvot']],
    ],
    ['a further download', ['Lataus 2 a', 'Lataus 2 b', 'Lataus 2 c'], []],
    ['a further download behind others', ['Muu', 'Jokin', 'Lataus 2 a', 'Lataus 2 b', 'Lataus 2 c'], []],
    ['columns without a number', ['Muu', 'Jokin', 'Toinen', 'Neljäs'], []],
    ['columns of plug-ins', attribute(1, 'Meta: x'), []],
    ['one behind a column without a number', ['Muu', ...attribute(12)], [['Attr 12 nimi', 'Attr 12 arvot']]],
    ['a number that ends the title', ['A 1', 'B 1', 'C 1', 'D 1'], [['A 1', 'B 1']]],
  ])('has %s by its numbers', (_, further, attributes) => {
    const titles = Object.fromEntries(further.map((title, n) => [39 + n, title]))
    const { found } = unknownLanguage(old, { titles, count: 39 + further.length })
    expect(found?.attributes).toEqual(attributes.map(([name, values]) => ({ name, values })))
  })
})

describe('a file with titles that are known', () => {
  const KNOWN = ['Type', 'Name', 'Published', 'Regular price']
  const attributesOf = (...further: string[]) =>
    columnsOf([...KNOWN, ...further], { number: 1, line: 2, values: {} })?.attributes

  test('has attributes with a name and values of one number', () => {
    expect(
      attributesOf(
        'Attribute 2 value(s)',
        'Attribute 1 name',
        'attribute 1 Value(s)',
        'Attribute 2 name',
        'Attribute 12 name',
        'Attribute 12 value(s)',
      ),
    ).toEqual([
      { name: 'Attribute 1 name', values: 'attribute 1 Value(s)' },
      { name: 'Attribute 2 name', values: 'Attribute 2 value(s)' },
      { name: 'Attribute 12 name', values: 'Attribute 12 value(s)' },
    ])
    expect(
      attributesOf('Attribute 1 name', 'Attribute 2 value(s)', 'Attribute name', 'Attribute value(s)'),
    ).toEqual([])
    expect(attributesOf('Nom de l’attribut 1', "Valeur(s) de l'attribut 1 ")).toHaveLength(1)
  })

  test('has a weight in the unit of its title', () => {
    const unitOf = (title: string) =>
      columnsOf([...KNOWN, title], { number: 1, line: 2, values: {} })?.weightUnit?.name
    expect(['Weight (kg)', 'weight (LBS)', 'Gewicht (g)', 'Weight (stone)', 'Weight'].map(unitOf)).toEqual([
      'kg',
      'lbs',
      'g',
      undefined,
      undefined,
    ])
  })
})
