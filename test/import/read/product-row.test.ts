import { describe, expect, test } from 'vitest'
import type { FileProduct } from '../../../lib/import/catalogue-files/dialects/dialect.ts'
import type { FieldMapping } from '../../../lib/import/read/mapping.ts'
import { type ReadingRules, readProductRow } from '../../../lib/import/read/product-row.ts'
import { mappingOf, productOf } from './products-of-file.ts'

const RULES: ReadingRules = { scale: 100n, currency: 'EUR' }
const CSV: ReadingRules = { ...RULES, isCsv: true, isText: true }

/** The row of a product of these values, whose columns are named as fields unless a mapping says more. */
function rowOf(
  values: Readonly<Record<string, unknown>>,
  {
    more,
    rules = RULES,
    fields = Object.keys(values),
    ...facts
  }: Partial<FileProduct> & {
    more?: Partial<FieldMapping>
    rules?: ReadingRules
    fields?: string[]
  } = {},
) {
  return readProductRow(productOf(values, facts), mappingOf(fields, more), rules)
}

test('a row has the fields of its columns, and separately its category and currency', () => {
  expect(
    rowOf({ name: 'Cup', price: '3.50', category: ' Tea ', currency: 'EUR', tags: 'a, b' }),
  ).toStrictEqual({
    number: 1,
    line: 2,
    lines: [],
    notes: [],
    isReadable: true,
    fields: { name: 'Cup', price: 350, tags: ['a', 'b'] },
    category: 'Tea',
    currency: 'EUR',
    emptied: [],
    faults: [],
  })
})

test('a row has the other parts of its product next to its fields', () => {
  const said = { lines: [2, 3], leftOut: 'is a gift card', isWithoutOptions: true as const, address: 'cup' }
  expect(
    rowOf({ name: 'Cup' }, { ...said, categoryPath: ['Tea'], notes: [{ loss: 'tag', detail: 'x' }] }),
  ).toMatchObject({
    ...said,
    categoryPath: ['Tea'],
    notes: [{ loss: 'tag', detail: 'x' }],
  })
})

describe('a row of which nothing can be made', () => {
  const nothing = { isReadable: false, fields: {}, category: undefined, currency: undefined, emptied: [] }

  test.each([null, 'Cup', ['Cup'], 7])('is %j', (values) => {
    expect(readProductRow(productOf(values), mappingOf(['name']), RULES)).toStrictEqual({
      number: 1,
      line: 2,
      lines: [],
      notes: [],
      ...nothing,
      faults: [{ field: 'row', detail: 'must be an object' }],
    })
  })

  test('has a fault already', () => {
    expect(rowOf({ name: 'Cup' }, { fault: 'has 2 cells' })).toMatchObject({
      ...nothing,
      faults: [{ field: 'row', detail: 'has 2 cells' }],
    })
    expect(rowOf({ name: 'Cup' }, { fault: 'a bug', isUnforeseen: true }).faults).toStrictEqual([
      { field: 'row', detail: 'a bug', kind: 'unforeseen' },
    ])
  })
})

test('each field that cannot be read is a fault, and the others are read', () => {
  expect(rowOf({ name: 'Cup', price: 'cheap', position: '1.5' })).toMatchObject({
    isReadable: true,
    fields: { name: 'Cup' },
    faults: [
      { field: 'price', detail: '"cheap" is not an amount of money' },
      { field: 'position', detail: '"1.5" is not a whole number' },
    ],
  })
  expect(rowOf({ variants: [{ price: '' }] }).faults).toStrictEqual([
    { field: 'variants', detail: '0.price: is empty: fill it in', kind: 'no_price' },
  ])
})

test('an error that nobody foresaw is not a fault of a field', () => {
  const values = {
    get name(): string {
      throw new TypeError('a bug')
    },
  }
  expect(() => rowOf(values, { fields: ['name'] })).toThrow(TypeError)
  const picture = {
    get url(): string {
      throw new TypeError('a bug')
    },
  }
  expect(() => rowOf({ images: [picture] })).toThrow(TypeError)
  expect(() => rowOf({ variants: [{ image: picture }] })).toThrow(TypeError)
})

