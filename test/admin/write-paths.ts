import { randomUUID } from 'node:crypto'
import { makeKey } from '../support/shop.ts'
import { SIMPLE_RESOURCES, simpleResourceOf } from '../support/simple-resources.ts'
import { create, makeShelves, TEA } from './merchant.ts'

/** Every path that takes a body, with one that it would take. `pathOf` fills its variables in. */
export const WRITES = [
  { method: 'POST', path: '/admin/products', body: TEA },
  { method: 'PATCH', path: '/admin/products/{id}', body: { name: 'Gyokuro' } },
  { method: 'PUT', path: '/admin/products/by-external-id/{external_id}', body: TEA },
  {
    method: 'POST',
    path: '/admin/products/bulk',
    body: { operations: [{ op: 'delete', id: randomUUID() }] },
  },
  { method: 'PATCH', path: '/admin/business', body: { name: 'Our shop' } },
  { method: 'POST', path: '/admin/api-keys', body: { name: 'A key', scopes: ['products:read'] } },
  { method: 'PATCH', path: '/admin/api-keys/{id}', body: { name: 'Another name' } },
  { method: 'POST', path: '/admin/api-keys/{id}/rotate', body: { overlap_seconds: 60 } },
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
  const product = await create(shop, '/admin/products', { ...TEA, external_id: 'erp-1' })
  const { apiKey } = await makeKey(shop.business)
  for (const { path, body } of SIMPLE_RESOURCES) await create(shop, path, { ...body, id: 'sample' })
  /** The variables of a path, leading to what is there. */
  const variablesOf = (path: string) => ({
    id: simpleResourceOf(path) ? 'sample' : path.startsWith('/admin/api-keys') ? apiKey.id : product.id,
    external_id: 'erp-1',
  })
  const pathOf = ({ path }: { path: string }) => {
    const { id, external_id } = variablesOf(path)
    return path.replace('{id}', id).replace('{external_id}', external_id)
  }
  return { ...shop, product, apiKeyId: apiKey.id, variablesOf, pathOf }
}
