import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { readTable } from '../../lib/local/template/table-definition.ts'
import { readTemplate } from '../../lib/local/template/template.ts'
import { keptReady, reservedInstances } from '../../lib/operator/deploy/concurrency.ts'
import { EVERYTHING, EXISTING_TABLE, templateOf } from '../support/settings.ts'
import { type Resource, resourcesOf, type Template } from '../support/template.ts'
import { roleOf, statementsOf } from './roles.ts'

const assemblyDir = inject('assemblyDir')
const everything = templateOf(EVERYTHING, assemblyDir)
const existing = templateOf(EXISTING_TABLE, assemblyDir)

const KEY = EVERYTHING.tableKeyArn

const only = (template: Template, type: string): Resource['Properties'] => {
  const [resource, ...others] = resourcesOf(template, type)
  expect(others).toEqual([])
  return resource?.Properties ?? {}
}

const functionsOf = (template: Template) => resourcesOf(template, 'AWS::Lambda::Function')

const statementsIn = (template: Template, name: string) => statementsOf(roleOf(template, name))

const countIn = (template: Template) => Object.keys(template.Resources).length

test('with everything on the stack stays below 480 resources', () => {
  expect(countIn(everything)).toBeLessThan(480)
})

test('docs/construct.md says how many resources the construct takes, to the nearest ten', async () => {
  const page = await readFile(join(import.meta.dirname, '../../docs/construct.md'), 'utf8')
  const [defaults, all] = [templateOf({}, assemblyDir), everything].map((template) =>
    String(Math.round(countIn(template) / 10) * 10),
  )
  expect(/takes about (\d+), or (\d+) with every setting on/.exec(page)?.slice(1)).toEqual([defaults, all])
})

test('with a key of the customer each role gets the uses that its calls need, through DynamoDB alone', () => {
  expect(only(everything, 'AWS::DynamoDB::GlobalTable')).toMatchObject({
    SSESpecification: { SSEEnabled: true, SSEType: 'KMS' },
    Replicas: [{ Region: 'eu-central-1', SSESpecification: { KMSMasterKeyId: KEY } }],
  })
  const ofKey = (name: string) =>
    statementsIn(everything, name).filter(({ Action }) => JSON.stringify(Action).includes('kms:'))
  const toRead = ['kms:Decrypt', 'kms:DescribeKey']
  const through = {
    StringEquals: {
      'kms:ViaService': { 'Fn::Join': ['', ['dynamodb.eu-central-1.', { Ref: 'AWS::URLSuffix' }]] },
    },
  }
  const rest = { Effect: 'Allow', Resource: KEY, Condition: through }
  expect(ofKey('products/list')).toEqual([{ Action: toRead, ...rest }])
  expect(ofKey('authorizer')).toEqual([{ Action: toRead, ...rest }])
  expect(ofKey('admin/products/create')).toEqual([
    { Action: expect.arrayContaining([...toRead, 'kms:Encrypt', 'kms:GenerateDataKey']), ...rest },
  ])
  // The stream of the table is encrypted with its key; dispatch reads both.
  expect(ofKey('events/dispatch')).toEqual([{ Action: toRead, ...rest }])
  expect(ofKey('health/get')).toEqual([])
  expect(JSON.stringify(ofKey('admin/products/create'))).not.toContain('*')
})

test('without a key of the customer no role mentions one', () => {
  expect(JSON.stringify(templateOf({}, assemblyDir))).not.toContain('kms:')
})

test('all logs are kept and encrypted as the settings say', () => {
  const groups = resourcesOf(everything, 'AWS::Logs::LogGroup')
  expect(groups).toHaveLength(4)
  for (const { Properties } of groups)
    expect(Properties).toMatchObject({ RetentionInDays: 90, KmsKeyId: KEY })
})

test('concurrency is reserved and provisioned by kind, and the gateway invokes what is kept ready', () => {
  const reserved = functionsOf(everything).map(({ Properties }) => [
    String(Properties.Description).split(' ')[1],
    Properties.ReservedConcurrentExecutions,
  ])
  expect(Object.fromEntries(reserved)).toMatchObject({
    authorizer: 100,
    'products/list': 50,
    'health/get': 50,
    'admin/products/create': 20,
    'webhooks/deliver': 40,
  })
  const uris = resourcesOf(everything, 'AWS::ApiGatewayV2::Integration').map(({ Properties }) =>
    JSON.stringify(Properties.IntegrationUri),
  )
  expect(uris.filter((uri) => !uri.includes('Live')).every((uri) => uri.includes('Admin'))).toBe(true)
  expect(uris.filter((uri) => uri.includes('Live')).some((uri) => uri.includes('Admin'))).toBe(false)
  expect(JSON.stringify(only(everything, 'AWS::ApiGatewayV2::Authorizer').AuthorizerUri)).toContain('Live')
})

test('reservations and instances that are kept ready are counted as the template has them', () => {
  const sum = (type: string, of: (properties: Record<string, unknown>) => unknown) =>
    resourcesOf(everything, type).reduce((total, { Properties }) => total + Number(of(Properties) ?? 0), 0)
  const reserved = sum('AWS::Lambda::Function', (properties) => properties.ReservedConcurrentExecutions)
  expect(reservedInstances(EVERYTHING)).toBe(reserved)
  const ready = (properties: Record<string, unknown>) =>
    (properties.ProvisionedConcurrencyConfig as Record<string, unknown>).ProvisionedConcurrentExecutions
  expect(keptReady(EVERYTHING).instances).toBe(sum('AWS::Lambda::Alias', ready))
})

