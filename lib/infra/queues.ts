import { Duration } from 'aws-cdk-lib'
import { Queue, QueueEncryption, type QueueProps } from 'aws-cdk-lib/aws-sqs'
import type { Construct } from 'constructs'

/** The queue of wake-ups, and where those go that cannot be handled, with records of the stream that cannot be read. */
export interface Queues {
  wakeUps: Queue
  deadLetters: Queue
}

/**
 * How long a received wake-up is hidden, in seconds: the lease of a run and 15 s for its start. Any shorter, and the wake-up
 * of a dead run would come again while that run's lease still holds, and be lost (lib/delivery/run.ts).
 */
const VISIBILITY_S = 90

const MOST_RECEIVES = 5

const ENCRYPTED: QueueProps = { encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true }

/** A standard queue: a wake-up that comes twice, or in another order, does no harm. */
export function createQueues(scope: Construct): Queues {
  const deadLetters = new Queue(scope, 'DeadLetters', { ...ENCRYPTED, retentionPeriod: Duration.days(14) })
  const wakeUps = new Queue(scope, 'WakeQueue', {
    ...ENCRYPTED,
    visibilityTimeout: Duration.seconds(VISIBILITY_S),
    deadLetterQueue: { queue: deadLetters, maxReceiveCount: MOST_RECEIVES },
  })
  return { wakeUps, deadLetters }
}
