import { expect, test } from 'vitest'
import { findProduct } from '../../../lib/data/products/product-reads.ts'
import { makeBusiness } from '../../support/shop.ts'
import { importInto, makeFile, operate, productsOf } from '../operate.ts'

const cup = { sku: 'S1', name: 'Cup', price: 900, category: 'Cups' }

test('fields are filled from columns of other names, and what is left over is named once', async () => {
  const business = await makeBusiness()
  const row = { id: 7, title: 'Cup', price: '9.99', stock: 3, shelf: 'Cups', brand: 'Halm', weight: 250 }
  const maps = [
    'name=title',
    'external_id=id',
    'is_available=stock',
    'category=shelf',
    'metadata.brand=brand',
  ]
  const file = await makeFile('cups.json', [row, { ...row, id: 8, stock: 0 }])
  const options = [...maps.flatMap((map) => ['--map', map]), '--price-scale', '100']
  const { code, stdout, notes } = await operate('import', file, '--business', business.slug, ...options)
  expect({ code, stdout, notes }).toEqual({
    code: 0,
    stdout: '2 rows: 2 created, 0 updated, 0 unchanged, 0 refused; 1 category created: "Cups"',
    notes: ['ignored columns: "weight"'],
  })
  const products = await productsOf(business)
  expect(products.map(({ price, is_available }) => [price, is_available]).sort()).toEqual([
    [999, false],
    [999, true],
  ])
  expect(products.map(({ id }) => id)).not.toContain(7)
})

test('a draft under the heading Status stays a draft, and columns that are nearly called so are named', async () => {
  const business = await makeBusiness()
  const text = 'SKU,Name,Price,Category,Status,Quantity,Note\nS1,Cup,9.00,Cups,draft,3,\n'
  const file = await makeFile('a.csv', text)
  expect(await operate('import', file, '--business', business.id)).toMatchObject({
    code: 0,
    stdout: '1 row: 1 created, 0 updated, 0 unchanged, 0 refused; 1 category created: "Cups"',
    notes: [
      'columns used for fields: "SKU" for sku, "Name" for name, "Price" for price, "Category" for category, "Status" for status, "Quantity" for quantity',
      'ignored columns: "Note"',
      'note: products with a value in "Quantity" are now stock-tracked; use --stock ignore to skip the quantities',
    ],
    examples: ['for example: "Cup" costs 9.00 EUR; 3 in stock'],
  })
  expect(await findProduct(business.id, { sku: 'S1' })).toMatchObject({ price: 900, status: 'draft' })
  expect(await productsOf(business)).toEqual([])
  expect(await importInto(business, { name: 'a.csv', text })).toMatchObject({
    unchanged: 1,
    ignored_columns: ['Note'],
    matched_columns: {
      sku: 'SKU',
      name: 'Name',
      price: 'Price',
      category: 'Category',
      status: 'Status',
      quantity: 'Quantity',
    },
  })
})

test('the status of a new product comes from its row, else from --status; one that is there keeps its own', async () => {
  const business = await makeBusiness()
  const statusOf = async (sku: string) => (await findProduct(business.id, { sku }))?.status
  await importInto(business, [cup, { ...cup, sku: 'S2', status: 'draft' }], '--status', 'archived')
  expect([await statusOf('S1'), await statusOf('S2')]).toEqual(['archived', 'draft'])
  const { lost } = await importInto(business, [{ ...cup, price: 901 }])
  expect([await statusOf('S1'), lost.map(({ loss }) => loss)]).toEqual(['archived', ['archived']])
  await importInto(business, [
    { ...cup, status: 'active' },
    { ...cup, sku: 'S3' },
  ])
  expect([await statusOf('S1'), await statusOf('S3')]).toEqual(['active', 'active'])
})

test('--set gives a field one value in every row, whatever the file has', async () => {
  const business = await makeBusiness()
  const text = 'sku,name,price,status\nS1,Cup,9.00,active\nS2,Mug,8.00,sold\n'
  const set = ['category=Cups', 'status=draft', 'metadata.origin=a=b', 'tags=new|warm', 'cost=2.50']
  const options = set.flatMap((pair) => ['--set', pair])
  const file = { name: 'a.csv', text }
  expect(await importInto(business, file, ...options)).toMatchObject({ created: 2, ignored_columns: [] })
  for (const sku of ['S1', 'S2'])
    expect(await findProduct(business.id, { sku })).toMatchObject({
      category_id: 'cups',
      status: 'draft',
      metadata: { origin: 'a=b' },
      tags: ['new', 'warm'],
      cost: 250,
    })
  expect(await importInto(business, file, ...options)).toMatchObject({ unchanged: 2 })
})

test('--map of nothing leaves out the field that a column would fill', async () => {
  const business = await makeBusiness()
  const text = 'sku,name,price,category,description\nS1,Cup,9.00,Cups,secret\n'
  const { ignored_columns } = await importInto(business, { name: 'a.csv', text }, '--map', 'description=')
  expect(ignored_columns).toEqual(['description'])
  expect(await findProduct(business.id, { sku: 'S1' })).toMatchObject({ description: '' })
})

test('a CSV in which all prices are whole numbers is refused in one line, until somebody says what they are', async () => {
  const business = await makeBusiness({ currency: 'USD' })
  const file = await makeFile('a.csv', 'sku,name,price,category\nS1,Cup,80,Cups\n')
  for (const options of [[], ['--dry-run'], ['--json']])
    expect(await operate('import', file, '--business', business.id, ...options)).toEqual({
      code: 1,
      stdout: '',
      notes: [
        `error: ${file}: all prices are whole numbers: add --prices decimal or --prices minor. "Cup" (line 2) costs 80.00 USD or 0.80 USD, in the file "80"`,
      ],
    })
  expect(await productsOf(business)).toEqual([])
  expect((await operate('import', file, '--business', business.id, '--prices', 'decimal')).code).toBe(0)
  expect(await productsOf(business)).toMatchObject([{ price: 8000 }])
})

test('what cannot be imported of products is said in one line for each kind', async () => {
  const business = await makeBusiness()
  const rows = ['e1,INT-1', 'e2,INT-2'].map((row) => `${row},Cup,9.00,Cups`)
  const file = await makeFile('a.csv', `external_id,gtin,name,price,category\n${rows.join('\n')}\n`)
  const { code, notes } = await operate('import', file, '--business', business.id)
  expect([code, notes]).toEqual([
    0,
    [
      '2 barcodes left out because they are not valid GTINs. First: row 1 (line 2): "INT-1" is not 8, 12, 13 or 14 digits with a valid check digit',
    ],
  ])
})
