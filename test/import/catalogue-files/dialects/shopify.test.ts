import { describe, expect, test } from 'vitest'
import { openShopify } from '../../../../lib/import/catalogue-files/dialects/shopify.ts'
import { type Cells, dialectOf, readRows, rowsOf } from './rows-of-dialect.ts'

const CUP: Cells = {
  Handle: 'cup',
  Title: 'Cup',
  'Option1 Name': 'Title',
  'Option1 Value': 'Default Title',
  'Variant Price': '3.50',
}
const read = (cells: Cells = {}, ...further: Cells[]) => readRows({ ...CUP, ...cells }, ...further)
const valuesOf = (...sent: Parameters<typeof read>) => read(...sent).values

describe('a file', () => {
  test('is of Shopify where it has handles, titles, prices and options', () => {
    const header = ['Handle', 'Title', 'Variant Price', 'Option1 Value']
    expect(openShopify(header)?.source).toBe('shopify')
    expect(openShopify(['URL handle', 'TITLE', 'Price', 'option1 value'])?.source).toBe('shopify')
    for (const missing of header) expect(openShopify(header.filter((one) => one !== missing))).toBeUndefined()
  })

  test('has cells whose apostrophes are a part of them, and long ones in the column of descriptions', () => {
    const dialect = openShopify([...Object.keys(CUP), 'Body (HTML)', 'Shelf', 'Image Src'])
    expect(dialect).toMatchObject({
      hasBareCells: true,
      long: { descriptions: ['Body (HTML)'], pictures: [] },
      used: new Set([...Object.keys(CUP), 'Body (HTML)', 'Image Src']),
    })
  })

  test('without a column of quantities is said to have none', () => {
    const header = Object.keys(CUP)
    expect(openShopify(header)?.warning).toMatch(
      /^this file has no column of quantities: no stock is changed/,
    )
    expect(openShopify([...header, 'Variant Inventory Qty'])).not.toHaveProperty('warning')
    expect(openShopify([...header, 'Inventory quantity'])).not.toHaveProperty('warning')
  })

  test('has all rows of a handle for one product', () => {
    const dialect = dialectOf(CUP)
    const placeOf = (cells: Cells) => rowsOf(cells).map((row) => dialect.placeOf(row))
    expect(placeOf({ Handle: ' cup ' })).toStrictEqual([{ names: ['cup'], of: 'cup' }])
    expect(placeOf({ Title: 'Cup' })).toStrictEqual([{ names: [] }])
  })
})

