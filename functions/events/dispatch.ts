import type { DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda'
import { dispatch } from '../../lib/delivery/dispatch.ts'

/** The table's stream: wakes the webhooks that want what was committed. */
export const handler = async ({ Records }: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> => ({
  batchItemFailures: (await dispatch(Records)).map((itemIdentifier) => ({ itemIdentifier })),
})
