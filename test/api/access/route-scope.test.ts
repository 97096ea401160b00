import { expect, test } from 'vitest'
import { scopeOf } from '../../../lib/api/access/route-scope.ts'
import { ROUTES } from '../../../lib/api/routes.ts'

const OF_KEYS = ROUTES.filter(({ access }) => access !== 'none' && access !== 'public')

test('a route of a key needs what the table of rights says, and HEAD what GET needs', () => {
  for (const { method, path, access } of OF_KEYS) {
    expect(scopeOf(`${method} /api/v1${path}`)).toBe(access)
    if (String(method) === 'GET') expect(scopeOf(`HEAD /api/v1${path}`)).toBe(access)
  }
})

test.each([
  ['a route that needs no key', 'GET /api/v1/products'],
  ['one that nobody is identified for', 'HEAD /api/v1/health'],
  ['another method of a path', 'HEAD /api/v1/admin/products/bulk'],
  ['a path without its prefix', 'GET /admin/products'],
  ['the route of all other requests', '$default'],
  ['a member of every object', 'constructor'],
])('nobody is let into %s: %s', (_, routeKey) => {
  expect(() => scopeOf(routeKey)).toThrow(`no route ${routeKey} for a key`)
})
