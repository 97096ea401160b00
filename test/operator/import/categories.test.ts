import { beforeEach, expect, test } from 'vitest'
import { listProducts } from '../../../lib/data/products/product-reads.ts'
import { updateProduct } from '../../../lib/data/products/products.ts'
import type { Business } from '../../../lib/domain/business.ts'
import { listOf, makeBusiness, makeCategory, makeProduct } from '../../support/shop.ts'
import { exported, importInto } from '../operate.ts'

let business: Business

beforeEach(async () => {
  business = await makeBusiness()
})

const importCsv = (...rows: string[]) =>
  importInto(business, { name: 'products.csv', text: [...rows, ''].join('\n') })

async function categoriesOf(sku: string) {
  const { lines } = await exported(business)
  const line: Record<string, unknown> = { ...lines.find((one) => one.sku === sku) }
  const all = line.additional_categories as { id: string }[]
  return [line.category_id, ...all.map(({ id }) => id)]
}

test('a cell has several categories, between which a | stands, or a comma between paths', async () => {
  const report = await importCsv(
    'sku,name,price,category',
    'A,Cup,1.00,Cups | Gifts',
    'B,Mug,1.00,"Table > Mugs, Gifts > Small"',
    'C,Tea,1.00,"Food, Drinks & Tobacco > Tea"',
  )
  expect(report).toMatchObject({ created: 3, refused: [], lost: [] })
  expect(await categoriesOf('A')).toEqual(['cups', 'gifts'])
  expect(await categoriesOf('B')).toEqual(['table-mugs', 'gifts-small'])
  expect(await categoriesOf('C')).toEqual(['food-drinks-tobacco-tea'])
})

test('a file with one category for each product leaves additional categories alone', async () => {
  for (const id of ['cups', 'gifts', 'front']) await makeCategory(business, { id })
  const additional_categories = [{ id: 'gifts', position: 1 }, { id: 'front' }]
  await makeProduct(business, { sku: 'A', category_id: 'cups', additional_categories })
  await importCsv('sku,price,category_id', 'A,2.00,cups')
  expect(await categoriesOf('A')).toEqual(['cups', 'gifts', 'front'])
  // The category into which the product moves is no additional one any more.
  await importCsv('sku,price,category_id', 'A,2.00,gifts')
  expect(await categoriesOf('A')).toEqual(['gifts', 'front'])
})

test('the position of a product in an additional category stays, which a file with names does not have', async () => {
  const rows = ['sku,name,price,category', 'A,Cup,1.00,Cups | Gifts | Sale']
  await importCsv(...rows)
  const [product] = (await listProducts(business.id, { reverse: false }, { limit: 1 })).items
  const additional_categories = [
    { id: 'sale', position: 4 },
    { id: 'gifts', position: 7 },
  ]
  await updateProduct(business.id, String(product?.id), (before) => ({ ...before, additional_categories }))
  expect(await importCsv(...rows)).toMatchObject({ updated: 1 })
  const { lines } = await exported(business)
  expect(lines).toMatchObject([
    {
      additional_categories: [
        { id: 'gifts', position: 7 },
        { id: 'sale', position: 4 },
      ],
    },
  ])
  expect(await importCsv(...rows)).toMatchObject({ updated: 0, unchanged: 1 })
})

test('a category and a column of further ones are put together', async () => {
  await importCsv('sku,name,price,category,additional_categories', 'A,Cup,1.00,Cups | Gifts,Sale | Gifts')
  expect(await categoriesOf('A')).toEqual(['cups', 'gifts', 'sale'])
})

test('the category of new products can be a path', async () => {
  const text = ['sku,name,price', 'A,Cup,1.00', ''].join('\n')
  await importInto(business, { name: 'products.csv', text }, '--category', 'Table > Cups')
  expect(await categoriesOf('A')).toEqual(['table-cups'])
})

test('a column of its own has additional categories by their names, and an empty cell takes them away', async () => {
  const header = 'sku,name,price,category,additional_categories'
  await importCsv(header, 'A,Cup,1.00,Cups,Gifts > Small | Sale')
  expect(await categoriesOf('A')).toEqual(['cups', 'gifts-small', 'sale'])
  expect(await importCsv(header, 'A,Cup,1.00,Cups,Sale | Cups | Sale')).toMatchObject({ updated: 1 })
  expect(await categoriesOf('A')).toEqual(['cups', 'sale'])
  await importCsv(header, 'A,Cup,1.00,Cups,')
  expect(await categoriesOf('A')).toEqual(['cups'])
})

test('a wrong additional category is a fault of its row, and nothing comes of it', async () => {
  const line = (sku: string, more: object) =>
    JSON.stringify({ sku, name: sku, price: 1, category: 'Cups', ...more })
  const { refused } = await importInto(business, {
    name: 'products.jsonl',
    text: [
      line('A', { category: 'Refused', additional_categories: [{ id: 'none' }] }),
      line('B', { additional_categories: [{ id: 'cups' }] }),
      line('C', { additional_categories: [{ category: 'y'.repeat(121) }] }),
      line('D', { additional_categories: [7] }),
      line('E', { additional_categories: [{ category: 'Gifts', id: 'presents', position: 3 }, 'Sale'] }),
      '',
    ].join('\n'),
  })
  expect(refused.map(({ reasons }) => reasons)).toEqual([
    ['additional_categories: there is no category "none"'],
    ['additional_categories.0.id: is the category of the product already'],
    [expect.stringMatching(/^additional_categories: /)],
    [expect.stringMatching(/^additional_categories\.0: /)],
  ])
  const { data } = await listOf(business, '/categories')
  expect(data.map(({ id }) => id)).toEqual(['cups', 'presents', 'sale'])
  const { lines } = await exported(business)
  expect(lines).toMatchObject([
    {
      sku: 'E',
      additional_categories: [
        { category: 'Gifts', id: 'presents', position: 3 },
        { category: 'Sale', id: 'sale' },
      ],
    },
  ])
})
