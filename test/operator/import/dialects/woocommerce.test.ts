import { describe, expect, test } from 'vitest'
import { makeBusiness } from '../../../support/shop.ts'
import { exported, importInto } from '../../operate.ts'
import { csvOf } from './tables.ts'

const COLUMNS = [
  'ID',
  'Type',
  'SKU',
  'Name',
  'Published',
  'Is featured?',
  'Visibility in catalog',
  'Short description',
  'Description',
  'In stock?',
  'Stock',
  'Low stock amount',
  'Backorders allowed?',
  'Sale price',
  'Regular price',
  'Categories',
  'Tags',
  'Images',
  'Parent',
  'Position',
  'Attribute 1 name',
  'Attribute 1 value(s)',
  'Attribute 1 visible',
  'Attribute 2 name',
  'Attribute 2 value(s)',
]
type Row = Readonly<Record<string, string>>

const image = (name: string) => `https://images.example/${name}.jpg`
const CUP = {
  ID: '7',
  Type: 'simple',
  SKU: 'CUP',
  Name: 'Cup',
  Published: '1',
  'Visibility in catalog': 'visible',
  'In stock?': '1',
  'Regular price': '9.50',
  Categories: 'Kitchen > Cups',
  Position: '0',
}
const HOODIE = {
  ID: '45',
  Type: 'variable',
  SKU: 'HOODIE',
  Name: 'Hoodie',
  Published: '1',
  'Short description': 'Warm.',
  Description: 'Two lines\\nof <em>text</em>.',
  'In stock?': '1',
  Categories: 'Clothing > Hoodies, Sale',
  Tags: 'warm, "cosy, soft"'.replaceAll('"', '').replace('cosy,', 'cosy\\,'),
  Images: `${image('a')}, ${image('b')}`,
  'Attribute 1 name': 'Colour',
  'Attribute 1 value(s)': 'Blue, Red',
  'Attribute 2 name': 'Material',
  'Attribute 2 value(s)': 'Cotton',
}
const variation = (ID: string, colour: string, more: Row = {}): Row => ({
  ID,
  Type: 'variation',
  SKU: `HOODIE-${colour}`,
  Name: `Hoodie - ${colour}`,
  Published: '1',
  'In stock?': '1',
  'Regular price': '45',
  Parent: 'id:45',
  'Attribute 1 name': 'Colour',
  'Attribute 1 value(s)': colour,
  ...more,
})

async function imported(rows: readonly Row[], ...options: string[]) {
  const business = await makeBusiness({ currency: 'EUR' })
  const text = csvOf(COLUMNS, rows)
  const report = await importInto(business, { name: 'wc-product-export.csv', text }, ...options)
  const { lines } = await exported(business)
  const again = await importInto(business, { name: 'again.csv', text }, ...options)
  return { business, report, lines, again }
}

