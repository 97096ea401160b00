import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import type { Business } from '../../lib/domain/business.ts'
import type { Product } from '../../lib/domain/products/product.ts'
import { publicProduct } from '../../lib/domain/public-view.ts'
import { problemIn, send } from '../support/send.ts'
import { callAs, makeBusiness, makeCategory, makeProduct } from '../support/shop.ts'

let business: Business
let product: Product

beforeAll(async () => {
  business = await makeBusiness()
  const other = await makeBusiness()
  for (const shop of [business, other]) await makeCategory(shop, { id: 'tea' })
  product = await makeProduct(business, { name: 'Sencha', slug: 'sencha', category_id: 'tea', cost: 1 })
  await makeProduct(business, { slug: 'draft', category_id: 'tea', status: 'draft' })
  await makeProduct(other, { slug: 'theirs', category_id: 'tea' })
})

test('an id, the same id in capitals and the slug return the bare product', async () => {
  for (const path of [product.id, product.id.toUpperCase(), 'sencha']) {
    const response = await callAs(business, `/products/${path}`)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(await response.text()).toBe(JSON.stringify(publicProduct(product)))
  }
})

test('a slug of the shape of an id in everything but one character is still a slug', async () => {
  const slug = `${product.id.slice(0, -1)}x`
  const near = await makeProduct(business, { name: 'Near', slug, category_id: 'tea' })
  expect(await (await callAs(business, `/products/${slug}`)).json()).toMatchObject({ id: near.id })
})

/** Names that no product can have, or no public one of this business has. They are sent unchanged. */
const MISSING = [
  'nothing',
  'draft',
  'theirs',
  'SENCHA',
  'Sencha',
  'sencha%20',
  'sencha%00',
  'sencha%23',
  'sencha%0A',
  's%C3%A9ncha',
  '%D1%95encha',
  '-',
  '-sencha',
  'sencha-',
  '%2e%2e',
  '..%2Fbusiness',
  'sencha%2F',
  'sencha,sencha',
  '*',
  '%EF%BC%A0',
  'constructor',
  '__proto__',
  'x'.repeat(63),
  'x'.repeat(64),
  'x'.repeat(2000),
  `%7B${randomUUID()}%7D`,
  `urn:uuid:${randomUUID()}`,
  'BIZ%23x%23SLUG%23sencha',
]

test.each(MISSING)('/products/%s is not found', async (path) => {
  const answer = await send(`/products/${path}`, { 'x-public-business-slug': business.slug })
  expect(answer.status).toBe(404)
  expect(['product_not_found', 'route_not_found']).toContain(problemIn(answer).code)
})

test('a parameter is unknown here', async () => {
  const response = await callAs(business, '/products/sencha?fields=id')
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({
    code: 'unknown_parameter',
    errors: [{ parameter: 'fields' }],
  })
  expect((await callAs(business, '/products/sencha?utm_source=mail')).status).toBe(200)
})

test('a bad parameter is refused before it is known whether there is such a product', async () => {
  const [there, missing] = await Promise.all(
    ['sencha', 'nothing'].map(async (slug) => (await callAs(business, `/products/${slug}?x=1`)).status),
  )
  expect([there, missing]).toEqual([400, 400])
})

test('nothing but the business that was identified is looked at', async () => {
  const stranger = await makeBusiness()
  for (const path of [product.id, 'sencha'])
    expect((await callAs(stranger, `/products/${path}`)).status).toBe(404)
})
