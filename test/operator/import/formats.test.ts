import { expect, test } from 'vitest'
import { findProduct } from '../../../lib/data/products/product-reads.ts'
import { makeBusiness } from '../../support/shop.ts'
import { importInto, makeFile, operate, productsOf, startProgram } from '../operate.ts'

/** Prices in the file are in the currency's smallest unit. */
const MINOR = ['--price-scale', '1']
const CSV = 'sku;name;price;category\nS1;Größe;900;Cups\n'

test.each([
  ['JSON Lines', 'cups.ndjson', (rows: object[]) => rows.map((row) => JSON.stringify(row)).join('\r\n\r\n')],
  ['JSON', 'cups.JSON', (rows: object[]) => `\ufeff${JSON.stringify({ products: rows, total: 2 })}`],
])('%s is known by the end of the name of its file', async (_, name, textOf) => {
  const business = await makeBusiness()
  const row = { external_id: 'c1', name: 'Cup', price: 900, category: 'Cups' }
  const text = textOf([row, { external_id: 'c9' }])
  const report = await importInto(business, { name, text })
  expect(report).toMatchObject({ rows: 2, created: 1, refused: [{ row: 2 }], categories_created: ['cups'] })
  expect(await productsOf(business)).toMatchObject([{ name: 'Cup', price: 900, category_id: 'cups' }])
})

test('--format counts for more than the extension', async () => {
  const text = JSON.stringify({ external_id: 'c1', name: 'Cup', price: 900, category: 'Cups' })
  const file = { name: 'cups.csv', text }
  expect(await importInto(await makeBusiness(), file, '--format', 'jsonl')).toMatchObject({ created: 1 })
})

test('CSV fills every field, and a refused row is named by its number and by the line on which it begins', async () => {
  const business = await makeBusiness()
  const text = [
    'external_id,sku,name,description,price,compare_at_price,cost,is_available,category,slug,images,tags,position,status,metadata.colour,metadata.size,brand,condition,gtin,mpn,weight_grams',
    'c1,CUP-1,"Cup, ""big""","Two\nlines",900,1000,400,no,Cups & Mugs,big-cup,https://images.example/1.jpg | https://images.example/2.jpg,blue|hand made,7,archived,blue,XL,Halm,used,4006381333931,H-1,250',
    'c2,,Mug,,x,,,,Cups,,,,,,,,,,,,',
  ].join('\r\n')
  expect(await importInto(business, { name: 'cups.csv', text }, ...MINOR)).toMatchObject({
    created: 1,
    refused: [{ row: 2, line: 4 }],
    ignored_columns: [],
  })
  expect(await findProduct(business.id, { external_id: 'c1' })).toMatchObject({
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
    brand: 'Halm',
    condition: 'used',
    gtin: '4006381333931',
    mpn: 'H-1',
    weight_grams: 250,
  })
})

test('a file of semicolons in windows-1252 is read as somebody says', async () => {
  const business = await makeBusiness()
  const file = await makeFile('a.csv', Buffer.from(CSV, 'latin1'))
  const argv = ['import', file, '--business', business.id, ...MINOR]
  expect((await operate(...argv, '--encoding', 'windows-1252')).code).toBe(0)
  expect(await productsOf(business)).toMatchObject([{ name: 'Größe', price: 900 }])
})

test('the rows can come from another program', async () => {
  const business = await makeBusiness()
  const { child, outcome } = await startProgram([
    'import',
    '-',
    '--business',
    business.id,
    ...MINOR,
    '--json',
  ])
  child.stdin?.end(CSV)
  const { code, stdout } = await outcome()
  expect([code, JSON.parse(stdout)]).toMatchObject([0, { created: 1 }])
  expect(await productsOf(business)).toMatchObject([{ name: 'Größe' }])
})
