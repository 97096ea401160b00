import { isJsonObject } from '../../domain/json-object.ts'
import { ACCOUNT_ID, type Resolve } from '../template/intrinsics.ts'
import type { Json } from '../template/json.ts'
import { type Resource, refuseProperties, resourcesOfType, type Template } from '../template/template.ts'

/** An action on a resource: `dynamodb:Query` on `arn:aws:dynamodb:…:table/<name>/index/<name>`. */
export interface Permission {
  action: string
  resource: string
}

/** Who a function is when it calls DynamoDB, and all that it may do there. */
export interface FunctionRole {
  /** The access key of its calls (function-definition.ts). */
  functionId: string
  /** `arn:aws:sts::…:assumed-role/<role>/<function>` */
  arn: string
  permissions: Permission[]
}

/**
 * What the role of each function allows it to do to the table: the policies inside the role and those attached to it.
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_elements.html
 *
 * Throws for everything about DynamoDB that is not said by exact actions on exact resources: a Deny, a condition, a
 * wildcard, `NotAction`, a managed policy. To read it wrongly would be to run another stack than the deployed one.
 */
export function readRoles(template: Template, resolve: Resolve): FunctionRole[] {
  for (const policy of resourcesOfType(template, 'AWS::IAM::ManagedPolicy'))
    refuseProperties(policy, ['Roles'])
  refuseTablePolicies(template)
  return resourcesOfType(template, 'AWS::Lambda::Function').map((resource) => {
    const role = roleOf(resource, template, resolve)
    const [roleName, functionName] = [role, resource].map(({ logicalId }) => resolve({ Ref: logicalId }))
    return {
      functionId: resource.logicalId,
      arn: `arn:aws:sts::${ACCOUNT_ID}:assumed-role/${roleName}/${functionName}`,
      permissions: permissionsOf(role, template, resolve),
    }
  })
}

function roleOf(resource: Resource, template: Template, resolve: Resolve): Resource {
  const arn = resolve(resource.properties.Role)
  const role = resourcesOfType(template, 'AWS::IAM::Role').find(
    ({ logicalId }) => resolve({ 'Fn::GetAtt': [logicalId, 'Arn'] }) === arn,
  )
  if (!role) throw new Error(`${resource.logicalId} names no role of the template`)
  return role
}

function permissionsOf(role: Resource, template: Template, resolve: Resolve): Permission[] {
  refuseProperties(role, ['ManagedPolicyArns', 'PermissionsBoundary'])
  const name = resolve({ Ref: role.logicalId })
  const inside = listOf(resolve(role.properties.Policies)).map((policy) => ({ of: role, policy }))
  const attached = resourcesOfType(template, 'AWS::IAM::Policy')
    .map((of) => ({ of, policy: resolve(of.properties) }))
    .filter(({ policy }) => isJsonObject(policy) && listOf(policy.Roles).includes(name))
  return [...inside, ...attached].flatMap(({ of, policy }) => {
    const document = isJsonObject(policy) ? policy.PolicyDocument : null
    if (!isJsonObject(document) || document.Statement === undefined)
      throw new Error(`${of.logicalId} has a policy without statements`)
    return listOf(document.Statement).flatMap((statement) => permissionsIn(statement, of))
  })
}

const KNOWN_MEMBERS = new Set(['Sid', 'Effect', 'Action', 'Resource'])

/** The permissions of one statement; none if it is about other services only. */
function permissionsIn(statement: Json, { logicalId }: Resource): Permission[] {
  const refuse = (what: string): never => {
    throw new Error(`${logicalId}: a policy has ${what}, which lib/local does not interpret`)
  }
  if (!isJsonObject(statement)) return refuse('a statement that is no object')
  if (statement.NotAction !== undefined) return refuse('NotAction')
  const actions = listOf(statement.Action).map(String).filter(isOfDynamoDb)
  if (actions.length === 0) return []
  const resources = listOf(statement.Resource).map(String)
  const unknown = Object.keys(statement).find((name) => !KNOWN_MEMBERS.has(name))
  if (unknown) return refuse(unknown)
  if (statement.Effect !== 'Allow') return refuse(`Effect ${statement.Effect}`)
  const inexact =
    actions.find((action) => !/^dynamodb:[A-Z][A-Za-z]*$/.test(action)) ??
    resources.find((resource) => /[*?]/.test(resource))
  if (inexact) return refuse(inexact)
  return actions.flatMap((action) => resources.map((resource) => ({ action, resource })))
}

/** True for an action that is, or by its wildcard may be, one of DynamoDB's. */
const isOfDynamoDb = (action: string) => /^(dynamodb:|[^:]*[*?])/i.test(action)

/** A table can have a policy of its own, which allows and denies beside those of the roles. */
function refuseTablePolicies(template: Template): void {
  for (const { logicalId, properties } of resourcesOfType(template, 'AWS::DynamoDB::GlobalTable'))
    for (const replica of listOf(properties.Replicas ?? null))
      if (isJsonObject(replica) && replica.ResourcePolicy !== undefined)
        throw new Error(`${logicalId} sets ResourcePolicy, which lib/local does not imitate`)
}

/** Policies write a list of one without its brackets; what is set to AWS::NoValue is not there. */
function listOf(value: Json | undefined): Json[] {
  return (Array.isArray(value) ? value : [value ?? null]).filter((entry) => entry !== null)
}
