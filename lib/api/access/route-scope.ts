import { BASE_PATH } from '../route.ts'
import { ACCESS } from '../routes/access.ts'

/** The table of rights by the gateway's keys. An object would have members such as `constructor`, too. */
const RIGHTS = new Map(
  Object.entries(ACCESS).map(([name, access]) => [name.replace(' ', ` ${BASE_PATH}`), access]),
)

/**
 * The scope that a key needs for a route, or `any_key`, by the gateway's key of it (`GET /api/v1/admin/products`).
 * Throws on one that is not in the table, and on one that needs no key: no scope opens either.
 */
export function scopeOf(routeKey: string): string {
  const access = RIGHTS.get(routeKey.replace(/^HEAD /, 'GET '))
  if (access === undefined || access === 'none' || access === 'public')
    throw new Error(`no route ${routeKey} for a key`)
  return access
}
