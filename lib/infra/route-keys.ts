import { BASE_PATH, ROUTES } from '../routes.ts'

/** The route keys of a route: HEAD is answered wherever GET is, by the same function. */
export function routeKeysOf({ method, path }: { method: string; path: string }): string[] {
  const methods = method === 'GET' ? ['GET', 'HEAD'] : [method]
  return methods.map((m) => `${m} ${BASE_PATH}${path}`)
}

/**
 * A name that stands where other routes have a variable (`/admin/products/bulk` under `/admin/products/{id}`) hides
 * only its own methods from them: the others would reach the variable's function as an id. They are answered 405.
 */
export function shadowedRouteKeys(): string[] {
  return ROUTES.filter(({ path }) => !path.includes('{')).flatMap((named) =>
    ROUTES.filter(({ path }) => isShadowed(named.path, path))
      .flatMap((route) => routeKeysOf({ ...route, path: named.path }))
      .filter((key) => !ROUTES.some((route) => routeKeysOf(route).includes(key))),
  )
}

/** True if a path without variables fits a path with some. */
function isShadowed(named: string, path: string): boolean {
  const segments = named.split('/')
  const template = path.split('/')
  return (
    path.includes('{') &&
    template.length === segments.length &&
    template.every((part, n) => part.startsWith('{') || part === segments[n])
  )
}
