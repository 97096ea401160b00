import { join } from 'node:path'
import { App, Stack } from 'aws-cdk-lib'
import { Template as CdkTemplate } from 'aws-cdk-lib/assertions'
import { expect, inject, test } from 'vitest'
import type { FunctionNeeds } from '../../lib/api/route.ts'
import { AUTHORIZER, BACKGROUND, DOCUMENTATION, ROUTES, UNMATCHED } from '../../lib/api/routes.ts'
import { eventSteps } from '../../lib/data/table/events.ts'
import {
  DUE_PARTITIONS,
  OWN_DUE_PARTITIONS,
  RATE_PARTITIONS,
  RUNNING_IMPORT_PARTITIONS,
  SEARCH_PARTITIONS,
  SECRET_PARTITIONS,
} from '../../lib/data/table/partition-patterns.ts'
import { ENVIRONMENT } from '../../lib/environment.ts'
import { EndpointFunction } from '../../lib/infra/endpoint-function.ts'
import { FunctionRoles } from '../../lib/infra/function-roles.ts'
import { createLogs } from '../../lib/infra/monitoring/logs.ts'
import { createQueues, queueId } from '../../lib/infra/queues.ts'
import { readSettings } from '../../lib/infra/settings/settings.ts'
import { tableOf } from '../../lib/infra/table.ts'
import { EVERYTHING, EXISTING_TABLE, templateOf } from '../support/settings.ts'
import { readTemplate, resourcesOf, type Template } from '../support/template.ts'
import { lambdaOf, roleOf, type Statement, statementsOf } from './roles.ts'

const template = readTemplate(inject('assemblyDir'))
const everything = templateOf(EVERYTHING, inject('assemblyDir'))
const existing = templateOf(EXISTING_TABLE, inject('assemblyDir'))

const idOf = (prefix: string) => {
  const [id, ...others] = Object.keys(template.Resources).filter((name) =>
    new RegExp(`^${prefix}[0-9A-F]{8}$`).test(name),
  )
  if (!id || others.length > 0) throw new Error(`${prefix} names not one resource`)
  return id
}

const arnOf = (prefix: string) => ({ 'Fn::GetAtt': [idOf(prefix), 'Arn'] })
const TABLE = arnOf('Table')
const STREAM = { 'Fn::GetAtt': [idOf('Table'), 'StreamArn'] }
const STREAMS = { 'Fn::Join': ['', [TABLE, '/stream/*']] }

function mappingOf(of: Template, source: string): Record<string, unknown> {
  const mapping = resourcesOf(of, 'AWS::Lambda::EventSourceMapping').find(({ Properties }) =>
    JSON.stringify(Properties.EventSourceArn).includes(source),
  )
  if (!mapping) throw new Error(`nothing is invoked by ${source}`)
  return mapping.Properties
}

/** The statements of a role behind those of its log and its table. */
const further = (name: string) => statementsOf(roleOf(template, name)).slice(2)

const DENY = {
  Effect: 'Deny',
  Action: 'dynamodb:*',
  Resource: TABLE,
  Condition: { 'ForAnyValue:StringLike': { 'dynamodb:LeadingKeys': [SECRET_PARTITIONS] } },
}
const DENY_UPDATES = {
  Effect: 'Deny',
  Action: 'dynamodb:UpdateItem',
  Resource: TABLE,
  Condition: { 'ForAnyValue:StringNotLike': { 'dynamodb:LeadingKeys': [RATE_PARTITIONS] } },
}
const DENY_OTHER_ITEMS = {
  Effect: 'Deny',
  Action: 'dynamodb:GetItem',
  Resource: TABLE,
  Condition: { 'ForAnyValue:StringNotLike': { 'dynamodb:LeadingKeys': [SEARCH_PARTITIONS] } },
}
const denyOf = (index: string, partitions: string) => ({
  Effect: 'Deny',
  Action: 'dynamodb:Query',
  Resource: { 'Fn::Join': ['', [TABLE, `/index/${index}`]] },
  Condition: { 'ForAnyValue:StringLike': { 'dynamodb:LeadingKeys': [partitions] } },
})
const DENY_IMPORTS = denyOf('store-created', RUNNING_IMPORT_PARTITIONS)
const DENY_DUE = denyOf('store-created', DUE_PARTITIONS)
const DENY_OWN_DUE = denyOf('shelf-created', OWN_DUE_PARTITIONS)
const NEEDS: readonly FunctionNeeds[] = [...ROUTES, AUTHORIZER, DOCUMENTATION, UNMATCHED, ...BACKGROUND]

/** The statements that let a function send to the queues of its entry. */
const sendsOf = (name: string) =>
  (NEEDS.find((needs) => needs.function === name)?.sends ?? []).map((queue) => ({
    Effect: 'Allow',
    Action: 'sqs:SendMessage',
    Resource: arnOf(queueId(queue)),
  }))

