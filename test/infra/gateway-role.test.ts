import { expect, inject, test } from 'vitest'
import { AUTHORIZER, DOCUMENTATION, ROUTES, UNMATCHED } from '../../lib/api/routes.ts'
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
const KINDS = ['public', 'admin'] as const
type Kind = (typeof KINDS)[number]
const isAdmin = (file: string) => file.startsWith('admin/')
const invokedAs = (kind: Kind) => INVOKED.filter((file) => isAdmin(file) === (kind === 'admin'))

const json = (values: unknown[]) => values.map((value) => JSON.stringify(value)).sort()

function authorizerOf(stack: Template): Resource['Properties'] {
  const [authorizer] = resourcesOf(stack, 'AWS::ApiGatewayV2::Authorizer')
  return authorizer?.Properties ?? {}
}

/** The logical id in the ARN of a resource. */
function idIn(arn: unknown): string {
  const [id, name] = (arn as { 'Fn::GetAtt': string[] })['Fn::GetAtt']
  expect(name).toBe('Arn')
  return id ?? ''
}

/** The file of the function that an ARN names, or of the one that an alias leads to. */
function fileOf(stack: Template, target: object): string {
  const [id] = Object.values(target).flat()
  const { Type, Properties } = stack.Resources[id] ?? { Type: 'nothing', Properties: {} }
  if (Type !== 'AWS::Lambda::Alias') return String(Properties.Description).replace('Storefront ', '')
  return fileOf(stack, Properties.FunctionName as object)
}

const integrationsOf = (stack: Template, kind: Kind) =>
  resourcesOf(stack, 'AWS::ApiGatewayV2::Integration').filter(
    ({ Properties }) => isAdmin(fileOf(stack, Properties.IntegrationUri as object)) === (kind === 'admin'),
  )

/** The role that every integration of a kind names, by its logical id; for public ones the authorizer names it as well. */
function gatewayRoleOf(stack: Template, kind: Kind): string {
  const named = integrationsOf(stack, kind).map(({ Properties }) => Properties.CredentialsArn)
  if (kind === 'public') named.push(authorizerOf(stack).AuthorizerCredentialsArn)
  const [id = '', ...others] = [...new Set(named.map(idIn))]
  expect(others).toEqual([])
  return id
}

/** Everything that a role of the gateway allows. */
function gatewayStatementOf(stack: Template, kind: Kind) {
  const role = stack.Resources[gatewayRoleOf(stack, kind)]
  if (!role) throw new Error('the gateway has no role')
  expect(role.Properties).not.toHaveProperty('ManagedPolicyArns')
  const [statement, ...others] = statementsOf(role)
  expect(others).toEqual([])
  return statement
}

const EACH = STACKS.flatMap(([name, stack]) => KINDS.map((kind) => [name, kind, stack] as const))

test.each(STACKS)('with %s the gateway has a role for public functions, and one for /admin', (_, stack) => {
  const integrations = KINDS.map((kind) => integrationsOf(stack, kind).length)
  expect(integrations).toEqual([invokedAs('public').length - 1, invokedAs('admin').length])
  expect(gatewayRoleOf(stack, 'public')).not.toBe(gatewayRoleOf(stack, 'admin'))
})

test.each(EACH)(
  'with %s the role of %s functions may invoke those of the route table and nothing else',
  (_, kind, stack) => {
    const { Resource, ...rest } = gatewayStatementOf(stack, kind) ?? {}
    expect(rest).toEqual({ Action: 'lambda:InvokeFunction', Effect: 'Allow' })
    const named = Resource as object[]
    expect(named.map((target) => fileOf(stack, target)).sort()).toEqual(invokedAs(kind).sort())
    // As they are invoked: with an alias where there is one.
    const [, uri = []] = (authorizerOf(stack).AuthorizerUri as { 'Fn::Join': unknown[][] })['Fn::Join']
    const invoked = integrationsOf(stack, kind).map(({ Properties }) => Properties.IntegrationUri)
    if (kind === 'public') invoked.push(uri.find((part) => json(named).includes(JSON.stringify(part))))
    expect(json(named)).toEqual(json(invoked))
  },
)

// https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_iam-quotas.html: 10,240 characters for all policies in a role.
test.each(KINDS)('the policy of %s functions fits into its role, however long the names are', (kind) => {
  const name = 'f'.repeat(64)
  const arn = `arn:aws-us-gov:lambda:ap-southeast-1:111122223333:function:${name}${kind === 'public' ? ':live' : ''}`
  const { Resource, ...rest } = gatewayStatementOf(everything, kind) ?? {}
  const resources = (Resource as object[]).map(() => arn)
  const document = { Version: '2012-10-17', Statement: [{ ...rest, Resource: resources }] }
  expect(JSON.stringify(document).length).toBeLessThan(10_240)
})

test('where another kind is kept ready, the gateway has another role, so that no request fails meanwhile', () => {
  const roleWith = (provisionedConcurrency: object) =>
    gatewayRoleOf(templateOf({ provisionedConcurrency }, inject('assemblyDir')), 'public')
  const roles = [{}, { public: 1 }, { public: 1, authorizer: 1 }].map(roleWith)
  expect(new Set(roles).size).toBe(roles.length)
  expect(roleWith({ authorizer: 2, public: 3 })).toBe(roles[2])
})

test('no function under /admin is kept ready', () => {
  const aliases = resourcesOf(everything, 'AWS::Lambda::Alias').map(({ Properties }) =>
    fileOf(everything, Properties.FunctionName as object),
  )
  expect(aliases.sort()).toEqual(invokedAs('public').sort())
})

test('nobody but the gateway can take its roles, and nobody but Lambda that of a function, for this account', () => {
  for (const [id, { Type, Properties }] of Object.entries(template.Resources)) {
    if (Type !== 'AWS::IAM::Role') continue
    const trust = KINDS.some((kind) => id === gatewayRoleOf(template, kind))
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

test('the rules of the clock alone need a permission, each for its function', () => {
  const permissions = resourcesOf(template, 'AWS::Lambda::Permission').map(({ Properties }) => Properties)
  const names = ['WebhooksSweep', 'DueRun']
  expect(permissions).toHaveLength(names.length)
  for (const [n, name] of names.entries()) {
    expect(permissions[n]).toMatchObject({
      Principal: 'events.amazonaws.com',
      SourceAccount: { Ref: 'AWS::AccountId' },
    })
    expect(JSON.stringify(permissions[n]?.FunctionName)).toContain(`${name}Function`)
    expect(JSON.stringify(permissions[n]?.SourceArn)).toContain(`${name}Clock`)
  }
})
