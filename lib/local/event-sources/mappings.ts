import { isJsonObject } from '../../domain/body/json-object.ts'
import type { FunctionDefinition } from '../lambda/function-definition.ts'
import type { Permission } from '../permissions/permissions.ts'
import type { QueueDefinition } from '../sqs/queues.ts'
import type { Resolve } from '../template/intrinsics.ts'
import type { Json } from '../template/json.ts'
import { type Resource, refuseOthers, resourcesOfType, type Template } from '../template/template.ts'
import { type Filter, readFilter } from './filters.ts'

interface Mapping {
  logicalId: string
  /** A mapping that is disabled reads nothing; a stream stays where it was read to. */
  isEnabled: boolean
  function: FunctionDefinition
  /** The permissions of the function's role that Lambda uses, and checks when the mapping is created. */
  needs: Permission[]
}

/** Invokes a function with the records of the table's stream. */
export interface StreamMapping extends Mapping {
  streamArn: string
  batchSize: number
  /** A record is for the function if one of them says so, or if there are none. */
  filters: Filter[]
  /** The function names the first record that failed. */
  reportsFailures: boolean
  bisects: boolean
  /** both without end if the template says nothing */
  mostRetries: number
  mostAgeSeconds: number
  /** where records go that are given up */
  failureQueue: QueueDefinition | undefined
}

/** Invokes a function with each message of a queue. */
export interface QueueMapping extends Mapping {
  queue: QueueDefinition
  mostAtOnce: number
}

export interface Mappings {
  streams: StreamMapping[]
  queues: QueueMapping[]
}

interface Scope {
  resolve: Resolve
  functions: FunctionDefinition[]
  queues: QueueDefinition[]
}

const OF_ALL = ['BatchSize', 'Enabled', 'EventSourceArn', 'FunctionName', 'Tags']
const OF_STREAMS = [
  'BisectBatchOnFunctionError',
  'DestinationConfig',
  'FilterCriteria',
  'FunctionResponseTypes',
  'MaximumRecordAgeInSeconds',
  'MaximumRetryAttempts',
  'StartingPosition',
]
const OF_QUEUES = ['ScalingConfig']

/**
 * The event source mappings of a template.
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-lambda-eventsourcemapping.html
 * https://docs.aws.amazon.com/lambda/latest/dg/services-ddb-params.html
 * https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-parameters.html
 *
 * Throws for a source that is neither the table's stream nor a queue, and for each setting that is not imitated.
 */
export function readMappings(template: Template, scope: Scope): Mappings {
  const resources = resourcesOfType(template, 'AWS::Lambda::EventSourceMapping')
  const source = ({ properties }: Resource) => String(scope.resolve(properties.EventSourceArn))
  const isStream = (resource: Resource) => /^arn:aws:dynamodb:.*\/stream\//.test(source(resource))
  return {
    streams: resources.filter(isStream).map((resource) => readStream(resource, source(resource), scope)),
    queues: resources
      .filter((resource) => !isStream(resource))
      .map((resource) => readQueue(resource, source(resource), scope)),
  }
}

function readStream(resource: Resource, streamArn: string, scope: Scope): StreamMapping {
  refuseOthers(resource, [...OF_ALL, ...OF_STREAMS])
  const setting = settingsOf(resource, scope)
  expect(resource, 'StartingPosition', setting('StartingPosition'), ['TRIM_HORIZON'])
  const reports = setting('FunctionResponseTypes')
  expect(resource, 'FunctionResponseTypes', JSON.stringify(reports), ['null', '["ReportBatchItemFailures"]'])
  const failureQueue = readFailureQueue(resource, setting('DestinationConfig'), scope)
  const onStream = ['DescribeStream', 'GetRecords', 'GetShardIterator'].map((name) => ({
    action: `dynamodb:${name}`,
    resource: streamArn,
  }))
  const list = { action: 'dynamodb:ListStreams', resource: streamArn.replace(/\/stream\/.*/, '/stream/*') }
  return {
    ...commonOf(resource, setting, scope),
    needs: [
      ...onStream,
      list,
      ...(failureQueue ? [{ action: 'sqs:SendMessage', resource: failureQueue.arn }] : []),
    ],
    streamArn,
    batchSize: Number(setting('BatchSize') ?? 100),
    filters: readFilters(resource, setting('FilterCriteria')),
    reportsFailures: reports !== null,
    bisects: setting('BisectBatchOnFunctionError') === true,
    mostRetries: orEndless(setting('MaximumRetryAttempts')),
    mostAgeSeconds: orEndless(setting('MaximumRecordAgeInSeconds')),
    failureQueue,
  }
}

