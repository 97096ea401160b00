import { describe, expect, test } from 'vitest'
import { openShopifyInventory } from '../../../../lib/import/catalogue-files/dialects/shopify-inventory.ts'
import { type Cells, dialectOf, readRows, rowsOf } from './rows-of-dialect.ts'

const CUP: Cells = {
  Handle: 'cup',
  Title: 'Cup',
  'Option1 Name': 'Title',
  'Option1 Value': 'Default Title',
  SKU: 'C',
  'HS Code': '',
  COO: '',
}
const SHIRT: Cells = { ...CUP, Handle: 'shirt', Title: 'Shirt', 'Option1 Name': 'Size', 'Option1 Value': 'S' }
const at = (Location: string, cells: Cells): Cells => ({ Location, Available: '', ...cells })
const countsOf = (...rows: Cells[]) => readRows(...rows).counts
const quantityOf = (cells: Cells) => countsOf({ ...CUP, ...cells })?.[0]?.quantity

describe('a file', () => {
  test('is of Shopify’s inventory where it has handles, values, SKUs, origins and quantities', () => {
    const header = ['Handle', 'Option1 Value', 'SKU', 'COO']
    expect(openShopifyInventory([...header, 'Main'])?.isStockAlone).toBe(true)
    expect(openShopifyInventory([...header, 'Location', 'Available'])?.isStockAlone).toBe(true)
    expect(openShopifyInventory([...header, 'Location', 'On hand (current)'])?.isStockAlone).toBe(true)
    expect(openShopifyInventory([...header, 'Location'])).toBeUndefined()
    expect(openShopifyInventory(header)).toBeUndefined()
    for (const missing of header)
      expect(
        openShopifyInventory([...header, 'Location', 'Available'].filter((one) => one !== missing)),
      ).toBeUndefined()
  })

  test('with a column for each location says which ones it takes for them', () => {
    const dialect = openShopifyInventory([...Object.keys(CUP), 'Main', 'Shop 2'])
    expect(dialect).toMatchObject({
      source: 'shopify',
      hasBareCells: true,
      warning: 'these columns are added up as locations: "Main", "Shop 2"',
      used: new Set([...Object.keys(CUP), 'Main', 'Shop 2']),
    })
    const other = openShopifyInventory([...Object.keys(CUP), 'Location', 'Available', 'Shelf'])
    expect(other).not.toHaveProperty('warning')
    expect(other?.used).toStrictEqual(new Set([...Object.keys(CUP), 'Location', 'Available']))
  })

  test('has all rows of a handle for one product', () => {
    const dialect = dialectOf({ ...CUP, Main: '1' })
    const placeOf = (cells: Cells) => rowsOf(cells).map((row) => dialect.placeOf(row))
    expect(placeOf({ Handle: ' cup ' })).toStrictEqual([{ names: ['cup'], of: 'cup' }])
    expect(placeOf({ Title: 'Cup' })).toStrictEqual([{ names: [] }])
  })
})