test('a wake-up is hidden longer than the lease, tried five times, then kept for 14 days', () => {
  expect(template.Resources[idOf('WakeQueue')]?.Properties).toEqual({
    VisibilityTimeout: 90,
    SqsManagedSseEnabled: true,
    RedrivePolicy: { deadLetterTargetArn: arnOf('DeadLetters'), maxReceiveCount: 5 },
  })
  expect(template.Resources[idOf('DeadLetters')]?.Properties).toEqual({
    MessageRetentionPeriod: 14 * 24 * 60 * 60,
    SqsManagedSseEnabled: true,
  })
})

test('a failing record of the stream is taken out of its batch, tried ten times in an hour, and kept', () => {
  const { FilterCriteria, FunctionName, ...stream } = mappingOf(template, 'StreamArn')
  expect(JSON.stringify(FunctionName)).toContain('EventsDispatchFunction')
  expect(stream).toEqual({
    Enabled: true,
    EventSourceArn: STREAM,
    StartingPosition: 'TRIM_HORIZON',
    BatchSize: 100,
    FunctionResponseTypes: ['ReportBatchItemFailures'],
    BisectBatchOnFunctionError: true,
    MaximumRetryAttempts: 10,
    MaximumRecordAgeInSeconds: 3600,
    DestinationConfig: { OnFailure: { Destination: arnOf('DeadLetters') } },
  })
})

test('dispatch gets new events, and webhooks that are new or have changed', () => {
  const { Filters } = mappingOf(template, 'StreamArn').FilterCriteria as { Filters: { Pattern: string }[] }
  const skBegins = (prefix: string) => ({ Keys: { sk: { S: [{ prefix }] } } })
  expect(Filters.map(({ Pattern }) => JSON.parse(Pattern))).toEqual([
    { eventName: ['INSERT'], dynamodb: skBegins('evt_') },
    { eventName: ['INSERT', 'MODIFY'], dynamodb: skBegins('WEBHOOK#') },
  ])
  const happening = { type: 'product.created', data: { id: '1' }, previous: {} } as const
  const items = eventSteps('5f0c', happening, new Date()).map(({ write }) => write.Put?.Item)
  expect(items.find((item) => item?.type === 'event')?.sk).toMatch(/^evt_/)
})

test('one invocation delivers for one webhook, and the setting limits how many run at once', () => {
  const { FunctionName, ...queue } = mappingOf(template, 'WakeQueue')
  expect(JSON.stringify(FunctionName)).toContain('WebhooksDeliverFunction')
  expect(queue).toEqual({
    Enabled: true,
    EventSourceArn: arnOf('WakeQueue'),
    BatchSize: 1,
    ScalingConfig: { MaximumConcurrency: 100 },
  })
  expect(mappingOf(everything, 'WakeQueue').ScalingConfig).toEqual({ MaximumConcurrency: 30 })
  expect(mappingOf(everything, 'ImportsQueue').ScalingConfig).toEqual({ MaximumConcurrency: 8 })
})

test('the sweep runs every 15 minutes, and what is due is ended every minute', () => {
  const rules = resourcesOf(template, 'AWS::Events::Rule').map(({ Properties }) => Properties)
  expect(rules).toMatchObject([
    {
      ScheduleExpression: 'rate(15 minutes)',
      Description: 'Wakes webhooks that are behind, and ends imports that nobody works on',
      State: 'ENABLED',
      Targets: [{ Arn: arnOf('WebhooksSweepFunction') }],
    },
    {
      ScheduleExpression: 'rate(1 minute)',
      Description: 'Ends holds of stock, and makes and ends scheduled changes',
      State: 'ENABLED',
      Targets: [{ Arn: arnOf('DueRunFunction') }],
    },
  ])
})

test.each([
  ['events/dispatch', 60],
  ['webhooks/deliver', 70],
  ['webhooks/sweep', 300],
  ['due/run', 60],
])('%s has 512 MB and %i s', (name, Timeout) => {
  expect(lambdaOf(template, name).Properties).toMatchObject({ MemorySize: 512, Timeout })
})

/** A list of one stands in a template as its element. */
const listOf = (actions: string[]) => (actions.length === 1 ? actions[0] : actions)

test.each(BACKGROUND.map((needs) => [needs.function, needs.table.actions] as const))(
  'the role of %s has exactly its own actions of the table',
  (name, actions) => {
    const [log, table] = statementsOf(roleOf(template, name))
    expect(log).toMatchObject({ Resource: arnOf('BackgroundLogs') })
    expect(table).toEqual({
      Effect: 'Allow',
      Action: listOf(actions.toSorted().map((action) => `dynamodb:${action}`)),
      Resource: TABLE,
    })
    expect(roleOf(template, name).Properties).not.toHaveProperty('ManagedPolicyArns')
  },
)

