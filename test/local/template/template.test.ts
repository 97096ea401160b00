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

test('a function is told the format and the level of its log', async () => {
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

test.each<[string, JsonObject, string]>([
  ['Api', { CorsConfiguration: {} }, 'Api sets CorsConfiguration'],
  ['Api', { ProtocolType: 'WEBSOCKET' }, 'ProtocolType HTTP only, not "WEBSOCKET"'],
  ['Stage', { StageName: 'live' }, 'StageName $default only, not "live"'],
  ['ApiAuthorizer', { AuthorizerResultTtlInSeconds: 300 }, 'AuthorizerResultTtlInSeconds 0 only, not 300'],
  [
    'ApiAuthorizer',
    { IdentitySource: ['$request.header.Authorization'] },
    'ApiAuthorizer sets IdentitySource',
  ],
  ['Guarded', { AuthorizationType: 'AWS_IAM' }, 'AuthorizationType CUSTOM only, not "AWS_IAM"'],
  ['Guarded', { AuthorizerId: 'Gone' }, 'Guarded names no authorizer of the template'],
  ['GetItem', { Target: 'integrations/Gone' }, 'GetItem names no integration of the template'],
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
