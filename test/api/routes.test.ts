import { globSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { isAdminRoute } from '../../lib/api/access/route-access.ts'
import { BASE_PATH } from '../../lib/api/route.ts'
import { ACCESS } from '../../lib/api/routes/access.ts'
import { AUTHORIZER, BACKGROUND, DOCUMENTATION, ROUTES, UNMATCHED } from '../../lib/api/routes.ts'
import { INDEXES } from '../../lib/data/table/schema.ts'
import { isExternalId } from '../../lib/domain/products/product.ts'
import { WRITES } from '../admin/write-paths.ts'
import { readTemplate, resourcesOf } from '../support/template.ts'

const template = readTemplate(inject('assemblyDir'))
const functionFiles = globSync('**/*.ts', { cwd: join(import.meta.dirname, '../../functions') })
  .map((file) => file.replace(/\.ts$/, ''))
  .sort()

/** Names in the place of a variable: methods they do not have are answered 405, not taken for an id. */
const SHADOWED = [
  ...['GET', 'HEAD', 'PATCH', 'DELETE'].map((method) => `${method} /api/v1/admin/products/bulk`),
  ...['PATCH', 'DELETE'].map((method) => `${method} /api/v1/admin/api-keys/current`),
  ...['GET', 'HEAD'].map((method) => `${method} /api/v1/admin/webhooks/{id}/deliveries/redeliver`),
]

/** The route keys of the function for requests that match no route. */
const UNMATCHED_KEYS = ['$default', 'OPTIONS /{proxy+}', ...SHADOWED]

/** Routes reviewed to be callable by anybody: they look at no tenant. */
const OPEN = [
  ...['health', 'openapi.json', 'docs', 'docs/{page}', 'shop/{page+}'].flatMap((path) => [
    `GET /api/v1/${path}`,
    `HEAD /api/v1/${path}`,
  ]),
  ...UNMATCHED_KEYS,
]

test('the route table, the files under functions/ and the stack name the same functions', () => {
  const named = [...ROUTES, AUTHORIZER, DOCUMENTATION, UNMATCHED, ...BACKGROUND]
    .map((entry) => entry.function)
    .sort()
  expect(functionFiles).toEqual(named)
  const descriptions = resourcesOf(template, 'AWS::Lambda::Function').map(
    (resource) => resource.Properties.Description,
  )
  expect(descriptions.sort()).toEqual(named.map((name) => `Storefront ${name}`))
})

test('a route needs a key exactly if it is under /admin, which is how the authorizer knows', () => {
  for (const { method, path, access } of ROUTES)
    if (String(access) !== 'none')
      expect(isAdminRoute(`${method} ${BASE_PATH}${path}`), path).toBe(String(access) !== 'public')
  expect(ROUTES.filter(({ access }) => access === 'none').some(({ path }) => path.startsWith('/admin'))).toBe(
    false,
  )
})

test('the table of rights has the routes and nothing else', () => {
  expect(Object.keys(ACCESS)).toEqual(ROUTES.map(({ method, path }) => `${method} ${path}`))
})

/** Paths under /admin that take or show products under another name. */
const OF_PRODUCTS = ['export', 'feeds', 'imports', 'schedules', 'variants']

test('no external id is a word that ends a path of a product: no URL has two meanings', () => {
  const words = ROUTES.flatMap(({ path }) => /^\/admin\/products\/\{id\}\/([^/]+)$/.exec(path)?.[1] ?? [])
  expect(new Set(words)).toEqual(new Set(['variants', 'schedule']))
  expect(words.filter(isExternalId)).toEqual([])
})

test('a route under /admin needs a scope of the resource that its path names', () => {
  for (const { path, access } of ROUTES) {
    const [, name = ''] = /^\/admin\/([a-z-]+)/.exec(path) ?? []
    if (name === '' || access === 'any_key') continue
    const resource = OF_PRODUCTS.includes(name) ? 'products' : name.replace('-', '_')
    expect(access.split(':')[0], path).toBe(resource)
  }
})

test('the gateway has each route once, HEAD with every GET, and the two that catch the rest', () => {
  const routeKeys = resourcesOf(template, 'AWS::ApiGatewayV2::Route').map(
    (resource) => resource.Properties.RouteKey,
  )
  const pages = DOCUMENTATION.paths.map((path) => ({ method: 'GET', path }))
  const expected = [...ROUTES, ...pages].flatMap(({ method, path }) =>
    (method === 'GET' ? ['GET', 'HEAD'] : [method]).map((m) => `${m} ${BASE_PATH}${path}`),
  )
  expect(routeKeys.sort()).toEqual([...expected, ...UNMATCHED_KEYS].sort())
})

test('every route has the authorizer or is in the reviewed list', () => {
  for (const { Properties } of resourcesOf(template, 'AWS::ApiGatewayV2::Route')) {
    const isOpen = OPEN.includes(String(Properties.RouteKey))
    expect(Properties.AuthorizationType, String(Properties.RouteKey)).toBe(isOpen ? undefined : 'CUSTOM')
    expect(Properties.AuthorizerId !== undefined).toBe(!isOpen)
  }
})

test('the authorizer has no identity source and nothing of it is cached by the gateway', () => {
  const [authorizer, ...others] = resourcesOf(template, 'AWS::ApiGatewayV2::Authorizer')
  expect(others).toEqual([])
  expect(authorizer?.Properties).toMatchObject({
    AuthorizerType: 'REQUEST',
    AuthorizerPayloadFormatVersion: '2.0',
    EnableSimpleResponses: true,
    AuthorizerResultTtlInSeconds: 0,
  })
  expect(authorizer?.Properties.IdentitySource).toEqual([])
})

test('no two routes share a method and path, or a function', () => {
  const places = ROUTES.map(({ method, path }) => `${method} ${path}`)
  expect(new Set(places).size).toBe(places.length)
  expect(new Set(ROUTES.map((route) => route.function)).size).toBe(ROUTES.length)
})

test('routes ask only for indexes that exist', () => {
  for (const route of ROUTES)
    for (const index of 'queries' in route.table ? route.table.queries : [])
      expect(Object.keys(INDEXES)).toContain(index)
})

/** They take the bytes of a file, as test/admin/imports and test/admin/media try, or messages of a protocol (test/api/mcp). */
const TAKE_OTHERS = ['POST /admin/imports', 'POST /admin/media', 'POST /mcp']

test('every route that takes JSON is among the paths whose bodies are tried', () => {
  const taking = ROUTES.filter(({ method }) => String(method) !== 'GET' && String(method) !== 'DELETE')
  const placeOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`
  expect([...WRITES.map(placeOf), ...TAKE_OTHERS].sort()).toEqual(taking.map(placeOf).sort())
})
