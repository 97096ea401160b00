import { expect, test } from 'vitest'
import { readRoles } from '../../../lib/local/permissions/permissions.ts'
import { createResolver } from '../../../lib/local/template/intrinsics.ts'
import type { JsonObject } from '../../../lib/local/template/json.ts'
import { readTemplate } from '../../../lib/local/template/template.ts'
import { fixtureTemplate } from '../fixture.ts'

const tableArn = { 'Fn::GetAtt': ['Table', 'Arn'] }
const arn = 'arn:aws:dynamodb:local:000000000000:table/fixture-Table'
const allowed = { Effect: 'Allow', Action: 'dynamodb:GetItem', Resource: tableArn }
const policyOf = (...Statement: JsonObject[]) => ({ PolicyDocument: { Version: '2012-10-17', Statement } })

/** The roles of the fixture's functions, whose one role has these properties, beside further resources. */
function rolesWith(properties: JsonObject, further: { [logicalId: string]: JsonObject } = {}) {
  const source = structuredClone(fixtureTemplate())
  Object.assign(source.Resources, further)
  source.Resources.Role = { Type: 'AWS::IAM::Role', Properties: properties }
  const template = readTemplate(source)
  return readRoles(
    template,
    createResolver(template, {
      stackName: 'fixture',
      apiEndpoint: 'http://localhost',
      queueEndpoint: 'http://localhost',
    }),
  )
}

const withStatement = (statement: JsonObject) => rolesWith({ Policies: [policyOf(statement)] })

test('a function may do what the policies inside its role and those attached to it allow', () => {
  const inside = policyOf(
    { Effect: 'Allow', Action: ['logs:PutLogEvents'], Resource: 'arn:aws:logs:::log-group:x:*' },
    { ...allowed, Action: ['dynamodb:GetItem', 'dynamodb:PutItem'] },
    {
      Effect: 'Allow',
      Action: 'dynamodb:Query',
      Resource: [
        { 'Fn::Join': ['', [tableArn, '/index/by-name']] },
        { 'Fn::Sub': `\${Table.Arn}/index/other` },
        { Ref: 'AWS::NoValue' },
      ],
    },
  )
  const attached = (role: JsonObject) => ({
    Type: 'AWS::IAM::Policy',
    Properties: { ...policyOf({ ...allowed, Action: 'dynamodb:DeleteItem' }), Roles: [role] },
  })
  const roles = rolesWith(
    { Policies: [inside] },
    { Mine: attached({ Ref: 'Role' }), Another: attached({ Ref: 'Api' }) },
  )
  expect(roles.map(({ functionId }) => functionId)).toEqual(['Echo', 'Answer', 'Authorizer', 'Busy'])
  expect(roles[0]).toEqual({
    functionId: 'Echo',
    arn: 'arn:aws:sts::000000000000:assumed-role/fixture-Role/fixture-Echo',
    permissions: [
      { action: 'dynamodb:GetItem', resource: arn },
      { action: 'dynamodb:PutItem', resource: arn },
      { action: 'dynamodb:Query', resource: `${arn}/index/by-name` },
      { action: 'dynamodb:Query', resource: `${arn}/index/other` },
      { action: 'dynamodb:DeleteItem', resource: arn },
    ],
    denials: [],
  })
})

test('a role without policies allows nothing', () => {
  expect(rolesWith({}).map(({ permissions }) => permissions)).toEqual([[], [], [], []])
})

test.each<[string, JsonObject]>([
  ['NotAction', { Effect: 'Allow', NotAction: 'dynamodb:Scan', Resource: tableArn }],
  ['NotResource', { Effect: 'Allow', Action: 'dynamodb:GetItem', NotResource: tableArn }],
  ['Condition', { ...allowed, Condition: { StringEquals: { 'dynamodb:Select': 'COUNT' } } }],
  ['Effect Deny', { ...allowed, Effect: 'Deny' }],
  ['dynamodb:*', { ...allowed, Action: 'dynamodb:*' }],
  ['dynamodb:getitem', { ...allowed, Action: 'dynamodb:getitem' }],
  ['DynamoDB:Get?tem', { ...allowed, Action: ['logs:PutLogEvents', 'DynamoDB:Get?tem'] }],
  ['*', { ...allowed, Action: '*' }],
  [`${arn}/index/*`, { ...allowed, Resource: { 'Fn::Sub': `\${Table.Arn}/index/*` } }],
  ['*', { ...allowed, Resource: [tableArn, '*'] }],
])('a statement with %s is refused: %j', (what, statement) => {
  expect(() => withStatement(statement)).toThrow(
    `Role: a policy has ${what}, which lib/local does not interpret`,
  )
})

const leadingKeys = (value: string | string[]) => ({
  'ForAnyValue:StringLike': { 'dynamodb:LeadingKeys': value },
})
const deny = { Effect: 'Deny', Action: 'dynamodb:*', Resource: tableArn, Condition: leadingKeys(['A#*']) }

