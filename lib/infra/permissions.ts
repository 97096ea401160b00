import { Stack } from 'aws-cdk-lib'
import { Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam'
import type { IBucket } from 'aws-cdk-lib/aws-s3'
import type { Construct } from 'constructs'
import type { FunctionNeeds, ObjectAction, TableAction, TableNeeds, Trigger } from '../api/route.ts'
import { KEY_ACTIONS } from '../data/table/key-actions.ts'
import {
  DUE_PARTITIONS,
  OWN_DUE_PARTITIONS,
  RATE_PARTITIONS,
  RUNNING_IMPORT_PARTITIONS,
  SEARCH_PARTITIONS,
  SECRET_PARTITIONS,
} from '../data/table/partition-patterns.ts'
import { DUE_INDEX, type IndexName, OWN_DUE_INDEX, RUNNING_IMPORTS_INDEX } from '../data/table/schema.ts'
import { MEDIA_PREFIX } from '../domain/media.ts'
import type { Queues } from './queues.ts'
import type { StorefrontTable } from './table.ts'

/** The resources to which functions get rights. */
export interface Resources {
  table: StorefrontTable
  queues: Queues
  /** That of pictures, if the settings have them. */
  bucket?: IBucket | undefined
}

/** Everything that a function's role allows and denies, except its log. */
export function statementsFor(
  scope: Construct,
  needs: FunctionNeeds,
  trigger: Trigger | undefined,
  resources: Resources,
): PolicyStatement[] {
  const { table, sends = [], counts = [], secrets } = needs
  const statements = tableStatements(scope, resources.table, table)
  for (const queue of sends) statements.push(allow(['sqs:SendMessage'], resources.queues[queue].queueArn))
  for (const queue of counts)
    statements.push(allow(['sqs:GetQueueAttributes'], resources.queues[queue].queueArn))
  if (needs.objects) statements.push(objectStatement(needs.objects, resources.bucket))
  if (trigger) statements.push(...triggerStatements(trigger, resources))
  if (table.actions?.length && !secrets) statements.push(denySecrets(resources.table))
  if (isReading(needs)) statements.push(denyOthers(resources.table, 'UpdateItem', RATE_PARTITIONS))
  for (const { index, partitions, isOpenTo } of CLOSED)
    if (table.queries?.includes(index) && !isOpenTo(needs))
      statements.push(denyQueries(resources.table, index, partitions))
  if (table.only) statements.push(denyOthers(resources.table, 'GetItem', SEARCH_PARTITIONS))
  return statements
}

/** True for a read under `/admin`: it updates the rate limit of its key, and nothing else. */
export const isReading = (needs: FunctionNeeds): boolean =>
  'method' in needs && needs.method === 'GET' && needs.table.actions?.includes('UpdateItem') === true

/** The pictures of all businesses: a role cannot name one of them, the code does (lib/data/media/rendition-store.ts). */
function objectStatement(actions: readonly ObjectAction[], bucket: IBucket | undefined): PolicyStatement {
  if (!bucket) throw new Error('the route needs the bucket of pictures, which the settings leave out')
  return allow(
    actions.map((action) => `s3:${action}`),
    bucket.arnForObjects(`${MEDIA_PREFIX}/*`),
  )
}

const allow = (actions: string[], resource: string) => new PolicyStatement({ actions, resources: [resource] })

/**
 * The policy of a function, written from what its route says it needs: exact actions on the table and Query
 * on named indexes, in one order, so that equal needs are equal policies. Never a `grant*` of the table: `grantReadData` alone would allow Scan and every index.
 */
function tableStatements(
  scope: Construct,
  { tableArn, keyArn }: StorefrontTable,
  { actions = [], queries = [] }: TableNeeds,
): PolicyStatement[] {
  const statements: PolicyStatement[] = []
  if (actions.length > 0)
    statements.push(
      new PolicyStatement({
        actions: actions.toSorted().map((action) => `dynamodb:${action}`),
        resources: [tableArn],
      }),
    )
  if (queries.length > 0)
    statements.push(
      new PolicyStatement({
        actions: ['dynamodb:Query'],
        resources: queries.toSorted().map((index) => `${tableArn}/index/${index}`),
      }),
    )
  if (keyArn !== undefined && statements.length > 0)
    statements.push(keyStatement(scope, keyArn, isWriting({ actions })))
  return statements
}

const WRITES: readonly TableAction[] = ['PutItem', 'UpdateItem', 'DeleteItem']

/** False for the functions of public reads. */
const isWriting = ({ actions = [] }: TableNeeds) => actions.some((action) => WRITES.includes(action))

/** The use of the customer's key, through DynamoDB alone. */
function keyStatement(scope: Construct, keyArn: string, writes: boolean): PolicyStatement {
  const { region, urlSuffix } = Stack.of(scope)
  const [, begin, alias] = /^(.*:)(alias\/.+)$/.exec(keyArn) ?? []
  return new PolicyStatement({
    actions: writes ? KEY_ACTIONS.write : KEY_ACTIONS.read,
    // A policy cannot name a key by its alias, but can demand that it has the alias.
    // https://docs.aws.amazon.com/kms/latest/developerguide/alias-authorization.html
    resources: [alias === undefined ? keyArn : `${begin}key/*`],
    conditions: {
      StringEquals: { 'kms:ViaService': `dynamodb.${region}.${urlSuffix}` },
      ...(alias !== undefined && { 'ForAnyValue:StringEquals': { 'kms:ResourceAliases': alias } }),
    },
  })
}

/**
 * The rights that Lambda needs under the function's role before it invokes the function. A customer managed key of the
 * table also encrypts the stream: to read it, the role needs the same rights to the key as to read the table.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/iam-policy-read-stream-only.html
 * https://docs.aws.amazon.com/aws-managed-policy/latest/reference/AWSLambdaSQSQueueExecutionRole.html
 */
function triggerStatements(trigger: Trigger, { table, queues }: Resources): PolicyStatement[] {
  if (trigger === 'stream')
    return [
      allow(['dynamodb:DescribeStream', 'dynamodb:GetRecords', 'dynamodb:GetShardIterator'], table.streamArn),
      // AWS's own example names all streams of the table, because a list is of no one stream.
      allow(['dynamodb:ListStreams'], `${table.tableArn}/stream/*`),
      allow(['sqs:SendMessage'], queues.dead.queueArn),
    ]
  if ('everyMinutes' in trigger) return []
  const { queueArn } = queues[trigger.queue]
  return [allow(['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'], queueArn)]
}

/**
 * No request for an item under such a partition key, of any action; a transaction is checked item by item. An
 * index has none of these items. A Scan names no key and would not be denied: no role allows one.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/specifying-conditions.html
 */
const denySecrets = ({ tableArn }: StorefrontTable) =>
  new PolicyStatement({
    effect: Effect.DENY,
    actions: ['dynamodb:*'],
    resources: [tableArn],
    conditions: { 'ForAnyValue:StringLike': { 'dynamodb:LeadingKeys': [SECRET_PARTITIONS] } },
  })

/**
 * Partitions of an index that few functions may read: the lists of all businesses, and what is due of one, whose rows name
 * its clients' references. The rows of each are in no other index.
 */
const CLOSED: readonly {
  index: IndexName
  partitions: string
  isOpenTo: (needs: FunctionNeeds) => boolean | undefined
}[] = [
  {
    index: RUNNING_IMPORTS_INDEX,
    partitions: RUNNING_IMPORT_PARTITIONS,
    isOpenTo: ({ everyImport }) => everyImport,
  },
  { index: DUE_INDEX, partitions: DUE_PARTITIONS, isOpenTo: ({ everyDue }) => everyDue },
  { index: OWN_DUE_INDEX, partitions: OWN_DUE_PARTITIONS, isOpenTo: ({ table }) => isWriting(table) },
]

/** No Query for these partitions: the partition key of a Query of an index is that of the index. */
const denyQueries = ({ tableArn }: StorefrontTable, index: IndexName, partitions: string) =>
  new PolicyStatement({
    effect: Effect.DENY,
    actions: ['dynamodb:Query'],
    resources: [`${tableArn}/index/${index}`],
    conditions: { 'ForAnyValue:StringLike': { 'dynamodb:LeadingKeys': [partitions] } },
  })

/** No such action on an item in any other partition. */
const denyOthers = ({ tableArn }: StorefrontTable, action: TableAction, partitions: string) =>
  new PolicyStatement({
    effect: Effect.DENY,
    actions: [`dynamodb:${action}`],
    resources: [tableArn],
    conditions: { 'ForAnyValue:StringNotLike': { 'dynamodb:LeadingKeys': [partitions] } },
  })
