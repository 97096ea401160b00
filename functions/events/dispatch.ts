import type { DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda'
import { dispatch } from '../../lib/delivery/dispatch.ts'
import { logged } from '../../lib/log.ts'

/** The table's stream: wakes the webhooks that want what was committed. */
export const handler = async ({ Records }: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> => {
  const [first, last] = [Records.at(0), Records.at(-1)].map((record) => record?.dynamodb?.SequenceNumber)
  const failed = await logged('dispatch', { first, last }, () => dispatch(Records))
  return { batchItemFailures: failed.map((itemIdentifier) => ({ itemIdentifier })) }
}
