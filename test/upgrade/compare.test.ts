import { expect, inject, test } from 'vitest'
import { compareTemplates } from '../../lib/upgrade/compare.ts'
import { STATEFUL } from '../../lib/upgrade/stateful.ts'
import { readStackTemplate } from '../../lib/upgrade/template.ts'
import { readTemplate, type Template } from '../support/template.ts'

const synthesized = readTemplate(inject('assemblyDir'))
const idOf = (type: string) =>
  Object.entries(synthesized.Resources).find(([, { Type }]) => Type === type)?.[0] ?? ''
const TABLE = idOf('AWS::DynamoDB::GlobalTable')
const API = idOf('AWS::ApiGatewayV2::Api')
const LOG = idOf('AWS::Logs::LogGroup')
const STAGE = idOf('AWS::ApiGatewayV2::Stage')

/** The stack with one resource of each type that it may get some day, and a table of the older type. */
function extended(): Template {
  const { Resources, Outputs } = structuredClone(synthesized)
  const { AttributeDefinitions, KeySchema } = Resources[TABLE]?.Properties ?? {}
  const kept = { DeletionPolicy: 'Retain', UpdateReplacePolicy: 'Retain' }
  const more = {
    Key: { Type: 'AWS::KMS::Key', Properties: { KeySpec: 'SYMMETRIC_DEFAULT' }, ...kept },
    Domain: { Type: 'AWS::ApiGatewayV2::DomainName', Properties: { DomainName: 'api.example' } },
    Mapping: {
      Type: 'AWS::ApiGatewayV2::ApiMapping',
      Properties: { DomainName: 'api.example', Stage: '$default' },
    },
    Record: { Type: 'AWS::Route53::RecordSet', Properties: { Name: 'api.example', HostedZoneId: 'Z1' } },
    Distribution: { Type: 'AWS::CloudFront::Distribution', Properties: { DistributionConfig: {} } },
    Bucket: { Type: 'AWS::S3::Bucket', Properties: { BucketName: 'exports' } },
    Queue: { Type: 'AWS::SQS::Queue', Properties: { QueueName: 'events' } },
    Secret: { Type: 'AWS::SecretsManager::Secret', Properties: { Name: 'salt' } },
    OldTable: {
      Type: 'AWS::DynamoDB::Table',
      Properties: { AttributeDefinitions, KeySchema, TableName: 'old', DeletionProtectionEnabled: true },
    },
  }
  return { Resources: { ...Resources, ...more }, Outputs }
}

/** Something in a template that a test changes. */
type Node = Record<string | number, unknown>

/** The value at a path in the template; throws if it is not there, so that no change is made beside it. */
function at(template: Template, ...path: (string | number)[]): Node {
  const found = path.reduce<unknown>((node, name) => (node as Node)[name], template.Resources)
  if (typeof found !== 'object' || found === null) throw new Error(`there is no ${path.join('.')}`)
  return found as Node
}

const read = (template: Template) => readStackTemplate(JSON.stringify(template), 'a template')

/** The findings when the stack is changed like this; `before` changes both versions. */
function found(change: (template: Template) => void, before: (template: Template) => void = () => {}) {
  const [old, now] = [extended(), extended()]
  before(old)
  before(now)
  change(now)
  return compareTemplates(read(old), read(now))
}

const refused = (logicalId: string, what: string | RegExp, rest: object = {}) => ({
  logicalId,
  isWarning: false,
  what: expect.stringMatching(what),
  ...rest,
})

test('the same stack has no findings', () => {
  expect(found(() => {})).toEqual([])
})

test('new resources, new code and settings that are changed in place have no findings', () => {
  const changes = found((template) => {
    template.Resources.New = { Type: 'AWS::S3::Bucket', Properties: {} }
    at(template, API, 'Properties').Name = 'another'
    at(template, TABLE, 'Properties').WarmThroughput = { ReadUnitsPerSecond: 20_000 }
    for (const resource of Object.values(template.Resources))
      if (resource.Type === 'AWS::Lambda::Function') resource.Properties.Code = {}
  })
  expect(changes).toEqual([])
})

const IDS: Record<string, string> = {
  'AWS::DynamoDB::GlobalTable': TABLE,
  'AWS::DynamoDB::Table': 'OldTable',
  'AWS::ApiGatewayV2::Api': API,
  'AWS::KMS::Key': 'Key',
  'AWS::ApiGatewayV2::DomainName': 'Domain',
  'AWS::ApiGatewayV2::ApiMapping': 'Mapping',
  'AWS::ApiGatewayV2::Stage': STAGE,
  'AWS::Route53::RecordSet': 'Record',
  'AWS::CloudFront::Distribution': 'Distribution',
  'AWS::S3::Bucket': 'Bucket',
  'AWS::SecretsManager::Secret': 'Secret',
}

