import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../../lib/domain/body/json-object.ts'
import { SPARSE_FIELDS, UNSET } from '../../../lib/domain/products/fields.ts'
import { type CatalogueProduct, catalogueLine } from '../../../lib/import/catalogue-files/line.ts'
import { CSV_HEADER, csvLine } from '../../../lib/import/catalogue-files/product-cells.ts'
import { SHOPIFY_HEADER, shopifyLines } from '../../../lib/import/catalogue-files/shopify-rows.ts'
import { storedProduct } from '../../domain/products/stored-product.ts'

const [A, B, C] = ['https://a.example/1', 'https://a.example/2', 'https://a.example/3']
const FULL = {
  slug: 'blue-cup',
  name: 'Cup',
  price: 350,
  category_id: 'cups',
  external_id: 'c:1',
  description: 'One\ntwo\n\n\nthree & <b>',
  compare_at_price: 500,
  cost: 0,
  tags: ['a', 'b,c'],
  status: 'active',
  position: 7,
  sku: '007',
  metadata: { b: '2', a: '1', '10': 'x' },
  images: [{ url: A, alt: 'Front' }, { url: B }],
  additional_categories: [{ id: 'sale', position: 3 }, { id: 'gifts' }],
  brand: 'Halm',
  condition: 'used',
  gtin: '96385074',
  mpn: 'H-1',
  weight_grams: 250,
}

/** A product as an export has it. */
function exported(body: JsonObject = {}, more: Partial<CatalogueProduct> = {}): CatalogueProduct {
  const { product, set } = storedProduct({ name: 'Cup', price: 350, category_id: 'cups', ...body })
  return { product, set, stock: new Map(), category: 'Cups', additional: ['Sale', 'Gifts'], ...more }
}

const SIZES = { options: [{ name: 'Size', values: ['S', 'M'] }] }
const shirt = (...variants: JsonObject[]) => {
  const { price: _, ...body } = { name: 'Shirt', category_id: 'tea', price: 1, ...SIZES, variants }
  const { product, set } = storedProduct(body)
  return { product, set, stock: new Map(), category: 'Tea', additional: [] }
}
const level = (quantity: number) => ({ quantity, allow_backorder: false, low_stock_at: null, sku: null })

describe('a line of JSON', () => {
  test('has all that a merchant may say of a product, and nothing that the server makes', () => {
    const { slug: _, ...body } = FULL
    const line = catalogueLine(exported(body))
    expect(line).toEqual({
      ...body,
      slug: 'stored',
      category: 'Cups',
      currency: 'EUR',
      images: [
        { url: A, alt: 'Front' },
        { url: B, alt: '' },
      ],
      additional_categories: [
        { category: 'Sale', id: 'sale', position: 3 },
        { category: 'Gifts', id: 'gifts' },
      ],
      track_inventory: false,
      is_available: true,
      allow_backorder: false,
      low_stock_at: null,
    })
    expect(Object.keys(line)).toEqual([
      'slug',
      'external_id',
      'name',
      'description',
      'category',
      'category_id',
      'additional_categories',
      'status',
      'position',
      'tags',
      'images',
      'brand',
      'condition',
      'metadata',
      'currency',
      'sku',
      'price',
      'compare_at_price',
      'cost',
      'track_inventory',
      'is_available',
      'allow_backorder',
      'low_stock_at',
      'gtin',
      'mpn',
      'weight_grams',
    ])
  })

  test('has metadata in the order of its names', () => {
    const metadata = { z: '1', a: '2', M: '3', b: '4' }
    expect(Object.keys(Object(catalogueLine(exported({ metadata })).metadata))).toEqual(['M', 'a', 'b', 'z'])
  })

  test('of a product that has no field of trade has none', () => {
    const line = catalogueLine(exported())
    expect(Object.keys(line).filter((field) => field in UNSET)).toEqual([])
  })

  test('of what is tracked has the quantity, which decides whether it is available', () => {
    const product = exported({ track_inventory: true, quantity: 5 })
    const of = (stock: CatalogueProduct['stock']) => catalogueLine({ ...product, stock })
    expect(of(new Map([[product.product.id, level(-3)]]))).toMatchObject({
      track_inventory: true,
      quantity: -3,
    })
    expect(of(new Map())).toMatchObject({ quantity: 0 })
    expect(of(new Map())).not.toHaveProperty('is_available')
    expect(catalogueLine(exported())).not.toHaveProperty('quantity')
  })

  test('of a product with options has these and its variants, without their ids', () => {
    const product = shirt(
      { option_values: { Size: 'S' }, price: 5, sku: 'S', track_inventory: true, gtin: '96385074' },
      {
        option_values: { Size: 'M' },
        price: 6,
        image: { url: A },
        is_enabled: false,
        is_available: false,
        position: 4,
      },
    )
    const [id = ''] = product.set.variants.map((variant) => variant.id)
    const line = catalogueLine({ ...product, stock: new Map([[id, level(7)]]) })
    const shared = { compare_at_price: null, cost: null, allow_backorder: false, low_stock_at: null }
    expect(line).toMatchObject(SIZES)
    expect(line.variants).toEqual([
      {
        option_values: { Size: 'S' },
        ...shared,
        sku: 'S',
        price: 5,
        track_inventory: true,
        quantity: 7,
        gtin: '96385074',
        image: null,
        position: 0,
        is_enabled: true,
      },
      {
        option_values: { Size: 'M' },
        ...shared,
        sku: null,
        price: 6,
        track_inventory: false,
        is_available: false,
        image: { url: A, alt: '' },
        position: 4,
        is_enabled: false,
      },
    ])
    expect(line).not.toHaveProperty('price')
  })
})