test('descriptions become text, and marks before digits go, only where the file is CSV', () => {
  const cells = { description: '<p>cup</p>', sku: "'5", 'metadata.a': "'7" }
  expect(rowOf(cells, { rules: CSV }).fields).toStrictEqual({
    description: 'cup',
    sku: '5',
    metadata: { a: '7' },
  })
  expect(rowOf(cells).fields).toStrictEqual({ description: '<p>cup</p>', sku: "'5", metadata: { a: "'7" } })
  expect(rowOf({ 'metadata.a': 7 }, { rules: CSV }).fields).toStrictEqual({ metadata: { a: '7' } })
})

test('a column of another name fills the field that it is mapped to', () => {
  const sources = new Map([
    ['name', 'title'],
    ['metadata.size', 'Größe'],
  ])
  expect(rowOf({ title: 'Cup', name: 'x', Größe: 'S' }, { more: { sources } }).fields).toStrictEqual({
    name: 'Cup',
    metadata: { size: 'S' },
  })
  expect(rowOf({ sku: 'A' }, { more: { sources: new Map([['name', 'toString']]) } }).fields).toStrictEqual({})
})

describe('metadata', () => {
  test('has the entries of columns of their own together with those of one object', () => {
    const cells = { metadata: { a: 1, b: 'x' }, 'metadata.b': 'y', 'metadata.c': true }
    expect(rowOf(cells).fields).toStrictEqual({ metadata: { a: '1', b: 'y', c: 'true' } })
    expect(rowOf({ 'metadata.c': 'z' }).fields).toStrictEqual({ metadata: { c: 'z' } })
    expect(rowOf({ name: 'Cup' }).fields).toStrictEqual({ name: 'Cup' })
  })

  test('that is not an object is left for the rules of the API', () => {
    expect(rowOf({ metadata: 'x', 'metadata.c': 'y' }).fields).toStrictEqual({ metadata: 'x' })
  })
})

describe('what is not there', () => {
  test('is not a field: null is one only where it removes a value', () => {
    expect(
      rowOf({ name: 'Cup', sku: null, cost: null, price: 1, tags: null, status: undefined }).fields,
    ).toStrictEqual({
      name: 'Cup',
      sku: null,
      cost: null,
      price: 100,
    })
    expect(rowOf({ name: 'Cup' }, { fields: ['name', 'sku', 'status'] }).fields).toStrictEqual({
      name: 'Cup',
    })
  })

  test.each([
    ['csv without the column', {}, CSV, ['sku', 'tags']],
    ['csv, of variants that are rows', {}, { ...CSV, hasVariantRows: true }, []],
    ['JSON', {}, RULES, []],
  ])('is an empty cell of a mapped column in %s alone', (_, more, rules, emptied) => {
    const fields = ['name', 'sku', 'tags']
    expect(rowOf({ name: 'Cup' }, { fields, rules, more }).emptied).toStrictEqual(emptied)
  })

  test('is where a dialect says that it is, and nowhere with keepEmpty', () => {
    const said = { fields: ['name', 'sku', 'tags'], empty: ['tags', 'brand'] }
    expect(rowOf({ name: 'Cup' }, said).emptied).toStrictEqual(['tags'])
    expect(rowOf({ name: 'Cup' }, { ...said, rules: { ...RULES, keepEmpty: true } }).emptied).toStrictEqual(
      [],
    )
    expect(
      rowOf({ name: 'Cup' }, { ...said, rules: { ...CSV, keepEmpty: true, hasVariantRows: true } }).emptied,
    ).toStrictEqual([])
  })

  test('is a name of null, and a blank price of a product without variants', () => {
    expect(rowOf({ name: null, price: null }).emptied).toStrictEqual(['name', 'price'])
    expect(rowOf({ name: '', price: ' ' })).toMatchObject({
      emptied: ['price'],
      fields: { name: '' },
      faults: [],
    })
    const variants = [{ price: '1' }]
    expect(rowOf({ price: '', variants })).toMatchObject({ emptied: [], faults: [{ field: 'price' }] })
    expect(rowOf({ price: '', variants: [] })).toMatchObject({ emptied: ['price'], faults: [] })
    expect(rowOf({ price: '', variants: 'S' })).toMatchObject({ emptied: ['price'], faults: [] })
  })

  test('is not a category of which one of two columns says enough', () => {
    const fields = ['category', 'category_id', 'sku']
    expect(rowOf({ category: 'Tea' }, { fields, rules: CSV }).emptied).toStrictEqual(['sku'])
    expect(rowOf({ category_id: 'tea' }, { fields, rules: CSV }).emptied).toStrictEqual(['sku'])
    expect(rowOf({}, { fields, rules: CSV }).emptied).toStrictEqual(fields)
  })
})

