import { describe, expect, test } from 'vitest'
import { openWooCommerce } from '../../../../lib/import/catalogue-files/dialects/woocommerce.ts'
import {
  isYes,
  partOf,
  partsOf,
  writtenParts,
} from '../../../../lib/import/catalogue-files/dialects/woocommerce-rows.ts'
import { type Cells, dialectOf, readRows, rowsOf } from './rows-of-dialect.ts'

const CUP: Cells = { ID: '7', Type: 'simple', SKU: 'C', Name: 'Cup', Published: '1', 'Regular price': '3.50' }
const read = (cells: Cells = {}, ...further: Cells[]) => readRows({ ...CUP, ...cells }, ...further)
const valuesOf = (...sent: Parameters<typeof read>) => read(...sent).values

test('a cell says yes as WooCommerce reads it', () => {
  expect(['1', 'yes', 'TRUE', 'true', 'Yes'].filter(isYes)).toHaveLength(5)
  expect(['0', '-1', 'no', '', '11', 'yes!', ' 1', 'y', 'on'].filter(isYes)).toStrictEqual([])
})

test.each([
  ['a, b', ['a', 'b']],
  ['a\\, b, c', ['a, b', 'c']],
  ['a&#44; b, c', ['a, b', 'c']],
  ['a, ,b,', ['a', 'b']],
  ['a, b, a', ['a', 'b']],
  ['a,&nbsp;', ['a']],
  ['Salt &amp; pepper', ['Salt & pepper']],
  ['', []],
])('the cell %j has the parts %j', (cell, parts) => {
  expect(partsOf(cell)).toStrictEqual(parts)
})

test('addresses are parts as they are written, and one part alone is a text', () => {
  expect(writtenParts('https://a.example/?a=1&amp;b=2 , x\\,y, ,x')).toStrictEqual([
    'https://a.example/?a=1&amp;b=2',
    'x,y',
    'x',
  ])
  expect(partOf(' Dry\\, fruity &amp; light ')).toBe('Dry, fruity & light')
})

describe('a file', () => {
  const { SKU: _, ID: __, ...needed } = CUP

  test('is of WooCommerce where it has types, names, prices and what is published', () => {
    const open = (header: string[]) => openWooCommerce(header, { number: 1, line: 2, values: CUP })
    expect(open(Object.keys(needed))?.source).toBe('woo')
    for (const missing of Object.keys(needed))
      expect(open(Object.keys(CUP).filter((one) => one !== missing))).toBeUndefined()
  })

  test('can leave out cells behind the last column that is read', () => {
    expect(dialectOf({ ...CUP, 'Meta: x': '', 'Meta: y': '' }).cells).toBe(6)
    expect(dialectOf({ 'Meta: x': '', ...CUP, 'Meta: y': '' }).cells).toBe(7)
  })

  test('has descriptions and pictures in long cells, and attributes among what is read', () => {
    const dialect = dialectOf({
      ...CUP,
      Description: '',
      'Short description': '',
      Images: '',
      'Attribute 1 name': '',
      'Attribute 1 value(s)': '',
      'Attribute 1 visible': '',
    })
    expect(dialect.long).toStrictEqual({
      descriptions: ['Description', 'Short description'],
      pictures: ['Images'],
    })
    expect(dialect.used).toStrictEqual(
      new Set([
        ...Object.keys(CUP),
        'Description',
        'Short description',
        'Images',
        'Attribute 1 name',
        'Attribute 1 value(s)',
      ]),
    )
  })

  test.each<[Cells, object]>([
    [{ Type: 'simple' }, { names: ['id:7'] }],
    [{ Type: 'simple, virtual' }, { names: ['id:7'] }],
    [{ Type: 'variable' }, { names: ['id:7', 'C'] }],
    [{ Type: 'Variable-subscription' }, { names: ['id:7', 'C'] }],
    [{ Type: 'variable', ID: '' }, { names: ['C'] }],
    [{ Type: 'variable', SKU: '' }, { names: ['id:7'] }],
    [
      { Type: 'variation', Parent: 'id:7' },
      { names: [], of: 'id:7' },
    ],
    [
      { Type: 'subscription_variation, virtual', Parent: 'C' },
      { names: [], of: 'C' },
    ],
    [
      { Type: 'variation', Parent: '' },
      { names: [], of: '' },
    ],
    [{ Type: 'variations' }, { names: ['id:7'] }],
    [{ Type: '' }, { names: ['id:7'] }],
  ])('has for %j the place %j', (cells, place) => {
    const dialect = dialectOf({ ...CUP, Parent: '' })
    expect(rowsOf({ ...CUP, ...cells }).map((row) => dialect.placeOf(row))).toStrictEqual([place])
  })
})

