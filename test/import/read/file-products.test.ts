import { describe, expect, onTestFinished, test } from 'vitest'
import { isJsonObject } from '../../../lib/domain/body/json-object.ts'
import type { Dialect } from '../../../lib/import/catalogue-files/dialects/dialect.ts'
import type { SourceRow } from '../../../lib/import/catalogue-files/read/source-row.ts'
import { openImportDatabase } from '../../../lib/import/import-database.ts'
import { fileProducts } from '../../../lib/import/read/file-products.ts'

test('a product that its dialect fails at for a reason nobody foresaw is refused, and the others are read', async () => {
  const dialect: Dialect = {
    used: new Set(),
    placeOf: () => ({ names: [] }),
    productOf([row = { number: 0, line: null, values: {} }]) {
      if (row.number === 2) throw new TypeError('a bug')
      return { ...row, notes: [] }
    },
  }
  const database = await openImportDatabase()
  try {
    for (const number of [1, 2, 3])
      database.addRow({ number, line: number, values: { name: 'Cup' } }, { names: [] })
    const products = [...fileProducts(database, { dialect, now: '', explicit: new Map() })]
    const fault = 'cannot be imported because of an error of this program: "TypeError"'
    const [first, ...others] = products
    expect(first?.fault).toBeUndefined()
    expect(others).toMatchObject([
      { number: 2, line: 2, values: null, notes: [], fault, isUnforeseen: true },
      { number: 3, values: { name: 'Cup' } },
    ])
  } finally {
    await database.close()
  }
})

type Written = Partial<SourceRow> & { values: unknown; of?: string }

/** A dialect whose products have the values of their first row, and one variant for each row with a size. */
const SIZED: Dialect = {
  source: 'shop',
  used: new Set(['Name', 'Size']),
  placeOf: () => ({ names: [] }),
  productOf(rows, { source, now, orphan }) {
    const [first = { number: 0, line: null, values: {} }] = rows
    const sizes = rows.filter(({ values }) => isJsonObject(values) && values.Size !== undefined)
    const variants = sizes.map(({ values }) => ({ size: isJsonObject(values) && values.Size }))
    const { number, line } = first
    return {
      number,
      line,
      notes: [{ loss: 'tag', detail: `${source} ${now} ${orphan}` }],
      values: { name: 'Cup', ...(sizes.length > 0 && { variants }) },
      lines: sizes.map((row) => row.line ?? 0),
      empty: ['name', 'brand'],
    }
  },
}

/** The products of rows that are on the lines from 2 on; those of one name are of one product. */
async function productsOf(rows: readonly Written[], shape: Partial<Parameters<typeof fileProducts>[1]> = {}) {
  const database = await openImportDatabase()
  onTestFinished(() => database.close())
  for (const [n, { of, ...row }] of rows.entries())
    database.addRow({ number: n + 1, line: n + 2, ...row }, { names: of ? [of] : [], ...(of && { of }) })
  return [...fileProducts(database, { dialect: SIZED, now: '12:00', explicit: new Map(), ...shape })]
}

test('without a dialect each row is a product', async () => {
  const rows = [
    { values: { name: 'Cup' } },
    { values: null, fault: 'x', notes: [{ loss: 'tag' as const, detail: 'y' }] },
  ]
  expect(await productsOf(rows, { dialect: undefined })).toStrictEqual([
    { number: 1, line: 2, values: { name: 'Cup' }, notes: [] },
    { number: 2, line: 3, values: null, fault: 'x', notes: [{ loss: 'tag', detail: 'y' }] },
  ])
})

test('a dialect makes a product of the rows of each, with the source that somebody says', async () => {
  const rows = [
    { of: 'a', values: { Size: 'S' } },
    { of: 'b', values: {} },
    { of: 'a', values: { Size: 'M' } },
  ]
  const products = await productsOf(rows)
  expect(products.map(({ number, values }) => [number, values])).toStrictEqual([
    [1, { name: 'Cup', variants: [{ size: 'S' }, { size: 'M' }] }],
    [2, { name: 'Cup' }],
  ])
  expect(products[0]?.notes[0]?.detail).toBe('shop 12:00 undefined')
  const { source: _, ...anonymous } = SIZED
  const noteOf = async (...sent: Parameters<typeof productsOf>) =>
    (await productsOf(...sent))[0]?.notes[0]?.detail
  expect(await noteOf(rows, { source: 'mine' })).toBe('mine 12:00 undefined')
  expect(await noteOf(rows, { dialect: anonymous })).toBe(' 12:00 undefined')
})