describe('an export of WooCommerce', () => {
  test('needs no option at all, wherever the variations are, and changes nothing the second time', async () => {
    const red = variation('52', 'Red', {
      Stock: '4',
      'Low stock amount': '2',
      'Backorders allowed?': 'notify',
      'Sale price': '42,50',
      Images: image('red'),
      Position: '2',
    })
    const blue = variation('51', 'Blue', {
      Parent: 'HOODIE',
      Published: '0',
      'In stock?': '0',
      Position: '1',
    })
    const { report, lines, again } = await imported([red, CUP, HOODIE, blue])
    expect(report).toMatchObject({ rows: 4, products: 2, created: 2, refused: [] })
    expect(again).toMatchObject({ unchanged: 2, updated: 0 })
    expect(lines).toMatchObject([
      {
        slug: 'cup',
        external_id: 'woo:7',
        sku: 'CUP',
        price: 950,
        compare_at_price: null,
        category: 'Kitchen > Cups',
        is_available: true,
        status: 'active',
      },
      {
        slug: 'hoodie',
        external_id: 'woo:45',
        description: 'Two lines\nof text.',
        category: 'Clothing > Hoodies',
        additional_categories: [{ category: 'Sale', id: 'sale' }],
        tags: ['warm', 'cosy, soft'],
        images: [
          { url: image('a'), alt: '' },
          { url: image('b'), alt: '' },
        ],
        options: [{ name: 'Colour', values: ['Blue', 'Red'] }],
        variants: [
          { option_values: { Colour: 'Blue' }, sku: 'HOODIE-Blue', is_available: false, is_enabled: false },
          {
            option_values: { Colour: 'Red' },
            price: 4250,
            compare_at_price: 4500,
            quantity: 4,
            low_stock_at: 2,
            allow_backorder: true,
            image: { url: image('red'), alt: '' },
          },
        ],
      },
    ])
    expect(report.lost).toEqual([
      {
        loss: 'attribute',
        count: 1,
        first: 'row 3 (line 4): "Material: Cotton" is no choice between variations',
      },
      { loss: 'short_text', count: 1, first: 'row 3 (line 4): "Warm."' },
    ])
  })

  test('the categories of a product are its own and three additional ones, the most exact first', async () => {
    const { business, report, lines, again } = await imported([
      { ...CUP, Categories: 'Clothing, Clothing > Shirts, Sale, Tea\\, Coffee, Sale, Summer, Gifts' },
    ])
    expect(lines).toMatchObject([
      {
        category: 'Clothing > Shirts',
        category_id: 'clothing-shirts',
        additional_categories: [
          { category: 'Sale', id: 'sale' },
          { category: 'Tea, Coffee', id: 'tea-coffee' },
          { category: 'Summer', id: 'summer' },
        ],
      },
    ])
    expect(report.lost).toEqual([
      { loss: 'category', count: 2, first: 'row 1 (line 2): the category "Gifts"' },
    ])
    expect(again).toMatchObject({ unchanged: 1, updated: 0 })
    // The column has all of them: those that are no longer there are taken away.
    const fewer = csvOf(COLUMNS, [{ ...CUP, Categories: 'Sale' }])
    await importInto(business, { name: 'fewer.csv', text: fewer })
    expect((await exported(business)).lines).toMatchObject([
      { category_id: 'sale', additional_categories: [] },
    ])
  })

  test('a path is before the beginnings of it, whatever their order and case', async () => {
    const { lines } = await imported([{ ...CUP, Categories: 'toys, Toys > Wood, Toys > Wood > Cars, S, T' }])
    expect(lines).toMatchObject([
      {
        category: 'Toys > Wood > Cars',
        additional_categories: [{ id: 's' }, { id: 't' }, { id: 'toys-wood' }],
      },
    ])
  })

  test('values that differ in white space alone are one', async () => {
    const hoodie = { ...HOODIE, 'Attribute 1 value(s)': 'Light  red, Blue' }
    const { report, lines } = await imported([hoodie, variation('52', 'Light red'), variation('51', 'Blue')])
    expect(report).toMatchObject({ created: 1, refused: [] })
    expect(lines).toMatchObject([{ options: [{ name: 'Colour', values: ['Light red', 'Blue'] }] }])
  })

  test('a variation for any value becomes a variant of each that no other says', async () => {
    const sizes = { 'Attribute 2 name': 'Size', 'Attribute 2 value(s)': 'S, M' }
    const rows = [
      { ...HOODIE, ...sizes },
      variation('51', 'Blue', { ...sizes, 'Attribute 2 value(s)': '' }),
      variation('52', 'Blue', {
        ...sizes,
        'Attribute 2 value(s)': 'M',
        SKU: 'BLUE-M',
        'Regular price': '50',
      }),
      variation('53', 'Red', { ...sizes, 'Attribute 2 value(s)': '' }),
    ]
    const { lines, report, again } = await imported(rows)
    const shown = lines[0]?.variants?.map(({ option_values, sku, price }) => [
      Object.values(option_values as object).join(' '),
      sku,
      price,
    ])
    expect(shown).toEqual([
      ['Blue S', 'HOODIE-Blue', 4500],
      ['Blue M', 'BLUE-M', 5000],
      ['Red S', 'HOODIE-Red', 4500],
      ['Red M', null, 4500],
    ])
    expect(report.lost).toContainEqual({
      loss: 'sku',
      count: 2,
      first: 'row 1 (line 2): HOODIE-Blue is for any Size: only the first of 2 variants has it',
    })
    expect(again).toMatchObject({ unchanged: 1 })
  })

  test.each([
    ['1', 'visible', 'active'],
    ['1', 'hidden', 'draft'],
    ['0', 'visible', 'draft'],
    ['-1', 'visible', 'draft'],
  ])('published %j and %j is %s here', async (Published, visibility, status) => {
    const { lines, report } = await imported([{ ...CUP, Published, 'Visibility in catalog': visibility }])
    expect(lines[0]).toMatchObject({ status })
    expect(report.lost.map(({ loss }) => loss)).toEqual(visibility === 'hidden' ? ['status'] : [])
  })

  test.each(['grouped', 'external'])('a product that is %s is left out, which is no error', async (Type) => {
    const { report, lines } = await imported([CUP, { ...CUP, ID: '8', SKU: 'SET', Name: 'Set', Type }])
    expect(report).toMatchObject({ created: 1, left_out: 1, refused: [] })
    expect(lines).toHaveLength(1)
  })

  test.each<[string, Row[], string]>([
    [
      'whose parent is not in the file',
      [variation('51', 'Blue')],
      'is a variation of id:45, which is not in this file',
    ],
    [
      'without a parent',
      [variation('51', 'Blue', { Parent: '' })],
      'is a variation of nothing: it has no parent',
    ],
    [
      'that is counted with its parent',
      [HOODIE, variation('51', 'Blue', { Stock: 'parent' })],
      'line 3: its stock is counted with its parent; here each variant has a stock of its own',
    ],
    [
      'with one stock for any value',
      [HOODIE, variation('51', '', { Stock: '5' })],
      'line 3: has one stock for any Colour; here each variant has a stock of its own',
    ],
    [
      'of too many combinations',
      [
        { ...HOODIE, 'Attribute 1 value(s)': Array.from({ length: 101 }, (_, n) => `c${n}`).join() },
        variation('51', ''),
      ],
      'line 3: can be had in 101 combinations, and a product has 100',
    ],
    [
      'that is there twice',
      [HOODIE, variation('51', 'Blue'), variation('52', 'Blue', { SKU: 'OTHER' })],
      'line 4: option_values: is the combination of another variant',
    ],
    [
      'without a price',
      [HOODIE, variation('51', 'Blue', { 'Regular price': '' })],
      'line 3: price: is empty: fill it in; for products without a price: --without-price draft',
    ],
  ])('a variation %s is refused', async (_, rows, reason) => {
    const { report, lines } = await imported([...rows, CUP])
    expect(report.refused.map(({ reasons }) => reasons[0])).toEqual([reason])
    expect(lines.map(({ slug }) => slug)).toEqual(['cup'])
  })

  test('without ids products are found by their SKU', async () => {
    const { lines, again } = await imported([{ ...CUP, ID: '' }])
    expect(lines[0]).toMatchObject({ external_id: 'woo:CUP' })
    expect(again).toMatchObject({ unchanged: 1 })
  })
})
