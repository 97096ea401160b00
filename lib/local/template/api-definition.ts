import { isJsonObject } from '../../domain/body/json-object.ts'
import type { FunctionDefinition } from '../lambda/function-definition.ts'
import { mayInvoke } from '../permissions/invocation.ts'
import type { Resolve } from './intrinsics.ts'
import type { Json } from './json.ts'
import { onlyResource, type Resource, refuseProperties, resourcesOfType, type Template } from './template.ts'
import { readThrottles, type Throttle } from './throttles.ts'

/** The HTTP API of a template: its routes, and the function and authorizer behind each. */
export interface ApiDefinition {
  apiId: string
  stageVariables: { [name: string]: string } | undefined
  routes: Route[]
}

export interface Route {
  /** `GET /api/v1/products/{product}`, `ANY /{proxy+}` or `$default` */
  routeKey: string
  function: Invoked
  integrationTimeoutMs: number
  authorizer: Invoked | undefined
  throttle: Throttle | undefined
}

/** A function that the gateway invokes, if the role for it allows that. */
export interface Invoked extends FunctionDefinition {
  isAllowed: boolean
}

/**
 * Reads the template's API Gateway HTTP API.
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/AWS_ApiGatewayV2.html
 *
 * Throws for every setting that is not imitated: another kind of integration or authorizer, the gateway's own CORS, a
 * named stage, parameter mappings, unknown settings of routes.
 */
export function readApi(
  template: Template,
  resolve: Resolve,
  functions: FunctionDefinition[],
): ApiDefinition {
  const api = onlyResource(template, 'AWS::ApiGatewayV2::Api')
  refuseProperties(api, ['Body', 'BodyS3Location', 'CorsConfiguration', 'RouteKey', 'Target'])
  expectValue(api, resolve, 'ProtocolType', 'HTTP')
  const stage = onlyResource(template, 'AWS::ApiGatewayV2::Stage')
  expectValue(stage, resolve, 'StageName', '$default')
  const routes = resourcesOfType(template, 'AWS::ApiGatewayV2::Route').map((route) =>
    readRoute(route, { template, resolve, functions }),
  )
  const routeKeys = routes.map(({ routeKey }) => routeKey)
  const throttleOf = readThrottles(stage, resolve, routeKeys)
  return {
    apiId: String(resolve({ Ref: api.logicalId })),
    stageVariables: variables(resolve(stage.properties.StageVariables)),
    routes: routes.map((route) => ({ ...route, throttle: throttleOf(route.routeKey) })),
  }
}

interface Scope {
  template: Template
  resolve: Resolve
  functions: FunctionDefinition[]
}

function readRoute(route: Resource, scope: Scope): Omit<Route, 'throttle'> {
  const { template, resolve } = scope
  refuseProperties(route, ['RequestParameters', 'ApiKeyRequired'])
  const target = String(resolve(route.properties.Target)).replace(/^integrations\//, '')
  const integrations = resourcesOfType(template, 'AWS::ApiGatewayV2::Integration')
  const integration = existing(
    integrations.find(({ logicalId }) => logicalId === target),
    route,
    'integration',
  )
  return {
    routeKey: String(resolve(route.properties.RouteKey)),
    function: readIntegration(integration, scope),
    // https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-quotas.html: 30 seconds, not more
    integrationTimeoutMs: Number(resolve(integration.properties.TimeoutInMillis ?? 30_000)),
    authorizer: readAuthorizer(route, scope),
  }
}

function readIntegration(integration: Resource, scope: Scope): Invoked {
  const { resolve } = scope
  refuseProperties(integration, ['RequestParameters', 'ResponseParameters', 'ConnectionType'])
  expectValue(integration, resolve, 'IntegrationType', 'AWS_PROXY')
  expectValue(integration, resolve, 'PayloadFormatVersion', '2.0')
  return functionOf(integration, { uri: 'IntegrationUri', role: 'CredentialsArn' }, scope)
}

function readAuthorizer(route: Resource, scope: Scope): Invoked | undefined {
  const { template, resolve } = scope
  const type = resolve(route.properties.AuthorizationType ?? 'NONE')
  if (type === 'NONE') return undefined
  expectValue(route, resolve, 'AuthorizationType', 'CUSTOM')
  const id = resolve(route.properties.AuthorizerId)
  const authorizers = resourcesOfType(template, 'AWS::ApiGatewayV2::Authorizer')
  const authorizer = existing(
    authorizers.find(({ logicalId }) => logicalId === id),
    route,
    'authorizer',
  )
  expectValue(authorizer, resolve, 'AuthorizerType', 'REQUEST')
  expectValue(authorizer, resolve, 'AuthorizerPayloadFormatVersion', '2.0')
  expectValue(authorizer, resolve, 'EnableSimpleResponses', true)
  // Zero must be written down: the service's own default is 300 seconds when there is an identity source.
  expectValue(authorizer, resolve, 'AuthorizerResultTtlInSeconds', 0)
  const identitySource = resolve(authorizer.properties.IdentitySource ?? [])
  if (!Array.isArray(identitySource) || identitySource.length > 0)
    refuseProperties(authorizer, ['IdentitySource'])
  return functionOf(authorizer, { uri: 'AuthorizerUri', role: 'AuthorizerCredentialsArn' }, scope)
}

/**
 * The function that one property names, under the role that another one names. An integration names the function's ARN, or
 * API Gateway's own ARN that has the function's in its path.
 */
function functionOf(
  resource: Resource,
  properties: { uri: string; role: string },
  { template, resolve, functions }: Scope,
): Invoked {
  const uri = String(resolve(resource.properties[properties.uri]))
  const name = uri.match(/:lambda:[^:]*:\d+:function:([\w-]+)/)?.[1]
  const found = existing(
    functions.find((definition) => definition.name === name),
    resource,
    'function',
  )
  const named = { resource, property: properties.role }
  return { ...found, isAllowed: mayInvoke(found.arn, named, template, resolve) }
}

function existing<T>(value: T | undefined, of: Resource, what: string): T {
  if (value === undefined) throw new Error(`${of.logicalId} names no ${what} of the template`)
  return value
}

function expectValue(resource: Resource, resolve: Resolve, name: string, expected: Json): void {
  const value = resolve(resource.properties[name])
  if (value === expected) return
  throw new Error(
    `${resource.logicalId}: lib/local imitates ${name} ${expected} only, not ${JSON.stringify(value)}`,
  )
}

function variables(value: Json): ApiDefinition['stageVariables'] {
  if (!isJsonObject(value)) return undefined
  return Object.fromEntries(Object.entries(value).map(([name, text]) => [name, String(text)]))
}
