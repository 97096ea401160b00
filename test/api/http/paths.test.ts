import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { makeMarkedShop } from '../../support/public-paths.ts'
import { type Lines, outcomeOf, send } from '../../support/send.ts'

const mark = randomUUID().slice(0, 8)
const { business, product, category } = await makeMarkedShop(mark)
const asShop: Lines = { 'x-public-business-slug': business.slug }

/** None of these identifies anybody well. */
const STRANGERS: Lines[] = [{}, { authorization: '' }, { 'x-public-business-slug': '' }]

const NO_PRODUCT = '404 product_not_found'
const NO_CATEGORY = '404 category_not_found'
const NO_ROUTE = '404 route_not_found'
const encoded = (text: string) => [...Buffer.from(text)].map((byte) => `%${byte.toString(16)}`).join('')

describe('a path is read as it was sent, and names one thing or nothing', () => {
  test.each([
    [`/products/${product.id}`, '200'],
    [`/products/${product.id.toUpperCase()}`, '200'],
    [`/products/${product.slug}`, '200'],
    [`/products/${encoded(product.slug)}`, '200'],
    [`/categories/${encoded(category.id)}`, '200'],
    ['/%70roducts', '200'],
    [`/products/${product.slug.toUpperCase()}`, NO_PRODUCT],
    [`/products/${product.id}%00`, NO_PRODUCT],
    [`/products/${product.id}%0A`, NO_PRODUCT],
    [`/products/${product.id}%20`, NO_PRODUCT],
    [`/products/${product.id}+`, NO_PRODUCT],
    [`/products/${product.id}%23`, NO_PRODUCT],
    [`/products/${product.id};v=1`, NO_PRODUCT],
    [`/products/${product.id}%2F`, NO_PRODUCT],
    [`/products/${product.id}%252F`, NO_PRODUCT],
    [`/products/${product.id}.json`, NO_PRODUCT],
    [`/products/{${product.id}}`, NO_PRODUCT],
    [`/products/${product.id},${product.id}`, NO_PRODUCT],
    [`/products/${encoded(encoded(product.slug))}`, NO_PRODUCT],
    [`/products/${encodeURIComponent(product.slug.replace('i', 'і'))}`, NO_PRODUCT],
    ['/products/%00', NO_PRODUCT],
    ['/products/%2F', NO_PRODUCT],
    ['/products/%2F%2F', NO_PRODUCT],
    ['/products/%5C', NO_PRODUCT],
    ['/products/%2e', NO_PRODUCT],
    ['/products/%2e%2e', NO_PRODUCT],
    ['/products/%2e%2e%2fbusiness', NO_PRODUCT],
    ['/products/..%2Fbusiness', NO_PRODUCT],
    ['/products/%252e%252e', NO_PRODUCT],
    ['/products/%3F', NO_PRODUCT],
    ['/products/%E2%98%95', NO_PRODUCT],
    ['/products/*', NO_PRODUCT],
    ['/products/__proto__', NO_PRODUCT],
    ['/products/null', NO_PRODUCT],
    [`/products/${'a'.repeat(8000)}`, NO_PRODUCT],
    ['/categories/%00', NO_CATEGORY],
    ['/categories/..%2Fproducts', NO_CATEGORY],
    [`/categories/${category.id}%00`, NO_CATEGORY],
    [`/categories/${product.id}`, NO_CATEGORY],
    ['/', NO_ROUTE],
    ['', NO_ROUTE],
    ['/products/', NO_ROUTE],
    ['//products', NO_ROUTE],
    ['/products//', NO_ROUTE],
    [`/products//${product.id}`, NO_ROUTE],
    [`/products/${product.id}/`, NO_ROUTE],
    ['/products/%2e%2e/business', NO_ROUTE],
    ['/./products', NO_ROUTE],
    ['/products/../business', NO_ROUTE],
    ['/%2e%2e/v1/products', NO_ROUTE],
    ['/PRODUCTS', NO_ROUTE],
    ['/products%00', NO_ROUTE],
    ['/products%20', NO_ROUTE],
    ['/products%2F', NO_ROUTE],
    ['/products%3Flimit=1', NO_ROUTE],
    ['/%2Fproducts', NO_ROUTE],
    ['/products;v=1', NO_ROUTE],
    ['/{proxy+}', NO_ROUTE],
    ['/$default', NO_ROUTE],
    ['/authorizer', NO_ROUTE],
    [`/${'a/'.repeat(2000)}`, NO_ROUTE],
  ])('GET %s is %s', async (path, expected) => {
    const answer = await send(path, asShop)
    expect(outcomeOf(answer)).toBe(expected)
    if (expected !== '200') expect(answer.body.toString()).not.toContain(mark)
  })
})

test('404 of the router needs no identification, whatever else is wrong', async () => {
  for (const headers of STRANGERS)
    for (const method of ['GET', 'POST', 'OPTIONS'])
      expect(outcomeOf(await send('/nothing?what=%', headers, method))).toBe(NO_ROUTE)
})

test('405 of the router needs none either and names the methods of the path', async () => {
  for (const path of ['/products', '/products/x', '/categories', '/categories/x', '/business', '/health'])
    for (const headers of [...STRANGERS, asShop]) {
      const answer = await send(`${path}?what=%`, headers, 'POST')
      expect(outcomeOf(answer)).toBe('405 method_not_allowed')
      expect(answer.headers.allow).toBe('GET, HEAD, OPTIONS')
    }
})

test.each([
  ['GET', '/admin/products/bulk', 'POST'],
  ['PATCH', '/admin/api-keys/current', 'GET, HEAD'],
  ['GET', '/admin/webhooks/01a21cd2-d9e8-7de0-ae7e-e55c85f8fef9/deliveries/redeliver', 'POST'],
])('%s %s is 405: a name in the place of an id has its own methods', async (method, path, allow) => {
  const answer = await send(path, {}, method)
  expect(outcomeOf(answer)).toBe('405 method_not_allowed')
  expect(answer.headers.allow).toBe(allow)
})

// A path that cannot be decoded never reaches a function: the gateway responds, without our headers.
test.each(['/%', '/products/%', '/products/%E0%A4%A', '/products/%FF', '/products/%C0%AF', '/%zz'])(
  'GET %s is refused by the gateway itself',
  async (path) => {
    const answer = await send(path, asShop)
    expect({ status: answer.status, body: answer.body.toString() }).toEqual({
      status: 400,
      body: '{"message":"Bad Request"}',
    })
  },
)

test('an encoded question mark ends a path, and no query follows it', async () => {
  const answer = await send(`/products/${product.id}%3Fwhat=1`, asShop)
  expect(JSON.parse(answer.body.toString())).toMatchObject({ id: product.id })
})
