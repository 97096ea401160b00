import { beforeEach, expect, test } from 'vitest'
import { getCategoryCard } from '../../../lib/data/storefront/cards.ts'
import type { Business } from '../../../lib/domain/business.ts'
import { listOf, makeBusiness, makeCategory } from '../../support/shop.ts'
import { exported, importInto, makeFile, operate } from '../operate.ts'

let business: Business

beforeEach(async () => {
  business = await makeBusiness()
})

const cup = { name: 'Cup', price: 900 }
const cardOf = async (id: string) => JSON.parse((await getCategoryCard(business.id, id)) ?? '{}')

test('categories are made of their names and paths once, however many rows name them', async () => {
  await makeCategory(business, { name: 'Tea' })
  await makeCategory(business, { id: 'c-1', name: 'Kept' })
  const names = [
    'Tea',
    'Coffee',
    'Crème & Thé',
    'coffee',
    'COFFEE!',
    '茶',
    'Men > Shirts',
    'Women > Shirts',
    'Men',
  ]
  const rows: object[] = names.map((category, n) => ({ ...cup, sku: `S${n}`, category }))
  rows.push({ ...cup, sku: 'A', category_id: 'c-2' })
  rows.push({ ...cup, sku: 'B', category: 'Second', category_id: 'c-2' })
  rows.push({ ...cup, sku: 'C', category: 'First', category_id: 'c-1' })
  rows.push({ ...cup, sku: 'D', price: -1, category: 'Refused' })
  const file = await makeFile('a.json', rows)
  const { code, notes } = await operate('import', file, '--business', business.id)
  expect([code, notes]).toEqual([
    3,
    [
      'row 13: price: must be an integer from 0 to 1000000000000',
      '1 product in a category that became one with another. See row 5: "Coffee" and "COFFEE!" are one category: both have the id coffee',
    ],
  ])
  const { data } = await listOf(business, '/categories?limit=1000')
  const made = data.map(({ id, parent_id }) => [id, parent_id]).filter(([id]) => id !== 'tea')
  expect(made.sort()).toEqual([
    ['c-1', null],
    ['c-2', null],
    [expect.stringMatching(/^c-\w{6}$/), null],
    ['coffee', null],
    ['creme-the', null],
    ['men', null],
    ['men-shirts', 'men'],
    ['women', null],
    ['women-shirts', 'women'],
  ])
  expect(await cardOf('creme-the')).toMatchObject({ name: 'Crème & Thé' })
  expect(await cardOf('c-2')).toMatchObject({ name: 'Second' })
  expect(await cardOf('c-1')).toMatchObject({ name: 'Kept' })
  expect(await importInto(business, rows)).toMatchObject({ unchanged: 12, categories_created: [] })
})

test('--category is for new products without one, and can be a path', async () => {
  const text = 'sku,name,price,category\nA,Cup,1.00,\nB,Mug,1.00,Mugs\n'
  const options = ['--category', 'Table > Cups']
  const report = await importInto(business, { name: 'products.csv', text }, ...options)
  expect(report).toMatchObject({ created: 2, refused: [] })
  expect((await exported(business)).lines.map(({ category_id }) => category_id)).toEqual([
    'table-cups',
    'mugs',
  ])
})

test('a wrong additional category is a fault of its row, and nothing comes of it', async () => {
  const line = (sku: string, more: object) =>
    JSON.stringify({ sku, name: sku, price: 1, category: 'Cups', ...more })
  const text = [
    line('A', { category: 'Refused', additional_categories: [{ id: 'none' }] }),
    line('B', { additional_categories: [{ id: 'cups' }] }),
    line('E', { additional_categories: [{ category: 'Gifts', id: 'presents', position: 3 }, 'Sale'] }),
    '',
  ].join('\n')
  const { refused } = await importInto(business, { name: 'products.jsonl', text })
  expect(refused.map(({ reasons }) => reasons)).toEqual([
    ['additional_categories: there is no category "none"'],
    ['additional_categories.0.id: is already the category of the product'],
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
  // A file with their names alone leaves the positions.
  const named = { name: 'named.csv', text: 'sku,name,price,category\nE,E,0.01,Cups | Sale | Gifts\n' }
  await importInto(business, named)
  expect((await exported(business)).lines[0]?.additional_categories).toMatchObject([
    { id: 'sale' },
    { id: 'gifts' },
  ])
})