describe('a value for every row', () => {
  const constants = new Map([
    ['name', 'Mug'],
    ['price', '5'],
    ['metadata.a', 'b'],
  ])

  test('replaces the column, and an empty cell', () => {
    const { fields, emptied } = rowOf({ name: 'Cup', cost: '1' }, { more: { constants }, rules: CSV })
    expect([fields, emptied]).toStrictEqual([
      { name: 'Mug', cost: 100, price: 500, metadata: { a: 'b' } },
      [],
    ])
    expect(rowOf({}, { fields: ['name'], more: { constants }, rules: CSV }).emptied).toStrictEqual([])
  })

  test('is of each variant where variants decide it', () => {
    const variants = [{ option_values: { Size: 'S' }, price: '1' }, 'M', { option_values: { Size: 'L' } }]
    const { fields } = rowOf({ variants }, { more: { constants } })
    expect(fields).toStrictEqual({
      name: 'Mug',
      metadata: { a: 'b' },
      variants: [
        { option_values: { Size: 'S' }, price: 500 },
        'M',
        { option_values: { Size: 'L' }, price: 500 },
      ],
    })
  })

  test('is of the product where its list of variants is empty or none', () => {
    for (const variants of [[], 'S'])
      expect(rowOf({ variants }, { more: { constants } }).fields).toMatchObject({ name: 'Mug', price: 500 })
  })
})

test('a field that is left out is left out of variants, too, and they keep what they have', () => {
  const leftOut = new Set(['sku', 'brand', 'image'])
  const variants = [{ price: '1', sku: 'A', brand: 'x', cost: '2' }, 'S']
  expect(rowOf({ variants }, { more: { leftOut } })).toMatchObject({
    fields: { variants: [{ price: 100, brand: 'x', cost: 200 }, 'S'] },
    keptOfVariants: ['sku', 'brand', 'image'],
  })
  expect(rowOf({ variants }, { more: { leftOut } }).fields.variants).not.toMatchObject([{ sku: 'A' }, 'S'])
  expect(rowOf({ name: 'Cup' })).not.toHaveProperty('keptOfVariants')
})

describe('variants that are rows', () => {
  const rules = { ...CSV, hasVariantRows: true, stock: 'set' as const }
  const variants = [{ price: '1', sku: null, cost: null }, 'S', { price: '2', sku: 'B', cost: '1' }]

  test('have null for a blank cell, which keepEmpty leaves out', () => {
    expect(rowOf({ variants }, { rules }).fields).toStrictEqual({
      variants: [{ price: 100, sku: null, cost: null }, 'S', { price: 200, sku: 'B', cost: 100 }],
    })
    expect(rowOf({ variants }, { rules: { ...rules, keepEmpty: true } }).fields).toStrictEqual({
      variants: [{ price: 100 }, 'S', { price: 200, sku: 'B', cost: 100 }],
    })
    expect(
      rowOf({ variants: 'S', sku: null }, { rules: { ...rules, keepEmpty: true } }).fields,
    ).toStrictEqual({
      variants: 'S',
      sku: null,
    })
    expect(rowOf({ variants }, { rules: { ...RULES, keepEmpty: true } }).fields).toMatchObject({
      variants: [{ sku: null }, 'S', {}],
    })
  })

  test('keep the prices for which the file has no column', () => {
    expect(rowOf({ name: 'Cup' }, { rules }).keptOfVariants).toStrictEqual([
      'price',
      'compare_at_price',
      'cost',
    ])
    expect(
      rowOf({ name: 'Cup' }, { rules, more: { leftOut: new Set(['sku']) } }).keptOfVariants,
    ).toStrictEqual(['price', 'compare_at_price', 'cost', 'sku'])
  })

  test('are named by their lines', () => {
    const { notes } = rowOf({ variants: [{ price: '1', gtin: 'INT-1' }] }, { rules, lines: [7] })
    expect(notes.map(({ detail }) => detail.slice(0, 16))).toStrictEqual(['line 7: "INT-1" '])
  })
})

