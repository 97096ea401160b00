import { describe, expect, test } from 'vitest'
import type { SourceRow } from '../../../lib/import/catalogue-files/read/source-row.ts'
import { groupingOf, type SaidOfFields } from '../../../lib/import/read/field-mapping.ts'
import { groupedRows } from '../../../lib/import/read/grouped-rows.ts'
import { columnsOf } from './products-of-file.ts'

type Cells = Readonly<Record<string, string>>
const COLUMNS = [
  'style',
  'name',
  'price',
  'cost',
  'sku',
  'brand',
  'size',
  'colour',
  'images',
  'image 1',
  'image 2',
]
const SAID = { groupBy: 'style', map: ['option:Size=size', 'option:Colour=colour'] }

function dialectOf(said: SaidOfFields = SAID, columns = COLUMNS) {
  const grouping = groupingOf(columnsOf(...columns), said)
  if (!grouping) throw new Error('somebody says how rows are grouped')
  return groupedRows(grouping)
}

/** Rows with these cells, on the lines from 2 on. */
const rowsOf = (...rows: Cells[]): SourceRow[] =>
  rows.map((values, n) => ({ number: n + 1, line: n + 2, values }))
const productOf = (...rows: Cells[]) => dialectOf().productOf(rowsOf(...rows), { source: '', now: '' })

test('rows with one cell of the column that they share are one product', () => {
  const placeOf = (values: unknown) => dialectOf().placeOf({ number: 1, line: 2, values })
  expect(placeOf({ style: ' T ' })).toStrictEqual({ names: ['T'], of: 'T' })
  expect([placeOf({ style: ' ' }), placeOf({}), placeOf(null), placeOf({ style: 7 })]).toStrictEqual(
    Array.from({ length: 4 }, () => ({ names: [] })),
  )
})

test('all columns of fields, options and pictures are read, and descriptions and pictures can be long', () => {
  const { used, long } = dialectOf(SAID, [...COLUMNS, 'description', 'Shelf'])
  expect([...used].toSorted()).toStrictEqual([...COLUMNS, 'description'].toSorted())
  expect(long).toStrictEqual({ descriptions: ['description'], pictures: ['images', 'image 1', 'image 2'] })
})

describe('rows with options', () => {
  test('are variants, and what is of the product is in the first row that has it', () => {
    const product = productOf(
      { style: 'T', size: 'S', name: ' Tee ', price: '5', sku: 'T-S' },
      { style: 'T', size: ' M ', name: 'Shirt', price: '6', brand: 'Halm', cost: '2' },
    )
    expect(product).toStrictEqual({
      number: 1,
      line: 2,
      notes: [],
      lines: [2, 3],
      empty: ['images'],
      values: {
        external_id: 'T',
        name: 'Tee',
        brand: 'Halm',
        options: [{ name: 'Size', values: ['S', 'M'] }],
        variants: [
          { option_values: { Size: 'S' }, price: '5', cost: null, sku: 'T-S' },
          { option_values: { Size: 'M' }, price: '6', cost: '2', sku: null },
        ],
      },
    })
  })

  test('have each value once, and a blank one where a row has none', () => {
    const { values } = productOf(
      { style: 'T', size: 'S', colour: 'Blue' },
      { style: 'T', size: 'S' },
      { style: 'T', size: 'M\u00a0L', colour: 'Blue' },
    )
    expect(values).toMatchObject({
      options: [
        { name: 'Size', values: ['S', 'M L'] },
        { name: 'Colour', values: ['Blue', ''] },
      ],
      variants: [
        { option_values: { Size: 'S', Colour: 'Blue' } },
        { option_values: { Size: 'S', Colour: '' } },
        { option_values: { Size: 'M L', Colour: 'Blue' } },
      ],
    })
  })

  test('can be mixed with rows without any', () => {
    expect(productOf({ style: 'T', size: 'S', price: '5' }, { style: 'T', price: '6' }).values).toMatchObject(
      {
        options: [{ name: 'Size', values: ['S', ''] }],
        variants: [{ price: '5' }, { option_values: { Size: '' }, price: '6' }],
      },
    )
  })

  test('say which fields of their product are blank in all of them', () => {
    expect(productOf({ style: 'T', size: 'S' }, { style: 'T', size: 'M', brand: 'x' }).empty).toStrictEqual([
      'name',
      'images',
    ])
  })

  test('have no line in a file without lines', () => {
    const rows = rowsOf({ style: 'T', size: 'S' }).map((row) => ({ ...row, line: null }))
    expect(dialectOf().productOf(rows, { source: '', now: '' }).lines).toStrictEqual([0])
  })
})

