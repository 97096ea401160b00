import { beforeEach, expect, test } from 'vitest'
import { callAs, listOf } from '../../support/shop.ts'
import { create, type Merchant, makeShelves, TEA } from '../merchant.ts'

let shop: Merchant

beforeEach(async () => {
  shop = await makeShelves()
})

test('every status may become every other, and only an active product is public, at once', async () => {
  const { id, slug } = await create(shop, '/admin/products', TEA)
  for (const status of ['active', 'draft', 'archived', 'draft', 'active', 'archived', 'active', 'active']) {
    expect((await shop.ask('PATCH', `/admin/products/${id}`, { status })).body.status).toBe(status)
    const seen = status === 'active' ? 200 : 404
    for (const path of [`/products/${id}`, `/products/${slug}`])
      expect((await callAs(shop.business, path)).status).toBe(seen)
    for (const path of [
      '/products',
      '/products?category=tea',
      '/products?sort=-price',
      `/products?ids=${id}`,
    ])
      expect((await listOf(shop.business, path)).count).toBe(status === 'active' ? 1 : 0)
  }
})

test('public paths follow a write, and never show what is private', async () => {
  const secrets = {
    sku: 'canary5e',
    external_id: 'canary5e',
    cost: 555_444_333,
    metadata: { canary5e: 'canary5e' },
  }
  const product = await create(shop, '/admin/products', { ...TEA, ...secrets, status: 'active' })
  await create(shop, '/admin/products', { ...TEA, name: 'canary5e draft', tags: ['canary5e'] })
  await shop.ask('PATCH', '/admin/categories/tea', { metadata: secrets.metadata })
  await shop.ask('PATCH', '/admin/business', { metadata: secrets.metadata })
  const change = { name: 'Gyokuro', slug: 'gyokuro', price: 9, category_id: 'pots', tags: ['green'] }
  await shop.ask('PATCH', `/admin/products/${product.id}`, { ...change, metadata: { more: 'canary5e' } })
  expect((await listOf(shop.business, '/products?category=pots&tag=green')).data).toMatchObject([change])
  expect((await callAs(shop.business, '/products/sencha')).status).toBe(404)
  for (const path of [
    '/products',
    '/products?category=pots',
    '/products?category=tea',
    '/products?tag=canary5e',
    `/products/${product.id}`,
    '/products/gyokuro',
    '/products/canary5e-draft',
    `/products?ids=${product.id}`,
    '/categories',
    '/categories/tea',
    '/business',
  ]) {
    const response = await callAs(shop.business, path)
    const text = (await response.text()) + JSON.stringify([...response.headers])
    expect(text, path).not.toMatch(/canary5e|555444333|"version"|"status":"/)
  }
})
