import { isJsonObject } from '../../domain/body/json-object.ts'
import { ACCOUNT_ID, type Resolve } from '../template/intrinsics.ts'
import type { Json, JsonObject } from '../template/json.ts'
import { type Resource, refuseProperties, resourcesOfType, type Template } from '../template/template.ts'

/** An action on a resource: `dynamodb:Query` on `arn:aws:dynamodb:…:table/<name>/index/<name>`. */
export interface Permission {
  action: string
  resource: string
}

/** Items that a role must not touch, whatever else allows it. */
export interface Denial {
  /** the table's ARN */
  resource: string
  /** One action, or `dynamodb:*`. */
  action: string
  /** Patterns of partition keys, with `*` and `?`. */
  partitions: string[]
  /** True if all items are meant but those of these partitions. */
  isOfOthers: boolean
}

/** The identity of a function when it calls DynamoDB, SQS and S3, and its permissions there. */
export interface FunctionRole {
  /** The access key of its calls (function-definition.ts). */
  functionId: string
  /** `arn:aws:sts::…:assumed-role/<role>/<function>` */
  arn: string
  permissions: Permission[]
  denials: Denial[]
}

/**
 * The permissions of each function's role for the table, the queues and the bucket: from the policies inside the role and those
 * attached to it.
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_elements.html
 *
 * Throws for everything about DynamoDB, SQS, S3 and Lambda that is not said by exact actions on exact resources: a
 * condition, a wildcard, `NotAction`, a managed policy, a Deny of another form than denialIn reads. To read it wrongly
 * would be to run another stack than the deployed one.
 */
export function readRoles(template: Template, resolve: Resolve): FunctionRole[] {
  for (const policy of resourcesOfType(template, 'AWS::IAM::ManagedPolicy'))
    refuseProperties(policy, ['Roles'])
  refuseTablePolicies(template)
  return resourcesOfType(template, 'AWS::Lambda::Function').map((resource) => {
    const role = roleNamedBy(resource, 'Role', template, resolve)
    const [roleName, functionName] = [role, resource].map(({ logicalId }) => resolve({ Ref: logicalId }))
    return {
      functionId: resource.logicalId,
      arn: `arn:aws:sts::${ACCOUNT_ID}:assumed-role/${roleName}/${functionName}`,
      ...rightsOf(role, template, resolve),
    }
  })
}

/** The role that a property of a resource names. Throws if the template does not have it. */
export function roleNamedBy(
  resource: Resource,
  property: string,
  template: Template,
  resolve: Resolve,
): Resource {
  const arn = resolve(resource.properties[property])
  const role = resourcesOfType(template, 'AWS::IAM::Role').find(
    ({ logicalId }) => resolve({ 'Fn::GetAtt': [logicalId, 'Arn'] }) === arn,
  )
  if (!role) throw new Error(`${resource.logicalId} names no role of the template`)
  return role
}

type Rights = Pick<FunctionRole, 'permissions' | 'denials'>

/** The permissions and denials of a role, as far as the local stack enforces them. */
export function rightsOf(role: Resource, template: Template, resolve: Resolve): Rights {
  refuseProperties(role, ['ManagedPolicyArns', 'PermissionsBoundary'])
  const name = resolve({ Ref: role.logicalId })
  const inside = listOf(resolve(role.properties.Policies)).map((policy) => ({ of: role, policy }))
  const attached = resourcesOfType(template, 'AWS::IAM::Policy')
    .map((of) => ({ of, policy: resolve(of.properties) }))
    .filter(({ policy }) => isJsonObject(policy) && listOf(policy.Roles).includes(name))
  const statements = [...inside, ...attached].flatMap(({ of, policy }) => {
    const document = isJsonObject(policy) ? policy.PolicyDocument : null
    if (!isJsonObject(document) || document.Statement === undefined)
      throw new Error(`${of.logicalId} has a policy without statements`)
    return listOf(document.Statement).map((statement) => rightsIn(statement, of))
  })
  return {
    permissions: statements.flatMap(({ permissions }) => permissions),
    denials: statements.flatMap(({ denials }) => denials),
  }
}

const KNOWN_MEMBERS = new Set(['Sid', 'Effect', 'Action', 'Resource'])

