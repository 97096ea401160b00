import { BASE_PATH } from '../route.ts'
import { ACCESS, type Access } from '../routes/access.ts'

const RIGHTS: Readonly<Record<string, Access>> = ACCESS

/**
 * The scope that a key needs for a route, or `any_key`, by the gateway's key of it (`GET /api/v1/admin/products`).
 * Throws on one that is not in the table, and on one that no key is asked for: neither is ours to let a key into.
 */
export function scopeOf(routeKey: string): string {
  const access = RIGHTS[routeKey.replace(/^HEAD /, 'GET ').replace(` ${BASE_PATH}`, ' ')]
  if (access === undefined || access === 'none' || access === 'public')
    throw new Error(`no route ${routeKey} for a key`)
  return access
}
