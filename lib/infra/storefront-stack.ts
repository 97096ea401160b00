import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib'
import type { Construct } from 'constructs'
import type { FunctionNeeds } from '../route.ts'
import { AUTHORIZER, BASE_PATH, ROUTES, UNMATCHED } from '../routes.ts'
import { Api, type Throttle } from './api.ts'
import { EndpointFunction } from './endpoint-function.ts'
import type { ListMemorySeconds } from './list-memory.ts'
import type { Callers } from './memory.ts'
import { createTable } from './table.ts'

export interface StorefrontProps extends StackProps {
  /** Where the bundled functions are, a folder each. */
  bundleDir: string
  documentationUrl: string
  listMemorySeconds: ListMemorySeconds
  throttle: Throttle
}

/** The whole system: one table, one API, an authorizer before it and a function behind each endpoint. */
export class StorefrontStack extends Stack {
  constructor(scope: Construct, id: string, props: StorefrontProps) {
    super(scope, id, props)
    const { bundleDir, documentationUrl, listMemorySeconds } = props
    const table = createTable(this)
    const shared = { table, bundleDir, documentationUrl, listMemorySeconds }
    const createFunction = ({ function: name, table: needs }: FunctionNeeds, callers: Callers) =>
      new EndpointFunction(this, pascalCase(name), { name, needs, callers, ...shared }).lambda

    const authorizer = createFunction(AUTHORIZER, 'gateway')
    const api = new Api(this, 'Api', { authorizer, throttle: props.throttle })
    for (const route of ROUTES)
      api.addRoutes(pascalCase(route.function), createFunction(route, route.access), routeKeysOf(route), {
        isOpen: route.access === 'none',
      })
    const unmatched = ['$default', 'OPTIONS /{proxy+}', ...shadowedRouteKeys()]
    api.addRoutes('Unmatched', createFunction(UNMATCHED, 'none'), unmatched, { isOpen: true })

    new CfnOutput(this, 'BaseUrl', {
      value: api.baseUrl,
      description: 'The API; every path is relative to it',
    })
    new CfnOutput(this, 'TableName', { value: table.tableName, description: "The operator's --table" })
  }
}

/** The route keys of a route: HEAD is answered wherever GET is, by the same function. */
function routeKeysOf({ method, path }: { method: string; path: string }): string[] {
  const methods = method === 'GET' ? ['GET', 'HEAD'] : [method]
  return methods.map((m) => `${m} ${BASE_PATH}${path}`)
}

/**
 * A name that stands where other routes have a variable (`/admin/products/bulk` under `/admin/products/{id}`) hides
 * only its own methods from them: the others would reach the variable's function as an id. They are answered 405.
 */
function shadowedRouteKeys(): string[] {
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

/** `products/list` → `ProductsList`: one stem for everything that belongs to a function. */
const pascalCase = (name: string) =>
  name.replace(/(?:^|[/-])([a-z])/g, (_, letter: string) => letter.toUpperCase())