describe('a product', () => {
  test('without options has the fields of its only row', () => {
    expect(
      read({
        'Body (HTML)': '<p>Warm</p>',
        Vendor: ' Halm ',
        Type: 'Tea',
        Tags: 'a, b',
        Status: 'Active',
        'Variant SKU': 'C-1',
        'Variant Grams': '250',
        'Variant Compare At Price': '5',
        'Variant Barcode': '96385074',
        'Cost per item': '1.20',
        'Google Shopping / MPN': 'H-1',
        'Google Shopping / Condition': 'new',
        'Image Src': 'https://a.example/1',
        'Variant Inventory Tracker': 'shopify',
        'Variant Inventory Qty': '7',
        'Variant Inventory Policy': 'continue',
      }),
    ).toStrictEqual({
      number: 1,
      line: 2,
      notes: [],
      empty: [],
      lines: [2],
      address: 'cup',
      categoryPath: ['Tea'],
      isWithoutOptions: true,
      values: {
        external_id: 'shop:cup',
        slug: 'cup',
        name: 'Cup',
        description: 'Warm',
        category: 'Tea',
        tags: ['a', 'b'],
        status: 'active',
        brand: 'Halm',
        condition: 'new',
        images: [{ url: 'https://a.example/1' }],
        price: '3.50',
        compare_at_price: '5',
        sku: 'C-1',
        cost: '1.20',
        gtin: '96385074',
        weight_grams: '250',
        mpn: 'H-1',
        track_inventory: true,
        quantity: '7',
        allow_backorder: true,
      },
    })
  })

  test('says which of its cells are blank', () => {
    const blank = Object.fromEntries(
      [
        'Title',
        'Body (HTML)',
        'Tags',
        'Vendor',
        'Google Shopping / Condition',
        'Image Src',
        'Variant Price',
        'Variant Compare At Price',
        'Variant SKU',
        'Cost per item',
        'Variant Barcode',
        'Variant Grams',
        'Google Shopping / MPN',
      ].map((column) => [column, '']),
    )
    const { values, empty } = read(blank)
    expect(empty).toStrictEqual([
      'name',
      'description',
      'tags',
      'brand',
      'condition',
      'images',
      'price',
      'compare_at_price',
      'sku',
      'cost',
      'gtin',
      'weight_grams',
      'mpn',
    ])
    expect(values).toStrictEqual({ external_id: 'shop:cup', slug: 'cup' })
    expect(read().empty).toStrictEqual([])
  })

  test('has nothing for which its file has no column', () => {
    expect(valuesOf()).toStrictEqual({ external_id: 'shop:cup', slug: 'cup', name: 'Cup', price: '3.50' })
    expect(readRows({ ...CUP, 'Option1 Name': 'Size', 'Option1 Value': 'S' }).values.variants).toStrictEqual([
      { option_values: { Size: 'S' }, price: '3.50' },
    ])
  })

  test('of a title alone is one without a price', () => {
    const { values, lines, empty } = read({ 'Option1 Name': '', 'Option1 Value': '', 'Variant Price': '' })
    expect([values.name, lines, empty]).toStrictEqual(['Cup', [2], ['price']])
  })

  test('is read from the row with its title, wherever that is', () => {
    const { values, number, line } = readRows(
      { ...CUP, Title: '', 'Option1 Name': '', 'Option1 Value': 'S' },
      { ...CUP, Title: 'Shirt', 'Option1 Name': 'Size', 'Option1 Value': 'M' },
    )
    expect([values.name, values.options, number, line]).toStrictEqual([
      'Shirt',
      [{ name: 'Size', values: ['S', 'M'] }],
      1,
      2,
    ])
  })

  test.each([
    ['Blue-Cup', 'blue-cup', 'shop:Blue-Cup'],
    ['search', undefined, 'shop:search'],
    ['größe', undefined, expect.stringMatching(/^shop:[\w-]{43}$/)],
  ])('with the handle %s has the slug %s', (Handle, slug, external_id) => {
    const { values, address } = read({ Handle })
    expect([values.slug, values.external_id, address]).toStrictEqual([slug, external_id, Handle])
  })

  test('without a handle is refused', () => {
    expect(read({ Handle: '' })).toStrictEqual({
      number: 1,
      line: 2,
      notes: [],
      empty: [],
      values: {},
      fault: 'has no handle',
    })
  })

  test.each<[Cells, string | undefined, string[]]>([
    [{}, undefined, []],
    [{ Status: 'active' }, 'active', []],
    [{ Status: 'DRAFT', Published: 'TRUE' }, 'draft', []],
    [{ Status: 'archived', Published: 'true' }, 'archived', []],
    [{ Status: 'active', Published: 'FALSE' }, 'draft', []],
    [{ Status: 'archived', Published: 'false' }, 'archived', []],
    [{ Published: 'true' }, 'active', []],
    [{ Published: 'false' }, 'draft', []],
    [{ Published: '' }, undefined, []],
    [
      { Status: 'Unlisted', Published: 'true' },
      'draft',
      ['status: is unlisted in Shopify: shown only to people with its address'],
    ],
  ])('with %j has the status %s', (cells, status, notes) => {
    const product = read(cells)
    expect([product.values.status, product.notes]).toStrictEqual([status, notes])
  })

  test.each<[Cells, string | undefined, string[] | undefined, string[]]>([
    [
      { 'Product Category': 'Home & Garden > Kitchen', Type: 'Cups' },
      'Kitchen',
      undefined,
      ['Home & Garden', 'Kitchen'],
    ],
    [{ 'Product Category': '', Type: 'Cups' }, 'Cups', undefined, ['Cups']],
    [{ Type: 'Tea > Green, Gifts > Small' }, 'Green', ['Gifts > Small'], ['Tea', 'Green']],
    [{ Type: 'Pots, Pans' }, 'Pots, Pans', undefined, ['Pots, Pans']],
    [{ Type: '' }, undefined, undefined, []],
    [{}, undefined, undefined, []],
  ])('with %j is in the category %s', (cells, category, others, path) => {
    const { values, categoryPath } = read(cells)
    expect([values.category, values.additional_categories, categoryPath]).toStrictEqual([
      category,
      others,
      path,
    ])
  })

  test.each([
    ['true', true],
    ['TRUE', true],
    ['false', false],
    ['', false],
  ])('that is a gift card, which the cell %j says, does not move', (giftCard, isLeftOut) => {
    const { leftOut, values } = read({ 'Gift Card': '' }, { Handle: 'cup', 'Gift Card': giftCard })
    expect(leftOut).toBe(isLeftOut ? 'is a gift card, which does not move' : undefined)
    expect(values).toMatchObject({ external_id: 'shop:cup', name: 'Cup' })
    if (isLeftOut) expect(read({ 'Gift Card': giftCard })).toMatchObject({ address: 'cup' })
  })

  test('that cannot be read is refused in words', () => {
    const Type = Array.from({ length: 2_501 }, () => 'a').join('>')
    expect(read({ Type })).toMatchObject({ values: {}, fault: 'has more than 2500 entries of one list' })
  })
})

