import { describe, expect, test } from 'vitest'
import { SPARSE_FIELDS } from '../../../lib/domain/products/fields.ts'
import {
  FIELD_READERS,
  type Field,
  isBlankPrice,
  isClearedByBlank,
  NULLABLE,
  STRUCTURED,
} from '../../../lib/import/read/field-readers.ts'
import type { FieldReader, RowRules } from '../../../lib/import/read/row-rules.ts'
import { NoPrice } from '../../../lib/import/unpriced.ts'
import { readBy, rowRules } from './row-rules.ts'

const readerOf = (field: Field): FieldReader => FIELD_READERS[field]
const read = (field: Field, value: unknown, said: Partial<RowRules> = {}) =>
  readerOf(field)(value, rowRules(said))
const refusal = (field: Field, value: unknown, said?: Partial<RowRules>) => {
  try {
    return `is read as ${JSON.stringify(read(field, value, said))}`
  } catch (error) {
    return error instanceof Error ? error.message : ''
  }
}

const YES = ['true', 'yes', 'y', '1', ' Yes ', 'TRUE', 1, true]
const NO = ['false', 'no', 'n', '0', ' No ', 'FALSE', 0, false]

describe.each(['track_inventory', 'allow_backorder'] as const)('%s', (field) => {
  test('is yes or no, as people and programs write it', () => {
    for (const word of YES) expect([word, read(field, word)]).toStrictEqual([word, true])
    for (const word of NO) expect([word, read(field, word)]).toStrictEqual([word, false])
  })

  test.each<unknown>(['', 'maybe', '2', 'yes please', 'instock', 2, {}, ['yes']])('is not %j', (word) => {
    expect(refusal(field, word)).toBe('must be true, false, yes, no, y, n, 1 or 0')
  })
})

const THERE = [
  'instock',
  'In Stock',
  'in_stock',
  'available',
  'PreOrder',
  'back-order',
  'on backorder',
  'LimitedAvailability',
  'https://schema.org/InStock',
  'http://schema.org/PreOrder',
]
const GONE = [
  'out of stock',
  'OutOfStock',
  'unavailable',
  'not available',
  'Sold Out',
  'discontinued',
  'https://schema.org/OutOfStock',
]

describe('is_available', () => {
  test('is a word of yes or no, or one of shops and feeds', () => {
    for (const word of [...YES, ...THERE])
      expect([word, read('is_available', word)]).toStrictEqual([word, true])
    for (const word of [...NO, ...GONE])
      expect([word, read('is_available', word)]).toStrictEqual([word, false])
  })

  test('is a count of which one is enough', () => {
    for (const count of ['7', '0.5', '12.0', 3]) expect(read('is_available', count)).toBe(true)
    for (const count of ['0.0', '-1', '-0', -2]) expect(read('is_available', count)).toBe(false)
  })

  test.each<unknown>(['', 'maybe', '1,5', 'x https://schema.org/InStock', {}, ['instock'], { toString: 1 }])(
    'is not %j',
    (word) => {
      expect(refusal('is_available', word)).toBe('must be true, false, yes, no, y, n or a number')
    },
  )
})

describe('quantity', () => {
  test.each([...THERE, ...GONE])('%j says whether there are some, and not how many', (word) => {
    const why = 'is not a quantity: map the column to is_available instead'
    expect(refusal('quantity', word)).toBe(`${JSON.stringify(word)} ${why}`)
  })

  test('is how many there are', () => {
    expect([read('quantity', '1,200'), read('quantity', 7), read('quantity', '-2')]).toStrictEqual([
      1_200, 7, -2,
    ])
    expect(refusal('quantity', 'few')).toBe('"few" is not a decimal number')
    expect(refusal('quantity', true)).toBe('must be a number')
  })
})

test.each<[unknown, string]>([
  ['Active', 'active'],
  ['draft', 'draft'],
  ['archived', 'archived'],
  [true, 'active'],
  ['published', 'active'],
  ['Publish', 'active'],
  ['visible', 'active'],
  ['y', 'active'],
  [1, 'active'],
  [false, 'draft'],
  ['-1', 'draft'],
  [-1, 'draft'],
  ['unpublished', 'draft'],
  ['private', 'draft'],
  ['pending', 'draft'],
  ['Hidden', 'draft'],
  ['no', 'draft'],
  [' sold ', 'sold'],
  [{}, ''],
])('the status %j is %s; what is none is for the rules of the API to refuse', (value, status) => {
  expect(read('status', value)).toBe(status)
})

