import { beforeAll, expect, test } from 'vitest'
import type { Business } from '../../lib/domain/business.ts'
import type { Category } from '../../lib/domain/category.ts'
import { publicCategory } from '../../lib/domain/public-view.ts'
import { problemIn, send } from '../support/send.ts'
import { callAs, listOf, makeBusiness, makeCategory } from '../support/shop.ts'

let business: Business
let category: Category

beforeAll(async () => {
  business = await makeBusiness()
  category = await makeCategory(business, {
    id: 'tea',
    name: 'Tea & <more>',
    description: 'Leaves',
    position: 4,
    image: { url: 'https://img.example/tea.jpg' },
    metadata: { secret: 'canary' },
  })
  const other = await makeBusiness()
  await makeCategory(other, { id: 'theirs' })
})

test('a category is returned bare, with exactly its public fields', async () => {
  const response = await callAs(business, '/categories/tea')
  expect(response.status).toBe(200)
  const text = await response.text()
  expect(text).toBe(JSON.stringify(publicCategory(category)))
  expect(JSON.parse(text)).toEqual({
    id: 'tea',
    name: 'Tea & <more>',
    description: 'Leaves',
    parent_id: null,
    position: 4,
    is_listed: true,
    image: { url: 'https://img.example/tea.jpg', alt: '' },
    created_at: category.created_at,
    updated_at: category.created_at,
  })
})

test('the list shows the same category', async () => {
  expect((await listOf(business, '/categories')).data).toEqual([
    await (await callAs(business, '/categories/tea')).json(),
  ])
})

test.each([
  'nothing',
  'theirs',
  'Tea',
  'tea%20',
  'tea%23COUNT%230',
  'tea%00',
  '%2e%2e',
  '-',
  'x'.repeat(64),
  '__proto__',
])('/categories/%s is not found', async (id) => {
  const answer = await send(`/categories/${id}`, { 'x-public-business-slug': business.slug })
  expect(answer.status).toBe(404)
  expect(['category_not_found', 'route_not_found']).toContain(problemIn(answer).code)
})

test('the id of a business is not a category of it', async () => {
  expect((await callAs(business, `/categories/${business.id}`)).status).toBe(404)
})