/**
 * The properties of each type that must not change, copied by hand from the schemas of CloudFormation: one that is missing
 * in the code under test is missed here.
 */
const FIXED: Record<string, string[]> = {
  'AWS::DynamoDB::GlobalTable': ['TableName', 'LocalSecondaryIndexes'],
  'AWS::DynamoDB::Table': ['TableName', 'LocalSecondaryIndexes', 'ImportSourceSpecification'],
  'AWS::ApiGatewayV2::Api': ['ProtocolType'],
  'AWS::KMS::Key': ['KeySpec', 'KeyUsage', 'MultiRegion', 'Origin'],
  'AWS::ApiGatewayV2::DomainName': ['DomainName'],
  'AWS::ApiGatewayV2::ApiMapping': ['DomainName'],
  'AWS::ApiGatewayV2::Stage': ['ApiId', 'StageName'],
  'AWS::Route53::RecordSet': ['HostedZoneId', 'HostedZoneName', 'Name'],
  'AWS::CloudFront::Distribution': [],
  'AWS::S3::Bucket': ['BucketName', 'ObjectLockEnabled'],
  'AWS::SecretsManager::Secret': ['Name'],
}

test('every stateful type is compared below', () => {
  for (const named of [IDS, FIXED]) expect(Object.keys(STATEFUL).sort()).toEqual(Object.keys(named).sort())
})

test.each(Object.entries(IDS))('%s: a resource that is lost is refused', (type, id) => {
  const all = found((template) => delete template.Resources[id])
  expect(all).toEqual([expect.objectContaining(refused(id, /is not in the new template$/, { type }))])
})

test.each(Object.entries(IDS))('%s: another type is refused', (_, id) => {
  const all = found((template) => {
    const resource = template.Resources[id]
    if (resource) resource.Type = 'AWS::SNS::Topic'
  })
  expect(all).toEqual([expect.objectContaining(refused(id, /^its type changes to AWS::SNS::Topic$/))])
})

const PROPERTIES = Object.entries(FIXED).flatMap(([type, properties]) =>
  properties.map((property) => [type, property] as const),
)

test.each(PROPERTIES)('%s: another %s is refused', (type, property) => {
  const id = IDS[type] ?? ''
  const all = found((template) => {
    at(template, id, 'Properties')[property] = 'another'
  })
  expect(all).toEqual([expect.objectContaining(refused(id, `^${property} changes$`))])
})

test.each([
  [API, 'DisableExecuteApiEndpoint', true],
  ['Mapping', 'ApiMappingKey', 'shop'],
  ['Mapping', 'Stage', 'another'],
])('%s: another %s moves the address, which can be accepted', (id, property, value) => {
  const all = found((template) => {
    at(template, id, 'Properties')[property] = value
  })
  const moved = { isAcceptable: true, why: expect.stringContaining('no longer leads to the API') }
  expect(all).toEqual([expect.objectContaining(refused(id, `^${property} changes$`, moved))])
})

test('a key that is switched off is refused, unless it is accepted', () => {
  const off = (template: Template) => {
    at(template, 'Key', 'Properties').Enabled = false
  }
  expect(found(off)).toEqual([
    expect.objectContaining(refused('Key', /^the key is switched off$/, { isAcceptable: true })),
  ])
  expect(found(() => {}, off)).toEqual([])
})

const CONFIG = ['Distribution', 'Properties', 'DistributionConfig']
const served = (template: Template) =>
  Object.assign(at(template, ...CONFIG), {
    Enabled: true,
    Aliases: ['shops.example.com', { Ref: 'Name' }],
    CacheBehaviors: [{ PathPattern: '/media/*' }, { PathPattern: '/own/*' }],
  })

test.each<[string, string, Node]>([
  ['whose alias goes', 'the alias "shops.example.com" is not', { Aliases: [{ Ref: 'Name' }] }],
  ['whose alias from elsewhere goes', 'the alias {"Ref":"Name"} is not', { Aliases: ['shops.example.com'] }],
  ['that is switched off', 'the distribution is switched off', { Enabled: false }],
  [
    'that serves no pictures any more',
    'the path /media/\\* is not',
    { CacheBehaviors: [{ PathPattern: '/own/*' }] },
  ],
  ['whose own path goes', 'the path /own/\\* is not', { CacheBehaviors: [{ PathPattern: '/media/*' }] }],
])('a distribution %s is refused, unless it is accepted', (_, what, config) => {
  const all = found((template) => Object.assign(at(template, ...CONFIG), config), served)
  expect(all).toEqual([expect.objectContaining(refused('Distribution', what, { isAcceptable: true }))])
})

