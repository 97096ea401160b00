import { readWakeUp } from '../../../lib/delivery/wake-ups.ts'
import { isJsonObject } from '../../../lib/domain/body/json-object.ts'
import type { Trigger } from '../../../lib/local/event-sources/event-sources.ts'
import type { RunningStack } from '../../../lib/local/stack.ts'
import type { JsonObject } from '../../../lib/local/template/json.ts'
import type { AwsForm } from './aws-line.ts'
import type { Backups } from './backups.ts'
import { BUCKET_CALLS } from './bucket-calls.ts'
import { ITEM_CALLS } from './item-calls.ts'

/** The stack that the calls work on. */
interface AwsPlace {
  stack: RunningStack
  outputs: Readonly<Record<string, string>>
  backups: Backups
}

interface AwsCall extends AwsForm {
  run(options: ReadonlyMap<string, string>, place: AwsPlace): Promise<object>
}

/**
 * The calls of AWS that runbooks make, carried out by the services of the local stack. A line that is not here fails: a stub that
 * succeeds would let a page say anything.
 */
export const AWS_CALLS: Readonly<Record<string, AwsCall>> = {
  ...BUCKET_CALLS,
  ...ITEM_CALLS,
  'sqs receive-message': {
    required: ['queue-url'],
    optional: ['max-number-of-messages', 'visibility-timeout'],
    run: (options, { stack }) =>
      stack.queue('ReceiveMessage', {
        QueueUrl: of(options, 'queue-url'),
        MaxNumberOfMessages: Number(options.get('max-number-of-messages') ?? 1),
        VisibilityTimeout: Number(options.get('visibility-timeout') ?? 30),
      }),
  },
  'sqs purge-queue': {
    required: ['queue-url'],
    run: (options, { stack }) => stack.queue('PurgeQueue', { QueueUrl: of(options, 'queue-url') }),
  },
  'sqs get-queue-attributes': {
    required: ['queue-url', 'attribute-names'],
    run: (options, { stack }) =>
      stack.queue('GetQueueAttributes', {
        QueueUrl: of(options, 'queue-url'),
        AttributeNames: [of(options, 'attribute-names')],
      }),
  },
  'lambda list-event-source-mappings': {
    required: [],
    run: async (_, place) => ({ EventSourceMappings: triggersOf(place, 'mapping').map(mappingOf) }),
  },
  'lambda update-event-source-mapping': {
    required: ['uuid'],
    flags: ['enabled', 'no-enabled'],
    async run(options, place) {
      const mapping = only(triggersOf(place, 'mapping'), ({ logicalId }) => logicalId === options.get('uuid'))
      if (options.has('enabled') === options.has('no-enabled'))
        throw new Error('one of --enabled and --no-enabled')
      await mapping.switchTo(options.has('enabled'))
      return mappingOf(mapping)
    },
  },
  'events list-rules': {
    required: [],
    run: async (_, place) => ({
      Rules: triggersOf(place, 'rule').map((rule) => ({
        Name: nameOf(rule),
        State: rule.isEnabled ? 'ENABLED' : 'DISABLED',
      })),
    }),
  },
  'events enable-rule': {
    required: ['name'],
    async run(options, place) {
      await only(triggersOf(place, 'rule'), (rule) => nameOf(rule) === options.get('name')).switchTo(true)
      return {}
    },
  },
  'dynamodb restore-table-to-point-in-time': {
    required: ['source-table-arn', 'target-table-name', 'restore-date-time'],
    run: (options, { backups }) =>
      backups.restore(of(options, 'source-table-arn'), {
        time: of(options, 'restore-date-time'),
        name: of(options, 'target-table-name'),
      }),
  },
  // The engine on this machine is never still making a table.
  'dynamodb wait table-exists': {
    required: ['table-name'],
    run: (options, { backups }) => backups.describe(of(options, 'table-name')),
  },
  'dynamodb update-table': {
    required: ['table-name'],
    optional: ['stream-specification'],
    flags: ['deletion-protection-enabled'],
    run: (options, { backups }) => backups.update(of(options, 'table-name'), options),
  },
  'dynamodb update-time-to-live': {
    required: ['table-name', 'time-to-live-specification'],
    run: (options, { backups }) =>
      backups.expire(of(options, 'table-name'), of(options, 'time-to-live-specification')),
  },
  'sqs start-message-move-task': { required: ['source-arn'], run: moveMessages },
}

const triggersOf = ({ stack }: AwsPlace, kind: Trigger['kind']) =>
  stack.triggers.filter((trigger) => trigger.kind === kind)

const mappingOf = ({ logicalId, function: invoked, isEnabled }: Trigger) => ({
  UUID: logicalId,
  FunctionArn: invoked.arn,
  State: isEnabled ? 'Enabled' : 'Disabled',
})

/** As CloudFormation names a rule. */
const nameOf = ({ logicalId }: Trigger) => `Storefront-${logicalId}`

function only<T>(all: readonly T[], isIt: (one: T) => boolean): T {
  const [found, ...others] = all.filter(isIt)
  if (!found || others.length > 0) throw new Error('ResourceNotFoundException')
  return found
}

const of = (options: ReadonlyMap<string, string>, name: string) => String(options.get(name))

/**
 * The queue service does not know this call. On AWS each message goes back to the queue from which it came, and the task fails at one
 * that came from none, such as a record of the stream. https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_StartMessageMoveTask.html
 */
async function moveMessages(
  options: ReadonlyMap<string, string>,
  { stack, outputs }: AwsPlace,
): Promise<JsonObject> {
  const name = of(options, 'source-arn').split(':').at(-1)
  const QueueUrl = outputs.DeadLettersUrl ?? ''
  if (!QueueUrl.endsWith(`/${name}`)) throw new Error(`${name} is not a queue of dead letters`)
  for (;;) {
    const { Messages } = await stack.queue('ReceiveMessage', { QueueUrl, MaxNumberOfMessages: 10 })
    const messages = (Array.isArray(Messages) ? Messages : []).filter((message) => isJsonObject(message))
    if (messages.length === 0) return { TaskHandle: 'local' }
    for (const { Body = '', ReceiptHandle = null } of messages) {
      await stack.queue('SendMessage', { QueueUrl: homeOf(String(Body), outputs), MessageBody: Body })
      await stack.queue('DeleteMessage', { QueueUrl, ReceiptHandle })
    }
  }
}

function homeOf(body: string, outputs: AwsPlace['outputs']): string {
  const message: unknown = JSON.parse(body)
  if (isJsonObject(message) && message.DDBStreamBatchInfo !== undefined)
    throw new Error('CouldNotDetermineMessageSource: a record of the stream came from no queue')
  const home = readWakeUp(body) ? outputs.WakeQueueUrl : outputs.ImportsQueueUrl
  return String(home)
}