test('traces are written by a role of their own accord, without a further resource', () => {
  for (const { Properties } of functionsOf(everything))
    expect(Properties.TracingConfig).toEqual({ Mode: 'Active' })
  expect(resourcesOf(everything, 'AWS::IAM::Policy')).toEqual([])
  expect(statementsIn(everything, 'health/get')).toContainEqual({
    Action: ['xray:PutTraceSegments', 'xray:PutTelemetryRecords'],
    Effect: 'Allow',
    Resource: '*',
  })
})

test('the domain name leads to the root of the API', () => {
  expect(only(everything, 'AWS::ApiGatewayV2::DomainName')).toMatchObject({
    DomainName: 'api.example.com',
    DomainNameConfigurations: [{ EndpointType: 'REGIONAL', SecurityPolicy: 'TLS_1_2' }],
  })
  expect(only(everything, 'AWS::ApiGatewayV2::ApiMapping')).not.toHaveProperty('ApiMappingKey')
  expect(everything.Outputs.BaseUrl).toMatchObject({ Value: 'https://api.example.com/api/v1' })
})

test('alarms and the budget go to the address, and CloudWatch may publish', () => {
  expect(only(everything, 'AWS::SNS::Subscription')).toMatchObject({
    Protocol: 'email',
    Endpoint: 'operations@example.com',
  })
  expect(only(everything, 'AWS::Budgets::Budget')).toMatchObject({
    Budget: { BudgetLimit: { Amount: 50, Unit: 'USD' }, TimeUnit: 'MONTHLY' },
    NotificationsWithSubscribers: [
      { Notification: { NotificationType: 'ACTUAL', Threshold: 80 } },
      { Notification: { NotificationType: 'FORECASTED', Threshold: 100 } },
    ],
  })
  const policy = JSON.stringify(only(everything, 'AWS::SNS::TopicPolicy').PolicyDocument)
  expect(policy).toContain('cloudwatch.amazonaws.com')
  expect(policy).toContain('"aws:SecureTransport":"false"')
})

test('the rest of the settings reach the template', () => {
  expect(only(everything, 'AWS::ApiGatewayV2::Stage')).toMatchObject({
    DefaultRouteSettings: { ThrottlingRateLimit: 50, ThrottlingBurstLimit: 70 },
    RouteSettings: { 'GET /api/v1/products': { ThrottlingRateLimit: 300, ThrottlingBurstLimit: 600 } },
    AccessLogSettings: { Format: expect.stringContaining('"ip":"$context.identity.sourceIp"') },
  })
  expect(only(everything, 'AWS::DynamoDB::GlobalTable')).toMatchObject({
    WarmThroughput: { ReadUnitsPerSecond: 20_000, WriteUnitsPerSecond: 8_000 },
    Replicas: [{ Tags: [{ Key: 'team', Value: 'shop' }] }],
  })
  const [lambda] = functionsOf(everything)
  expect(lambda?.Properties.Tags).toEqual([{ Key: 'team', Value: 'shop' }])
})

test('a stage that may go takes its table with it', () => {
  const template = templateOf({ removalPolicy: 'destroy' }, assemblyDir)
  const [table] = resourcesOf(template, 'AWS::DynamoDB::GlobalTable')
  expect(table).toMatchObject({
    DeletionPolicy: 'Delete',
    Properties: { Replicas: [{ DeletionProtectionEnabled: false }] },
  })
})

test('on a table that exists no other is made, and every function uses that one', () => {
  expect(resourcesOf(existing, 'AWS::DynamoDB::GlobalTable')).toEqual([])
  for (const { Properties } of functionsOf(existing))
    expect(Properties.Environment).toMatchObject({ Variables: { STOREFRONT_TABLE: 'restored' } })
  expect(JSON.stringify(statementsIn(existing, 'products/get'))).toContain(
    `${EXISTING_TABLE.tableArn}/index/`,
  )
  expect(existing.Outputs.TableStreamArn).toMatchObject({ Value: EXISTING_TABLE.tableStreamArn })
})

test('such a stage does not run on this machine, and one line says so', () => {
  const template = readTemplate(JSON.parse(JSON.stringify(existing)))
  expect(() => readTable(template, (value) => value ?? null)).toThrow(
    /^This stage works on a table that exists \(tableArn\)\. It runs in AWS only: use another stage here\.$/,
  )
})

test('two stages in one account and region share no name, and each has the same parts', () => {
  const [production, staging] = ['Storefront', 'Storefront-staging'].map((name) =>
    templateOf({}, assemblyDir, name),
  )
  const namesIn = (template: Template | undefined) =>
    Object.values(template?.Resources ?? {}).flatMap(({ Type, Properties = {} }) => {
      const { LogGroupName, Name, MetricTransformations = [] } = Properties
      const namespaces = (MetricTransformations as { MetricNamespace: string }[]).map(
        (of) => of.MetricNamespace,
      )
      // That of the authorizer is one of its API.
      const own = Type === 'AWS::ApiGatewayV2::Authorizer' ? [] : [Name]
      return [LogGroupName, ...own, ...namespaces].filter((name) => name !== undefined)
    })
  const taken = new Set(namesIn(production))
  expect(taken.size).toBeGreaterThan(5)
  expect(namesIn(staging).filter((name) => taken.has(name))).toEqual([])
  const idsOf = (template: Template | undefined) => Object.keys(template?.Resources ?? {}).sort()
  expect(idsOf(staging)).toEqual(idsOf(production))
})