/** The rights of one statement; none if it is about other services only. */
function rightsIn(statement: Json, { logicalId }: Resource): Rights {
  const refuse = (what: string): never => {
    throw new Error(`${logicalId}: a policy has ${what}, which lib/local does not interpret`)
  }
  if (!isJsonObject(statement)) return refuse('a statement that is no object')
  if (statement.NotAction !== undefined) return refuse('NotAction')
  const actions = listOf(statement.Action).map(String).filter(isEnforced)
  if (actions.length === 0) return { permissions: [], denials: [] }
  if (statement.Effect === 'Deny') {
    return { permissions: [], denials: [denialIn(statement) ?? refuse('Effect Deny')] }
  }
  const resources = listOf(statement.Resource).map(String)
  const unknown = Object.keys(statement).find((name) => !KNOWN_MEMBERS.has(name))
  if (unknown) return refuse(unknown)
  if (statement.Effect !== 'Allow') return refuse(`Effect ${statement.Effect}`)
  const inexact =
    actions.find((action) => !/^(dynamodb|sqs|s3|lambda):[A-Z][A-Za-z0-9]*$/.test(action)) ??
    resources.find(
      (resource) =>
        /[*?]/.test(resource) && !isListOfStreams(actions, resource) && !areObjects(actions, resource),
    )
  if (inexact) return refuse(inexact)
  return {
    permissions: actions.flatMap((action) => resources.map((resource) => ({ action, resource }))),
    denials: [],
  }
}

/** True for an action that is, or by its wildcard may be, one of DynamoDB's, SQS's, S3's or Lambda's. */
const isEnforced = (action: string) => /^((dynamodb|sqs|s3|lambda):|[^:]*[*?])/i.test(action)

/** True for the objects of a bucket below a first part of their keys, as `neededForBucket` names them. */
const areObjects = (actions: string[], resource: string) =>
  actions.every((action) => /^s3:\w+Object$/.test(action)) &&
  /^arn:aws:s3:::[^*?/]+\/[^*?/]+\/\*$/.test(resource)

/** A list is of no one stream: a policy for it names all streams of a table. Functions never call it, only Lambda does. */
const isListOfStreams = (actions: string[], resource: string) =>
  actions.every((action) => action === 'dynamodb:ListStreams') && /^[^*?]+\/stream\/\*$/.test(resource)

/**
 * The Deny that is read: one action, or all, on items of a table with such a partition key, or with any other. Undefined for
 * any other form.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/specifying-conditions.html
 */
function denialIn(statement: JsonObject): Denial | undefined {
  const { Sid, Effect, Action, Resource, Condition, ...others } = statement
  const [operator = '', ...otherOperators] = isJsonObject(Condition) ? Object.keys(Condition) : []
  const condition = isJsonObject(Condition) ? Condition[operator] : undefined
  const { 'dynamodb:LeadingKeys': partitions, ...otherKeys } = isJsonObject(condition) ? condition : {}
  const [resource, ...otherResources] = listOf(Resource).map(String)
  const isOnly =
    partitions !== undefined &&
    [others, otherKeys].every((rest) => Object.keys(rest).length === 0) &&
    otherOperators.length === 0 &&
    otherResources.length === 0
  const isKnown = operator === 'ForAnyValue:StringLike' || operator === 'ForAnyValue:StringNotLike'
  if (!isOnly || !isKnown || !resource || /[*?]/.test(resource)) return undefined
  if (typeof Action !== 'string' || !/^dynamodb:(\*|[A-Z][A-Za-z]*)$/.test(Action)) return undefined
  const isOfOthers = operator === 'ForAnyValue:StringNotLike'
  return { resource, action: Action, partitions: listOf(partitions).map(String), isOfOthers }
}

/** A table can have a policy of its own, which allows and denies in addition to those of the roles. */
function refuseTablePolicies(template: Template): void {
  for (const { logicalId, properties } of resourcesOfType(template, 'AWS::DynamoDB::GlobalTable'))
    for (const replica of listOf(properties.Replicas ?? null))
      if (isJsonObject(replica) && replica.ResourcePolicy !== undefined)
        throw new Error(`${logicalId} sets ResourcePolicy, which lib/local does not imitate`)
}

/** Policies write a list of one without its brackets; what is set to AWS::NoValue is not there. */
export function listOf(value: Json | undefined): Json[] {
  return (Array.isArray(value) ? value : [value ?? null]).filter((entry) => entry !== null)
}