describe('the stock of a product', () => {
  test('is all that its rows say', () => {
    expect(readRows({ ...CUP, Main: '7' })).toStrictEqual({
      number: 1,
      line: 2,
      notes: [],
      values: { external_id: 'shop:cup' },
      counts: [{ option_values: {}, quantity: 7, line: 2 }],
    })
  })

  test('without a name of an option is that of a product without options', () => {
    expect(countsOf({ ...CUP, 'Option1 Name': '', 'Option1 Value': '', Main: '7' })).toStrictEqual([
      { option_values: {}, quantity: 7, line: 2 },
    ])
  })

  test('of options is that of each variant, by the names of the first row that has them', () => {
    const further = { ...SHIRT, 'Option1 Name': '', 'Option2 Name': '', 'Option2 Value': 'A' }
    expect(
      countsOf(
        { ...further, 'Option1 Value': ' M\u00a0L ', Main: '1' },
        { ...SHIRT, 'Option2 Name': 'Cut', 'Option2 Value': 'B', Main: '2' },
        { ...further, 'Option2 Value': '', Main: '3' },
      ),
    ).toStrictEqual([
      { option_values: { Size: 'M L', Cut: 'A' }, quantity: 1, line: 2 },
      { option_values: { Size: 'S', Cut: 'B' }, quantity: 2, line: 3 },
      { option_values: { Size: 'S', Cut: '' }, quantity: 3, line: 4 },
    ])
  })

  test.each<[Cells, number | undefined]>([
    [{ Main: '7', Shop: '-2' }, 5],
    [{ Main: '7', Shop: 'not stocked' }, 7],
    [{ Main: '7', Shop: '' }, 7],
    [{ Main: 'Not Stocked', Shop: 'Not Stocked' }, undefined],
    [{ Main: '0', Shop: '' }, 0],
    [{ Main: '1e3', Shop: '2.0' }, 1_002],
    [{ Location: 'Main', Available: '7' }, 7],
    [{ Location: 'Main', Available: 'not stocked' }, undefined],
    [{ Location: 'Main', 'On hand (current)': '7' }, 7],
    [{ Location: 'Main', Available: '5', 'On hand (current)': '7' }, 5],
    [{ Location: 'Main', Available: '', 'On hand (current)': '7' }, 7],
    [{ Location: 'Main', Available: '5', 'On hand (current)': '7', 'On hand (new)': '10' }, 8],
    [{ Location: 'Main', Available: '5', 'On hand (current)': '7', 'On hand (new)': '' }, 5],
    [{ Location: 'Main', Available: '', 'On hand (current)': '7', 'On hand (new)': '10' }, 10],
    [{ Location: 'Main', Available: '5', 'On hand (current)': '', 'On hand (new)': '10' }, 10],
    [{ Location: 'Main', Available: '5', 'On hand': '7', 'On hand (new)': '6' }, 4],
  ])('of %j is %s: what can be sold, without what is promised', (cells, quantity) => {
    expect(quantityOf(cells)).toBe(quantity)
  })

  test('is added up over its locations', () => {
    const rows = [
      at('Main', { ...SHIRT, Available: '3' }),
      at('Shop', { ...SHIRT, Available: '4' }),
      at('Main', { ...SHIRT, 'Option1 Value': 'M', Available: '1' }),
    ]
    expect(countsOf(...rows)).toStrictEqual([
      { option_values: { Size: 'S' }, quantity: 7, line: 2 },
      { option_values: { Size: 'M' }, quantity: 1, line: 4 },
    ])
  })

  test('of a variant that is stocked nowhere does not change, which the report says', () => {
    const { counts, notes, ...rest } = readRows(
      at('Main', { ...SHIRT, Available: '3' }),
      at('Shop', { ...SHIRT, Available: 'not stocked' }),
      at('Main', { ...SHIRT, 'Option1 Value': 'M', Available: 'not stocked' }),
    )
    expect(counts).toStrictEqual([{ option_values: { Size: 'S' }, quantity: 3, line: 2 }])
    expect(notes).toStrictEqual(['quantity: line 4: stocked nowhere, so its stock does not change'])
    expect(rest).not.toHaveProperty('leftOut')
  })

  test('that is stocked nowhere leaves the product out', () => {
    const { leftOut, notes, counts } = readRows(at('Main', { ...CUP, Available: 'not stocked' }))
    expect([leftOut, notes, counts]).toStrictEqual(['is stocked nowhere', [], undefined])
  })
})

describe('a product is refused', () => {
  test.each<[string, Cells[], string]>([
    ['without a handle', [{ ...CUP, Handle: '', Main: '1' }], 'has no handle'],
    [
      'with a variant twice at one location',
      [at('Main', { ...CUP, Available: '1' }), at('Main', { ...CUP, Available: '2' })],
      'line 3: this variant is listed twice at one location',
    ],
    [
      'with a variant twice where locations are columns',
      [
        { ...CUP, Main: '1' },
        { ...CUP, Main: 'not stocked' },
      ],
      'line 3: this variant is listed twice at one location',
    ],
    ['with a quantity that is none', [{ ...CUP, Main: 'many' }], 'line 2: "many" is not a whole number'],
    ['with half a piece', [{ ...CUP, Main: '1.5' }], 'line 2: "1.5" is not a whole number'],
    ['with 3e9', [{ ...CUP, Main: '3000000000' }], 'line 2: must be from -1000000000 to 1000000000'],
    ['with 1e400', [{ ...CUP, Main: '1e400' }], 'line 2: must be from -1000000000 to 1000000000'],
    [
      'with one more than there can be',
      [{ ...CUP, Main: '1000000001' }],
      'line 2: must be from -1000000000 to 1000000000',
    ],
    [
      'with one more than can be owed',
      [{ ...CUP, Main: '-1000000001' }],
      'line 2: must be from -1000000000 to 1000000000',
    ],
    [
      'with more in two columns',
      [{ ...CUP, Main: '600000000', Shop: '600000000' }],
      'line 2: must be from -1000000000 to 1000000000',
    ],
    [
      'with more in two rows',
      [at('Main', { ...CUP, Available: '600000000' }), at('Shop', { ...CUP, Available: '600000000' })],
      'line 3: must be from -1000000000 to 1000000000',
    ],
    [
      'with more after a new count',
      [
        at('Main', {
          ...CUP,
          Available: '1000000000',
          'On hand (current)': '0',
          'On hand (new)': '1000000000',
        }),
      ],
      'line 2: must be from -1000000000 to 1000000000',
    ],
  ])('%s', (_, rows, fault) => {
    expect(readRows(...rows)).toStrictEqual({ number: 1, line: 2, notes: [], values: {}, fault })
  })

  test.each([1_000_000_000, -1_000_000_000])('but not with %i', (quantity) => {
    expect(quantityOf({ Main: String(quantity) })).toBe(quantity)
  })
})
