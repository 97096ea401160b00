import { BASE_PATH } from '../route.ts'
import { ROUTES } from '../routes.ts'

/**
 * The scope that a key needs for a route, or `any_key`, by the gateway's key of it (`GET /api/v1/admin/products`).
 * Throws on one that is not in the table, and on one that no key is asked for: neither is ours to let a key into.
 */
export function scopeOf(routeKey: string): string {
  const route = ROUTES.find(
    ({ method, path }) =>
      routeKey === `${method} ${BASE_PATH}${path}` ||
      (method === 'GET' && routeKey === `HEAD ${BASE_PATH}${path}`),
  )
  if (!route || route.access === 'none' || route.access === 'public')
    throw new Error(`no route ${routeKey} for a key`)
  return route.access
}