describe('a product', () => {
  test('has the fields of its row', () => {
    expect(
      read({
        Description: '<p>Warm</p>',
        Tags: 'a, b',
        Images: 'https://a.example/1, https://a.example/2',
        Categories: 'Tea > Green, Gifts, Tea',
        Brands: 'Acme',
        Position: '3',
        'Weight (kg)': '0.25',
        'GTIN, UPC, EAN, or ISBN': '96385074',
        Stock: '7',
        'Low stock amount': '2',
        'Backorders allowed?': '1',
        'Visibility in catalog': 'visible',
      }),
    ).toStrictEqual({
      number: 1,
      line: 2,
      notes: [],
      empty: ['compare_at_price'],
      lines: [],
      categoryPath: ['Tea', 'Green'],
      isWithoutOptions: true,
      values: {
        external_id: 'shop:7',
        name: 'Cup',
        description: 'Warm',
        category: 'Green',
        additional_categories: ['Gifts', 'Tea'],
        tags: ['a', 'b'],
        images: [{ url: 'https://a.example/1' }, { url: 'https://a.example/2' }],
        status: 'active',
        position: '3',
        brand: 'Acme',
        price: '3.50',
        sku: 'C',
        gtin: '96385074',
        weight_grams: '250',
        track_inventory: true,
        quantity: '7',
        allow_backorder: true,
        low_stock_at: '2',
      },
    })
  })

  test('has nothing for which its file has no column', () => {
    const { SKU: _, ...without } = CUP
    expect(readRows(without).values).toStrictEqual({
      external_id: 'shop:7',
      name: 'Cup',
      status: 'active',
      price: '3.50',
    })
  })

  test('says which of its cells are blank', () => {
    const blank = [
      'Name',
      'Description',
      'Tags',
      'Images',
      'Brands',
      'SKU',
      'Weight (kg)',
      'GTIN, UPC, EAN, or ISBN',
    ]
    const { values, empty } = read(
      Object.fromEntries([...blank, 'Regular price'].map((column) => [column, ''])),
    )
    expect(empty).toStrictEqual([
      'price',
      'compare_at_price',
      'sku',
      'gtin',
      'weight_grams',
      'name',
      'description',
      'tags',
      'images',
      'brand',
    ])
    expect(values).toStrictEqual({ external_id: 'shop:7', status: 'active' })
    expect(read({ Categories: '' }).values).not.toHaveProperty('additional_categories')
    expect(read({ Categories: 'Tea' }).values).toMatchObject({ category: 'Tea', additional_categories: [] })
  })

  test('without an id has its SKU for one, or none', () => {
    expect(valuesOf({ ID: '' })).toMatchObject({ external_id: 'shop:C' })
    expect(valuesOf({ ID: '', SKU: '' })).not.toHaveProperty('external_id')
  })

  test.each<[Cells, string | undefined, string[]]>([
    [{ Published: '1' }, 'active', []],
    [{ Published: 'yes', 'Visibility in catalog': 'catalog' }, 'active', []],
    [{ Published: '0' }, 'draft', []],
    [{ Published: '-1' }, 'draft', []],
    [{ Published: '' }, undefined, []],
    [
      { Published: '1', 'Visibility in catalog': 'Hidden' },
      'draft',
      ['status: is hidden in the catalogue of WooCommerce'],
    ],
    [{ Published: '0', 'Visibility in catalog': 'hidden' }, 'draft', []],
  ])('with %j has the status %s', (cells, status, notes) => {
    const product = read(cells)
    expect([product.values.status, product.notes]).toStrictEqual([status, notes])
  })

  test.each<[string, string, string | undefined, string[]]>([
    ['<p>Long</p>', '', 'Long', []],
    ['', 'Short', 'Short', []],
    ['', '', undefined, []],
    ['Long', 'Short', 'Long', ['short_text: "Short"']],
    ['Same', 'Same', 'Same', []],
    ['[gallery]', 'Short', 'Short', ['shortcode: in the description: [gallery]']],
    ['[gallery]', '', undefined, ['shortcode: in the description: [gallery]']],
    ['[gallery] Warm', '', 'Warm', ['shortcode: in the description: [gallery]']],
    ['One\\nTwo', '', 'One\nTwo', []],
    ['C:\\\\new', '', 'C:\\new', []],
  ])('with the texts %j and %j has the description %j', (Description, short, description, notes) => {
    const product = read({ Description, 'Short description': short })
    expect([product.values.description, product.notes]).toStrictEqual([description, notes])
    expect(product.empty?.includes('description')).toBe(description === undefined)
  })

  test('without columns of texts is not said to have none', () => {
    expect(read().empty).toStrictEqual(['compare_at_price'])
    expect(read({ 'Short description': 'Short' }).values).toMatchObject({ description: 'Short' })
  })

  test.each<[string, string, string[]]>([
    ['Acme', 'Acme', []],
    ['Acme > Acme Kids', 'Acme Kids', []],
    ['Halm &amp; Söhne, Acme > Kids', 'Halm & Söhne', ['brand: "Kids": a product has one brand']],
  ])('of the brands %j has %j', (Brands, brand, notes) => {
    const product = read({ Brands })
    expect([product.values.brand, product.notes]).toStrictEqual([brand, notes])
  })

  test.each([
    ['grouped', 'grouped products are not imported: they have no price of their own'],
    ['External, virtual', 'external products are not imported: they have no price of their own'],
  ])('of the type %s is left out', (Type, leftOut) => {
    expect(read({ Type, Categories: 'Tea', Brands: 'Acme' })).toMatchObject({
      leftOut,
      values: { external_id: 'shop:7', name: 'Cup', status: 'active', brand: 'Acme' },
    })
    expect(valuesOf({ Type, Categories: 'Tea' })).not.toHaveProperty('price')
  })

  test('is said to have no options only where its type is simple', () => {
    expect(read()).toMatchObject({ isWithoutOptions: true })
    expect(read({ Type: 'virtual, simple' })).toMatchObject({ isWithoutOptions: true })
    for (const Type of ['variable', 'subscription', ''])
      expect(read({ Type })).not.toHaveProperty('isWithoutOptions')
  })

  test('has no choice in its attributes', () => {
    const attributes = {
      'Attribute 1 name': 'Colour',
      'Attribute 1 value(s)': 'Red, Blue',
      'Attribute 2 name': '',
      'Attribute 2 value(s)': 'x',
    }
    expect(read(attributes).notes).toStrictEqual([
      'attribute: "Colour: Red, Blue" does not distinguish variations',
    ])
  })

  test('that cannot be read is refused in words', () => {
    const Categories = Array.from({ length: 2_501 }, () => 'a').join()
    expect(read({ Categories })).toStrictEqual({
      number: 1,
      line: 2,
      notes: [],
      empty: ['compare_at_price'],
      values: {},
      fault: 'has more than 2500 entries of one list',
    })
  })
})