/** The cells of a line of CSV in which no text has a comma or quotes. */
const cellsOf = (header: string, line: string) => {
  const cells = line.split(',')
  return Object.fromEntries(header.split(',').map((name, n) => [name, cells[n]]))
}

describe('a line of CSV', () => {
  const cells = (product: CatalogueProduct) => cellsOf(CSV_HEADER, csvLine(product))

  test('has the fields of a line of JSON, with prices as decimals', () => {
    const { product: own, ...more } = exported(FULL)
    const sparse = Object.fromEntries(SPARSE_FIELDS.map((name) => [name, 'x']))
    const fields = Object.keys(catalogueLine({ ...more, product: { ...own, ...sparse } }))
    const place = fields.indexOf('track_inventory') + 1
    expect(CSV_HEADER.split(',')).toEqual([...fields.toSpliced(place, 0, 'quantity'), 'options', 'variants'])
    expect(cells(exported({ price: 350, cost: 5, compare_at_price: 1_000 }))).toMatchObject({
      price: '3.50',
      cost: '0.05',
      compare_at_price: '10.00',
      position: '0',
      track_inventory: 'false',
      is_available: 'true',
    })
    const { product, ...rest } = exported()
    const inYen = { ...rest, product: { ...product, currency: 'JPY' } }
    expect(cells(inYen)).toMatchObject({ price: '350', currency: 'JPY' })
  })

  test('has nothing in the cells of what is null or empty', () => {
    const { tags, images, metadata, sku, cost, quantity, options, variants, brand } = cells(exported())
    expect([tags, images, metadata, sku, cost, quantity, options, variants, brand]).toEqual(
      Array.from({ length: 9 }, () => ''),
    )
  })

  test('has lists and objects as JSON, and prices in them as decimals', () => {
    const product = shirt(
      { option_values: { Size: 'S' }, price: 50, cost: 5 },
      { option_values: { Size: 'M' }, price: 1_234 },
    )
    const line = csvLine(product)
    expect(line).toContain('"[{""name"":""Size"",""values"":[""S"",""M""]}]"')
    expect(line).toContain('""price"":""0.50"",""compare_at_price"":null,""cost"":""0.05""')
    expect(line).toContain('""price"":""12.34""')
    expect(cells(exported({ tags: ['a'], metadata: { price: '5' } }))).toMatchObject({
      tags: '"[""a""]"',
      metadata: '"{""price"":""5""}"',
    })
  })

  test('keeps blanks around a text, and marks what a spreadsheet would run or take for a number', () => {
    expect(csvLine(exported({ description: ' a' }))).toContain(',Cup," a",Cups,')
    expect(csvLine(exported({ description: 'a\t' }))).toContain(',Cup,"a\t",Cups,')
    expect(csvLine(exported({ description: 'a b' }))).toContain(',Cup,a b,Cups,')
    expect(
      cells(exported({ description: '=1', sku: "'5", brand: "'-5", mpn: "''5", name: "'5" })),
    ).toMatchObject({
      description: "'=1",
      sku: "''5",
      brand: "'''-5",
      mpn: "'''5",
      name: "'5",
    })
    expect(cells(exported({ name: '+1' }, { category: "'7" }))).toMatchObject({
      name: "'+1",
      category: "''7",
    })
  })
})