test('a slug is in lower case', () => {
  expect(read('slug', ' Blue-CUP ')).toBe('blue-cup')
  expect(read('slug', 90)).toBe('90')
  expect(read('slug', ['a'])).toStrictEqual(['a'])
})

test.each<[unknown, unknown]>([
  ['a, b', ['a', 'b']],
  ['a | b, c', ['a', 'b, c']],
  [' a ,, ', ['a']],
  ['', []],
  [
    ['a', 7],
    ['a', '7'],
  ],
  [{ a: 1 }, { a: 1 }],
  [7, 7],
])('the tags %j are %j', (value, tags) => {
  expect(read('tags', value)).toStrictEqual(tags)
})

test('a list has at most 2,500 tags', () => {
  const tags = (count: number) => Array.from({ length: count }, (_, n) => `t${n}`)
  for (const of of [tags, (count: number) => tags(count).join(), (count: number) => tags(count).join('|')]) {
    expect(read('tags', of(2_500))).toHaveLength(2_500)
    expect(refusal('tags', of(2_501))).toBe('has more than 2500 entries of one list')
  }
})

test('a description with tags becomes text, in CSV alone', () => {
  expect(read('description', '<p>Big &amp; blue</p><p>cup</p>')).toBe('Big & blue\n\ncup')
  expect(read('description', '<p>cup</p>', { isText: false })).toBe('<p>cup</p>')
  expect(read('description', 'a &amp; b')).toBe('a &amp; b')
  expect(read('description', 'a\r\nb\vc')).toBe('a\nb\nc')
  expect(read('description', 7)).toBe('7')
  expect(read('description', ['a'])).toStrictEqual(['a'])
  const { notes } = readBy(FIELD_READERS.description, `<p>${'x'.repeat(5_001)}</p>`)
  expect(notes).toStrictEqual([
    'description: the description has 5001 characters, of which the first 5000 are imported',
  ])
})

test('metadata is texts by name: numbers and booleans become text, and null says nothing', () => {
  expect(read('metadata', { a: 1, b: true, c: null, d: 'x', e: ['y'], f: 0, g: false })).toStrictEqual({
    a: '1',
    b: 'true',
    d: 'x',
    e: ['y'],
    f: '0',
    g: 'false',
  })
  for (const value of ['a=b', 7, [1]]) expect(read('metadata', value)).toStrictEqual(value)
})

test('additional categories are names with | between them, and in a file of the merchant with ; too', () => {
  const cell = 'Tea | Gifts; Sale'
  expect(read('additional_categories', cell)).toStrictEqual(['Tea', 'Gifts', 'Sale'])
  expect(read('additional_categories', cell, { isText: false, isCsv: false })).toStrictEqual([
    'Tea',
    'Gifts',
    'Sale',
  ])
  expect(read('additional_categories', cell, { isText: false })).toStrictEqual(['Tea', 'Gifts; Sale'])
  expect(read('additional_categories', ['a; b'])).toStrictEqual(['a; b'])
})

test.each(['category', 'category_id', 'currency', 'external_id', 'sku'] as const)(
  '%s is a text without blanks around it, nor the mark before digits',
  (field) => {
    expect([read(field, ' A '), read(field, "'12"), read(field, 12)]).toStrictEqual(['A', '12', '12'])
  },
)

test.each(['price', 'compare_at_price', 'cost'] as const)('%s is an amount of money', (field) => {
  expect(read(field, '12,50 €')).toBe(1_250)
  expect(refusal(field, 'x')).toBe('"x" is not an amount of money')
})

test.each(['position', 'low_stock_at'] as const)('%s is a whole number', (field) => {
  expect(read(field, '7.0')).toBe(7)
  expect(refusal(field, '7.5')).toBe('"7.5" is not a whole number')
})

test('options are left as they are', () => {
  expect(read('options', [{ name: ' Size ' }])).toStrictEqual([{ name: ' Size ' }])
})

