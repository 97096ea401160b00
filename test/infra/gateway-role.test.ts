import { expect, inject, test } from 'vitest'
import { AUTHORIZER, DOCUMENTATION, ROUTES, UNMATCHED } from '../../lib/routes.ts'
import { EVERYTHING, templateOf } from '../support/settings.ts'
import { type Resource, readTemplate, resourcesOf, type Template } from '../support/template.ts'
import { statementsOf } from './roles.ts'

const template = readTemplate(inject('assemblyDir'))
const everything = templateOf(EVERYTHING, inject('assemblyDir'))
const STACKS: [string, Template][] = [
  ['the defaults', template],
  ['everything on', everything],
]
const INVOKED = [AUTHORIZER, DOCUMENTATION, UNMATCHED, ...ROUTES].map((needs) => needs.function)

const json = (values: unknown[]) => values.map((value) => JSON.stringify(value)).sort()

function authorizerOf(stack: Template): Resource['Properties'] {
  const [authorizer] = resourcesOf(stack, 'AWS::ApiGatewayV2::Authorizer')
  return authorizer?.Properties ?? {}
}

/** The role that the authorizer names, by its logical id. */
function gatewayRoleOf(stack: Template): string {
  const [id, name] = (authorizerOf(stack).AuthorizerCredentialsArn as { 'Fn::GetAtt': string[] })[
    'Fn::GetAtt'
  ]
  expect(name).toBe('Arn')
  return id ?? ''
}

/** Everything that the role of the gateway allows. */
function gatewayStatementOf(stack: Template) {
  const role = stack.Resources[gatewayRoleOf(stack)]
  if (!role) throw new Error('the gateway has no role')
  expect(role.Properties).not.toHaveProperty('ManagedPolicyArns')
  const [statement, ...others] = statementsOf(role)
  expect(others).toEqual([])
  return statement
}

/** The file of the function that a policy names, or of the one that an alias leads to. */
function fileOf(stack: Template, target: object): string {
  const [id] = Object.values(target).flat()
  const { Type, Properties } = stack.Resources[id] ?? { Type: 'nothing', Properties: {} }
  if (Type !== 'AWS::Lambda::Alias') return String(Properties.Description).replace('Storefront ', '')
  return fileOf(stack, Properties.FunctionName as object)
}

test.each(STACKS)(
  'with %s the gateway has one role, for every integration and the authorizer',
  (_, stack) => {
    const role = { 'Fn::GetAtt': [gatewayRoleOf(stack), 'Arn'] }
    const integrations = resourcesOf(stack, 'AWS::ApiGatewayV2::Integration')
    expect(integrations).toHaveLength(INVOKED.length - 1)
    for (const { Properties } of integrations) expect(Properties.CredentialsArn).toEqual(role)
  },
)

test.each(STACKS)(
  'with %s that role may invoke the functions of the route table and nothing else',
  (_, stack) => {
    const { Resource, ...rest } = gatewayStatementOf(stack) ?? {}
    expect(rest).toEqual({ Action: 'lambda:InvokeFunction', Effect: 'Allow' })
    const named = Resource as object[]
    expect(named.map((target) => fileOf(stack, target)).sort()).toEqual([...INVOKED].sort())
    // As they are invoked: with an alias where there is one.
    const integrations = resourcesOf(stack, 'AWS::ApiGatewayV2::Integration')
    const [, uri = []] = (authorizerOf(stack).AuthorizerUri as { 'Fn::Join': unknown[][] })['Fn::Join']
    const invoked = integrations.map(({ Properties }) => Properties.IntegrationUri)
    expect(json(named)).toEqual(
      json([...invoked, uri.find((part) => json(named).includes(JSON.stringify(part)))]),
    )
  },
)

// https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_iam-quotas.html: 10,240 characters for all policies in a role.
test('the policy of the gateway fits into its role, however long the names are', () => {
  const name = 'f'.repeat(64)
  const arn = `arn:aws-us-gov:lambda:ap-southeast-1:111122223333:function:${name}:live`
  const { Resource, ...rest } = gatewayStatementOf(everything) ?? {}
  const resources = (Resource as object[]).map(() => arn)
  const document = { Version: '2012-10-17', Statement: [{ ...rest, Resource: resources }] }
  expect(JSON.stringify(document).length).toBeLessThan(10_240)
})

test('where another kind is kept ready, the gateway has another role, so that no request fails meanwhile', () => {
  const roleWith = (provisionedConcurrency: object) =>
    gatewayRoleOf(templateOf({ provisionedConcurrency }, inject('assemblyDir')))
  const roles = [{}, { public: 1 }, { public: 1, authorizer: 1 }, { admin: 1 }].map(roleWith)
  expect(new Set(roles).size).toBe(roles.length)
  expect(roleWith({ authorizer: 2, public: 3 })).toBe(roles[2])
})

test('nobody but the gateway can take its role, and nobody but Lambda that of a function, for this account', () => {
  for (const [id, { Type, Properties }] of Object.entries(template.Resources)) {
    if (Type !== 'AWS::IAM::Role') continue
    const trust =
      id === gatewayRoleOf(template)
        ? { Principal: { Service: 'apigateway.amazonaws.com' } }
        : {
            Principal: { Service: 'lambda.amazonaws.com' },
            Condition: { StringEqualsIfExists: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
          }
    expect(Properties.AssumeRolePolicyDocument).toEqual({
      Version: '2012-10-17',
      Statement: [{ Action: 'sts:AssumeRole', Effect: 'Allow', ...trust }],
    })
  }
})

test('the clock alone needs a permission', () => {
  const [clock, ...others] = resourcesOf(template, 'AWS::Lambda::Permission').map(
    ({ Properties }) => Properties,
  )
  expect(others).toEqual([])
  expect(clock).toMatchObject({
    Principal: 'events.amazonaws.com',
    SourceAccount: { Ref: 'AWS::AccountId' },
  })
  expect(JSON.stringify(clock?.FunctionName)).toContain('WebhooksSweepFunction')
  expect(JSON.stringify(clock?.SourceArn)).toContain('WebhooksSweepClock')
})
