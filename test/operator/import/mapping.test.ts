import { describe, expect, test } from 'vitest'
import { findIdBySku, getProduct } from '../../../lib/data/products/product-reads.ts'
import { getCategoryCard } from '../../../lib/data/storefront/cards.ts'
import type { Business } from '../../../lib/domain/business.ts'
import { makeBusiness, makeCategory } from '../../support/shop.ts'
import { importInto, makeFile, operate, productsOf } from '../operate.ts'

const cup = { sku: 'S1', name: 'Cup', price: 900, category: 'Cups' }

async function stored(business: Business, sku = 'S1') {
  const id = await findIdBySku(business.id, sku)
  return id === undefined ? undefined : getProduct(business.id, id)
}

/** The stored product of one row with these members. */
async function imported(row: object, ...options: string[]) {
  const business = await makeBusiness()
  const { refused } = await importInto(business, [{ ...cup, ...row }], ...options)
  expect(refused).toEqual([])
  return stored(business)
}

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

test('a map takes a field away from the column of its name, and a column may fill two fields', async () => {
  expect(
    await imported({ label: 'Big cup' }, '--map', 'name=label', '--map', 'description=label'),
  ).toMatchObject({
    name: 'Big cup',
    description: 'Big cup',
  })
})

test('--price-scale multiplies price, compare_at_price and cost, exactly', async () => {
  const row = { price: 19.99, compare_at_price: '29.90', cost: 8.2 }
  expect(await imported(row, '--price-scale', '100')).toMatchObject({
    price: 1999,
    compare_at_price: 2990,
    cost: 820,
  })
})

test('pictures without https are left out, counted and named', async () => {
  const text =
    'sku,name,price,category,images\nS1,Cup,9.00,Cups,HTTP://a.example/1.jpg|http://a.example/2.jpg\n'
  expect(await importInto(await makeBusiness(), { name: 'a.csv', text })).toMatchObject({
    created: 1,
    lost: [{ loss: 'image', count: 2, first: 'row 1 (line 2): HTTP://a.example/1.jpg is not https' }],
  })
})

describe('status', () => {
  test('comes from the row, else from --status, else is active', async () => {
    expect(await imported({ status: 'draft' }, '--status', 'archived')).toMatchObject({ status: 'draft' })
    expect(await imported({}, '--status', 'archived')).toMatchObject({ status: 'archived' })
    expect(await imported({})).toMatchObject({ status: 'active' })
  })

  test('of another word refuses the row', async () => {
    const { refused } = await importInto(await makeBusiness(), [{ ...cup, status: 'sold' }])
    expect(refused).toEqual([{ row: 1, reasons: [expect.stringMatching(/^status: must be /)] }])
  })

  test('of a product that is there changes only if the row says so', async () => {
    const business = await makeBusiness()
    await importInto(business, [cup], '--status', 'draft')
    await importInto(business, [{ ...cup, price: 901 }])
    expect(await stored(business)).toMatchObject({ status: 'draft', price: 901 })
    await importInto(business, [{ ...cup, status: 'active' }])
    expect(await stored(business)).toMatchObject({ status: 'active' })
  })
})

describe('categories', () => {
  test('are made of their names once, however many rows name them', async () => {
    const business = await makeBusiness()
    await makeCategory(business, { name: 'Tea' })
    const rows = ['Tea', 'Coffee', 'Crème & Thé', 'coffee', 'Coffee'].map((category, n) => ({
      ...cup,
      sku: `S${n}`,
      category,
    }))
    const { categories_created } = await importInto(business, rows)
    expect(categories_created.sort()).toEqual(['coffee', 'creme-the'])
    expect(JSON.parse((await getCategoryCard(business.id, 'creme-the')) ?? '')).toMatchObject({
      name: 'Crème & Thé',
    })
  })

  test('whose names leave the slug rule nothing get the same id on every run', async () => {
    const business = await makeBusiness()
    const rows = [
      { ...cup, sku: 'S1', category: '茶' },
      { ...cup, sku: 'S2', category: '紙' },
      { ...cup, sku: 'S3', category: 'New' },
    ]
    const { categories_created } = await importInto(business, rows)
    expect(new Set(categories_created).size).toBe(3)
    expect(await importInto(business, rows)).toMatchObject({ unchanged: 3, categories_created: [] })
  })

  test('of a given id take it, and are named by `category` when they are missing', async () => {
    const business = await makeBusiness()
    await makeCategory(business, { id: 'c-1', name: 'Kept' })
    const rows = [
      { ...cup, sku: 'S1', category: undefined, category_id: 'c-2' },
      { ...cup, sku: 'S2', category: 'Second', category_id: 'c-2' },
      { ...cup, sku: 'S3', category: 'First', category_id: 'c-1' },
    ]
    expect(await importInto(business, rows)).toMatchObject({ created: 3, categories_created: ['c-2'] })
    expect(JSON.parse((await getCategoryCard(business.id, 'c-2')) ?? '')).toMatchObject({ name: 'Second' })
    expect(JSON.parse((await getCategoryCard(business.id, 'c-1')) ?? '')).toMatchObject({ name: 'Kept' })
  })

  test('that two names lead to are mentioned', async () => {
    const business = await makeBusiness()
    const file = await makeFile('a.json', [
      { ...cup, sku: 'S1', category: 'C++' },
      { ...cup, sku: 'S2', category: 'C#' },
    ])
    const { code, notes } = await operate('import', file, '--business', business.id)
    expect({ code, notes }).toEqual({
      code: 0,
      notes: [
        '1 product in a category that became one with another; it is: row 2: "C++" and "C#" are one category: both have the id c',
      ],
    })
  })

  test('are not made for rows that are refused', async () => {
    const business = await makeBusiness()
    expect(await importInto(business, [{ ...cup, price: -1 }])).toMatchObject({ categories_created: [] })
    expect(await getCategoryCard(business.id, 'cups')).toBeUndefined()
  })
})