describe('lines for Shopify', () => {
  /** Cells of columns by their names, of each line; none of these texts has a comma or a line break. */
  const linesOf = (product: CatalogueProduct) =>
    shopifyLines(product)
      .split('\n')
      .map((line) => cellsOf(SHOPIFY_HEADER, line))
  const filled = (cells: Record<string, string | undefined> = {}) =>
    Object.fromEntries(Object.entries(cells).filter(([, cell]) => cell))

  test('have the titles of its import', () => {
    expect(SHOPIFY_HEADER).toMatch(/^Handle,Title,Body \(HTML\),Vendor,Type,Tags,Published,Option1 Name,/)
    expect(SHOPIFY_HEADER).toMatch(/,Variant Image,Cost per item,Status$/)
  })

  const SOLD = {
    'Variant Inventory Qty': '0',
    'Variant Inventory Policy': 'deny',
    'Variant Fulfillment Service': 'manual',
    'Variant Requires Shipping': 'TRUE',
    'Variant Taxable': 'TRUE',
  }

  test('have a product without options as its default title', () => {
    const { description: _, images: __, additional_categories: ___, tags: ____, ...body } = FULL
    expect(linesOf(exported({ ...body, tags: ['a', 'b'].slice(0, 1) })).map(filled)).toEqual([
      {
        ...SOLD,
        Handle: 'stored',
        Title: 'Cup',
        Vendor: 'Halm',
        Type: 'Cups',
        Tags: 'a',
        Published: 'TRUE',
        'Option1 Name': 'Title',
        'Option1 Value': 'Default Title',
        'Variant SKU': '007',
        'Variant Grams': '250',
        'Variant Price': '3.50',
        'Variant Compare At Price': '5.00',
        'Variant Barcode': '96385074',
        'Google Shopping / MPN': 'H-1',
        'Google Shopping / Condition': 'used',
        'Cost per item': '0.00',
        Status: 'active',
      },
    ])
  })

  test('have nothing in the cells of what is null', () => {
    const [cells] = linesOf(exported())
    expect(filled(cells)).toEqual({
      ...SOLD,
      Handle: 'stored',
      Title: 'Cup',
      Type: 'Cups',
      Published: 'FALSE',
      'Option1 Name': 'Title',
      'Option1 Value': 'Default Title',
      'Variant Price': '3.50',
      Status: 'draft',
    })
  })

  test.each<[JsonObject, number, Record<string, string>]>([
    [{ track_inventory: true, quantity: 1 }, 7, { Tracker: 'shopify', Qty: '7', Policy: 'deny' }],
    [
      { track_inventory: true, allow_backorder: true },
      -3,
      { Tracker: 'shopify', Qty: '-3', Policy: 'continue' },
    ],
    [{ is_available: false }, 7, { Tracker: 'shopify', Qty: '0', Policy: 'deny' }],
    [{ is_available: true }, 7, { Tracker: '', Qty: '0', Policy: 'deny' }],
  ])(
    'have of %j with a stock of %i the inventory %j: Shopify sells what it does not count',
    (body, quantity, inventory) => {
      const product = exported(body)
      const [cells] = linesOf({ ...product, stock: new Map([[product.product.id, level(quantity)]]) })
      expect(cells).toMatchObject(
        Object.fromEntries(
          Object.entries(inventory).map(([name, cell]) => [`Variant Inventory ${name}`, cell]),
        ),
      )
      if (product.product.track_inventory)
        expect(linesOf(product)[0]).toMatchObject({ 'Variant Inventory Qty': '0' })
    },
  )

  test('have a variant each, the names of options in the first, and pictures next to them', () => {
    const product = shirt(
      { option_values: { Size: 'S' }, price: 5, sku: 'S', image: { url: C } },
      { option_values: { Size: 'M' }, price: 6, track_inventory: true },
    )
    const images = [A, B, C].map((url, n) => ({ url, alt: n === 0 ? 'Front' : '' }))
    const [, second = ''] = product.set.variants.map(({ id }) => id)
    const lines = linesOf({
      ...product,
      product: { ...product.product, images },
      stock: new Map([[second, level(9)]]),
    }).map(filled)
    expect(lines).toEqual([
      {
        ...SOLD,
        Handle: 'stored',
        Title: 'Shirt',
        Type: 'Tea',
        Published: 'FALSE',
        'Option1 Name': 'Size',
        'Option1 Value': 'S',
        'Variant SKU': 'S',
        'Variant Price': '0.05',
        'Image Src': A,
        'Image Position': '1',
        'Image Alt Text': 'Front',
        'Variant Image': C,
        Status: 'draft',
      },
      {
        ...SOLD,
        Handle: 'stored',
        'Option1 Value': 'M',
        'Variant Price': '0.06',
        'Variant Inventory Tracker': 'shopify',
        'Variant Inventory Qty': '9',
        'Image Src': B,
        'Image Position': '2',
      },
      { Handle: 'stored', 'Image Src': C, 'Image Position': '3' },
    ])
  })

  test('have each option, and only the variants that are enabled unless none is', () => {
    const variants = (...enabled: boolean[]) =>
      enabled.map((is_enabled, n) => ({
        option_values: { Size: ['S', 'M'][n], Cut: 'A', Colour: 'Red' },
        price: 5,
        is_enabled,
      }))
    const options = [...SIZES.options, { name: 'Cut', values: ['A'] }, { name: 'Colour', values: ['Red'] }]
    const linesWith = (...enabled: boolean[]) => {
      const { product, set } = storedProduct({
        name: 'Shirt',
        category_id: 'tea',
        options,
        variants: variants(...enabled),
      })
      return linesOf({ product, set, stock: new Map(), category: 'Tea', additional: [] })
    }
    expect(linesWith(false, true).map((cells) => cells['Option1 Value'])).toEqual(['M'])
    expect(linesWith(false, false).map((cells) => cells['Option1 Value'])).toEqual(['S', 'M'])
    expect(linesWith(true, true)[0]).toMatchObject({
      'Option2 Name': 'Cut',
      'Option2 Value': 'A',
      'Option3 Name': 'Colour',
      'Option3 Value': 'Red',
    })
    expect(linesWith(true, true)[1]).toMatchObject({ 'Option2 Name': '', 'Option3 Value': 'Red' })
  })

  test('have several tags with commas between them, and amounts with the decimals of the currency', () => {
    expect(shopifyLines(exported({ tags: ['a', 'b'] }))).toContain('"a, b"')
    const { product, ...rest } = exported({ compare_at_price: 500, cost: 5 })
    expect(linesOf({ ...rest, product: { ...product, currency: 'JPY' } })[0]).toMatchObject({
      'Variant Price': '350',
      'Variant Compare At Price': '500',
      'Cost per item': '5',
    })
  })

  test.each([
    ['Warm', '<p>Warm</p>'],
    ['One\ntwo', '<p>One<br>two</p>'],
    ['One\n\ntwo', '<p>One</p>\n<p>two</p>'],
    ['One\n\n\n\ntwo\nthree', '<p>One</p>\n<p>two<br>three</p>'],
    ['R&D <b> a>b', '<p>R&amp;D &lt;b&gt; a&gt;b</p>'],
  ])('have the description %j as %j', (description, html) => {
    expect(shopifyLines(exported({ description }))).toContain(html)
  })
})
