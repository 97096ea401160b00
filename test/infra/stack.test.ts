import { expect, inject, test } from 'vitest'
import type { FunctionNeeds, TableNeeds } from '../../lib/api/route.ts'
import { AUTHORIZER, BACKGROUND, DOCUMENTATION, ROUTES, UNMATCHED } from '../../lib/api/routes.ts'
import { INDEXES } from '../../lib/data/table/schema.ts'
import { throttlesOf } from '../../lib/infra/route-keys.ts'
import { readSettings } from '../../lib/infra/settings/settings.ts'
import { reservedInstances } from '../../lib/operator/deploy/concurrency.ts'
import { templateOf } from '../support/settings.ts'
import { readTemplate, resourcesOf } from '../support/template.ts'
import { lambdaOf, roleOf, statementsOf } from './roles.ts'

const template = readTemplate(inject('assemblyDir'))
const [table] = resourcesOf(template, 'AWS::DynamoDB::GlobalTable')
const NEEDS: readonly FunctionNeeds[] = [...ROUTES, AUTHORIZER, DOCUMENTATION, UNMATCHED]

/** `{"Fn::Join": ["", [{table arn}, "/index/x"]]}` → `/index/x`; the bare table → ``. */
function indexesOf(resource: unknown): string[] {
  const resources = Array.isArray(resource) ? resource : [resource]
  return resources.map((one) => one['Fn::Join']?.[1].at(-1) ?? '')
}

test.each(NEEDS.map((needs) => [needs.function, needs] as const))(
  'the role of %s holds its log and what the route table says, nothing else',
  (name, { table, sends, counts = [], objects = [] }) => {
    const { actions = [], queries = [] }: TableNeeds = table
    const [log, ...rest] = statementsOf(roleOf(template, name)).filter(({ Effect }) => Effect === 'Allow')
    expect(roleOf(template, name).Properties).not.toHaveProperty('ManagedPolicyArns')
    expect(log?.Action).toEqual(['logs:CreateLogStream', 'logs:PutLogEvents'])
    const { LogGroup } = lambdaOf(template, name).Properties.LoggingConfig as { LogGroup: { Ref: string } }
    expect(log?.Resource).toEqual({ 'Fn::GetAtt': [LogGroup.Ref, 'Arn'] })
    const granted = rest.flatMap((statement) =>
      [statement.Action]
        .flat()
        .flatMap((action) => indexesOf(statement.Resource).map((on) => `${action} ${on}`)),
    )
    expect(granted).toEqual([
      ...actions.toSorted().map((action) => `dynamodb:${action} `),
      ...queries.toSorted().map((index) => `dynamodb:Query /index/${index}`),
      ...(sends ?? []).map(() => 'sqs:SendMessage '),
      ...counts.map(() => 'sqs:GetQueueAttributes '),
      ...objects.map((action) => `s3:${action} /media/*`),
    ])
  },
)

test('the tools for agents have no right on the table, the bucket or a queue', () => {
  const actions = statementsOf(roleOf(template, 'mcp')).flatMap(({ Action }) => Action)
  expect(actions).toEqual(['logs:CreateLogStream', 'logs:PutLogEvents'])
})

/** In MB, where a function has not what its kind has. */
const MEMORY_MB: Record<string, number> = { 'admin/media/create': 1769, mcp: 512 }

test.each(NEEDS.map((needs) => needs.function))(
  '%s has the memory and the time of its kind, on arm64',
  (name) => {
    expect(lambdaOf(template, name).Properties).toMatchObject({
      MemorySize: MEMORY_MB[name] ?? (name.startsWith('admin/') ? 1024 : 1769),
      Architectures: ['arm64'],
      Runtime: 'nodejs24.x',
      // The gateway waits 10 s for the authorizer, and 30 s for an endpoint.
      Timeout: name === AUTHORIZER.function ? 10 : 28,
    })
  },
)

function groupOf(name: string): RegExp {
  if (BACKGROUND.some((of) => of.function === name)) return /^BackgroundLogs/
  return name.startsWith('admin/') ? /^AdminLogs/ : /^PublicLogs/
}

test('every function writes its own lines, and Lambda only what went wrong, as JSON into the group of its kind', () => {
  for (const { function: name } of [...NEEDS, ...BACKGROUND]) {
    const { LogGroup, ...settings } = lambdaOf(template, name).Properties.LoggingConfig as {
      LogGroup: { Ref: string }
    }
    expect(settings).toEqual({ LogFormat: 'JSON', ApplicationLogLevel: 'INFO', SystemLogLevel: 'WARN' })
    expect(LogGroup.Ref).toMatch(groupOf(name))
  }
  const groups = resourcesOf(template, 'AWS::Logs::LogGroup')
  expect(groups).toHaveLength(4)
  // Metric filters are of the standard class only.
  for (const { Properties } of groups) expect(Properties.LogGroupClass ?? 'STANDARD').toBe('STANDARD')
})

test('no role allows a wildcard action or resource', () => {
  for (const role of resourcesOf(template, 'AWS::IAM::Role'))
    for (const { Action, Resource } of statementsOf(role).filter(({ Effect }) => Effect === 'Allow')) {
      expect(JSON.stringify(Action)).not.toContain('*')
      // A list of streams is of no one stream, and pictures are of every business.
      if (Action !== 'dynamodb:ListStreams' && !`${Action}`.startsWith('s3:'))
        expect(JSON.stringify(Resource)).not.toContain('*')
    }
})

