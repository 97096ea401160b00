import { Duration } from 'aws-cdk-lib'
import { type IQueue, Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs'
import type { Construct } from 'constructs'
import type { FunctionNeeds, Trigger } from '../api/route.ts'
import { QUEUES, type QueueName } from '../api/routes/queues.ts'

/**
 * The queues by their names, such as `wake`. `dead` has the messages of all of them that failed five times, and records of
 * the stream that could not be handled. None holds an event: a wake-up names a business and a webhook, a dead letter a record.
 */
export type Queues = Readonly<Record<QueueName | 'dead', IQueue>>

/**
 * Standard queues, which delay each message by a time of its own: a FIFO queue cannot. For the visibility timeout, AWS
 * advises six times the function's timeout, for messages that are throttled; the maximum concurrency of the mapping keeps
 * them few. https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-configure.html
 */
export function createQueues(scope: Construct): Queues {
  const settings = { encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true }
  const dead = new Queue(scope, 'DeadLetters', { ...settings, retentionPeriod: Duration.days(14) })
  const made = QUEUES.map(({ queue, visibilityS }) => [
    queue,
    new Queue(scope, queueId(queue), {
      ...settings,
      visibilityTimeout: Duration.seconds(visibilityS),
      deadLetterQueue: { queue: dead, maxReceiveCount: 5 },
    }),
  ])
  return { ...(Object.fromEntries(made) as Record<QueueName, IQueue>), dead }
}

/** `wake` → `WakeQueue`. */
export const queueId = (queue: QueueName) => `${queue.charAt(0).toUpperCase()}${queue.slice(1)}Queue`

/**
 * True for a function that sends to the queue that invokes it. Lambda counts how often one message leads to the next, by the
 * trace header that the SDK's client passes on (the small one, `sendMessage`, does not), and after about 16 times it stops
 * such a chain by default: a wake-up of an endpoint that is down for a few hours would become a dead letter. So these functions
 * allow it, and end their chains themselves:
 *
 * - `webhooks/deliver`: a webhook has one chain, because a delayed wake-up that is not the one agreed on ends at once
 *   (`isOutOfDate` in lib/delivery/wake-up-turn.ts). It ends when nothing is due, and with the webhook: an endpoint that fails is
 *   disabled after five days (`isGivenUp` in lib/domain/webhooks/delivery.ts).
 * - `imports/run`: a run sends a message only after it has given the import back (`leave` in lib/import/run/run-import.ts). Runs
 *   that finish no product are counted, and the import then fails (`MOST_STARTS` there).
 *
 * https://docs.aws.amazon.com/lambda/latest/dg/invocation-recursion.html
 */
export const wakesItself = ({ sends = [] }: FunctionNeeds, trigger: Trigger | undefined): boolean =>
  typeof trigger === 'object' && 'queue' in trigger && sends.includes(trigger.queue)
