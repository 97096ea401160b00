import { isDeepStrictEqual } from 'node:util'
import { isJsonObject, type JsonObject } from '../../domain/body/json-object.ts'
import { plural } from '../../domain/text/plural.ts'
import { ENVIRONMENT } from '../../environment.ts'

/** The resources of a template by their logical ids; intrinsic functions are kept as they are. */
export type StackTemplate = ReadonlyMap<string, JsonObject>

/** Something that an update would do to a resource. Each text is a clause without a full stop. */
export interface Finding {
  logicalId: string
  type: string
  what: string
  why: string
  todo: string
  /** True if it can be intended: then `--accept` with the logical id allows it. */
  isAcceptable?: boolean
}

type Fault = Omit<Finding, 'logicalId' | 'type'>

/**
 * The changes of an update from one template to the other that nothing refuses before it runs: functions that leave their table,
 * a table, a bucket or an address that is lost or replaced, and more than one change of indexes.
 */
export function compareTemplates(before: StackTemplate, after: StackTemplate): Finding[] {
  const faults = [...before].flatMap(([logicalId, old]) => {
    // One of them can be the old resource with a new name.
    const added = [...after].flatMap(([id, { Type }]) => (Type === old.Type && !before.has(id) ? [id] : []))
    const type = String(old.Type)
    return faultsOf(old, after.get(logicalId), added).map((fault) => ({ logicalId, type, ...fault }))
  })
  return [...tableMoves(before, after), ...faults]
}

const CLIENTS = 'the address that clients use'
type TypeRule = [name: string, loss: string, replacedBy: string[], movedBy?: string[]]

/**
 * Every type that must not be lost: its name, the loss in a sentence, and the properties whose change makes CloudFormation create
 * another resource, which are `createOnlyProperties` of the schemas in github.com/aws-cloudformation/cfn-lint,
 * src/cfnlint/data/schemas/providers/us_east_1. Of an address, also those whose change in place moves it.
 */
const TYPES: Readonly<Record<string, TypeRule>> = {
  // KeySchema is compared with the types of its attributes.
  'AWS::DynamoDB::GlobalTable': ['the table', 'all data', ['TableName', 'LocalSecondaryIndexes']],
  'AWS::S3::Bucket': ['the bucket', 'its objects', ['BucketName', 'ObjectLockEnabled']],
  'AWS::ApiGatewayV2::Api': ['the API', CLIENTS, ['ProtocolType'], ['DisableExecuteApiEndpoint']],
  'AWS::ApiGatewayV2::Stage': ['the stage of the API', CLIENTS, ['ApiId', 'StageName'], []],
  'AWS::ApiGatewayV2::DomainName': ['the domain name', CLIENTS, ['DomainName'], []],
  'AWS::ApiGatewayV2::ApiMapping': ['the mapping', CLIENTS, ['DomainName'], ['ApiMappingKey', 'Stage']],
  'AWS::Route53::RecordSet': ['the DNS record', CLIENTS, ['HostedZoneId', 'HostedZoneName', 'Name'], []],
  'AWS::CloudFront::Distribution': ['the distribution', 'its address (EdgeUrl), which shops use', [], []],
}

/** The second half of the advice for a resource that is not in the new template. */
const ADVICE: Readonly<Record<string, string>> = {
  'AWS::DynamoDB::GlobalTable': ', unless tableArn of the stage names the table that has the data',
  'AWS::S3::Bucket': '; a new one is empty: copy this one into it before any reindex',
}

