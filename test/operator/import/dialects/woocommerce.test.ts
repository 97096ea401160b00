import { expect, test } from 'vitest'
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

test('an export of WooCommerce needs no option at all, wherever the variations are, and changes nothing the second time', async () => {
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
  const set = { ...CUP, ID: '8', SKU: 'SET', Name: 'Set', Type: 'grouped' }
  const { report, lines, again } = await imported([red, CUP, HOODIE, blue, set])
  expect(report).toMatchObject({ rows: 5, products: 3, created: 2, left_out: 1, refused: [] })
  expect(again).toMatchObject({ unchanged: 2, updated: 0, left_out: 1 })
  expect(lines).toHaveLength(2)
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