test('the Deny of items by their partition key is read', () => {
  const [role] = rolesWith({ Policies: [policyOf(allowed, deny)] })
  const denial = { resource: arn, action: 'dynamodb:*', partitions: ['A#*'], isOfOthers: false }
  expect(role?.denials).toEqual([denial])
  expect(role?.permissions).toHaveLength(1)
  const others = { 'ForAnyValue:StringNotLike': { 'dynamodb:LeadingKeys': 'A#*' } }
  const update = { ...deny, Action: 'dynamodb:UpdateItem', Condition: others }
  const [reading] = rolesWith({ Policies: [policyOf(allowed, update)] })
  expect(reading?.denials).toEqual([{ ...denial, action: 'dynamodb:UpdateItem', isOfOthers: true }])
})

test.each<[string, JsonObject]>([
  ['no condition', { Condition: {} }],
  ['a further condition', { Condition: { ...leadingKeys('A'), StringEquals: { 'aws:x': 'y' } } }],
  ['another operator', { Condition: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': 'A' } } }],
  [
    'a further key',
    { Condition: { 'ForAnyValue:StringLike': { 'dynamodb:LeadingKeys': 'A', 'dynamodb:Select': 'B' } } },
  ],
  ['two actions', { Action: ['dynamodb:GetItem', 'dynamodb:PutItem'] }],
  ['actions of a pattern', { Action: 'dynamodb:Get*' }],
  ['all resources', { Resource: '*' }],
  ['two resources', { Resource: [tableArn, `${arn}/index/by-name`] }],
  ['other resources', { Resource: null, NotResource: tableArn }],
])('a Deny with %s is refused', (_what, change) => {
  expect(() => withStatement({ ...deny, ...change })).toThrow('Role: a policy has Effect Deny')
})

test('what is allowed on queues is read, and the streams of a table can be listed', () => {
  const queue = 'arn:aws:sqs:local:000000000000:wake'
  const [role] = rolesWith({
    Policies: [
      policyOf(
        { Effect: 'Allow', Action: 'sqs:SendMessage', Resource: queue },
        { Effect: 'Allow', Action: 'dynamodb:ListStreams', Resource: `${arn}/stream/*` },
      ),
    ],
  })
  expect(role?.permissions).toEqual([
    { action: 'sqs:SendMessage', resource: queue },
    { action: 'dynamodb:ListStreams', resource: `${arn}/stream/*` },
  ])
  for (const Action of ['sqs:*', 'sqs:Send*', 'SQS:SendMessage'])
    expect(() => withStatement({ Effect: 'Allow', Action, Resource: queue })).toThrow('does not interpret')
  expect(() =>
    withStatement({ Effect: 'Allow', Action: 'dynamodb:GetRecords', Resource: `${arn}/stream/*` }),
  ).toThrow('does not interpret')
})

test('what is allowed on functions is read, and nothing inexact', () => {
  const invoke = { Effect: 'Allow', Action: 'lambda:InvokeFunction', Resource: 'arn:aws:lambda:::function:x' }
  expect(withStatement(invoke)[0]?.permissions).toEqual([
    { action: invoke.Action, resource: invoke.Resource },
  ])
  for (const change of [{ Action: 'lambda:*' }, { Resource: `${invoke.Resource}:*` }, { Effect: 'Deny' }])
    expect(() => withStatement({ ...invoke, ...change })).toThrow('does not interpret')
})

test('what is said about other services is not interpreted', () => {
  const trace = { Effect: 'Allow', Action: ['xray:Put*', 'logs:*'], Resource: '*', Condition: {} }
  const [role] = withStatement(trace)
  expect(role?.permissions).toEqual([])
})

test.each<[string, JsonObject, { [logicalId: string]: JsonObject }]>([
  ['Role sets ManagedPolicyArns', { ManagedPolicyArns: ['arn:aws:iam::aws:policy/ReadOnlyAccess'] }, {}],
  ['Role sets PermissionsBoundary', { PermissionsBoundary: 'arn:aws:iam::aws:policy/ReadOnlyAccess' }, {}],
  ['Role has a policy without statements', { Policies: [{ PolicyName: 'x' }] }, {}],
  [
    'Managed sets Roles',
    {},
    { Managed: { Type: 'AWS::IAM::ManagedPolicy', Properties: { Roles: [{ Ref: 'Role' }] } } },
  ],
  [
    'Table sets ResourcePolicy',
    {},
    {
      Table: {
        Type: 'AWS::DynamoDB::GlobalTable',
        Properties: { Replicas: [{ ResourcePolicy: { PolicyDocument: {} } }] },
      },
    },
  ],
  [
    'Stray names no role of the template',
    {},
    { Stray: { Type: 'AWS::Lambda::Function', Properties: { Role: 'arn:aws:iam::1:role/elsewhere' } } },
  ],
])('permissions that stand elsewhere are refused: %s', (message, properties, further) => {
  expect(() => rolesWith(properties, further)).toThrow(message)
})