describe('pictures', () => {
  const at = (n: number) => `https://a.example/${n}`

  test('are those of all rows, in the order of their positions', () => {
    const image = (n: number, position: string, alt = '') => ({
      Handle: 'cup',
      'Image Src': at(n),
      'Image Position': position,
      'Image Alt Text': alt,
    })
    const first = { ...CUP, ...image(1, '2', 'Front') }
    expect(
      readRows(first, image(2, ''), image(3, '10'), image(4, 'x'), image(5, '1'), image(1, '3')).values
        .images,
    ).toStrictEqual([{ url: at(5) }, { url: at(1) }, { url: at(3) }, { url: at(2) }, { url: at(4) }])
    expect(
      read(image(1, '1', ' Front '), { Handle: 'cup', 'Image Alt Text': 'none' }).values.images,
    ).toStrictEqual([{ url: at(1), alt: 'Front' }])
  })

  test('without a column of them are not said to be none', () => {
    expect(read().empty).not.toContain('images')
    expect(read({ 'Image Src': '' })).toMatchObject({ empty: ['images'] })
    expect(valuesOf({ 'Image Src': '' })).not.toHaveProperty('images')
  })

  test('of rows without a price, a value or a SKU are not variants', () => {
    const { values, lines } = read({}, { Handle: 'cup', 'Image Src': at(1) })
    expect([values.price, lines]).toStrictEqual(['3.50', [2]])
  })
})