function faultsOf(old: JsonObject, now: JsonObject | undefined, added: readonly string[]): Fault[] {
  const [name, loss, replacedBy, movedBy] = TYPES[String(old.Type)] ?? []
  if (name === undefined) return []
  const isAddress = movedBy !== undefined
  const stays = isKept(old.DeletionPolicy)
  const lost = {
    isAcceptable: isAddress || stays,
    why: stays
      ? `it stays in the account (DeletionPolicy ${old.DeletionPolicy}), but the stack no longer uses it`
      : `CloudFormation deletes it, and with it ${loss}`,
  }
  if (!now || now.Type !== old.Type) {
    const what = now ? `its type changes to ${now.Type}` : `${name} is not in the new template`
    const again = ADVICE[String(old.Type)] ?? ''
    const todo =
      added.length > 0
        ? `if ${added.join(' or ')} is the same resource, give it this logical id again (overrideLogicalId)`
        : `put it back into the stack${again}`
    return [{ ...lost, what, todo }]
  }
  const [was, is] = [objectIn(old.Properties), objectIn(now.Properties)]
  const changes = (properties: readonly string[] = [], isAcceptable: boolean, why: string): Fault[] =>
    properties
      .filter((property) => !isDeepStrictEqual(was[property] ?? false, is[property] ?? false))
      .map((one) => ({ isAcceptable, what: `${one} changes`, why, todo: `set ${one} back` }))
  const rest = isKept(now.UpdateReplacePolicy)
    ? 'an empty one; the old one stays in the account, unused'
    : `an empty one and deletes the old one, and with it ${loss}`
  return [
    ...conditionFaults(old, now).map((fault) => ({
      ...lost,
      ...fault,
      why: `where it is false, ${lost.why}`,
    })),
    ...changes(replacedBy, isAddress, `CloudFormation replaces ${name} with ${rest}`),
    // An address that is switched off already does not move.
    ...changes(
      movedBy?.filter((one) => was[one] !== true),
      true,
      `${CLIENTS} then no longer leads to the API`,
    ),
    ...(isAddress ? [] : protectionFaults(old, now)),
    ...tableFaults(was, is),
    ...distributionFaults(objectIn(was.DistributionConfig), objectIn(is.DistributionConfig)),
  ]
}

/** A resource whose condition is false is not in the stack. */
const conditionFaults = ({ Condition: was }: JsonObject, { Condition: is }: JsonObject) =>
  is === undefined || is === was
    ? []
    : [{ what: `it gets the condition ${nameOf(is)}`, todo: 'remove the condition' }]

const isKept = (policy: unknown) => policy === 'Retain' || policy === 'RetainExceptOnCreate'
/** A name in a template, which can be an intrinsic function. */
const nameOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
const objectIn = (value: unknown): JsonObject => (isJsonObject(value) ? value : {})
const objectsIn = (value: unknown): JsonObject[] => (Array.isArray(value) ? value.map(objectIn) : [])

/** The protections of data that an update takes away: nothing else asks before it does, and lost recovery points do not come back. */
const protectionFaults = (old: JsonObject, now: JsonObject): Fault[] =>
  gone(protectionsOf(old), protectionsOf(now)).map((protection) => ({
    isAcceptable: true,
    what: `${protection} is switched off`,
    why: 'the next deletion or replacement then takes the data for good',
    todo: "set removalPolicy of the stage back to 'retain'",
  }))

function protectionsOf({ DeletionPolicy, UpdateReplacePolicy, Properties }: JsonObject): string[] {
  const [{ DeletionProtectionEnabled, PointInTimeRecoverySpecification } = {}] = objectsIn(
    objectIn(Properties).Replicas,
  )
  const protections: Record<string, boolean> = {
    'DeletionPolicy Retain': isKept(DeletionPolicy),
    'UpdateReplacePolicy Retain': isKept(UpdateReplacePolicy),
    'deletion protection': DeletionProtectionEnabled === true,
    'point-in-time recovery': objectIn(PointInTimeRecoverySpecification).PointInTimeRecoveryEnabled === true,
  }
  return Object.keys(protections).filter((name) => protections[name])
}