describe('pictures', () => {
  const [A, B, C] = ['https://a.example/1', 'https://a.example/2', 'https://a.example/3']

  test('are those of all rows and columns, each once', () => {
    const { values } = productOf(
      { style: 'T', size: 'S', images: `${A},${B}`, 'image 1': C },
      { style: 'T', size: 'M', images: A, 'image 2': `${B}` },
    )
    expect(values).toMatchObject({
      images: [A, B, C],
      variants: [{ image: A }, { image: A }],
    })
  })

  test('are of the product alone where each row has the same, and of its variant where one has others', () => {
    const shared = productOf({ style: 'T', size: 'S', images: A }, { style: 'T', size: 'M', images: A })
    expect(shared.values).toMatchObject({ images: [A] })
    expect(JSON.stringify(shared.values)).not.toContain('"image"')
    const own = productOf({ style: 'T', size: 'S', images: A }, { style: 'T', size: 'M' })
    expect(own.values).toMatchObject({ variants: [{ image: A }, {}] })
    expect(JSON.stringify(own.values)).not.toContain('"image":null')
    expect(productOf({ style: 'T', size: 'S' }).values).not.toHaveProperty('images')
  })

  test('of far too many the product is refused', () => {
    const many = Array.from({ length: 2_500 }, (_, n) => `${A}${n}`).join('|')
    const refused = {
      number: 1,
      line: 2,
      notes: [],
      values: {},
      fault: 'has more than 2500 entries of one list',
    }
    expect(productOf({ style: 'T', images: many }).fault).toBeUndefined()
    expect(productOf({ style: 'T', images: many, 'image 1': B })).toStrictEqual(refused)
    expect(
      productOf({ style: 'T', size: 'S', images: many }, { style: 'T', size: 'M', images: B }),
    ).toStrictEqual(refused)
  })
})

describe('rows without options', () => {
  test('are a product of one row', () => {
    expect(productOf({ style: 'T', name: 'Tee', price: '5', sku: 'T' })).toStrictEqual({
      number: 1,
      line: 2,
      notes: [],
      values: { external_id: 'T', name: 'Tee', price: '5', sku: 'T' },
      empty: ['cost', 'brand', 'images'],
    })
  })

  test('cannot be several of one product', () => {
    expect(productOf({ style: 'T', price: '5' }, { style: 'T', size: ' ', price: '6' })).toMatchObject({
      values: { external_id: 'T', price: '5' },
      fault: 'has 2 rows, and none of them has an option',
    })
  })
})

test('a name that has no room in an external id becomes its digest, which the report says', () => {
  const { values, notes } = productOf({ style: 'Größe 7', name: 'Tee' })
  expect(values).toMatchObject({ external_id: expect.stringMatching(/^[\w-]{43}$/) })
  expect(notes).toStrictEqual([
    { loss: 'external_id', detail: expect.stringMatching(/^"Größe 7" became [\w-]{43}$/) },
  ])
  expect(productOf({ name: 'Tee' }).values).toStrictEqual({ name: 'Tee' })
})

test('an unforeseen error is not reported as a fault of a product', () => {
  const values = {
    style: 'T',
    get name(): string {
      throw new TypeError('a bug')
    },
  }
  const read = () => dialectOf().productOf([{ number: 1, line: 2, values }], { source: '', now: '' })
  expect(read).toThrow(TypeError)
})

test('an id that the file has in a column of its own is that of the product', () => {
  const dialect = dialectOf(SAID, [...COLUMNS, 'external_id'])
  const [row] = rowsOf({ style: 'T', external_id: 'E' })
  expect(row && dialect.productOf([row], { source: '', now: '' }).values).toStrictEqual({ external_id: 'E' })
})