describe('a variant', () => {
  const readOne = (variant: unknown, said: Partial<RowRules> = {}) => {
    const rules = rowRules({ isCsv: false, ...said })
    const list = FIELD_READERS.variants([variant], rules)
    return { read: Array.isArray(list) ? list[0] : list, notes: rules.notes.map(({ detail }) => detail) }
  }
  const why = (variant: unknown, said?: Partial<RowRules>) =>
    refusal('variants', [{}, variant].slice(1), said)

  test.each<[string, unknown, unknown]>([
    ['sku', 12, '12'],
    ['price', '1.50', 150],
    ['compare_at_price', '2', 200],
    ['cost', '1', 100],
    ['image', 'https://a.example/1.jpg', { url: 'https://a.example/1.jpg' }],
    ['position', '3', 3],
    ['is_available', 'in stock', true],
    ['is_enabled', 'no', false],
    ['track_inventory', 'yes', true],
    ['allow_backorder', 'n', false],
    ['low_stock_at', '2', 2],
    ['quantity', '1,200', 1_200],
    ['gtin', '978-3-16-148410-0', '9783161484100'],
    ['mpn', 7, '7'],
    ['weight_grams', '250', 250],
    ['option_values', { Size: 'S' }, { Size: 'S' }],
    ['colour', ' red ', ' red '],
    ['toString', 'x', 'x'],
    ['cost', null, null],
    ['is_enabled', null, null],
  ])('has in %s %j read as %j', (name, written, value) => {
    expect(readOne({ price: 1, [name]: written }).read).toMatchObject({ [name]: value })
  })

  test('that has nothing in a field, or what says nothing, leaves it', () => {
    expect(readOne({ price: '1', is_available: undefined, gtin: '', cost: null }).read).toStrictEqual({
      price: 100,
      cost: null,
    })
  })

  test('is named where one of its fields cannot be read', () => {
    expect(why({ price: 'x' })).toBe('0.price: "x" is not an amount of money')
    expect(refusal('variants', [{ price: '1' }, { price: '1', quantity: 'few' }])).toBe(
      '1.quantity: "few" is not a decimal number',
    )
  })

  test('is named in notes by its number, and where it is a row by its line', () => {
    expect(readOne({ price: '1', gtin: 'INT-1' }).notes).toStrictEqual([
      expect.stringMatching(/^variant 1: "INT-1" /),
    ])
    expect(readOne({ price: '1', gtin: 'INT-1' }, { lines: [7] }).notes).toStrictEqual([
      expect.stringMatching(/^line 7: "INT-1" /),
    ])
  })

  test('with a picture that nobody can show has none, which the report says', () => {
    expect(readOne({ price: '1', image: 'shirt.jpg' })).toStrictEqual({
      read: { price: 100, image: null },
      notes: ['shirt.jpg is not a URL'],
    })
  })

  test('of JSON has the mark of a spreadsheet as part of its texts, and that of a row has not', () => {
    expect(readOne({ price: '1', sku: "'5" }, { isCsv: true }).read).toMatchObject({ sku: "'5" })
    expect(readOne({ price: '1', sku: "'5" }, { isCsv: true, lines: [7] }).read).toMatchObject({ sku: '5' })
  })

  test.each([null, '', ' '])(
    'with the price %j has none: it is refused, unless it becomes a draft',
    (price) => {
      expect(why({ price, sku: 'A' })).toBe('0.price: is empty: fill it in')
      expect(() => read('variants', [{ price }])).toThrow(NoPrice)
      expect(readOne({ price, sku: 'A', cost: '1' }, { withoutPrice: 'draft' }).read).toStrictEqual({
        sku: 'A',
        cost: 100,
      })
      expect(why({ price }, { withoutPrice: 'refuse' })).toBe('0.price: is empty: fill it in')
    },
  )

  test('without a word on its price is for the rules of the API', () => {
    expect(readOne({ sku: 'A' }).read).toStrictEqual({ sku: 'A' })
  })

  test('that is not an object is left for the rules of the API to refuse', () => {
    expect(readOne('S').read).toBe('S')
    expect(read('variants', 'S')).toBe('S')
    expect(read('variants', [])).toStrictEqual([])
  })
})

test('a blank price is null or a blank text, and nothing else', () => {
  expect([null, '', ' \t'].filter(isBlankPrice)).toHaveLength(3)
  expect([undefined, '0', 0, false, []].filter(isBlankPrice)).toStrictEqual([])
})

test('null takes back a value where there may be none', () => {
  const fields = Object.keys(FIELD_READERS)
  expect(fields.filter((field) => NULLABLE.has(field))).toStrictEqual([
    'compare_at_price',
    'sku',
    'external_id',
    'cost',
    'low_stock_at',
    ...SPARSE_FIELDS,
  ])
  expect(fields.filter((field) => isClearedByBlank(field) !== NULLABLE.has(field))).toStrictEqual(['price'])
  expect([...STRUCTURED]).toStrictEqual(['options', 'variants'])
})