describe('options', () => {
  const S: Cells = { ...CUP, 'Option1 Name': 'Size', 'Option1 Value': 'S' }
  const row = (cells: Cells): Cells => ({ Handle: 'cup', ...cells })

  test('and variants are those of the rows with a price, a value or a SKU', () => {
    const product = readRows(
      { ...S, 'Variant SKU': 'A', 'Variant Image': 'https://a.example/s' },
      row({ 'Option1 Value': ' M ', 'Variant Price': '' }),
      row({ 'Variant Price': '4' }),
      row({ 'Variant SKU': 'B' }),
    )
    expect(product.lines).toStrictEqual([2, 3, 4, 5])
    expect(product.values).toMatchObject({ options: [{ name: 'Size', values: ['S', 'M', ''] }] })
    expect(product.values).not.toHaveProperty('price')
    expect(product).not.toHaveProperty('isWithoutOptions')
    expect(product.values.variants).toStrictEqual([
      { option_values: { Size: 'S' }, price: '3.50', sku: 'A', image: { url: 'https://a.example/s' } },
      { option_values: { Size: 'M' }, price: null, sku: null },
      { option_values: { Size: '' }, price: '4', sku: null },
      { option_values: { Size: '' }, price: null, sku: 'B' },
    ])
  })

  test('have one value where two differ in white space alone', () => {
    const { values } = readRows(
      { ...S, 'Option1 Value': 'Light  red' },
      row({ 'Option1 Value': 'Light\u00a0red' }),
    )
    expect(values).toMatchObject({
      options: [{ values: ['Light red'] }],
      variants: [{ option_values: { Size: 'Light red' } }, { option_values: { Size: 'Light red' } }],
    })
  })

  test('can be three', () => {
    const values = {
      'Option2 Name': 'Cut',
      'Option2 Value': 'A',
      'Option3 Name': 'Colour',
      'Option3 Value': 'Red',
    }
    expect(valuesOf({ ...S, ...values })).toMatchObject({
      options: [
        { name: 'Size', values: ['S'] },
        { name: 'Cut', values: ['A'] },
        { name: 'Colour', values: ['Red'] },
      ],
      variants: [{ option_values: { Size: 'S', Cut: 'A', Colour: 'Red' } }],
    })
  })

  test.each<[string, Cells, boolean]>([
    ['the default title', { 'Option1 Name': 'Title', 'Option1 Value': 'Default Title' }, true],
    ['it in small letters', { 'Option1 Name': 'Title', 'Option1 Value': 'default title' }, true],
    ['it of an option of another name', { 'Option1 Name': 'Titel', 'Option1 Value': 'Default Title' }, true],
    ['no name of an option', { 'Option1 Name': '', 'Option1 Value': 'S' }, true],
    ['another value', { 'Option1 Name': 'Title', 'Option1 Value': 'S' }, false],
    [
      'a second option',
      {
        'Option1 Name': 'Title',
        'Option1 Value': 'Default Title',
        'Option2 Name': 'Cut',
        'Option2 Value': 'A',
      },
      false,
    ],
  ])('are none with %s', (_, cells, isPlain) => {
    expect('price' in valuesOf(cells)).toBe(isPlain)
  })

  test('are said to be gone only by the default title', () => {
    expect(read()).toMatchObject({ isWithoutOptions: true })
    expect(read({ 'Option1 Name': '', 'Option1 Value': '' })).not.toHaveProperty('isWithoutOptions')
  })

  test('of several rows must have a name', () => {
    const { fault, values } = readRows({ ...S, 'Option1 Name': '' }, row({ 'Option1 Value': 'M' }))
    expect([fault, values]).toStrictEqual([
      'has 2 rows with a price, and no column names an option of them',
      {},
    ])
    expect(readRows(CUP, row({ 'Option1 Value': 'M' }))).not.toHaveProperty('isWithoutOptions')
    expect(readRows(CUP, row({ 'Option1 Value': 'M' })).values).toMatchObject({
      options: [{ name: 'Title', values: ['Default Title', 'M'] }],
    })
  })

  test('have the number of the maker in the first row alone, and blank ones of others say nothing', () => {
    const mpn = (...cells: string[]) =>
      readRows(
        ...cells.map((cell, n) => ({ ...S, 'Option1 Value': `${n}`, 'Google Shopping / MPN': cell })),
      ).values.variants.map((variant: { mpn?: unknown }) => variant.mpn)
    expect(mpn('H', '')).toStrictEqual(['H', null])
    expect(mpn('', '')).toStrictEqual([undefined, undefined])
  })
})

test.each<[Cells, object]>([
  [{}, {}],
  [
    { 'Variant Inventory Tracker': 'shopify', 'Variant Inventory Qty': '7' },
    { track_inventory: true, quantity: '7', allow_backorder: false },
  ],
  [
    { 'Variant Inventory Tracker': 'shopify', 'Variant Inventory Qty': '' },
    { track_inventory: true, quantity: '0', allow_backorder: false },
  ],
  [{ 'Variant Inventory Tracker': '', 'Variant Inventory Qty': '7' }, { track_inventory: false }],
  [{ 'Variant Inventory Tracker': '' }, { track_inventory: false }],
  [{ 'Variant Inventory Tracker': 'shopify' }, { allow_backorder: false }],
  [{ 'Variant Inventory Qty': '7' }, { track_inventory: true, quantity: '7', allow_backorder: false }],
  [{ 'Variant Inventory Qty': '' }, { track_inventory: false }],
  [
    { 'Variant Inventory Qty': '7', 'Variant Inventory Policy': 'Continue' },
    { track_inventory: true, quantity: '7', allow_backorder: true },
  ],
  [
    { 'Variant Inventory Qty': '7', 'Continue selling when out of stock': 'TRUE' },
    { track_inventory: true, quantity: '7', allow_backorder: true },
  ],
  [
    { 'Variant Inventory Qty': '7', 'Variant Inventory Policy': 'deny' },
    { track_inventory: true, quantity: '7', allow_backorder: false },
  ],
])('the stock of %j is %j', (cells, stock) => {
  const { track_inventory, quantity, allow_backorder } = valuesOf(cells)
  expect(JSON.parse(JSON.stringify({ track_inventory, quantity, allow_backorder }))).toStrictEqual(stock)
})

