import type { Route } from '../../lib/api/route.ts'
import { ROUTES } from '../../lib/api/routes.ts'
import { plantEvent } from '../support/feed.ts'
import { type Body, create, type Merchant, makeMerchant, type Sent, TEA } from './merchant.ts'
import { HOOK } from './webhooks/hooks.ts'
import { newSchedule } from './write-paths.ts'

const ALL: readonly Route[] = ROUTES

/** The routes that ask for a key. */
export const ADMIN = ALL.filter(({ path }) => path.startsWith('/admin/'))

/** A business in which everything bears a mark, also two events that the feed shows. */
export async function makeMarked(mark: string) {
  const merchant = await makeMerchant({ name: mark, metadata: { mark } })
  await create(merchant, '/admin/categories', { id: `shelf-${mark}`, name: mark, metadata: { mark } })
  await create(merchant, '/admin/categories', { id: `zz-${mark}`, name: mark })
  const fields = { ...TEA, category_id: `shelf-${mark}`, name: mark, metadata: { mark } }
  const names = { sku: `sku-${mark}`, external_id: `erp-${mark}`, slug: `slug-${mark}` }
  const product = await create(merchant, '/admin/products', { ...fields, ...names })
  await create(merchant, '/admin/products', { ...fields, slug: `more-${mark}` })
  await merchant.ask('PUT', `/admin/inventory/holds/cart-${mark}`, {
    items: [{ sku: names.sku, quantity: 1 }],
  })
  await merchant.ask('PUT', `/admin/products/${product.id}/schedule`, newSchedule())
  const { id: keyId } = (await merchant.ask('GET', '/admin/api-keys/current')).body
  const by = { actor: { kind: 'api_key' as const, key_id: keyId, key_name: mark }, requestId: null }
  const event = await plantEvent(merchant.business.id, { data: { id: mark }, by })
  await plantEvent(merchant.business.id, { data: { id: mark }, by })
  const hook = { url: `https://${mark}.example/`, events: ['*'], description: mark }
  const webhook = await create(merchant, '/admin/webhooks', hook)
  return { ...merchant, mark, product, event, keyId, webhook }
}

export type Marked = Merchant & { mark: string; product: Body; event: string; keyId: string; webhook: Body }

/** Paths of actions on an object, whose requests need no body. */
export const ACTION = /\/(rotate|rotate-secret|test|cancel|\{delivery_id\}\/redeliver)$/

/** A body for a route, in which nothing is named that another business could have. */
export const bodyFor = ({ method, path }: Route, { mark }: Marked): Sent => {
  if (method === 'PATCH' || ACTION.test(path)) return {}
  if (method === 'POST' && path === '/admin/webhooks') return HOOK
  if (path.endsWith('/deliveries/redeliver')) return { status: 'failed', from: '2026-11-01T00:00:00Z' }
  if (method === 'POST' && path === '/admin/api-keys') return { name: 'a key', scopes: ['products:read'] }
  if (method === 'PUT' && path.endsWith('/variants')) return { variants: [{ price: 1 }] }
  if (method === 'PUT' && path.includes('/holds/')) return { items: [{ sku: `sku-${mark}`, quantity: 1 }] }
  if (method === 'PUT' && path.endsWith('/schedule')) return newSchedule()
  if (path.endsWith('/commit')) return { payment: 'pi_1' }
  return method === 'POST' || method === 'PUT' ? { ...TEA, category_id: `shelf-${mark}` } : undefined
}