function tableFaults(old: JsonObject, now: JsonObject): Fault[] {
  const [before, after] = [old, now].map(({ GlobalSecondaryIndexes }) =>
    objectsIn(GlobalSecondaryIndexes).map(({ IndexName }) => nameOf(IndexName)),
  )
  const steps = [
    ...gone(before, after).map((name) => `deletes ${name}`),
    ...gone(after, before).map((name) => `creates ${name}`),
  ]
  const faults: Fault[] = []
  if (!isDeepStrictEqual(keysOf(old), keysOf(now)))
    faults.push({
      what: 'the keys of the table change (KeySchema, or the type of a key attribute)',
      why: 'a table cannot get other keys: CloudFormation replaces it with an empty one',
      todo: 'set the keys back; other keys need a second table, to which you copy the data',
    })
  if (steps.length > 1)
    faults.push({
      what: `the update ${steps.join(', ')}`,
      why: 'CloudFormation creates or deletes one index of a table per update, and this update fails',
      todo: `make ${steps.length} updates, one for each index, and wait each time until the index is ACTIVE`,
    })
  return faults
}

const gone = (before: readonly string[] = [], after: readonly string[] = []) =>
  before.filter((each) => !after.includes(each))

/** The attributes of the table's key with their types, such as `HASH pk S`. */
function keysOf({ KeySchema, AttributeDefinitions }: JsonObject): string[] {
  const types = new Map(
    objectsIn(AttributeDefinitions).map((one) => [nameOf(one.AttributeName), one.AttributeType]),
  )
  return objectsIn(KeySchema).map(
    ({ KeyType, AttributeName }) => `${KeyType} ${nameOf(AttributeName)} ${types.get(nameOf(AttributeName))}`,
  )
}

/** The addresses of a distribution that lead nowhere after a change in place. */
function distributionFaults(old: JsonObject, now: JsonObject): Fault[] {
  const [before, after] = [old, now].map(({ Aliases, CacheBehaviors, Enabled }) => [
    ...(Enabled === false ? [] : ['its own address']),
    ...(Array.isArray(Aliases) ? Aliases : []).map((alias) => `the alias ${JSON.stringify(alias)}`),
    ...objectsIn(CacheBehaviors).map(({ PathPattern }) => `the path ${nameOf(PathPattern)}`),
  ])
  return gone(before, after).map((address) => ({
    isAcceptable: true,
    what: `${address} is not served in the new template`,
    why: 'shops that use it, and products with pictures there, then get errors',
    todo: 'set Enabled to true, edge.domain, or media of the stage back (docs/edge.md, docs/media.md, "Turn it off")',
  }))
}

/** The functions that would leave their table, with which nothing goes that CloudFormation manages. One finding for each pair of tables. */
function tableMoves(before: StackTemplate, after: StackTemplate): Finding[] {
  const pairs = [...before].map(([id, old]) => ({ id, from: tableOf(old), to: tableOf(after.get(id)) }))
  const moves = pairs.filter(({ from, to }) => from !== undefined && to !== undefined && from !== to)
  return [...Map.groupBy(moves, ({ from, to }) => `${from} ${to}`).values()].flatMap((functions) =>
    functions.slice(0, 1).map(({ id, from = '', to = '' }) => {
      const logicalId = before.has(from) ? from : id
      const isNew = after.has(to) && !before.has(to)
      return {
        logicalId,
        type: String(before.get(logicalId)?.Type),
        isAcceptable: true,
        what: `${functions.length} ${plural(functions.length, 'function')} would leave the table ${from} for the ${isNew ? 'new, empty ' : ''}table ${to}`,
        why: 'every business, product and key missing there is gone for every client',
        todo: isNew
          ? 'set tableArn and tableStreamArn of the stage in storefront.config.ts to those of the table in use, and commit the file'
          : 'set tableArn and tableStreamArn back, unless that table has the data, as after a restore (docs/restore.md)',
      }
    }),
  )
}

/** The table of a function: its logical id, its name, or the expression in its place. */
function tableOf(resource: JsonObject | undefined): string | undefined {
  if (resource?.Type !== 'AWS::Lambda::Function') return undefined
  const { Variables } = objectIn(objectIn(resource.Properties).Environment)
  const name = objectIn(Variables)[ENVIRONMENT.tableName]
  const { Ref = name } = objectIn(name)
  return typeof Ref === 'string' ? Ref : JSON.stringify(Ref)
}