test.each([
  [{ variants: [], options: [] }, {}],
  [{ variants: [] }, {}],
  [{ options: [] }, {}],
  [
    { variants: [], options: [{ name: 'Size' }] },
    { variants: [], options: [{ name: 'Size' }] },
  ],
  [
    { variants: [{ cost: 1 }], options: [] },
    { variants: [{ cost: 100 }], options: [] },
  ],
  [{ variants: [{ cost: 1 }] }, { variants: [{ cost: 100 }] }],
  [{ variants: 'S' }, { variants: 'S' }],
])('of the lists %j stay %j: other systems write empty ones for products without options', (lists, left) => {
  expect(rowOf(lists).fields).toStrictEqual(left)
})

test('a quantity counts only as far as quantities are used', () => {
  expect(rowOf({ quantity: '7' }).fields).toStrictEqual({ quantity: 7, track_inventory: true })
  expect(rowOf({ quantity: '7' }, { rules: { ...RULES, stock: 'ignore' } }).fields).toStrictEqual({})
  expect(rowOf({ quantity: '7', track_inventory: 'no' })).toMatchObject({
    fields: { track_inventory: false },
    notes: [{ loss: 'quantity' }],
  })
})

test('the slug as it is written is the address of the product, unless it has one', () => {
  expect(rowOf({ slug: ' Blue-Cup ' })).toMatchObject({ address: 'Blue-Cup', fields: { slug: 'blue-cup' } })
  expect(rowOf({ slug: 'a' }, { address: 'b' }).address).toBe('b')
  expect(rowOf({ url: 'A' }, { more: { sources: new Map([['slug', 'url']]) } }).address).toBe('A')
  expect(rowOf({ slug: 7 })).not.toHaveProperty('address')
  expect(rowOf({ name: 'Cup' })).not.toHaveProperty('address')
})

describe('pictures', () => {
  const [A, B, C, D] = [1, 2, 3, 4].map((n) => `https://a.example/${n}`)
  const more = { pictures: ['image 1', 'image 2'] }

  test('are those of images, and then of the numbered columns', () => {
    const cells = { images: `${A}|${B}`, 'image 2': [B, { url: D, alt: 'x' }], 'image 1': C }
    expect(rowOf(cells, { fields: ['images'], more }).fields).toStrictEqual({
      images: [{ url: A }, { url: B }, { url: C }, { url: D, alt: 'x' }],
    })
    expect(rowOf({ 'image 1': A }, { fields: [], more })).toMatchObject({
      fields: { images: [{ url: A }] },
      emptied: [],
    })
  })

  test('are emptied where all of these cells are empty', () => {
    expect(rowOf({ name: 'Cup' }, { fields: ['name'], more })).toMatchObject({
      fields: { name: 'Cup' },
      emptied: ['images'],
    })
    expect(rowOf({ name: 'Cup' }, { fields: ['name'] }).emptied).toStrictEqual([])
    expect(rowOf({ 'image 1': null, 'image 2': ' ' }, { fields: [], more }).emptied).toStrictEqual(['images'])
  })

  test('are refused where they are far too many in several columns', () => {
    const many = Array.from({ length: 2_500 }, (_, n) => `${A}${n}`).join('|')
    expect(rowOf({ 'image 1': many }, { fields: [], more }).faults).toStrictEqual([])
    expect(rowOf({ 'image 1': many, 'image 2': A }, { fields: [], more }).faults).toStrictEqual([
      { field: 'images', detail: 'has more than 2500 entries of one list' },
    ])
  })
})
