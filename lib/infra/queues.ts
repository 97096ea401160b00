import { Duration } from 'aws-cdk-lib'
import { type IQueue, Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs'
import type { Construct } from 'constructs'
import { QUEUES, type QueueName } from '../routes/queues.ts'

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
