import { BASE_PATH, ROUTES } from '../routes.ts'

/**
 * Who may call a route, by the gateway's key of it (`GET /api/v1/products`). Throws on one that is not in the table,
 * and on one that asks for nobody: neither is ours to let anybody into.
 */
export function accessOf(routeKey: string): string {
  const route = ROUTES.find(
    ({ method, path }) =>
      routeKey === `${method} ${BASE_PATH}${path}` ||
      (method === 'GET' && routeKey === `HEAD ${BASE_PATH}${path}`),
  )
  if (!route || route.access === 'none') throw new Error(`no identified route ${routeKey}`)
  return route.access
}
