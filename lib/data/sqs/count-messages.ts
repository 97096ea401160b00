import { callQueue } from './queue-call.ts'

/** The messages that wait, and those that a function works on or that are to come. SQS counts them within a minute. */
const COUNTS = [
  'ApproximateNumberOfMessages',
  'ApproximateNumberOfMessagesNotVisible',
  'ApproximateNumberOfMessagesDelayed',
]

/** How many messages a queue has, whatever is being done with them. Throws if it does not say. */
export async function countMessages(queueUrl: string): Promise<number> {
  const answer = await callQueue(queueUrl, 'GetQueueAttributes', { AttributeNames: COUNTS })
  const counts = new Map(Object.entries(answer.Attributes ?? {}))
  const sum = COUNTS.reduce((sum, name) => sum + Number(counts.get(name)), 0)
  // NaN is not 0: the caller would take it for waiting messages.
  if (Number.isNaN(sum)) throw new Error('the queue did not say how many messages it has')
  return sum
}
