import { beforeAll, expect, test } from 'vitest'
import { changeProduct } from '../../../lib/data/products/products.ts'
import type { Business } from '../../../lib/domain/business.ts'
import { replaceVariants } from '../../../lib/domain/products/replace-variants.ts'
import { makeBusiness, makeCategory, makeProduct } from '../../support/shop.ts'
import { operate } from '../operate.ts'

let business: Business

beforeAll(async () => {
  business = await makeBusiness({ product_url_template: 'https://shop.example/{slug}' })
  await makeCategory(business, { id: 'tea' })
  const images = [{ url: 'https://images.example/1.jpg', alt: '' }]
  await makeProduct(business, { category_id: 'tea', images, brand: 'Nordholz' })
  await makeProduct(business, { category_id: 'tea', name: 'Draft', status: 'draft' })
  const shirt = await makeProduct(business, { category_id: 'tea', name: 'Shirt' })
  await changeProduct(business.id, shirt.id, (whole) =>
    replaceVariants(whole, {
      options: [{ name: 'Size', values: ['S', 'M'] }],
      variants: ['S', 'M'].map((Size) => ({ option_values: { Size }, price: 100, mpn: Size })),
    }),
  )
})

test('each feed has its address, its rows and the fields that are missing', async () => {
  const { code, stdout, notes } = await operate('feeds', '--business', business.slug)
  expect({ code, notes }).toEqual({ code: 0, notes: [] })
  const rows = stdout.split('\n').map((line) => line.split(/ {2,}/))
  const address = (feed: string) => `/api/v1/feeds/${feed}?business=${business.slug}`
  expect(rows).toEqual([
    ['FEED', 'ROWS', 'LEFT OUT', 'MISSING', 'ADDRESS'],
    ['google.xml', '1', '2', 'images: 2', address('google.xml')],
    ['meta.xml', '1', '2', 'images: 2', address('meta.xml')],
    ['openai.jsonl', '0', '3', 'country: 3, images: 2, brand: 2', address('openai.jsonl')],
    ['sitemap.xml', '2', '0', '-', address('sitemap.xml')],
  ])
})

test('as JSON it has the counts of the report', async () => {
  const { stdout } = await operate('feeds', '--business', business.id, '--json')
  expect(JSON.parse(stdout)[1]).toEqual({
    feed: 'meta.xml',
    products: 2,
    rows: 1,
    left_out: 2,
    missing: { images: 2 },
    recommended: { gtin: 1 },
    too_long: {},
    url: `/api/v1/feeds/meta.xml?business=${business.slug}`,
  })
})

test('without a template everything is left out', async () => {
  const shop = await makeBusiness()
  await makeCategory(shop, { id: 'tea' })
  await makeProduct(shop, { category_id: 'tea' })
  const { stdout } = await operate('feeds', '--business', shop.slug)
  expect(stdout).toMatch(/sitemap\.xml {3}0 {5}1 {9}product_url_template: 1 /)
})
