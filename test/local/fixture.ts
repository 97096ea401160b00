import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { JsonObject } from '../../lib/local/template/json.ts'

/** A folder that is removed with `await using`. */
export async function temporaryFolder(): Promise<{ path: string } & AsyncDisposable> {
  const path = await mkdtemp(join(tmpdir(), 'storefront-test-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}

const functionCode = {
  Echo: `exports.handler = async (event) => ({ statusCode: 200, body: JSON.stringify(event) })`,

  // Answers with the JSON in its request's body, if that is what it was sent, as the function's whole answer.
  Answer: `exports.handler = async (event) => JSON.parse(event.body)`,

  // Public unless the header says otherwise.
  Authorizer: `
    exports.handler = async (event) => {
      const wanted = event.headers['x-authorizer'] ?? 'allow'
      if (wanted === 'allow') return { isAuthorized: true, context: { seen: event, nested: { list: [1, true] } } }
      if (wanted === 'bare') return { isAuthorized: true }
      if (wanted === 'deny') return { isAuthorized: false }
      if (wanted === 'throw') throw new Error('the authorizer broke')
      if (wanted === 'hang') return new Promise(() => {})
      return JSON.parse(wanted)
    }`,

  // Prints its event. Does what one of the records says: the body of a message, the partition key of an item.
  Consume: `
    exports.handler = async (event) => {
      console.log(JSON.stringify(event))
      const saying = (word) => (event.Records ?? []).filter(({ body, dynamodb }) => (body ?? dynamodb.Keys.pk.S) === word)
      if (saying('throw').length > 0) throw new Error('thrown on purpose')
      if (saying('hang').length > 0) await new Promise(() => {})
      return { batchItemFailures: saying('report').map((r) => ({ itemIdentifier: r.dynamodb.SequenceNumber })) }
    }`,

  Busy: `
    let calls = 0
    let inside = 0
    const environment = { ...process.env }
    exports.handler = async (event, context) => {
      const { act, ms } = JSON.parse(event.body ?? '{}')
      calls++
      inside++
      console.log('call', calls)
      if (act === 'throw') { inside--; throw new TypeError('thrown on purpose') }
      if (act === 'exit') process.exit(3)
      if (act === 'later') setTimeout(() => { throw new Error('thrown while idle') }, 20)
      if (act === 'stray') setImmediate(() => { throw new Error('thrown by nobody') })
      if (act === 'loop') for (;;);
      if (act === 'stray') await new Promise(() => {})
      if (act === 'hang') await new Promise(() => {})
      if (ms) await new Promise((resolve) => setTimeout(resolve, ms))
      const together = inside--
      const heapMb = require('node:v8').getHeapStatistics().heap_size_limit / 2 ** 20
      const { getRemainingTimeInMillis, ...rest } = context
      return { calls, together, heapMb, environment, context: rest, remaining: getRemainingTimeInMillis() }
    }`,
}

const table: JsonObject = {
  Type: 'AWS::DynamoDB::GlobalTable',
  Properties: {
    AttributeDefinitions: ['pk', 'sk', 'byName', 'scope'].map((AttributeName) => ({
      AttributeName,
      AttributeType: 'S',
    })),
    BillingMode: 'PAY_PER_REQUEST',
    KeySchema: [
      { AttributeName: 'pk', KeyType: 'HASH' },
      { AttributeName: 'sk', KeyType: 'RANGE' },
    ],
    GlobalSecondaryIndexes: [
      {
        IndexName: 'by-name',
        KeySchema: [
          { AttributeName: 'scope', KeyType: 'HASH' },
          { AttributeName: 'byName', KeyType: 'RANGE' },
        ],
        Projection: { NonKeyAttributes: ['card', 'facets'], ProjectionType: 'INCLUDE' },
      },
    ],
    StreamSpecification: { StreamViewType: 'KEYS_ONLY' },
    TimeToLiveSpecification: { AttributeName: 'expires', Enabled: true },
    Replicas: [
      {
        Region: { Ref: 'AWS::Region' },
        PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
      },
    ],
  },
}

function lambda(name: string, timeoutSeconds: number): JsonObject {
  return {
    Type: 'AWS::Lambda::Function',
    Properties: {
      Code: {
        S3Bucket: { 'Fn::Sub': `assets-\${AWS::AccountId}` },
        S3Key: `hash-of-${name}.zip`,
      },
      Environment: { Variables: { TABLE_NAME: { Ref: 'Table' }, OWN: 'set' } },
      Handler: 'index.handler',
      MemorySize: 256,
      Role: { 'Fn::GetAtt': ['Role', 'Arn'] },
      Runtime: 'nodejs24.x',
      Timeout: timeoutSeconds,
    },
  }
}

/** The properties of a role under which the gateway can invoke these functions. */
export const gatewayRole = (...functions: string[]): JsonObject => ({
  AssumeRolePolicyDocument: {
    Statement: [
      { Action: 'sts:AssumeRole', Effect: 'Allow', Principal: { Service: 'apigateway.amazonaws.com' } },
    ],
  },
  Policies: [
    {
      PolicyDocument: {
        Statement: functions.map((name) => ({
          Action: 'lambda:InvokeFunction',
          Effect: 'Allow',
          Resource: { 'Fn::GetAtt': [name, 'Arn'] },
        })),
      },
    },
  ],
})

function integration(name: string, timeoutMs: number): JsonObject {
  return {
    Type: 'AWS::ApiGatewayV2::Integration',
    Properties: {
      ApiId: { Ref: 'Api' },
      CredentialsArn: { 'Fn::GetAtt': ['GatewayRole', 'Arn'] },
      IntegrationType: 'AWS_PROXY',
      IntegrationUri: { 'Fn::GetAtt': [name, 'Arn'] },
      PayloadFormatVersion: '2.0',
      TimeoutInMillis: timeoutMs,
    },
  }
}

function route(routeKey: string, name: string, authorized = false): JsonObject {
  const authorization = { AuthorizationType: 'CUSTOM', AuthorizerId: { Ref: 'ApiAuthorizer' } }
  return {
    Type: 'AWS::ApiGatewayV2::Route',
    Properties: {
      ApiId: { Ref: 'Api' },
      RouteKey: routeKey,
      Target: { 'Fn::Join': ['', ['integrations/', { Ref: `${name}Integration` }]] },
      ...(authorized ? authorization : { AuthorizationType: 'NONE' }),
    },
  }
}

const authorizer: JsonObject = {
  Type: 'AWS::ApiGatewayV2::Authorizer',
  Properties: {
    ApiId: { Ref: 'Api' },
    AuthorizerCredentialsArn: { 'Fn::GetAtt': ['GatewayRole', 'Arn'] },
    AuthorizerPayloadFormatVersion: '2.0',
    AuthorizerResultTtlInSeconds: 0,
    AuthorizerType: 'REQUEST',
    AuthorizerUri: {
      'Fn::Join': [
        '',
        [
          'arn:',
          { Ref: 'AWS::Partition' },
          ':apigateway:',
          { Ref: 'AWS::Region' },
          ':lambda:path/2015-03-31/functions/',
          { 'Fn::GetAtt': ['Authorizer', 'Arn'] },
          '/invocations',
        ],
      ],
    },
    EnableSimpleResponses: true,
    Name: 'authorizer',
  },
}

/** A template like those the CDK writes: five functions, an authorizer, a dozen routes, one table. */
export function fixtureTemplate(): {
  Parameters: JsonObject
  Resources: { [logicalId: string]: JsonObject }
} {
  return {
    Parameters: { BootstrapVersion: { Type: 'AWS::SSM::Parameter::Value<String>', Default: '/cdk/version' } },
    Resources: {
      Role: { Type: 'AWS::IAM::Role', Properties: {} },
      GatewayRole: {
        Type: 'AWS::IAM::Role',
        Properties: gatewayRole('Echo', 'Answer', 'Authorizer', 'Busy'),
      },
      Table: table,
      Echo: lambda('Echo', 10),
      Answer: lambda('Answer', 10),
      Authorizer: lambda('Authorizer', 1),
      Busy: lambda('Busy', 1),
      EchoIntegration: integration('Echo', 30_000),
      AnswerIntegration: integration('Answer', 30_000),
      BusyIntegration: integration('Busy', 30_000),
      HastyIntegration: integration('Busy', 100),
      Api: { Type: 'AWS::ApiGatewayV2::Api', Properties: { Name: 'api', ProtocolType: 'HTTP' } },
      Stage: {
        Type: 'AWS::ApiGatewayV2::Stage',
        Properties: { ApiId: { Ref: 'Api' }, StageName: '$default', AutoDeploy: true },
      },
      ApiAuthorizer: authorizer,
      GetItem: route('GET /api/v1/items/{item}', 'Echo'),
      HeadItem: route('HEAD /api/v1/items/{item}', 'Echo'),
      GetFixed: route('GET /api/v1/items/fixed', 'Echo'),
      Post: route('POST /api/v1/items', 'Echo'),
      Guarded: route('GET /api/v1/guarded/{item}', 'Echo', true),
      PostAnswer: route('POST /answer', 'Answer'),
      PostBusy: route('POST /busy', 'Busy'),
      PostHasty: route('POST /hasty', 'Hasty'),
      Options: route('OPTIONS /{proxy+}', 'Echo'),
    },
  }
}

/** Writes a cloud assembly with this template and the functions above. */
export async function writeAssembly(
  assemblyDir: string,
  template: object = fixtureTemplate(),
): Promise<void> {
  const files: JsonObject = {}
  for (const [name, code] of Object.entries(functionCode)) {
    await mkdir(join(assemblyDir, `asset.${name}`), { recursive: true })
    await writeFile(join(assemblyDir, `asset.${name}`, 'index.cjs'), code)
    const destinations = { local: { bucketName: 'assets', objectKey: `hash-of-${name}.zip` } }
    files[`hash-of-${name}`] = { source: { path: `asset.${name}`, packaging: 'zip' }, destinations }
  }
  const artifacts = {
    'Fixture.assets': { type: 'cdk:asset-manifest', properties: { file: 'Fixture.assets.json' } },
    Fixture: {
      type: 'aws:cloudformation:stack',
      properties: { templateFile: 'Fixture.template.json', stackName: 'fixture' },
    },
    Tree: { type: 'cdk:tree', properties: { file: 'tree.json' } },
  }
  await writeFile(join(assemblyDir, 'manifest.json'), JSON.stringify({ version: '48.0.0', artifacts }))
  await writeFile(join(assemblyDir, 'Fixture.assets.json'), JSON.stringify({ version: '48.0.0', files }))
  await writeFile(join(assemblyDir, 'Fixture.template.json'), JSON.stringify(template))
}

/** A response, with the body as text. */
export interface RawAnswer {
  status: number
  head: string
  body: string
}

/**
 * Sends lines as they are, which no HTTP client would: `lines` are the request line and the headers after `host` and
 * `connection`, `body` follows as it is.
 */
export async function sendRaw(baseUrl: string, lines: string[], body = ''): Promise<RawAnswer> {
  const { port, host } = new URL(baseUrl)
  const [requestLine = '', ...headers] = lines
  const socket = connect(Number(port), '127.0.0.1')
  socket.write(
    `${[requestLine, `Host: ${host}`, 'Connection: close', ...headers].join('\r\n')}\r\n\r\n${body}`,
  )
  const answer = (await Array.fromAsync(socket)).join('')
  const [head = '', ...rest] = answer.split('\r\n\r\n')
  return { status: Number(head.split(' ')[1]), head, body: rest.join('\r\n\r\n') }
}
