import { expect, test } from 'vitest'
import { findIdBySku, getProduct } from '../../../lib/data/products/product-reads.ts'
import type { Business } from '../../../lib/domain/business.ts'
import { makeBusiness } from '../../support/shop.ts'
import { importInto, makeFile, operate, productsOf } from '../operate.ts'

const SCALE = ['--price-scale', '100']

async function stored(business: Business, sku = 'S1') {
  const id = await findIdBySku(business.id, sku)
  return id === undefined ? undefined : getProduct(business.id, id)
}

async function importCsv(business: Business, text: string, ...options: string[]) {
  const file = await makeFile('a.csv', text)
  return operate('import', file, '--business', business.id, ...SCALE, ...options)
}

test('a draft under the heading Status stays a draft', async () => {
  const business = await makeBusiness()
  expect(await importCsv(business, 'SKU,Name,Price,Category,Status\nS1,Cup,9.00,Cups,draft\n')).toMatchObject(
    {
      code: 0,
      stdout: '1 row: 1 created, 0 updated, 0 unchanged, 0 refused; 1 category created: "Cups"',
      notes: [
        'columns used for fields: "SKU" for sku, "Name" for name, "Price" for price, "Category" for category, "Status" for status',
      ],
    },
  )
  expect(await stored(business)).toMatchObject({ name: 'Cup', price: 900, status: 'draft' })
  expect(await productsOf(business)).toEqual([])
})

test('a member of JSON is nearly called like its field, too', async () => {
  const business = await makeBusiness()
  const row = {
    sku: 'S1',
    name: 'Cup',
    price: 900,
    category: 'Cups',
    compareAtPrice: 1000,
    isAvailable: false,
  }
  const { matched_columns } = await importInto(business, [row])
  expect(matched_columns).toEqual({ compare_at_price: 'compareAtPrice', is_available: 'isAvailable' })
  expect(await stored(business)).toMatchObject({ compare_at_price: 1000, is_available: false })
})

test('empty columns without a name, as a spreadsheet leaves them, are not spoken of', async () => {
  const text = 'sku,name,price,category,,Note,\nS1,Cup,9,Cups,,,\nS2,Mug,9,Cups,x,,\n'
  const { ignored_columns } = await importInto(await makeBusiness(), { name: 'a.csv', text }, ...SCALE)
  expect(ignored_columns).toEqual(['Note', 'column 5'])
})

test('two columns of one field are one line, and nothing is written', async () => {
  const business = await makeBusiness()
  const text = 'sku,name,price,category,Status,STATUS\nS1,Cup,9,cups,active,draft\n'
  const { code, stdout, notes } = await importCsv(business, text)
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(notes).toEqual([
    expect.stringContaining(
      '"Status" and "STATUS" both have the name of the field status: choose one, for example with --map status="Status"',
    ),
  ])
  expect(await stored(business)).toBeUndefined()
})

test('--map decides between them, and against them', async () => {
  const business = await makeBusiness()
  const text = 'sku,name,price,category,Status,STATUS\nS1,Cup,9,Cups,draft,archived\n'
  expect(await importCsv(business, text, '--map', 'status=STATUS')).toMatchObject({
    code: 0,
    notes: ['ignored columns: "Status"'],
  })
  expect(await stored(business)).toMatchObject({ status: 'archived' })
})

test('a column that --map uses is taken for nothing else', async () => {
  const business = await makeBusiness()
  const text = 'sku,name,price,category,Status\nS1,Cup,9,Cups,in stock\n'
  expect(await importCsv(business, text, '--map', 'metadata.stock=Status')).toMatchObject({
    code: 0,
    notes: [],
  })
  expect(await stored(business)).toMatchObject({ status: 'active', metadata: { stock: 'in stock' } })
})