test.each<[Cells, object, string[]]>([
  [{ 'Variant Compare At Price': '5' }, { compare_at_price: '5' }, []],
  [{ 'Variant Compare At Price': '0' }, {}, ['compare_at_price']],
  [{ 'Variant Grams': '0.0' }, {}, []],
  [{ 'Variant Grams': '1.200' }, { weight_grams: '1.200 g' }, []],
])('of %j the fields %j are read, and %j are empty', (cells, fields, empty) => {
  const { values, ...rest } = read(cells)
  const { compare_at_price, weight_grams } = values
  expect(JSON.parse(JSON.stringify({ compare_at_price, weight_grams }))).toStrictEqual(fields)
  expect(rest.empty).toStrictEqual(empty)
})

test('an earlier price below the price is left out, which the report says', () => {
  const { values, notes } = read({ 'Variant Compare At Price': '3' })
  expect(values).not.toHaveProperty('compare_at_price')
  expect(notes).toStrictEqual(['earlier_price: the earlier price 3 is below the price 3.50'])
})

/** The titles of columns in Shopify's templates since 2024, and one of 2026, by those of its exports. */
const TITLES_SINCE_2024: Cells = {
  Handle: 'URL handle',
  'Body (HTML)': 'Description',
  'Product Category': 'Product category',
  Published: 'Published on online store',
  'Option1 Name': 'Option1 name',
  'Option1 Value': 'Option1 value',
  'Option2 Name': 'Option2 name',
  'Option2 Value': 'Option2 value',
  'Option3 Name': 'Option3 name',
  'Option3 Value': 'Option3 value',
  'Variant SKU': 'SKU',
  'Variant Inventory Tracker': 'Inventory tracker',
  'Variant Inventory Qty': 'Inventory quantity',
  'Variant Inventory Policy': 'Continue selling when out of stock',
  'Variant Price': 'Price',
  'Variant Compare At Price': 'Compare-at price',
  'Variant Grams': 'Weight value (grams)',
  'Variant Barcode': 'Barcode',
  'Image Src': 'Product image URL',
  'Image Position': 'Image position',
  'Image Alt Text': 'Image alt text',
  'Variant Image': 'Variant image URL',
}
const TITLES_OF_2026: Cells = {
  ...TITLES_SINCE_2024,
  'Variant Barcode': 'Variant Barcodes',
  'Google Shopping / MPN': 'Google Shopping / Manufacturer part number (MPN)',
}

test.each([
  ['since 2024', TITLES_SINCE_2024],
  ['of 2026', TITLES_OF_2026],
])('the titles of templates %s are those of exports in other words', (_, titles) => {
  const cells: Cells = {
    ...CUP,
    ...Object.fromEntries(Object.keys(TITLES_OF_2026).map((column) => [column, `in ${column}`])),
    'Option1 Name': 'Size',
    'Option1 Value': 'S',
    'Image Position': '1',
    'Variant Inventory Policy': 'true',
    'Variant Price': '3',
    Status: 'active',
  }
  const further = {
    Handle: cells.Handle ?? '',
    'Option1 Value': 'M',
    'Image Src': 'b',
    'Image Position': '0',
  }
  const renamed = (row: Cells) =>
    Object.fromEntries(Object.entries(row).map(([column, cell]) => [titles[column] ?? column, cell]))
  expect(readRows(...[cells, further].map(renamed))).toStrictEqual(readRows(cells, further))
})
