import { expect, test } from 'vitest'
import {
  findIdByExternalId,
  findIdBySku,
  findIdOfSlug,
  getProduct,
} from '../../../lib/data/products/product-reads.ts'
import type { Business } from '../../../lib/domain/business.ts'
import { makeBusiness } from '../../support/shop.ts'
import { importInto, productsOf } from '../operate.ts'
import { cup } from './cup.ts'

async function stored(business: Business, externalId = 'e1') {
  const id = await findIdByExternalId(business.id, externalId)
  return id === undefined ? undefined : getProduct(business.id, id)
}

async function shopWithCup() {
  const business = await makeBusiness()
  expect(await importInto(business, [cup])).toMatchObject({ created: 1 })
  return business
}

test('the same file changes nothing the second time, and writes nothing', async () => {
  const business = await makeBusiness()
  const rows = Array.from({ length: 24 }, (_, n) => ({
    ...cup,
    external_id: `e${n}`,
    sku: `S${n}`,
    category: `Cups ${n % 7}`,
  }))
  expect(await importInto(business, rows)).toMatchObject({ created: 24, refused: [] })
  const before = await stored(business, 'e7')
  expect(await importInto(business, rows)).toMatchObject({
    rows: 24,
    left: 0,
    created: 0,
    updated: 0,
    unchanged: 24,
    refused: [],
    categories_created: [],
  })
  expect(await stored(business, 'e7')).toEqual(before)
  expect(await productsOf(business)).toHaveLength(24)
})

test('an update takes the fields that each row has and leaves the others', async () => {
  const business = await shopWithCup()
  const further = { ...cup, external_id: 'e2', sku: 'S2', name: 'Pot' }
  expect(await importInto(business, [further])).toMatchObject({ created: 1 })
  const [first, second] = [await stored(business), await stored(business, 'e2')]
  const row = { external_id: 'e1', price: 950, tags: ['c'], metadata: { colour: 'red' } }
  // By its SKU, if a row has no external id.
  const rows = [row, { sku: ' S2 ', name: 'Mug', category: 'Mugs' }]
  expect(await importInto(business, rows)).toMatchObject({ updated: 2, categories_created: ['mugs'] })
  expect(await stored(business)).toEqual({
    ...first,
    price: 950,
    tags: ['c'],
    metadata: { zebra: 'z', colour: 'red', size: 'XL' },
    version: 2,
    updated_at: expect.any(String),
  })
  expect(await stored(business, 'e2')).toMatchObject({
    ...second,
    name: 'Mug',
    category_id: 'mugs',
    version: 2,
    updated_at: expect.any(String),
  })
  expect(await productsOf(business)).toMatchObject([{ price: 950, name: 'Cup' }, { category_id: 'mugs' }])
})

test('an update is checked with the stored product, and a refused one changes nothing', async () => {
  const business = await shopWithCup()
  const { refused } = await importInto(business, [{ external_id: 'e1', price: 1001, name: '' }])
  expect(refused[0]?.reasons).toEqual([
    'name: must have 1 to 200 characters',
    'compare_at_price: must not be below price',
  ])
  expect(await stored(business)).toMatchObject({ price: 900, version: 1 })
})

test('an update can change the SKU, which is free afterwards', async () => {
  const business = await shopWithCup()
  expect(await importInto(business, [{ external_id: 'e1', sku: 'S2' }])).toMatchObject({ updated: 1 })
  expect(await findIdBySku(business.id, 'S1')).toBeUndefined()
  expect(await importInto(business, [{ ...cup, external_id: 'e2', sku: 'S1' }])).toMatchObject({ created: 1 })
})

test('a slug that a row of the file has is not made from the names of others', async () => {
  const business = await makeBusiness()
  const rows = Array.from({ length: 20 }, (_, n) => ({ ...cup, external_id: `e${n}`, sku: `S${n}` }))
  const named = { ...cup, external_id: 'named', sku: 'NAMED', slug: 'cup' }
  expect(await importInto(business, [...rows, named])).toMatchObject({ created: 21, refused: [] })
  expect(await findIdOfSlug(business.id, 'cup')).toBe(await findIdBySku(business.id, 'NAMED'))
})

test('a dry run says what would happen, and nothing does', async () => {
  const business = await shopWithCup()
  expect(await importInto(business, [cup], '--dry-run')).toMatchObject({ unchanged: 1, updated: 0 })
  const rows = [
    { external_id: 'e1', price: 1 },
    { ...cup, external_id: 'e2', sku: 'S2', category: 'Mugs' },
    { ...cup, external_id: 'e3', sku: 'S3', category: 'Mugs', price: -1 },
    { external_id: 'e1', sku: 'S9' },
  ]
  const { categories_created, ...report } = await importInto(business, rows, '--dry-run')
  expect(categories_created).toEqual(['mugs'])
  expect(report).toMatchObject({ dry_run: true, created: 1, updated: 1, unchanged: 0 })
  expect(report.refused.map(({ row }) => row)).toEqual([3, 4])
  expect(await productsOf(business)).toMatchObject([{ price: 900 }])
  expect(await importInto(business, rows.slice(0, 2))).toMatchObject({
    created: 1,
    updated: 1,
    categories_created: ['mugs'],
  })
})
