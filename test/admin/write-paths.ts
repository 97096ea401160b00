import { randomUUID } from 'node:crypto'
import { makeKey } from '../support/shop.ts'
import { SIMPLE_RESOURCES, simpleResourceOf } from '../support/simple-resources.ts'
import { create, makeShelves, TEA } from './merchant.ts'
import { makeHook, newHook } from './webhooks/hooks.ts'

/** Of the product of the shop, which has no options: its one variant is the product itself. */
export const SKU = 'TEA-1'

/** Of another one, of which there is a stock. */
const STOCKED = 'TEA-2'

/** A price from tomorrow on. */
export const newSchedule = () => ({
  at: new Date(Date.now() + 86_400_000).toISOString(),
  patch: { price: 990 },
})

/** Every path that takes a body, with one that it would take. `pathOf` fills its variables in. */
export const WRITES = [
  { method: 'POST', path: '/admin/products', body: TEA },
  { method: 'PATCH', path: '/admin/products/{id}', body: { name: 'Gyokuro' } },
  { method: 'PUT', path: '/admin/products/by-external-id/{external_id}', body: TEA },
  { method: 'PATCH', path: '/admin/products/by-external-id/{external_id}', body: { name: 'Matcha' } },
  {
    method: 'POST',
    path: '/admin/products/bulk',
    body: { operations: [{ op: 'delete', id: randomUUID() }] },
  },
  // The PUT gives back the SKU by which the PATCH finds the variant, in case a replacement has taken it away.
  { method: 'PUT', path: '/admin/products/{id}/variants', body: { variants: [{ price: 9, sku: SKU }] } },
  { method: 'PATCH', path: '/admin/products/{id}/variants', body: { variants: [{ sku: SKU, price: 8 }] } },
  {
    method: 'PUT',
    path: '/admin/products/{id}/schedule',
    get body() {
      return newSchedule()
    },
  },
  {
    method: 'POST',
    path: '/admin/inventory/adjust',
    body: { reason: 'received', changes: [{ sku: STOCKED, delta: 1 }] },
  },
  {
    method: 'PUT',
    path: '/admin/inventory/holds/{reference}',
    body: { items: [{ sku: STOCKED, quantity: 1 }] },
  },
  { method: 'POST', path: '/admin/inventory/holds/{reference}/commit', body: { payment: 'pi_1' } },
  { method: 'PATCH', path: '/admin/business', body: { name: 'Our shop' } },
  { method: 'POST', path: '/admin/api-keys', body: { name: 'A key', scopes: ['products:read'] } },
  { method: 'PATCH', path: '/admin/api-keys/{id}', body: { name: 'Another name' } },
  { method: 'POST', path: '/admin/api-keys/{id}/rotate', body: { overlap_seconds: 60 } },
  {
    method: 'POST',
    path: '/admin/webhooks',
    // A business has one webhook with a URL.
    get body() {
      return newHook()
    },
  },
  { method: 'PATCH', path: '/admin/webhooks/{id}', body: { description: 'Search' } },
  { method: 'POST', path: '/admin/webhooks/{id}/rotate-secret', body: {} },
  { method: 'POST', path: '/admin/webhooks/{id}/test', body: {} },
  {
    method: 'POST',
    path: '/admin/webhooks/{id}/deliveries/redeliver',
    body: { status: 'failed', from: '2026-11-01T00:00:00Z' },
  },
  { method: 'POST', path: '/admin/webhooks/{id}/deliveries/{delivery_id}/redeliver', body: {} },
  { method: 'POST', path: '/admin/imports/{id}/cancel', body: {} },
  ...SIMPLE_RESOURCES.flatMap(
    ({ path, body, patch }) =>
      [
        { method: 'POST', path, body },
        { method: 'PATCH', path: `${path}/{id}`, body: patch },
      ] as const,
  ),
] as const

/** A shop in which every write has something to write to. */
export async function makeShop() {
  const shop = await makeShelves()
  const product = await create(shop, '/admin/products', { ...TEA, external_id: 'erp-1', sku: SKU })
  await create(shop, '/admin/products', { ...TEA, sku: STOCKED, track_inventory: true, quantity: 9 })
  await shop.ask('PUT', '/admin/inventory/holds/cart-1', { items: [{ sku: STOCKED, quantity: 1 }] })
  const { apiKey } = await makeKey(shop.business)
  const webhook = await makeHook(shop)
  const delivery = (await shop.ask('POST', `/admin/webhooks/${webhook.id}/test`)).body
  const imported = (await shop.ask('POST', '/admin/imports', [TEA])).body
  const idIn = (path: string) => {
    if (path.startsWith('/admin/imports')) return imported.id
    if (simpleResourceOf(path)) return 'sample'
    if (path.startsWith('/admin/webhooks')) return webhook.id
    return path.startsWith('/admin/api-keys') ? apiKey.id : product.id
  }
  for (const { path, body } of SIMPLE_RESOURCES) await create(shop, path, { ...body, id: 'sample' })
  /** The variables of a path, leading to what is there. */
  const variablesOf = (path: string) => ({
    id: idIn(path),
    external_id: 'erp-1',
    delivery_id: delivery.id,
    reference: 'cart-1',
  })
  const pathOf = ({ path }: { path: string }) => {
    const variables = Object.entries(variablesOf(path))
    return variables.reduce((filled, [name, value]) => filled.replace(`{${name}}`, value), path)
  }
  return { ...shop, product, apiKeyId: apiKey.id, variablesOf, pathOf }
}
