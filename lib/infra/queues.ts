import { Duration } from 'aws-cdk-lib'
import { type IQueue, Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs'
import type { Construct } from 'constructs'

/** The queues of deliveries. Neither holds an event: a wake-up names a business and a webhook, a dead letter a record. */
export interface Queues {
  /** Wake-ups: a webhook has something to send, now or after a delay. */
  wake: IQueue
  /** Wake-ups that failed five times, and records of the stream that could not be handled. */
  dead: IQueue
}

/** The lease of a run of `webhooks/deliver`, 75 s, and 15 s in which the run can start and take it. */
const VISIBILITY = Duration.seconds(90)

/**
 * A standard queue, which delays each message by a time of its own: a FIFO queue cannot. The visibility timeout is longer
 * than the lease: a wake-up that comes again after a crash must not meet the lease of the run that crashed. AWS advises six
 * times the function's timeout, for wake-ups that are throttled; the maximum concurrency of the mapping keeps them few.
 * https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-configure.html
 */
export function createQueues(scope: Construct): Queues {
  const settings = { encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true }
  const dead = new Queue(scope, 'DeadLetters', { ...settings, retentionPeriod: Duration.days(14) })
  const wake = new Queue(scope, 'WakeQueue', {
    ...settings,
    visibilityTimeout: VISIBILITY,
    deadLetterQueue: { queue: dead, maxReceiveCount: 5 },
  })
  return { wake, dead }
}