test.each<[Cells, object]>([
  [{}, {}],
  [{ Stock: '7' }, { track_inventory: true, quantity: '7', allow_backorder: false }],
  [
    { Stock: '0', 'In stock?': '1' },
    { track_inventory: true, quantity: '0', allow_backorder: false },
  ],
  [{ Stock: '' }, { track_inventory: false }],
  [
    { Stock: '', 'In stock?': '1' },
    { track_inventory: false, is_available: true },
  ],
  [
    { Stock: '', 'In stock?': '0' },
    { track_inventory: false, is_available: false },
  ],
  [{ 'In stock?': '0' }, { is_available: false }],
  [{ 'In stock?': '' }, {}],
  [
    { Stock: '7', 'Backorders allowed?': 'Notify', 'Low stock amount': '' },
    { track_inventory: true, quantity: '7', allow_backorder: true },
  ],
  [
    { Stock: '7', 'Backorders allowed?': '1', 'Low stock amount': '2' },
    { track_inventory: true, quantity: '7', allow_backorder: true, low_stock_at: '2' },
  ],
  [
    { Stock: '7', 'Backorders allowed?': '0' },
    { track_inventory: true, quantity: '7', allow_backorder: false },
  ],
  [{ Stock: 'parent' }, { track_inventory: true, quantity: 'parent', allow_backorder: false }],
])('the stock of %j is %j', (cells, stock) => {
  const { track_inventory, quantity, allow_backorder, low_stock_at, is_available } = valuesOf(cells)
  const found = { track_inventory, quantity, allow_backorder, low_stock_at, is_available }
  expect(JSON.parse(JSON.stringify(found))).toStrictEqual(stock)
})

