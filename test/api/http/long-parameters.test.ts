import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { OpenApi, Parameter } from '../../../lib/docs/description/openapi.ts'
import { operationsOf } from '../../../lib/docs/site/reference/description.ts'
import { invoke } from '../../admin/in-process.ts'
import { guardedRoutes } from '../../support/handlers.ts'
import { ask } from '../../support/in-process.ts'
import { makeBusiness } from '../../support/shop.ts'

const description: OpenApi = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../openapi.json'), 'utf8'),
)
const business = await makeBusiness()
const routes = await guardedRoutes()

/** A partition key of the table has 2,048 bytes at most and a sort key 1,024; a request line has 10,240. */
const LONG = { ascii: 'x'.repeat(2_004), umlauts: 'ü'.repeat(1_030), cursor: 'x'.repeat(1_024) }

const operations = operationsOf(description)

const parametersOf = (method: string, path: string): readonly Parameter[] =>
  operations.find((one) => one.path === path && one.method === method.toLowerCase())?.parameters ?? []

/** Each route with one of its parameters, in the path or in the query. */
const CASES = routes.flatMap((route) =>
  parametersOf(route.method, route.path)
    .filter((parameter) => parameter.in !== 'header')
    .map((parameter) => ({ ...route, parameter })),
)

/** Values for the variables of a path and for what a query must have. */
const NAMES: Record<string, string> = { id: business.id, external_id: 'erp:1', category: 'tea', sku: 'S-1' }

test('every route has its parameters here', () => {
  const names = CASES.map(({ path, parameter }) => `${path} ${parameter.name}`)
  expect(names).toEqual(
    expect.arrayContaining([
      '/products category',
      '/products/{product} product',
      '/admin/inventory sku',
      '/admin/variants sku',
      '/admin/products external_id',
      '/admin/products/by-external-id/{external_id} external_id',
      '/admin/events object',
      '/admin/webhooks/{id}/deliveries/{delivery_id}/redeliver delivery_id',
    ]),
  )
})

test.each(CASES)(
  '$method $path handles a $parameter.name that no key of the table has room for',
  async (given) => {
    const { handler, method, path: route, access, parameter } = given
    const variables = [...route.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
    for (const value of Object.values(LONG)) {
      const path = Object.fromEntries(variables.map((name) => [name, NAMES[name] ?? 'x']))
      const isInPath = parameter.in === 'path'
      if (isInPath) path[parameter.name] = value
      const query = isInPath ? '' : `${parameter.name}=${encodeURIComponent(value)}`
      const { status } =
        access === 'public'
          ? await ask(handler, business.id, { method, route, path, query })
          : await invoke(handler, business.id, {
              method,
              route,
              path,
              query,
              ...(method !== 'GET' && { body: {} }),
            })
      expect([status, value.slice(0, 1)]).toSatisfy(() => status < 500)
    }
  },
)

test('a filter by a value that nothing can have finds nothing', async () => {
  const found = async (route: string, query: string) => {
    const handler = routes.find(({ path, method }) => path === route && method === 'GET')?.handler
    if (!handler) throw new Error(`no route ${route}`)
    const { status, body } = await invoke(handler, business.id, { method: 'GET', route, query })
    return [status, body.data]
  }
  for (const [route, name] of [
    ['/admin/inventory', 'sku'],
    ['/admin/variants', 'sku'],
    ['/admin/products', 'sku'],
    ['/admin/products', 'external_id'],
    ['/admin/products', 'category'],
  ] as const)
    expect(await found(route, `${name}=${LONG.ascii}`)).toEqual([200, []])
})
