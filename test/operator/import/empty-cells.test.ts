import { expect, test } from 'vitest'
import { findProduct } from '../../../lib/data/products/product-reads.ts'
import type { Business } from '../../../lib/domain/business.ts'
import { makeBusiness } from '../../support/shop.ts'
import { importInto, makeFile, operate } from '../operate.ts'
import { cup } from './cup.ts'

const SCALE = ['--price-scale', '1']

const stored = (business: Business, external_id = 'e1') => findProduct(business.id, { external_id })

test('an empty cell clears the field, once, and none with --keep-empty', async () => {
  const business = await makeBusiness()
  await importInto(business, [cup])
  const before = await stored(business)
  const text = 'external_id,price,compare_at_price,sku,tags,metadata.colour,status\ne1,900,,,,,\n'
  const file = { name: 'a.csv', text }
  expect(await importInto(business, file, ...SCALE, '--keep-empty')).toMatchObject({ unchanged: 1 })
  expect(await importInto(business, file, ...SCALE)).toMatchObject({ updated: 1, refused: [] })
  expect(await stored(business)).toEqual({
    ...before,
    compare_at_price: null,
    sku: null,
    tags: [],
    metadata: { zebra: 'z', size: 'XL' },
    version: 2,
    updated_at: expect.any(String),
  })
  expect(await findProduct(business.id, { sku: 'S1' })).toBeUndefined()
  expect(await importInto(business, file, ...SCALE)).toMatchObject({ unchanged: 1, refused: [] })
})

test('an empty cell where a product must have a value is a fault of the row, and of that row alone', async () => {
  const business = await makeBusiness()
  await importInto(business, [cup, { ...cup, external_id: 'e2', sku: 'S2' }])
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
  expect(await stored(business, 'e2')).toMatchObject({ name: 'Mug', tags: [] })
})

test('the same file with empty cells changes nothing of its new products the second time', async () => {
  const business = await makeBusiness()
  const columns = Object.keys({
    ...cup,
    cost: 1,
    position: 1,
    is_available: 1,
    slug: 1,
    'metadata.colour': 1,
  })
  const cells: Record<string, string> = { external_id: 'e1', name: 'Cup', price: '900', category: 'Cups' }
  const text = `${columns.join()}\n${columns.map((column) => cells[column] ?? '').join()}\n`
  const file = { name: 'a.csv', text }
  expect(await importInto(business, file, ...SCALE)).toMatchObject({
    created: 1,
    refused: [],
    ignored_columns: [],
  })
  expect(await importInto(business, file, ...SCALE)).toMatchObject({ unchanged: 1, refused: [] })
})