test.each<[string, string, object, string[]]>([
  ['3.50', '3', { price: '3', compare_at_price: '3.50' }, []],
  ['3.50', '3.50', { price: '3.50', compare_at_price: '3.50' }, []],
  ['3.50', '', { price: '3.50' }, []],
  ['3.50', '4', { price: '3.50' }, ['sale_price: the sale price 4 is above the regular 3.50']],
  ['', '3', {}, []],
])('of the regular price %j and the sale price %j are %j', (regular, sale, prices, notes) => {
  const product = read({ 'Regular price': regular, 'Sale price': sale })
  const { price, compare_at_price } = product.values
  expect(JSON.parse(JSON.stringify({ price, compare_at_price }))).toStrictEqual(prices)
  expect(product.notes).toStrictEqual(notes)
})

describe('variations', () => {
  const TEE: Cells = {
    ...CUP,
    ID: '45',
    Type: 'variable',
    SKU: 'T',
    Name: 'Tee',
    'Regular price': '',
    'Attribute 1 name': 'Size',
    'Attribute 1 value(s)': 'S, M',
  }
  const variation = (value: string, cells: Cells = {}): Cells => ({
    ID: '',
    Type: 'variation',
    Published: '1',
    'Regular price': '20',
    Parent: 'id:45',
    'Attribute 1 name': 'Size',
    'Attribute 1 value(s)': value,
    ...cells,
  })
  const of = (...rows: Cells[]) => readRows(TEE, ...rows)
  const sizesOf = (...rows: Cells[]) =>
    of(...rows).values.variants.map(({ option_values, price }: { option_values: object; price: unknown }) => [
      Object.values(option_values).join('/'),
      price,
    ])

  test('are the variants of their parent, with the rows that they are on', () => {
    const product = of(
      variation('M', { SKU: 'T-M' }),
      variation('S', { 'Regular price': '21', Published: '0' }),
    )
    expect(product).toMatchObject({ number: 1, line: 2, lines: [3, 4], notes: [], empty: [] })
    expect(product).not.toHaveProperty('isWithoutOptions')
    expect(product.values).toMatchObject({
      external_id: 'shop:45',
      name: 'Tee',
      options: [{ name: 'Size', values: ['S', 'M'] }],
    })
    expect(product.values).not.toHaveProperty('price')
    expect(product.values.variants).toStrictEqual([
      { option_values: { Size: 'M' }, price: '20', compare_at_price: null, sku: 'T-M', is_enabled: true },
      { option_values: { Size: 'S' }, price: '21', compare_at_price: null, sku: null, is_enabled: false },
    ])
  })

  test('of a product whose type says simple are its variants all the same', () => {
    const product = readRows({ ...TEE, Type: 'simple' }, variation('S'))
    expect(product.values.variants).toHaveLength(1)
    expect(product).not.toHaveProperty('isWithoutOptions')
  })

  test('can be before their parent', () => {
    const product = readRows(variation('S'), TEE)
    expect([product.number, product.line, product.lines, product.values.name]).toStrictEqual([
      2,
      3,
      [2],
      'Tee',
    ])
  })

  test('are in the order of their positions', () => {
    const rows = ['3', '', '1', 'x'].map((Position, n) => variation(`${n}`, { Position }))
    expect(
      of(...rows).values.variants.map(({ option_values }: { option_values: object }) => option_values),
    ).toStrictEqual(['1', '3', '2', '0'].map((Size) => ({ Size })))
    expect(of(...rows).lines).toStrictEqual([4, 6, 5, 3])
  })

  test('have the values of their parent first, and then their own', () => {
    const product = of(
      variation('L', { 'Attribute 2 name': 'Cut', 'Attribute 2 value(s)': 'A' }),
      variation('S', { 'Attribute 2 name': 'Cut', 'Attribute 2 value(s)': 'B' }),
    )
    expect(product.values.options).toStrictEqual([
      { name: 'Size', values: ['S', 'M', 'L'] },
      { name: 'Cut', values: ['A', 'B'] },
    ])
  })

  test('have one value where two differ in white space alone', () => {
    const parent = { ...TEE, 'Attribute 1 value(s)': 'Light  red, Blue' }
    const { values } = readRows(parent, variation('Light red'), variation('Blue'))
    expect(values.options).toStrictEqual([{ name: 'Size', values: ['Light red', 'Blue'] }])
  })

  test('have options in the order of their parent, and its other attributes are not options', () => {
    const parent = {
      ...TEE,
      'Attribute 2 name': 'Cut',
      'Attribute 2 value(s)': 'A',
      'Attribute 3 name': 'Care',
      'Attribute 3 value(s)': 'Wash',
    }
    const own = {
      'Attribute 1 name': 'Cut',
      'Attribute 1 value(s)': 'A',
      'Attribute 2 name': 'Size',
      'Attribute 2 value(s)': 'S',
    }
    const product = readRows(parent, variation('', own))
    expect(product.values.options.map(({ name }: { name: string }) => name)).toStrictEqual(['Size', 'Cut'])
    expect(product.notes).toStrictEqual(['attribute: "Care: Wash" does not distinguish variations'])
  })

  test('with a value left open are one variant for each value, except those that another variation names', () => {
    expect(sizesOf(variation(''))).toStrictEqual([
      ['S', '20'],
      ['M', '20'],
    ])
    expect(sizesOf(variation(''), variation('S', { 'Regular price': '21' }))).toStrictEqual([
      ['M', '20'],
      ['S', '21'],
    ])
    const product = of(variation('', { SKU: 'ANY', Images: 'https://a.example/1' }))
    expect(product.lines).toStrictEqual([3, 3])
    expect(product.values.variants).toMatchObject([
      { sku: 'ANY', image: { url: 'https://a.example/1' } },
      { sku: null, image: { url: 'https://a.example/1' } },
    ])
    expect(product.notes).toStrictEqual(['sku: ANY is for any Size: only the first of 2 variants has it'])
    expect(of(variation('')).notes).toStrictEqual([])
  })

  test('with one of two values open give way to one that names a combination', () => {
    const parent = { ...TEE, 'Attribute 2 name': 'Cut', 'Attribute 2 value(s)': 'A, B' }
    const open = variation('S', { 'Attribute 2 name': 'Cut', 'Attribute 2 value(s)': '' })
    const named = variation('S', {
      'Attribute 2 name': 'Cut',
      'Attribute 2 value(s)': 'B',
      'Regular price': '9',
    })
    const cuts = readRows(parent, open, named).values.variants.map(
      ({ option_values, price }: { option_values: { Cut: string }; price: string }) => [
        option_values.Cut,
        price,
      ],
    )
    expect(cuts).toStrictEqual([
      ['A', '20'],
      ['B', '9'],
    ])
  })

  test('of which two name the same are both variants, for the rules of the API to refuse', () => {
    expect(sizesOf(variation('S'), variation('S'))).toStrictEqual([
      ['S', '20'],
      ['S', '20'],
    ])
  })

  test('with two values left open are one variant of each combination', () => {
    const parent = { ...TEE, 'Attribute 2 name': 'Cut', 'Attribute 2 value(s)': 'A, B' }
    const open = variation('', { 'Attribute 2 name': 'Cut', 'Attribute 2 value(s)': '' })
    const named = variation('S', {
      'Attribute 2 name': 'Cut',
      'Attribute 2 value(s)': 'B',
      'Regular price': '9',
    })
    const variants = readRows(parent, open, named).values.variants
    expect(
      variants.map(({ option_values, price }: { option_values: object; price: string }) => [
        ...Object.values(option_values),
        price,
      ]),
    ).toStrictEqual([
      ['S', 'A', '20'],
      ['M', 'A', '20'],
      ['M', 'B', '20'],
      ['S', 'B', '9'],
    ])
  })

  const values = (count: number) => Array.from({ length: count }, (_, n) => `v${n}`).join()

  test.each<[string, Cells, Cells, string]>([
    [
      'no value anywhere',
      { 'Attribute 1 value(s)': '' },
      variation(''),
      'line 3: has no value for Size, and its product has none either',
    ],
    [
      'far too many combinations',
      { 'Attribute 1 value(s)': values(101) },
      variation(''),
      'line 3: comes in 101 combinations, and a product has 100',
    ],
    [
      'one stock for several',
      {},
      variation('', { Stock: '7' }),
      'line 3: has one stock for any Size; here each variant has a stock of its own',
    ],
    [
      'the stock of its parent',
      {},
      variation('S', { Stock: 'Parent' }),
      'line 3: its stock is counted with its parent; here each variant has a stock of its own',
    ],
  ])('with %s cannot be read', (_, parent, row, fault) => {
    expect(readRows({ ...TEE, ...parent }, row)).toMatchObject({ values: {}, fault })
  })

  test('name all options that they leave open', () => {
    const parent = { ...TEE, 'Attribute 2 name': 'Cut', 'Attribute 2 value(s)': 'A, B' }
    const open = variation('', { 'Attribute 2 name': 'Cut', 'Attribute 2 value(s)': '', Stock: '1' })
    expect(readRows(parent, open).fault).toContain('has one stock for any Size and Cut;')
  })

  test('comes in 100 combinations, and with one value open have a stock', () => {
    expect(
      readRows({ ...TEE, 'Attribute 1 value(s)': values(100) }, variation('')).values.variants,
    ).toHaveLength(100)
    const [variant] = readRows(
      { ...TEE, 'Attribute 1 value(s)': 'S' },
      variation('', { Stock: '7', SKU: 'A' }),
    ).values.variants
    expect(variant).toMatchObject({ option_values: { Size: 'S' }, quantity: '7', sku: 'A' })
  })

  test('without a weight weigh what their parent weighs, and have no GTIN of it', () => {
    const parent = { ...TEE, 'Weight (kg)': '0.2', 'GTIN, UPC, EAN, or ISBN': '96385074' }
    const product = readRows(
      parent,
      variation('S', { 'Weight (kg)': '0.15', 'GTIN, UPC, EAN, or ISBN': '4006381333931' }),
      variation('M', { 'Weight (kg)': '' }),
    )
    expect(product.values.variants).toMatchObject([
      { weight_grams: '150', gtin: '4006381333931' },
      { weight_grams: '200', gtin: null },
    ])
    expect(product.notes).toStrictEqual(['gtin: "96385074": its variations have GTINs of their own'])
    expect(readRows({ ...parent, 'GTIN, UPC, EAN, or ISBN': '' }, variation('S')).notes).toStrictEqual([])
  })

  test('have one picture each, and others are named', () => {
    const images = [1, 2, 3].map((n) => `https://a.example/${n}`)
    const product = of(variation('S', { Images: images.join(', ') }), variation('M'))
    expect(product.values.variants).toMatchObject([{ image: { url: images[0] } }, {}])
    expect(product.values.variants[1]).not.toHaveProperty('image')
    expect(product.notes).toStrictEqual([
      `image: line 3: ${images[1]}: a variant has one image`,
      `image: line 3: ${images[2]}: a variant has one image`,
    ])
  })

  test('without a word on whether they are published are not said to be enabled', () => {
    const [variant] = of(variation('S', { Published: '' })).values.variants
    expect(variant).not.toHaveProperty('is_enabled')
  })

  test('have sale prices of their own, which notes name by their lines', () => {
    const product = of(variation('S', { 'Sale price': '30' }), variation('M', { 'Sale price': '15' }))
    expect(product.values.variants).toMatchObject([
      { price: '20', compare_at_price: null },
      { price: '15', compare_at_price: '20' },
    ])
    expect(product.notes).toStrictEqual(['sale_price: line 3: the sale price 30 is above the regular 20'])
  })

  test.each<[Cells, 'absent' | 'ambiguous', string]>([
    [{ Parent: 'id:45' }, 'absent', 'is a variation of id:45, which is not in this file'],
    [{ Parent: 'T' }, 'ambiguous', 'is a variation of T, which several products in this file match'],
    [{ Parent: '' }, 'absent', 'is a variation without a parent'],
  ])('with %j and an %s parent have a fault', (cells, orphan, fault) => {
    const row = variation('S', cells)
    const [written] = rowsOf(row)
    const rules = { source: 'woo', now: '', orphan }
    expect(written && dialectOf({ ...CUP, ...row }).productOf([written], rules)).toStrictEqual({
      number: 1,
      line: 2,
      notes: [],
      empty: [],
      values: {},
      fault,
    })
  })
})