test('a distribution that gets an alias or a path, is switched on or is switched off already has no findings', () => {
  const more = (template: Template) => {
    const config = at(template, ...CONFIG)
    config.Aliases = ['more.example.com', ...(config.Aliases as unknown[])]
    config.CacheBehaviors = [{ PathPattern: '/more/*' }, ...(config.CacheBehaviors as unknown[])]
  }
  expect(found(more, served)).toEqual([])
  const off = (template: Template) => {
    at(template, ...CONFIG).Enabled = false
  }
  expect(found(() => {}, off)).toEqual([])
  expect(found((template) => delete at(template, ...CONFIG).Enabled, off)).toEqual([])
})

test('the loss of a bucket says what to do if it is made again', () => {
  expect(found((template) => delete template.Resources.Bucket)).toMatchObject([
    { todo: expect.stringContaining('is empty: copy this one into it before any reindex') },
  ])
})

test('a resource with a new logical id is named, and what becomes of the old one is said', () => {
  const [first] = found((template) => {
    template.Resources.Renamed = template.Resources[TABLE] ?? { Type: '', Properties: {} }
    delete template.Resources[TABLE]
  })
  expect(first).toMatchObject({
    isAcceptable: true,
    why: expect.stringContaining('it stays in the account (DeletionPolicy Retain)'),
    todo: 'if Renamed is the same resource, give it this logical id again (overrideLogicalId)',
  })
})

test.each([
  ['a table that stays in the account', TABLE, true],
  ['a table that is deleted', 'OldTable', false],
  ['an API', API, true],
  ['a domain name', 'Domain', true],
  ['a distribution', 'Distribution', true],
])('the loss of %s: can it be accepted?', (_, id, isAcceptable) => {
  expect(found((template) => delete template.Resources[id])).toMatchObject([{ isAcceptable }])
})

test.each([
  ['a table, even if the old one stays', TABLE, 'TableName', false],
  ['a key', 'Key', 'KeySpec', false],
  ['an API', API, 'ProtocolType', true],
  ['a domain name', 'Domain', 'DomainName', true],
])('another one in the place of %s: can it be accepted?', (_, id, property, isAcceptable) => {
  const all = found((template) => {
    at(template, id, 'Properties')[property] = 'another'
  })
  expect(all).toMatchObject([{ isAcceptable }])
})

test.each([
  ['DeletionPolicy', TABLE],
  ['DeletionPolicy', 'Key'],
  ['UpdateReplacePolicy', TABLE],
  ['UpdateReplacePolicy', 'Key'],
])('%s of %s that is no longer Retain is refused, unless it is accepted', (policy, id) => {
  const all = found((template) => {
    at(template, id)[policy] = 'Delete'
  })
  const what = `^${policy} changes from Retain to Delete$`
  expect(all).toEqual([expect.objectContaining(refused(id, what, { isAcceptable: true }))])
})

test.each<[string, string, (template: Template) => unknown]>([
  ['is lost', 'this queue is not in the new template', ({ Resources }) => delete Resources.Queue],
  [
    'is of another type',
    'this queue is not in the new template',
    (template) => (at(template, 'Queue').Type = 'X'),
  ],
  [
    'gets another name',
    'QueueName changes',
    (template) => (at(template, 'Queue', 'Properties').QueueName = 'x'),
  ],
  ['becomes FIFO', 'FifoQueue changes', (template) => (at(template, 'Queue', 'Properties').FifoQueue = true)],
])('a queue that %s is a warning: wake-ups are sent again', (_, what, change) => {
  expect(found(change)).toEqual([
    expect.objectContaining({
      logicalId: 'Queue',
      isWarning: true,
      what,
      why: expect.stringContaining('sent again'),
    }),
  ])
})

test('a queue that is changed in place has no findings', () => {
  const change = (template: Template) => {
    at(template, 'Queue', 'Properties').VisibilityTimeout = 100
  }
  expect(found(change)).toEqual([])
})

test('a lost log group is a warning with the hint how to export it; one that is kept is not', () => {
  const lose = (template: Template) => delete template.Resources[LOG]
  const withPolicy = (policy: string) => (template: Template) => {
    at(template, LOG).DeletionPolicy = policy
  }
  expect(found(lose, withPolicy('Delete'))).toEqual([
    expect.objectContaining({
      logicalId: LOG,
      isWarning: true,
      todo: expect.stringMatching('Keep old logs'),
    }),
  ])
  expect(found(lose, withPolicy('Retain'))).toEqual([])
})
