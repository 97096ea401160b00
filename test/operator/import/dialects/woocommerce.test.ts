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

  test('a grouped product is left out, which is no error', async () => {
    const set = { ...CUP, ID: '8', SKU: 'SET', Name: 'Set', Type: 'grouped' }
    const { report, lines } = await imported([CUP, set])
    expect(report).toMatchObject({ created: 1, left_out: 1, refused: [] })
    expect(lines).toHaveLength(1)
  })

  test.each<[string, Row[], string]>([
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
})
