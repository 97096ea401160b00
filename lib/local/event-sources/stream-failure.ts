import { randomUUID } from 'node:crypto'
import type { JsonObject } from '../template/json.ts'
import type { StreamMapping } from './mappings.ts'
import { type Condition, createdAt, sequenceNumberOf } from './stream-batches.ts'

interface Failure {
  condition: Condition
  invocations: number
  shardId: string
  mapping: Pick<StreamMapping, 'streamArn' | 'function'>
}

/**
 * The message to a failure destination about records that are given up: their places in the stream, not the records.
 * https://docs.aws.amazon.com/lambda/latest/dg/services-dynamodb-errors.html#dynamodb-on-failure-destination-example-sqs
 */
export function failureMessage(
  records: JsonObject[],
  { condition, invocations, shardId, mapping }: Failure,
): JsonObject {
  const [first = {}, last = {}] = [records.at(0), records.at(-1)]
  const timeOf = (record: JsonObject) => new Date(createdAt(record) * 1000).toISOString()
  return {
    requestContext: {
      requestId: randomUUID(),
      functionArn: mapping.function.arn,
      condition,
      approximateInvokeCount: invocations,
    },
    responseContext: { statusCode: 200, executedVersion: '$LATEST', functionError: 'Unhandled' },
    version: '1.0',
    timestamp: new Date().toISOString(),
    DDBStreamBatchInfo: {
      shardId,
      startSequenceNumber: sequenceNumberOf(first),
      endSequenceNumber: sequenceNumberOf(last),
      approximateArrivalOfFirstRecord: timeOf(first),
      approximateArrivalOfLastRecord: timeOf(last),
      batchSize: records.length,
      streamArn: mapping.streamArn,
    },
  }
}
