import { isAdminPath } from '../lib/api/access/route-access.ts'
import { PUBLIC_CORS } from '../lib/api/http/answer/cors.ts'
import type { ApiEvent } from '../lib/api/http/answer/outcome.ts'
import { endpoint } from '../lib/api/http/endpoint.ts'
import { methodNotAllowed, routeNotFound } from '../lib/api/http/problems/problems.ts'
import { BASE_PATH, type Route, SHOP_PATH } from '../lib/api/route.ts'
import { DOCUMENTATION, ROUTES } from '../lib/api/routes.ts'
import { hasMedia, hasShopPage } from '../lib/environment.ts'

/** The response to a preflight. Never `Authorization`: a secret token has no place in a page. */
const PREFLIGHT = {
  ...PUBLIC_CORS,
  'access-control-allow-methods': 'GET, HEAD, OPTIONS',
  'access-control-allow-headers': 'x-public-business-slug, x-public-business-uuid, if-none-match',
  'access-control-max-age': '7200',
}

/** Handles every request that matches no route: the preflight of public paths, 405 on known paths, 404 on all others. */
export const handler = endpoint(async (event: ApiEvent) => {
  const { rawPath } = event
  const { method } = event.requestContext.http
  const allowed = methodsOf(rawPath)
  if (allowed.length === 0 || allowed.includes(method))
    throw routeNotFound({ detail: 'This API does not have this path.' })
  if (isAdminPath(rawPath)) throw notAllowed(allowed)
  if (method !== 'OPTIONS') throw notAllowed([...allowed, 'OPTIONS'])
  return { statusCode: 204, headers: { allow: [...allowed, 'OPTIONS'].join(', '), ...PREFLIGHT } }
})

const notAllowed = (methods: readonly string[]) =>
  methodNotAllowed({
    detail: `This path supports only ${methods.join(', ')}.`,
    headers: { allow: methods.join(', ') },
  })

/** Every path of the API, with its methods; some only where a setting says so. */
const PLACES: readonly Pick<Route, 'method' | 'path' | 'setting'>[] = [
  ...ROUTES,
  ...DOCUMENTATION.paths.map((path) => ({ method: 'GET' as const, path })),
]

/**
 * The methods of a path's routes; none if no route has it. A variable matches one segment, never an empty one, and a greedy
 * one all that follow; not a name that has a route of its own: of the routes that fit, those with the fewest variables count.
 */
function methodsOf(rawPath: string): string[] {
  const places = PLACES.filter(
    ({ path, setting }) => (setting === undefined || hasMedia()) && (path !== SHOP_PATH || hasShopPage()),
  )
  const fitting = places.filter(({ path }) => fits(BASE_PATH + path, rawPath))
  const fewest = Math.min(...fitting.map(({ path }) => variablesIn(path)))
  const methods = fitting
    .filter(({ path }) => variablesIn(path) === fewest)
    .flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
  return [...new Set(methods)]
}

const variablesIn = (path: string) => path.split('{').length - 1

function fits(path: string, rawPath: string): boolean {
  const template = path.split('/')
  const segments = rawPath.split('/')
  return (
    (template.length === segments.length || (path.endsWith('+}') && template.length < segments.length)) &&
    template.every((part, n) => (part.startsWith('{') ? segments[n] !== '' : part === segments[n]))
  )
}
