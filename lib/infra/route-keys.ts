import { BASE_PATH, type Route } from '../api/route.ts'
import { DOCUMENTATION, ROUTES } from '../api/routes.ts'
import { kindOf } from './function-kind.ts'
import type { Settings } from './settings/settings.ts'

/** The routes of a deployment: some exist only with a setting. */
export function routesOf(settings: Pick<Settings, 'media'>): readonly Route[] {
  const all: readonly Route[] = ROUTES
  return all.filter(({ setting }) => setting === undefined || settings[setting])
}

/** The route keys of a route: HEAD is there wherever GET is, with the same function. */
export function routeKeysOf({ method, path }: { method: string; path: string }): string[] {
  const methods = method === 'GET' ? ['GET', 'HEAD'] : [method]
  return methods.map((m) => `${m} ${BASE_PATH}${path}`)
}

/** Pages for people, below the API. */
export const documentationKeys = (): string[] =>
  DOCUMENTATION.paths.flatMap((path) => routeKeysOf({ method: 'GET', path }))

/** A preflight, to any path. */
const PREFLIGHT_KEY = 'OPTIONS /{proxy+}'

/** Whatever matches no route, and what a browser asks first. */
export const unmatchedKeys = (): string[] => ['$default', PREFLIGHT_KEY, ...shadowedRouteKeys()]

/** Groups of routes with limits of their own at the gateway. All other routes have the limits of `/admin`. */
export type Throttle = 'public' | NonNullable<Route['throttle']>

/** The route keys of a deployment that have limits of their own, with the group of each. */
export function throttlesOf(settings: Pick<Settings, 'media'>): ReadonlyMap<string, Throttle> {
  const throttles = new Map<string, Throttle>()
  for (const route of routesOf(settings)) {
    const throttle = route.throttle ?? (kindOf(route.access) === 'public' ? 'public' : undefined)
    if (throttle) for (const routeKey of routeKeysOf(route)) throttles.set(routeKey, throttle)
  }
  // A browser asks before it reads, so as often as it reads.
  for (const routeKey of [...documentationKeys(), PREFLIGHT_KEY]) throttles.set(routeKey, 'public')
  return throttles
}

/**
 * A name in a place where other routes have a variable (`/admin/products/bulk` under `/admin/products/{id}`) hides
 * only its own methods from them: the others would reach the variable's function as an id. They return 405.
 */
function shadowedRouteKeys(): string[] {
  const keys = ROUTES.flatMap((named) =>
    ROUTES.filter(({ path }) => isShadowed(named.path, path))
      .flatMap((route) => routeKeysOf({ ...route, path: named.path }))
      .filter((key) => !ROUTES.some((route) => routeKeysOf(route).includes(key))),
  )
  return [...new Set(keys)]
}

/** True if a path fits another one that has a variable in the place of a name. */
function isShadowed(named: string, path: string): boolean {
  const segments = named.split('/')
  const template = path.split('/')
  return (
    template.length === segments.length &&
    template.every((part, n) => part.startsWith('{') || part === segments[n]) &&
    template.some((part, n) => part.startsWith('{') && !segments[n]?.startsWith('{'))
  )
}
