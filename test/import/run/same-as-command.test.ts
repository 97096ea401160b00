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

test.each([
  ['shopify.csv', SHOPIFY],
  ['own.jsonl', OWN.map((row) => JSON.stringify(row)).join('\n')],
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
