import { describe, expect, test } from 'vitest'
import { findIdByExternalId, getProduct } from '../../../lib/data/products/product-reads.ts'
import type { Business } from '../../../lib/domain/business.ts'
import { makeBusiness } from '../../support/shop.ts'
import { importInto, productsOf } from '../operate.ts'

const cups = [
  { external_id: 'c1', name: 'Cup', price: 900, category: 'Cups' },
  { external_id: 'c2', name: 'Mug', price: 1200, category: 'Cups' },
]
/** Prices in the file are in the currency's smallest unit. */
const MINOR = ['--price-scale', '1']
const lines = cups.map((cup) => JSON.stringify(cup))

test.each([
  ['a JSON array', { name: 'cups.json', text: JSON.stringify(cups) }],
  [
    'an object with one list in it',
    { name: 'cups.json', text: JSON.stringify({ products: cups, total: 2 }) },
  ],
  ['JSON with a byte order mark', { name: 'cups.JSON', text: `\ufeff${JSON.stringify(cups)}` }],
  ['JSON Lines', { name: 'cups.jsonl', text: `${lines.join('\n')}\n` }],
  ['JSON Lines with blank lines and CRLF', { name: 'cups.ndjson', text: `\n${lines.join('\r\n\r\n')}` }],
  ['CSV', { name: 'cups.csv', text: 'external_id,name,price,category\nc1,Cup,900,Cups\nc2,Mug,1200,Cups\n' }],
  [
    'CSV with CRLF, quotes and a byte order mark',
    {
      name: 'cups.csv',
      text: '\ufeff"external_id",name,price,category\r\nc1,"Cup",900,Cups\r\n\r\nc2,Mug,"1200",Cups\r\n,,,\r\n',
    },
  ],
])('%s', async (_, file) => {
  const business = await makeBusiness()
  expect(await importInto(business, file, ...MINOR)).toMatchObject({
    rows: 2,
    created: 2,
    refused: [],
    categories_created: ['cups'],
  })
  expect(await productsOf(business)).toMatchObject([
    { name: 'Cup', price: 900, category_id: 'cups' },
    { name: 'Mug', price: 1200, category_id: 'cups' },
  ])
})

test('--format counts for more than the extension', async () => {
  const file = { name: 'cups.csv', text: lines.join('\n') }
  expect(await importInto(await makeBusiness(), file, '--format', 'jsonl')).toMatchObject({ created: 2 })
})

describe('CSV', () => {
  test('fills every field', async () => {
    const business = await makeBusiness()
    const text = [
      'external_id,sku,name,description,price,compare_at_price,cost,is_available,category,slug,images,tags,position,status,metadata.colour,metadata.size',
      'c1,CUP-1,"Cup, ""big""","Two\nlines",900,1000,400,no,Cups & Mugs,big-cup,https://images.example/1.jpg | https://images.example/2.jpg,blue|hand made,7,archived,blue,XL',
    ].join('\n')
    expect(await importInto(business, { name: 'cups.csv', text }, ...MINOR)).toMatchObject({
      created: 1,
      ignored_columns: [],
    })
    expect(await productBy(business, 'c1')).toMatchObject({
      external_id: 'c1',
      sku: 'CUP-1',
      name: 'Cup, "big"',
      description: 'Two\nlines',
      price: 900,
      compare_at_price: 1000,
      cost: 400,
      is_available: false,
      category_id: 'cups-mugs',
      slug: 'big-cup',
      images: [
        { url: 'https://images.example/1.jpg', alt: '' },
        { url: 'https://images.example/2.jpg', alt: '' },
      ],
      tags: ['blue', 'hand made'],
      position: 7,
      status: 'archived',
      metadata: { colour: 'blue', size: 'XL' },
    })
  })

  test('a refused row is told by its number and by the line on which it begins', async () => {
    const header = 'sku,name,price,category,description\n'
    const text = `${header}S1,a,1,Cups,"a\nb\nc"\n\nS2,d,x,Cups,"d\ne"\nS3,f,x,Cups,\n`
    const { refused, created } = await importInto(await makeBusiness(), { name: 'a.csv', text }, ...MINOR)
    expect(created).toBe(1)
    expect(refused.map(({ row, line }) => [row, line])).toEqual([
      [2, 6],
      [3, 8],
    ])
  })
})

test('JSON Lines: a refused row is told by its number and by its line', async () => {
  const text = `${lines[0]}\n\n\n{"external_id":"c9"}\n`
  const { refused } = await importInto(await makeBusiness(), { name: 'a.jsonl', text })
  expect(refused).toMatchObject([{ row: 2, line: 4 }])
})

test('a number that a float cannot hold keeps its digits', async () => {
  const business = await makeBusiness()
  const text = `[{"id": 12345678901234567890, "name": "A", "price": 0.10, "category": "C", "metadata": {"ean": 40123456789012345678}},
    {"id": 12345678901234567891, "name": "B", "price": 1.10, "category": "C"}]`
  const options = ['--map', 'external_id=id', '--price-scale', '100']
  expect(await importInto(business, { name: 'a.json', text }, ...options)).toMatchObject({ created: 2 })
  expect(await productBy(business, '12345678901234567890')).toMatchObject({
    name: 'A',
    price: 10,
    metadata: { ean: '40123456789012345678' },
  })
  expect(await productBy(business, '12345678901234567891')).toMatchObject({ name: 'B', price: 110 })
})

async function productBy(business: Business, externalId: string) {
  const id = await findIdByExternalId(business.id, externalId)
  return id === undefined ? undefined : getProduct(business.id, id)
}
