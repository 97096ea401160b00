import { randomInt } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { MOST_GZIP_BYTES } from '../../lib/api/http/answer/file-answer.ts'
import { updateBusiness } from '../../lib/data/businesses.ts'
import { updateProduct } from '../../lib/data/products/products.ts'
import type { Product } from '../../lib/domain/products/product.ts'
import { askAs, outcome } from '../admin/merchant.ts'
import { seedShop } from '../support/seeded-shop.ts'
import { call, makeToken } from '../support/shop.ts'

async function shopOf(size: number, describe: (n: number) => Partial<Product>) {
  const images = [{ url: 'https://images.example/1.jpg', alt: '' }]
  const shop = await seedShop(size, (n) => ({ images, ...describe(n) }))
  const product_url_template = 'https://shop.example/{slug}'
  await updateBusiness(shop.id, (before) => ({ ...before, product_url_template }))
  return shop
}

const fetchFeed = (id: string, name: string, coding = 'identity') =>
  call(`/feeds/${name}?business=${id}`, { headers: { 'accept-encoding': coding } })

test('5,000 products are a feed, and 5,001 are refused', async () => {
  const shop = await shopOf(5_001, (n) => ({ name: `Tea ${n}`, description: '' }))
  const { id, products } = shop
  for (const name of ['google.xml.gz', 'sitemap.xml']) {
    const refused = await fetchFeed(id, name)
    expect([refused.status, await refused.json()]).toMatchObject([422, { code: 'catalogue_too_large' }])
  }
  const report = await askAs(await makeToken(shop), 'GET', '/admin/feeds/google.xml')
  expect(outcome(report)).toBe('422 catalogue_too_large')
  await updateProduct(id, products[0]?.id ?? '', (before) => ({ ...before, status: 'draft' }))
  // A refusal is kept for a minute, unless the shop is another one.
  await updateBusiness(id, (before) => ({ ...before, name: 'A smaller shop' }))
  const response = await fetchFeed(id, 'google.xml', 'gzip')
  expect(response.status).toBe(200)
  expect((await response.text()).match(/<item>/g)).toHaveLength(5_000)
})

test('a feed of more than 5 MB is only sent compressed', async () => {
  // In XML each of these has 5 characters.
  const { id } = await shopOf(240, (n) => ({ name: `Tea ${n}`, description: '&'.repeat(4_900) }))
  const refused = await fetchFeed(id, 'google.xml')
  const problem = (await refused.json()) as { code: string; detail: string }
  expect([refused.status, problem.code]).toEqual([422, 'catalogue_too_large'])
  expect(problem.detail).toContain('google.xml.gz')
  const file = await fetchFeed(id, 'google.xml.gz')
  const bytes = Buffer.from(await file.arrayBuffer())
  expect(bytes.length).toBeLessThan(MOST_GZIP_BYTES)
  const text = gunzipSync(bytes).toString()
  expect(text.match(/<item>/g)).toHaveLength(240)
  expect(await (await fetchFeed(id, 'google.xml', 'gzip')).text()).toBe(text)
})

test('a feed that is too large even compressed is refused', async () => {
  // Chinese characters by chance: 3 bytes each, of which two and more stay.
  const { id } = await shopOf(480, (n) => ({
    name: `Tea ${n}`,
    description: String.fromCharCode(...Array.from({ length: 4_900 }, () => randomInt(0x4e00, 0x9fa0))),
  }))
  const refused = await fetchFeed(id, 'google.xml.gz')
  expect([refused.status, await refused.json()]).toMatchObject([422, { code: 'catalogue_too_large' }])
})
