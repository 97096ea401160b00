import { expect, test } from 'vitest'
import { readFunctions } from '../../../lib/local/lambda/function-definition.ts'
import { readApi } from '../../../lib/local/template/api-definition.ts'
import { readAssembly } from '../../../lib/local/template/assembly.ts'
import { createResolver } from '../../../lib/local/template/intrinsics.ts'
import type { JsonObject } from '../../../lib/local/template/json.ts'
import { readTable } from '../../../lib/local/template/table-definition.ts'
import { fixtureTemplate, temporaryFolder, writeAssembly } from '../fixture.ts'

/** Reads everything of the fixture's template, with some properties of one resource changed. */
async function readWith(logicalId: string, properties: object) {
  const template = structuredClone(fixtureTemplate())
  Object.assign(template.Resources[logicalId]?.Properties ?? {}, properties)
  return readStack(template)
}

async function readStack(template: object) {
  await using folder = await temporaryFolder()
  await writeAssembly(folder.path, template)
  const assembly = await readAssembly(folder.path)
  const resolve = createResolver(assembly.template, {
    stackName: assembly.stackName,
    apiEndpoint: 'http://localhost',
    queueEndpoint: 'http://localhost',
  })
  const functions = readFunctions(assembly, resolve, { SERVICE: 'here' })
  return {
    functions,
    api: readApi(assembly.template, resolve, functions),
    table: readTable(assembly.template, resolve),
  }
}

test('each function has the folder its asset was published from', async () => {
  const { functions } = await readWith('Echo', {})
  expect(functions.map(({ logicalId, codeDir }) => [logicalId, codeDir.replace(/.*\//, '')])).toEqual([
    ['Echo', 'asset.Echo'],
    ['Answer', 'asset.Answer'],
    ['Authorizer', 'asset.Authorizer'],
    ['Busy', 'asset.Busy'],
  ])
  expect(functions[0]?.environment).toMatchObject({
    SERVICE: 'here',
    OWN: 'set',
    TABLE_NAME: 'fixture-Table',
  })
})

test('a function gets the format and the level of its log', async () => {
  const LoggingConfig = { LogFormat: 'JSON', ApplicationLogLevel: 'WARN', SystemLogLevel: 'WARN' }
  const [json, text] = (await readWith('Echo', { LoggingConfig })).functions
  expect(json?.environment).toMatchObject({ AWS_LAMBDA_LOG_FORMAT: 'JSON', AWS_LAMBDA_LOG_LEVEL: 'WARN' })
  expect(text?.environment).toMatchObject({ AWS_LAMBDA_LOG_FORMAT: 'Text' })
  expect(text?.environment).not.toHaveProperty('AWS_LAMBDA_LOG_LEVEL')
})

test('only the routes that name the authorizer have it', async () => {
  const { api } = await readWith('Echo', {})
  const guarded = api.routes.filter(({ authorizer }) => authorizer)
  expect(guarded.map(({ routeKey, authorizer }) => [routeKey, authorizer?.logicalId])).toEqual([
    ['GET /api/v1/guarded/{item}', 'Authorizer'],
  ])
})

const limits = { ThrottlingRateLimit: 1, ThrottlingBurstLimit: 1 }

test("a route has its own throttle, else the stage's; metrics are left out", async () => {
  const DefaultRouteSettings = { ThrottlingRateLimit: 500, ThrottlingBurstLimit: 1000 }
  const RouteSettings = { 'POST /busy': { ...limits, DetailedMetricsEnabled: true } }
  const { api } = await readWith('Stage', { DefaultRouteSettings, RouteSettings })
  const throttles = Object.fromEntries(api.routes.map(({ routeKey, throttle }) => [routeKey, throttle]))
  expect(throttles).toMatchObject({
    'POST /busy': { requestsPerSecond: 1, burst: 1 },
    'POST /hasty': { requestsPerSecond: 500, burst: 1000 },
  })
  const { api: unlimited } = await readWith('Stage', {})
  expect(unlimited.routes.map(({ throttle }) => throttle)).toEqual(unlimited.routes.map(() => undefined))
})

test.each<[string, JsonObject, string]>([
  ['Api', { CorsConfiguration: {} }, 'Api sets CorsConfiguration'],
  ['Api', { ProtocolType: 'WEBSOCKET' }, 'ProtocolType HTTP only, not "WEBSOCKET"'],
  ['Stage', { StageName: 'live' }, 'StageName $default only, not "live"'],
  [
    'Stage',
    { DefaultRouteSettings: { throttlingRateLimit: 1, throttlingBurstLimit: 1 } },
    'Stage.DefaultRouteSettings sets throttlingRateLimit',
  ],
  [
    'Stage',
    { DefaultRouteSettings: { LoggingLevel: 'INFO' } },
    'Stage.DefaultRouteSettings sets LoggingLevel',
  ],
  ['Stage', { DefaultRouteSettings: { ThrottlingRateLimit: 1 } }, 'must set ThrottlingBurstLimit'],
  [
    'Stage',
    { DefaultRouteSettings: { ...limits, ThrottlingRateLimit: 0 } },
    'ThrottlingRateLimit to a number above 0',
  ],
  ['Stage', { DefaultRouteSettings: { ...limits, ThrottlingBurstLimit: '9' } }, 'above 0, not to "9"'],
  ['Stage', { DefaultRouteSettings: 5 }, 'Stage.DefaultRouteSettings must be an object'],
  ['Stage', { RouteSettings: { 'GET /nowhere': limits } }, 'RouteSettings["GET /nowhere"] names no route'],
  ['Stage', { RouteSettings: { 'POST /busy': { Rate: 1 } } }, 'RouteSettings["POST /busy"] sets Rate'],
  ['Stage', { RouteSettings: [limits] }, 'Stage.RouteSettings must be an object'],
  ['ApiAuthorizer', { AuthorizerResultTtlInSeconds: 300 }, 'AuthorizerResultTtlInSeconds 0 only, not 300'],
  [
    'ApiAuthorizer',
    { IdentitySource: ['$request.header.Authorization'] },
    'ApiAuthorizer sets IdentitySource',
  ],
  ['Guarded', { AuthorizationType: 'AWS_IAM' }, 'AuthorizationType CUSTOM only, not "AWS_IAM"'],
  ['Guarded', { AuthorizerId: 'Gone' }, 'Guarded names no authorizer of the template'],
  ['GetItem', { Target: 'integrations/Gone' }, 'GetItem names no integration of the template'],
  ['EchoIntegration', { CredentialsArn: null }, 'EchoIntegration names no role of the template'],
  ['ApiAuthorizer', { AuthorizerCredentialsArn: null }, 'ApiAuthorizer names no role of the template'],
  ['EchoIntegration', { PayloadFormatVersion: '1.0' }, 'PayloadFormatVersion 2.0 only, not "1.0"'],
  [
    'EchoIntegration',
    { IntegrationUri: 'https://example.com' },
    'EchoIntegration names no function of the template',
  ],
  ['Echo', { Layers: ['x'] }, 'Echo sets Layers'],
  ['Echo', { Code: { ZipFile: 'x' } }, 'Echo must be a Node function whose code is an asset'],
  ['Echo', { Code: { S3Key: 'x.zip' } }, 'published as x.zip'],
  ['Busy', { Environment: { Variables: { A: { 'Fn::ImportValue': 'x' } } } }, 'Fn::ImportValue'],
])('what cannot be run as deployed is refused: %s with %j', async (logicalId, properties, message) => {
  await expect(readWith(logicalId, properties)).rejects.toThrow(message)
})
