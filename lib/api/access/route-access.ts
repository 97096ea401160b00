import { BASE_PATH } from '../route.ts'

/**
 * True for a route under `/admin`, by the gateway's key of it (`GET /api/v1/products`). The path decides: routes under
 * `/admin` need an API key, all other routes are open to every request that identifies a business. Throws for an
 * unknown route. A table of the routes would be a third of the authorizer; a test compares this function with it.
 */
export function isAdminRoute(routeKey: string): boolean {
  const [, path] = ROUTE_KEY.exec(routeKey) ?? []
  if (path === undefined) throw new Error(`no identified route ${routeKey}`)
  return isAdminPath(path)
}

/** True for a route that changes nothing, by the gateway's key of it. */
export const isRead = (routeKey: string) => /^(GET|HEAD) /.test(routeKey)

const ROUTE_KEY = new RegExp(`^[A-Z]+ (${BASE_PATH}/.*[^/])$`)

/** True for paths under `/admin`: only a key opens them, and a browser page has no use for them. */
export const isAdminPath = (path: string) => ADMIN_PATH.test(path)

const ADMIN_PATH = new RegExp(`^${BASE_PATH}/admin(/|$)`)