test('apart from the table, each is allowed what its trigger needs, and to send', () => {
  expect(further('events/dispatch')).toEqual([
    ...sendsOf('events/dispatch'),
    {
      Effect: 'Allow',
      Action: ['dynamodb:DescribeStream', 'dynamodb:GetRecords', 'dynamodb:GetShardIterator'],
      Resource: STREAM,
    },
    { Effect: 'Allow', Action: 'dynamodb:ListStreams', Resource: STREAMS },
    { Effect: 'Allow', Action: 'sqs:SendMessage', Resource: arnOf('DeadLetters') },
    DENY,
  ])
  expect(further('webhooks/deliver')).toEqual([
    ...sendsOf('webhooks/deliver'),
    {
      Effect: 'Allow',
      Action: ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'],
      Resource: arnOf('WakeQueue'),
    },
  ])
  // Its second statement about the table is the Query of the index.
  expect(further('webhooks/sweep').slice(1)).toEqual([
    ...sendsOf('webhooks/sweep'),
    { Effect: 'Allow', Action: 'sqs:GetQueueAttributes', Resource: arnOf('ImportsQueue') },
    DENY,
    DENY_DUE,
  ])
  expect(further('due/run').slice(1)).toEqual([DENY, DENY_IMPORTS])
})

test('no resource of its own widens a role', () => {
  for (const each of [template, everything, existing])
    for (const type of ['AWS::IAM::Policy', 'AWS::IAM::ManagedPolicy'])
      expect(resourcesOf(each, type)).toEqual([])
})

const isDeny = ({ Effect }: Statement) => Effect === 'Deny'

test.each(NEEDS.map((needs) => [needs.function, needs] as const))(
  'the role of %s is denied secrets of webhooks and lists of all businesses unless it needs them, and what else it does not need',
  (name, needs) => {
    const { table, secrets } = needs
    const denied = statementsOf(roleOf(template, name)).filter(isDeny)
    const isRead = 'method' in needs && needs.method === 'GET' && name.startsWith('admin/')
    const isOfMerchant = name.startsWith('admin/') || name === 'imports/run'
    expect(denied).toEqual([
      ...(table.actions && !secrets ? [DENY] : []),
      ...(isRead ? [DENY_UPDATES] : []),
      ...(table.queries?.includes('store-created') && name !== 'webhooks/sweep' ? [DENY_IMPORTS] : []),
      ...(table.queries?.includes('store-created') && name !== 'due/run' ? [DENY_DUE] : []),
      ...(table.queries?.includes('shelf-created') && !isOfMerchant ? [DENY_OWN_DUE] : []),
      ...(table.only ? [DENY_OTHER_ITEMS] : []),
    ])
  },
)

test('the pattern of that matches the key of a secret, and no other that a merchant can choose', () => {
  const pattern = new RegExp(`^${SECRET_PARTITIONS.replaceAll('?', '.').replaceAll('*', '.*')}$`)
  const business = '01a1f85c-9786-79fb-a3c4-bd6300fca740'
  expect(`BIZ#${business}#SECRET#01a1f85c-9786-79fb-a3c4-bd6300fca741`).toMatch(pattern)
  expect(`BIZ#${business}#SKU#A#SECRET#1`).not.toMatch(pattern)
  expect(`BIZ#${business}#WEBHOOK#1`).not.toMatch(pattern)
})

test('an endpoint that sends, or has secrets, gets the same', () => {
  const stack = new Stack(new App(), 'Test')
  const settings = readSettings({})
  const logs = createLogs(stack, settings)
  const shared = { kind: 'admin', timeoutS: 28, logGroup: logs.admin, settings } as const
  const parts = { table: tableOf(stack, settings), queues: createQueues(stack) }
  const roles = new FunctionRoles(stack, 'Roles', { ...parts, logs, tracing: false })
  const bundleDir = join(inject('assemblyDir'), 'functions')
  const table = { actions: ['GetItem'] } as const
  const needs = { function: 'webhooks/deliver', table, sends: ['wake'], secrets: true } as const
  const role = roles.roleFor({ needs, trigger: undefined, log: 'admin' })
  new EndpointFunction(stack, 'Endpoint', { ...shared, ...parts, needs, role, bundleDir })
  const made = CdkTemplate.fromStack(stack).toJSON() as Template
  const [, ...statements] = statementsOf(roleOf(made, needs.function))
  expect(statements.map(({ Effect, Action }) => [Effect, Action])).toEqual([
    ['Allow', 'dynamodb:GetItem'],
    ['Allow', 'sqs:SendMessage'],
  ])
  expect(lambdaOf(made, needs.function).Properties.Environment).toMatchObject({
    Variables: { [ENVIRONMENT.queueUrls.wake]: { Ref: expect.stringMatching(/^WakeQueue/) } },
  })
})

test('on a table that exists, its stream is read', () => {
  expect(mappingOf(existing, EXISTING_TABLE.tableStreamArn ?? '')).toMatchObject({
    EventSourceArn: EXISTING_TABLE.tableStreamArn,
  })
  const statements = statementsOf(roleOf(existing, 'events/dispatch'))
  expect(statements.map(({ Resource }) => Resource)).toEqual(
    expect.arrayContaining([EXISTING_TABLE.tableStreamArn, `${EXISTING_TABLE.tableArn}/stream/*`]),
  )
})

test('no deployment sends to its own machine: no template has the setting', () => {
  for (const each of [template, everything, existing])
    expect(JSON.stringify(each)).not.toContain(ENVIRONMENT.loopbackTargets)
})
