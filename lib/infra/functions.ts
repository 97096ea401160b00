import type { IFunction } from 'aws-cdk-lib/aws-lambda'
import type { IBucket } from 'aws-cdk-lib/aws-s3'
import type { Construct } from 'constructs'
import type { FunctionNeeds, Route, Trigger } from '../api/route.ts'
import { AUTHORIZER, BACKGROUND, DOCUMENTATION, UNMATCHED } from '../api/routes.ts'
import type { Api } from './api.ts'
import { EndpointFunction } from './endpoint-function.ts'
import { type FunctionKind, kindOf, timeoutSecondsFor } from './function-kind.ts'
import { FunctionRoles } from './function-roles.ts'
import type { Logs } from './monitoring/logs.ts'
import type { Queues } from './queues.ts'
import { documentationKeys, routeKeysOf, routesOf, throttlesOf, unmatchedKeys } from './route-keys.ts'
import type { Settings } from './settings/settings.ts'
import type { StorefrontTable } from './table.ts'

interface FunctionProps {
  settings: Settings
  bundleDir: string
  table: StorefrontTable
  queues: Queues
  bucket: IBucket | undefined
  logs: Logs
}

/** Makes every function of the route table, by its file. */
export function createFunctions(
  scope: Construct,
  { logs, ...shared }: FunctionProps,
): Map<string, EndpointFunction> {
  const { table, queues, bucket, settings } = shared
  const roles = new FunctionRoles(scope, 'Roles', { table, queues, bucket, logs, tracing: settings.tracing })
  const create = (
    needs: FunctionNeeds,
    kind: FunctionKind,
    timeoutS: number,
    { trigger, memoryMb }: { trigger?: Trigger; memoryMb?: number | undefined } = {},
  ): [string, EndpointFunction] => {
    const log = kind === 'authorizer' ? 'public' : kind
    const role = roles.roleFor({ needs, trigger, log })
    const props = { ...shared, needs, kind, trigger, timeoutS, memoryMb, role, logGroup: logs[log] }
    return [needs.function, new EndpointFunction(scope, pascalCase(needs.function), props)]
  }
  const answering = (
    needs: FunctionNeeds & Pick<Route, 'memoryMb'>,
    kind: Exclude<FunctionKind, 'background'>,
  ) => create(needs, kind, timeoutSecondsFor(kind), { memoryMb: needs.memoryMb })
  return new Map([
    answering(AUTHORIZER, 'authorizer'),
    ...routesOf(settings).map((route) => answering(route, kindOf(route.access))),
    answering(DOCUMENTATION, 'public'),
    answering(UNMATCHED, 'public'),
    ...BACKGROUND.map((needs) => create(needs, 'background', needs.timeoutS, needs)),
  ])
}

/** Puts every function behind its routes, and the one for everything else behind the rest. */
export function connect(
  api: Api,
  functions: ReadonlyMap<string, EndpointFunction>,
  settings: Settings,
): void {
  for (const route of routesOf(settings))
    api.addRoutes(pascalCase(route.function), targetOf(functions, route), {
      kind: kindOf(route.access),
      routeKeys: routeKeysOf(route),
      isOpen: route.access === 'none',
    })
  api.addRoutes(pascalCase(DOCUMENTATION.function), targetOf(functions, DOCUMENTATION), {
    kind: 'public',
    routeKeys: documentationKeys(),
    isOpen: true,
  })
  api.addRoutes('Unmatched', targetOf(functions, UNMATCHED), {
    kind: 'public',
    routeKeys: unmatchedKeys(),
    isOpen: true,
  })
  for (const [routeKey, throttle] of throttlesOf(settings)) api.limit(routeKey, throttle)
}

/** Throws if no such function was made. */
export function functionOf(
  functions: ReadonlyMap<string, EndpointFunction>,
  needs: Pick<FunctionNeeds, 'function'>,
): EndpointFunction {
  const found = functions.get(needs.function)
  if (!found) throw new Error(`no function was made of ${needs.function}`)
  return found
}

/** The target of the gateway: the function, or its alias. Throws if no such function was made. */
export const targetOf = (
  functions: ReadonlyMap<string, EndpointFunction>,
  needs: Pick<FunctionNeeds, 'function'>,
): IFunction => functionOf(functions, needs).target

/** `products/list` → `ProductsList`: one stem for everything that belongs to a function. */
const pascalCase = (name: string) =>
  name.replace(/(?:^|[/-])([a-z])/g, (_, letter: string) => letter.toUpperCase())
