/** A deletion that ends between the check of a key and the work of its call. */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { guardedRoutes } from '../support/handlers.ts'
import { invoke } from './in-process.ts'
import { TEA } from './merchant.ts'

const routes = await guardedRoutes()
const businessId = randomUUID()

test.each([
  ['GET', '/admin/business', {}],
  ['PATCH', '/admin/business', { body: { name: 'New' } }],
  ['GET', '/admin/feeds/{feed}', { path: { feed: 'google.xml' } }],
  ['POST', '/admin/products', { body: TEA }],
  ['PUT', '/admin/products/by-external-id/{external_id}', { path: { external_id: 'erp' }, body: TEA }],
  ['PATCH', '/admin/products/by-external-id/{external_id}', { path: { external_id: 'erp' }, body: TEA }],
])('%s %s says that the business was deleted', async (method, route, more) => {
  const { handler } = routes.find((one) => one.method === method && one.path === route) ?? {}
  if (!handler) throw new Error('no such route')
  const { status, body } = await invoke(handler, businessId, { method, route, ...more })
  expect([status, body.code]).toEqual([404, 'business_not_found'])
})

test('each operation of a bulk request says that the business was deleted', async () => {
  const route = { method: 'POST', route: '/admin/products/bulk' }
  const { handler } = routes.find(({ path }) => path === route.route) ?? {}
  if (!handler) throw new Error('no such route')
  const { body } = await invoke(handler, businessId, {
    ...route,
    body: { operations: [{ op: 'create', data: TEA }] },
  })
  expect(body).toMatchObject({ code: 'business_not_found' })
})