describe('a row with a fault', () => {
  const broken = { fault: 'has 2 cells', notes: [{ loss: 'tag' as const, detail: 'of a row' }] }

  test('could be any variant, so that nothing is made of its product', async () => {
    const [product] = await productsOf([
      { of: 'a', values: {} },
      { of: 'a', values: {}, ...broken },
    ])
    expect(product).toMatchObject({ number: 1, fault: 'line 3 has 2 cells' })
    expect(product).not.toHaveProperty('isUnforeseen')
    expect(product?.notes.map(({ detail }) => detail)).toStrictEqual(['shop 12:00 undefined', 'of a row'])
  })

  test('that is alone is named without its line', async () => {
    const [product] = await productsOf([{ of: 'a', values: {}, ...broken, isUnforeseen: true }])
    expect(product).toMatchObject({ fault: 'has 2 cells', isUnforeseen: true })
  })

  test('that has all cells that every row has is only short', async () => {
    const faultAt = async (cells: number, of?: number) =>
      (
        await productsOf([{ values: {}, fault: 'has 3 cells', cells }], {
          dialect: { ...SIZED, ...(of && { cells: of }) },
        })
      )[0]?.fault
    expect(await faultAt(3, 3)).toBeUndefined()
    expect(await faultAt(4, 3)).toBeUndefined()
    expect(await faultAt(2, 3)).toBe('has 3 cells')
    expect(await faultAt(3)).toBe('has 3 cells')
  })
})

test('a product has at most 2,500 rows', async () => {
  const rows = (count: number) => Array.from({ length: count }, () => ({ of: 'a', values: { Size: 'S' } }))
  expect((await productsOf(rows(2_500)))[0]?.fault).toBeUndefined()
  const [product] = await productsOf([...rows(2_500), { of: 'a', values: { Size: 'M' }, fault: 'x' }])
  expect(product).toMatchObject({ fault: 'has 2501 rows, and a product can have 2500' })
  expect(product?.lines).toHaveLength(2_500)
})

describe('columns that somebody has mapped', () => {
  const explicit = new Map([
    ['brand', 'Maker'],
    ['sku', 'Code'],
    ['price', 'Cost'],
    ['is_available', 'There'],
  ])

  test('fill fields of the product, and of a product without variants all of them', async () => {
    const [product] = await productsOf([{ values: { Maker: 'Halm', Code: 'A' } }], { explicit })
    expect(product?.values).toStrictEqual({
      name: 'Cup',
      brand: 'Halm',
      sku: 'A',
      price: undefined,
      is_available: undefined,
    })
    expect(product?.empty).toStrictEqual(['name', 'price', 'is_available'])
  })

  test('fill those that variants decide from the row of each, and take them back where its cell is blank', async () => {
    const rows = [
      { of: 'a', values: { Size: 'S', Maker: 'Halm', Code: 'A', Cost: '5', There: 'no' } },
      { of: 'a', values: { Maker: 'x', Code: 'x' } },
      { of: 'a', values: { Size: 'M' } },
    ]
    const [product] = await productsOf(rows, { explicit })
    expect(product?.values).toStrictEqual({
      name: 'Cup',
      brand: 'Halm',
      variants: [
        { size: 'S', sku: 'A', price: '5', is_available: 'no' },
        { size: 'M', sku: null, price: null, is_available: undefined },
      ],
    })
    expect(product?.empty).toStrictEqual(['name'])
  })

  test('fill nothing of a variant that is not an object, or whose row is not known', async () => {
    const dialect: Dialect = {
      ...SIZED,
      productOf: () => ({
        number: 1,
        line: 2,
        notes: [],
        values: { variants: ['S', { size: 'M' }] },
        lines: [2],
      }),
    }
    const [product] = await productsOf([{ values: { Code: 'A' } }], {
      dialect,
      explicit: new Map([['sku', 'Code']]),
    })
    expect(product?.values).toStrictEqual({ variants: ['S', { size: 'M', sku: undefined }] })
    expect(product?.empty).toStrictEqual([])
  })

  test('fill nothing of a product or a row that is not an object', async () => {
    const none: Dialect = { ...SIZED, productOf: () => ({ number: 1, line: 2, notes: [], values: null }) }
    const [nothing] = await productsOf([{ values: {} }], { dialect: none, explicit })
    expect([nothing?.values, nothing?.fault]).toStrictEqual([null, undefined])
    const [product] = await productsOf([{ values: null }], { explicit: new Map([['brand', 'Maker']]) })
    expect([product?.values, product?.empty]).toStrictEqual([{ name: 'Cup', brand: undefined }, ['name']])
  })
})
