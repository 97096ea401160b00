import { expect, test } from 'vitest'
import { csvOf } from '../../operator/import/dialects/tables.ts'
import { makeFile } from '../../operator/operate.ts'
import { bothWays } from './both-ways.ts'

const SHOPIFY = csvOf(
  [
    'Handle',
    'Title',
    'Body (HTML)',
    'Vendor',
    'Type',
    'Tags',
    'Published',
    'Option1 Name',
    'Option1 Value',
    'Variant SKU',
    'Variant Inventory Tracker',
    'Variant Inventory Qty',
    'Variant Inventory Policy',
    'Variant Price',
    'Variant Compare At Price',
    'Image Src',
    'Status',
  ],
  [
    {
      Handle: 'shirt',
      Title: 'Shirt',
      'Body (HTML)': '<p>Soft &amp; warm</p>',
      Type: 'Clothes',
      Tags: 'red, soft',
      Published: 'true',
      'Option1 Name': 'Size',
      'Option1 Value': 'S',
      'Variant SKU': 'S-S',
      'Variant Inventory Tracker': 'shopify',
      'Variant Inventory Qty': '3',
      'Variant Inventory Policy': 'deny',
      'Variant Price': '12.00',
      'Image Src': 'https://images.example/shirt.jpg',
      Status: 'active',
    },
    {
      Handle: 'shirt',
      'Option1 Value': 'M',
      'Variant SKU': 'S-M',
      'Variant Inventory Tracker': 'shopify',
      'Variant Inventory Qty': '-1',
      'Variant Inventory Policy': 'continue',
      'Variant Price': '14.00',
    },
    {
      Handle: 'gift',
      Title: 'Gift card',
      Type: 'Gifts',
      Published: 'true',
      'Option1 Name': 'Title',
      'Option1 Value': 'Default Title',
      'Variant Price': '10.00',
      Status: 'draft',
    },
    {
      Handle: 'bad',
      Title: '',
      Type: 'Gifts',
      Published: 'true',
      'Option1 Name': 'Title',
      'Option1 Value': 'Default Title',
      'Variant Price': 'free',
      Status: 'draft',
    },
  ],
)

const WOOCOMMERCE = csvOf(
  [
    'ID',
    'Type',
    'SKU',
    'Name',
    'Published',
    'Visibility in catalog',
    'Description',
    'In stock?',
    'Stock',
    'Backorders allowed?',
    'Sale price',
    'Regular price',
    'Categories',
    'Images',
    'Parent',
    'Position',
    'Attribute 1 name',
    'Attribute 1 value(s)',
    'Attribute 2 name',
    'Attribute 2 value(s)',
  ],
  [
    // Before its parent, as after a change in a spreadsheet.
    {
      ID: '12',
      Type: 'variation',
      SKU: 'TEE-RED',
      Name: 'Tee - Red',
      Published: '1',
      'In stock?': '1',
      Stock: '4',
      'Backorders allowed?': 'notify',
      'Sale price': '18',
      'Regular price': '20',
      Parent: 'TEE',
      Position: '1',
      'Attribute 1 name': 'Colour',
      'Attribute 1 value(s)': 'Red',
      'Attribute 2 name': 'Size',
      'Attribute 2 value(s)': 'S',
    },
    {
      ID: '10',
      Type: 'variable',
      SKU: 'TEE',
      Name: 'Tee',
      Published: '1',
      'Visibility in catalog': 'visible',
      Description: 'Two lines\\nof <em>text</em>.',
      'In stock?': '1',
      Categories: 'Clothing > Tees, Sale',
      Images: 'https://images.example/a.jpg, https://images.example/b.jpg',
      'Attribute 1 name': 'Colour',
      'Attribute 1 value(s)': 'Blue, Red',
      'Attribute 2 name': 'Size',
      'Attribute 2 value(s)': 'S, M',
    },
    {
      ID: '11',
      Type: 'variation',
      SKU: 'TEE-BLUE',
      Name: 'Tee - Blue',
      Published: '1',
      'In stock?': '0',
      'Regular price': '20.50',
      Parent: 'id:10',
      'Attribute 1 name': 'Colour',
      'Attribute 1 value(s)': 'Blue',
      'Attribute 2 name': 'Size',
    },
    {
      ID: '13',
      Type: 'simple',
      SKU: 'CUP',
      Name: 'Cup',
      Published: '1',
      'Visibility in catalog': 'hidden',
      'In stock?': '1',
      'Regular price': '9.50',
      Categories: 'Kitchen > Cups',
    },
    { ID: '14', Type: 'grouped', SKU: 'SET', Name: 'Set', Published: '1' },
    {
      ID: '15',
      Type: 'variation',
      Name: 'Lost',
      Published: '1',
      'Regular price': '1',
      Parent: 'id:99',
      'Attribute 1 name': 'Colour',
      'Attribute 1 value(s)': 'Blue',
    },
  ],
)

const OWN = [
  {
    external_id: 'a',
    name: 'Kanne für Tee',
    price: 1250,
    category: 'Kannen',
    quantity: 3,
    metadata: { colour: 'red' },
  },
  {
    external_id: 'b',
    slug: 'kyusu',
    name: '急須',
    price: 900,
    category: '茶',
    images: ['https://images.example/b.jpg', 'http://plain'],
  },
  { external_id: 'a', name: 'The same', price: 1, category: 'Kannen' },
]

/** Rows that are written at once, and have one name. */
const TWELVE = Array.from({ length: 12 }, (_, n) => `${n},Hoodie,1.50,Tops`)

test.each([
  ['shopify.csv', SHOPIFY],
  ['woocommerce.csv', WOOCOMMERCE],
  ['own.jsonl', OWN.map((row) => JSON.stringify(row)).join('\n')],
  ['same-names.csv', ['external_id,name,price,category', ...TWELVE, '12,Hoodie,free,Tops'].join('\n')],
  ['own.json', JSON.stringify({ products: OWN })],
])('%s makes the same products by the command and over the API', async (name, text) => {
  const { byCommand, overApi } = await bothWays(await makeFile(name, text))
  expect(overApi).toEqual(byCommand)
  expect(overApi.lines.length).toBeGreaterThan(1)
  expect(overApi.refused).toBe(1)
})

test('options are the same in the query', async () => {
  const text = 'Artikel;Titel;Preis;Bestand\nA1;Tasse;12;4\nA2;Kanne;30;2\n'
  const { byCommand, overApi } = await bothWays(await makeFile('own.csv', text), {
    options: [
      '--prices',
      'decimal',
      '--source',
      'erp',
      '--category',
      'Geschirr',
      '--map',
      'external_id=Artikel',
      '--map',
      'name=Titel',
      '--map',
      'price=Preis',
      '--map',
      'quantity=Bestand',
      '--set',
      'brand=Acme',
      '--status',
      'draft',
      '--stock',
      'set',
    ],
    parameters: {
      prices: 'decimal',
      source: 'erp',
      category: 'Geschirr',
      map: ['external_id=Artikel', 'name=Titel', 'price=Preis', 'quantity=Bestand'],
      set: ['brand=Acme'],
      status: 'draft',
      stock: 'set',
    },
  })
  expect(overApi).toEqual(byCommand)
  expect(overApi.lines).toHaveLength(2)
})