test('public functions can only query storefront indexes, which project nothing private, and get stored search indexes', () => {
  for (const route of ROUTES.filter(({ access }) => access === 'public'))
    if (route.function === 'products/search')
      expect(route.table).toMatchObject({ actions: ['GetItem'], only: 'search' })
    else expect(route.table).not.toHaveProperty('actions')
  const indexes = table?.Properties.GlobalSecondaryIndexes as {
    IndexName: string
    KeySchema: { AttributeName: string; KeyType: string }[]
    Projection: object
  }[]
  expect(
    indexes.map((index) => [index.IndexName, ...index.KeySchema.map((key) => key.AttributeName)]),
  ).toEqual(Object.entries(INDEXES).map(([name, { partition, sort }]) => [name, partition, sort]))
  for (const index of indexes)
    expect(index.Projection).toEqual({ ProjectionType: 'INCLUDE', NonKeyAttributes: ['card', 'facets'] })
})

test('the table is recoverable, protected, paid per request, and stays when the stack goes', () => {
  expect(table).toMatchObject({
    DeletionPolicy: 'Retain',
    UpdateReplacePolicy: 'Retain',
    Properties: {
      BillingMode: 'PAY_PER_REQUEST',
      StreamSpecification: { StreamViewType: 'KEYS_ONLY' },
      TimeToLiveSpecification: { AttributeName: 'ttl', Enabled: true },
      Replicas: [
        {
          DeletionProtectionEnabled: true,
          PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
        },
      ],
    },
  })
})

const ROUTE_KEYS = Object.entries(template.Resources)
  .filter(([, { Type }]) => Type === 'AWS::ApiGatewayV2::Route')
  .map(([id, { Properties }]) => ({ id, routeKey: String(Properties.RouteKey) }))

test('the gateway throttles every route, those outside /admin, searches and feeds apart, and its CORS setting is off', () => {
  const deployed = templateOf({}, inject('assemblyDir'))
  const [stage] = resourcesOf(deployed, 'AWS::ApiGatewayV2::Stage')
  expect(stage?.Properties.DefaultRouteSettings).toEqual({
    ThrottlingRateLimit: 100,
    ThrottlingBurstLimit: 200,
  })
  const isUnderAdmin = (routeKey: string) => routeKey.includes('/admin/')
  const limitsOf = (routeKey: string) => {
    if (routeKey.includes('/feeds/')) return { ThrottlingRateLimit: 5, ThrottlingBurstLimit: 10 }
    if (routeKey.endsWith('/products/search')) return { ThrottlingRateLimit: 200, ThrottlingBurstLimit: 400 }
    return { ThrottlingRateLimit: 500, ThrottlingBurstLimit: 1_000 }
  }
  const named = ROUTE_KEYS.filter(
    ({ routeKey }) =>
      routeKey !== '$default' && (!isUnderAdmin(routeKey) || limitsOf(routeKey).ThrottlingRateLimit === 5),
  )
  expect(named.filter(({ routeKey }) => isUnderAdmin(routeKey))).toHaveLength(2)
  expect(stage?.Properties.RouteSettings).toEqual(
    Object.fromEntries(named.map(({ routeKey }) => [routeKey, limitsOf(routeKey)])),
  )
  // A stage that names a route before it exists is refused, and with it the first deployment.
  expect(stage?.DependsOn).toEqual(expect.arrayContaining(named.map(({ id }) => id)))
  const [api] = resourcesOf(template, 'AWS::ApiGatewayV2::Api')
  expect(api?.Properties).not.toHaveProperty('CorsConfiguration')
})

// With it the stage of a deployment that switches the setting off could not be updated any more.
test('no route that has limits of its own comes with a setting', () => {
  expect([...throttlesOf({ media: true })]).toEqual([...throttlesOf({ media: false })])
})

// A deployment removes all others from the stage.
test.each([true, false])('the stage names the routes with limits of their own, media: %s', (media) => {
  const [stage] = resourcesOf(
    templateOf({ media, edge: {} }, inject('assemblyDir')),
    'AWS::ApiGatewayV2::Stage',
  )
  expect(Object.keys(Object(stage?.Properties.RouteSettings))).toEqual([...throttlesOf({ media }).keys()])
})

test.each(['authorizer', 'public', 'admin', 'background'] as const)(
  'what a reservation for %s takes from the account is what the template takes',
  (kind) => {
    const settings = { reservedConcurrency: { [kind]: 1_000 } }
    const reserved = resourcesOf(templateOf(settings, inject('assemblyDir')), 'AWS::Lambda::Function')
      .map(({ Properties }) => Number(Properties.ReservedConcurrentExecutions ?? 0))
      .reduce((sum, one) => sum + one, 0)
    expect(reservedInstances(readSettings(settings))).toBe(reserved)
  },
)

// With the table's goes the data, with the API's the URL that customers have.
test('what holds data or a URL keeps its logical id', () => {
  expect(template.Resources).toMatchObject({
    TableCD117FA1: { Type: 'AWS::DynamoDB::GlobalTable' },
    ApiF1A3B7F9: { Type: 'AWS::ApiGatewayV2::Api' },
    ApiStageB35FBB6B: { Type: 'AWS::ApiGatewayV2::Stage' },
  })
})

test('logs end after a month, and the stack stays far from the limit of 500 resources', () => {
  for (const { Properties } of resourcesOf(template, 'AWS::Logs::LogGroup'))
    expect(Properties.RetentionInDays).toBe(30)
  expect(Object.keys(template.Resources).length).toBeLessThan(360)
})

test('no secret is in the template', () => {
  expect(JSON.stringify(template)).not.toMatch(/sfk_|whsec_|AKIA/)
})
