import { describe, expect, test } from 'vitest'
import { findIdBySku, findProduct } from '../../../lib/data/products/product-reads.ts'
import type { Business } from '../../../lib/domain/business.ts'
import { makeBusiness } from '../../support/shop.ts'
import { importInto, makeFile, operate } from '../operate.ts'

const SCALE = ['--price-scale', '1']

const cup = {
  external_id: 'e1',
  sku: 'S1',
  name: 'Cup',
  description: 'Round',
  price: 900,
  compare_at_price: 1000,
  cost: 500,
  category: 'Cups',
  images: ['https://images.example/1.jpg'],
  tags: ['a', 'b'],
  position: 7,
  status: 'draft',
  is_available: false,
  slug: 'round-cup',
  metadata: { colour: 'blue', size: 'XL' },
}

async function shopWithCup() {
  const business = await makeBusiness()
  expect(await importInto(business, [cup])).toMatchObject({ created: 1 })
  return business
}

const stored = (business: Business) => findProduct(business.id, { external_id: 'e1' })
const importCsv = (business: Business, text: string, ...options: string[]) =>
  importInto(business, { name: 'a.csv', text }, ...SCALE, ...options)

describe('an empty cell clears', () => {
  test('the price before, which ends a sale', async () => {
    const business = await shopWithCup()
    const before = await stored(business)
    expect(await importCsv(business, 'external_id,price,compare_at_price\ne1,900,\n')).toMatchObject({
      updated: 1,
      refused: [],
    })
    expect(await stored(business)).toEqual({
      ...before,
      compare_at_price: null,
      version: 2,
      updated_at: expect.any(String),
    })
  })

  test.each([
    ['description', ''],
    ['compare_at_price', null],
    ['cost', null],
    ['sku', null],
    ['images', []],
    ['tags', []],
    ['position', 0],
    ['metadata', {}],
  ])('%s', async (field, expected) => {
    const business = await shopWithCup()
    const before = await stored(business)
    const text = `external_id,${field}\ne1, \n`
    expect(await importCsv(business, text)).toMatchObject({ updated: 1, refused: [] })
    const cleared = { ...before, [field]: expected, version: 2, updated_at: expect.any(String) }
    expect(await stored(business)).toEqual(cleared)
    expect(await importCsv(business, text)).toMatchObject({ unchanged: 1, refused: [] })
  })

  test('external_id, if the row is found by its sku, which is free afterwards', async () => {
    const business = await shopWithCup()
    expect(await importCsv(business, 'external_id,sku\n,S1\n')).toMatchObject({ updated: 1 })
    expect(await stored(business)).toBeUndefined()
    expect(await findProduct(business.id, { sku: 'S1' })).toMatchObject({ external_id: null })
  })

  test('one entry of metadata', async () => {
    const business = await shopWithCup()
    await importCsv(business, 'external_id,metadata.colour,metadata.new\ne1,,\n')
    expect(await stored(business)).toMatchObject({ metadata: { size: 'XL' } })
    expect((await stored(business))?.metadata).toEqual({ size: 'XL' })
  })

  test('the old entries of metadata before the row brings new ones', async () => {
    const business = await shopWithCup()
    await importCsv(business, 'external_id,metadata,metadata.colour\ne1,,red\n')
    expect((await stored(business))?.metadata).toEqual({ colour: 'red' })
  })

  test('what --map reads from a column that is empty everywhere', async () => {
    const business = await shopWithCup()
    const text = 'external_id,Sale\ne1,\n'
    expect(await importCsv(business, text, '--map', 'compare_at_price=Sale')).toMatchObject({ updated: 1 })
    expect(await stored(business)).toMatchObject({ compare_at_price: null })
  })
})

test('a column that the file does not have leaves what is there', async () => {
  const business = await shopWithCup()
  expect(await importCsv(business, 'external_id,price\ne1,900\n')).toMatchObject({ unchanged: 1 })
})

test('an empty cell leaves what always has a value', async () => {
  const business = await shopWithCup()
  const text = 'external_id,status,is_available,slug,currency\ne1,,,,\n'
  expect(await importCsv(business, text)).toMatchObject({ unchanged: 1, refused: [] })
})

test('an empty cell where a product must have a value is a fault of the row, and of that row alone', async () => {
  const business = await shopWithCup()
  await importInto(business, [{ ...cup, external_id: 'e2', sku: 'S2', slug: 'other' }])
  const before = await stored(business)
  const file = await makeFile('a.csv', 'external_id,name,price,category,tags\ne1,,,,\ne2,Mug,5,Mugs,\n')
  const { code, stdout, notes } = await operate('import', file, '--business', business.id, ...SCALE)
  const reason = 'is empty: fill it in, or leave the column out to keep what the product has'
  expect({ code, stdout, notes }).toEqual({
    code: 3,
    stdout: '2 rows: 0 created, 1 updated, 0 unchanged, 1 refused; 1 category created: "Mugs"',
    notes: [
      `row 1 (line 2): name: ${reason}; price: ${reason}; for products without a price: --without-price draft; category: ${reason}`,
    ],
  })
  expect(await stored(business)).toEqual(before)
})

test.each([['category_id,category\ne1,cups,\n'], ['category_id,category\ne1,,Cups\n']])(
  'one of category and category_id is enough: %j',
  async (text) => {
    const business = await shopWithCup()
    expect(await importCsv(business, `external_id,${text}`)).toMatchObject({ unchanged: 1, refused: [] })
  },
)

describe('of a new product', () => {
  test('an empty cell is left out, and the same file changes nothing the second time', async () => {
    const business = await makeBusiness()
    const columns = Object.keys({ ...cup, 'metadata.colour': '' })
    const cells: Record<string, string> = { external_id: 'e1', name: 'Cup', price: '900', category: 'Cups' }
    const text = `${columns.join()}\n${columns.map((column) => cells[column] ?? '').join()}\n`
    expect(await importCsv(business, text)).toMatchObject({ created: 1, refused: [], ignored_columns: [] })
    expect(await stored(business)).toMatchObject({
      description: '',
      compare_at_price: null,
      cost: null,
      sku: null,
      images: [],
      tags: [],
      position: 0,
      status: 'active',
      is_available: true,
      slug: 'cup',
      metadata: {},
    })
    expect(await importCsv(business, text)).toMatchObject({ unchanged: 1, refused: [] })
  })

  test('what it must have is required', async () => {
    const { refused } = await importCsv(await makeBusiness(), 'sku,name,price,category\nS1,,,\n')
    expect(refused).toEqual([
      {
        row: 1,
        line: 2,
        reasons: [
          'name: is required',
          'price: is required; for products without a price: --without-price draft',
          'category_id: is required',
        ],
      },
    ])
  })

  test('its keys are not made of nothing', async () => {
    const business = await makeBusiness()
    const { refused } = await importCsv(business, 'external_id,sku,name,price,category\n,,Cup,9,Cups\n')
    expect(refused[0]?.reasons[0]).toMatch(/^has no external_id, sku or slug/)
    expect(await findIdBySku(business.id, '')).toBeUndefined()
  })
})
