import { callQueue } from './queue-call.ts'

/** The messages that wait, and those that a function works on or that are to come. SQS counts them within a minute. */
const COUNTS = [
  'ApproximateNumberOfMessages',
  'ApproximateNumberOfMessagesNotVisible',
  'ApproximateNumberOfMessagesDelayed',
]

/** How many messages a queue has, whatever is being done with them. Throws if it does not say. */
export async function countMessages(queueUrl: string): Promise<number> {
  const { Attributes } = JSON.parse(
    await callQueue(queueUrl, 'GetQueueAttributes', { AttributeNames: COUNTS }),
  )
  return COUNTS.reduce((sum, name) => sum + Number(Attributes[name]), 0)
}