function readQueue(resource: Resource, arn: string, scope: Scope): QueueMapping {
  const queue = scope.queues.find((candidate) => candidate.arn === arn)
  if (!queue)
    throw new Error(`${resource.logicalId} reads ${arn}, which is neither the table's stream nor a queue`)
  refuseOthers(resource, [...OF_ALL, ...OF_QUEUES])
  const setting = settingsOf(resource, scope)
  expect(resource, 'BatchSize', setting('BatchSize'), [1])
  const scaling = setting('ScalingConfig')
  const common = commonOf(resource, setting, scope)
  // AWS refuses such a mapping: https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-configure.html
  if (Number(queue.attributes.VisibilityTimeout ?? 30) * 1000 < common.function.timeoutMs)
    throw new Error(`${resource.logicalId}: the function can run longer than the queue's visibility timeout`)
  return {
    ...common,
    // https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-configure.html#events-sqs-permissions
    needs: ['ReceiveMessage', 'DeleteMessage', 'GetQueueAttributes'].map((name) => ({
      action: `sqs:${name}`,
      resource: arn,
    })),
    queue,
    mostAtOnce: isJsonObject(scaling) ? Number(scaling.MaximumConcurrency) : Number.POSITIVE_INFINITY,
  }
}

type Setting = (name: string) => Json

const settingsOf =
  ({ properties }: Resource, { resolve }: Scope): Setting =>
  (name) =>
    resolve(properties[name])

function commonOf(resource: Resource, setting: Setting, { functions }: Scope) {
  const isEnabled = setting('Enabled') ?? true
  expect(resource, 'Enabled', isEnabled, [true, false])
  const name = setting('FunctionName')
  const found = functions.find((definition) => definition.name === name || definition.arn === name)
  if (!found) throw new Error(`${resource.logicalId} names no function of the template`)
  return { logicalId: resource.logicalId, isEnabled: isEnabled === true, function: found }
}

function readFilters({ logicalId }: Resource, criteria: Json): Filter[] {
  const filters = isJsonObject(criteria) && Array.isArray(criteria.Filters) ? criteria.Filters : []
  return filters.map((filter) =>
    readFilter(`${logicalId}.FilterCriteria`, String(isJsonObject(filter) ? filter.Pattern : '')),
  )
}

function readFailureQueue(
  { logicalId }: Resource,
  config: Json,
  { queues }: Scope,
): QueueDefinition | undefined {
  const onFailure = isJsonObject(config) ? config.OnFailure : undefined
  if (!isJsonObject(onFailure)) return undefined
  const queue = queues.find(({ arn }) => arn === onFailure.Destination)
  if (!queue) throw new Error(`${logicalId} sends failures to ${onFailure.Destination}, which is no queue`)
  return queue
}

/** -1 is the default, and means: until the record is older than the stream keeps it. */
const orEndless = (value: Json) => (value === null || value === -1 ? Number.POSITIVE_INFINITY : Number(value))

function expect({ logicalId }: Resource, name: string, value: Json, imitated: Json[]): void {
  if (imitated.includes(value)) return
  throw new Error(`${logicalId} sets ${name} to ${JSON.stringify(value)}, which lib/local does not imitate`)
}
