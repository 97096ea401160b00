import { beforeAll, expect, test } from 'vitest'
import { ROUTES } from '../../../lib/api/routes.ts'
import { type Merchant, makeMerchant } from '../../admin/merchant.ts'
import { call } from '../../support/shop.ts'

// Longer than a partition key can be, and than a sort key, with what is before and behind it in a key.
const LONG = 'x'.repeat(2_100)
const WIDE = encodeURIComponent('ü'.repeat(1_060))

let merchant: Merchant
beforeAll(async () => {
  merchant = await makeMerchant()
})

const WITH_NAMES = ROUTES.filter(({ path }) => path.includes('{'))

test.each(WITH_NAMES.map((route) => [route.method, route.path] as const))(
  '%s %s takes a name that is longer than a key for one that is not there',
  async (method, path) => {
    for (const name of [LONG, WIDE]) {
      const { status } = await merchant.ask(method, path.replaceAll(/\{\w+\}/g, name))
      expect(status).toBeGreaterThanOrEqual(400)
      expect(status).toBeLessThan(500)
    }
  },
)

test.each([
  `/products?category=${LONG}`,
  `/products?ids=${LONG}`,
  `/products?tag=${LONG}`,
  `/products/search?category=${LONG}`,
  `/admin/products?category_id=${LONG}`,
  `/admin/products?sku=${LONG}`,
  `/admin/products?external_id=${LONG}`,
  `/admin/variants?sku=${LONG}`,
  `/admin/inventory?sku=${LONG}`,
  `/admin/events?object_id=${LONG}`,
  `/admin/events?after=${LONG}`,
  `/admin/imports?cursor=${LONG}`,
])('a filter that is longer than a key finds nothing, or is refused: %s', async (path) => {
  const { status } = await merchant.ask('GET', path)
  expect(status).toBeLessThan(500)
})

test.each([
  ['x-public-business-slug', LONG],
  ['authorization', `Bearer ${LONG}`],
  ['authorization', `Bearer sfk_${LONG}`],
])('a name of a business that is longer than a key is unknown (%s)', async (header, value) => {
  const { status } = await call('/products', { headers: { [header]: value } })
  expect(status).toBeGreaterThanOrEqual(400)
  expect(status).toBeLessThan(500)
})

test.each([
  ['POST', '/admin/products', { name: 'a', price: 1, category_id: LONG }],
  ['POST', '/admin/products', { name: 'a', price: 1, sku: LONG }],
  ['POST', '/admin/products', { name: 'a', price: 1, metadata: { '': 'x' } }],
  ['POST', '/admin/products', { name: 'a', price: 1, '': 'x' }],
  ['POST', '/admin/categories', { name: 'a', id: LONG }],
  ['POST', '/admin/categories', { name: 'a', id: 'a', metadata: { '': 'x' } }],
  ['POST', '/admin/inventory/adjust', { adjustments: [{ sku: LONG, delta: 1 }] }],
  ['PATCH', '/admin/business', { metadata: { '': 'x' } }],
])(
  'a body with a name that is longer than a key, or empty, is refused: %s %s %j',
  async (method, path, body) => {
    const { status } = await merchant.ask(method, path, body)
    expect([422, 400, 404, 409]).toContain(status)
  },
)
