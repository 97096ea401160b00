import { isJsonObject } from '../../domain/body/json-object.ts'
import type { Json, JsonObject } from '../template/json.ts'
import { unsignedCall } from './call-headers.ts'

/** The stream of a table, as its engine has it. */
export interface Stream {
  /** The engine's own name for it, which is another one for another table. */
  arn(): Promise<string>
  shards(): Promise<Shard[]>
  /** The place of the first record after a sequence number; without a number the oldest record. */
  iterator(shardId: string, afterSequenceNumber: string | undefined): Promise<string>
  /** The next records, and where those after them are; undefined at the end of a shard that gets no more. */
  read(iterator: string): Promise<{ records: JsonObject[]; next: string | undefined }>
}

/** A part of a stream with an order. It is read after its parent; a parent that is not listed has been trimmed away. */
export interface Shard {
  id: string
  parentId: string | undefined
}

/** An error of the engine, with DynamoDB's name for it, such as `TrimmedDataAccessException`. */
export class StreamError extends Error {
  override name = 'StreamError'
  readonly type: string

  constructor(action: string, type: string, message: string) {
    super(`${action} of the table's stream: ${type}: ${message}`)
    this.type = type
  }
}

/**
 * The stream of a table. The engine has its own ARN for it, which is not the one of the template.
 * https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_Operations_Amazon_DynamoDB_Streams.html
 */
export function streamOf(endpoint: string, tableName: string): Stream {
  let arn: Promise<string> | undefined
  const streamArn = () => {
    arn ??= findStream(endpoint, tableName)
    return arn
  }
  const ofStream = (action: string, body: JsonObject) =>
    call(endpoint, action, unsignedCall(action, 'DynamoDBStreams_20120810'), body)
  return {
    arn: streamArn,
    async shards() {
      const { StreamDescription } = await ofStream('DescribeStream', { StreamArn: await streamArn() })
      const { Shards } = isJsonObject(StreamDescription) ? StreamDescription : {}
      return (Array.isArray(Shards) ? Shards : [])
        .filter((shard) => isJsonObject(shard))
        .map(({ ShardId, ParentShardId }) => ({
          id: String(ShardId),
          parentId: typeof ParentShardId === 'string' ? ParentShardId : undefined,
        }))
    },
    async iterator(ShardId, SequenceNumber) {
      const from: JsonObject =
        SequenceNumber === undefined
          ? { ShardIteratorType: 'TRIM_HORIZON' }
          : { ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber }
      const found = await ofStream('GetShardIterator', { StreamArn: await streamArn(), ShardId, ...from })
      return String(found.ShardIterator)
    },
    async read(ShardIterator) {
      const { Records, NextShardIterator } = await ofStream('GetRecords', { ShardIterator })
      const records = (Array.isArray(Records) ? Records : []).filter((record) => isJsonObject(record))
      return { records, next: typeof NextShardIterator === 'string' ? NextShardIterator : undefined }
    },
  }
}

async function findStream(endpoint: string, TableName: string): Promise<string> {
  const { Table } = await call(endpoint, 'DescribeTable', unsignedCall('DescribeTable'), { TableName })
  const arn = isJsonObject(Table) ? Table.LatestStreamArn : undefined
  if (typeof arn !== 'string') throw new Error(`the table ${TableName} has no stream`)
  return arn
}

async function call(
  endpoint: string,
  action: string,
  headers: { [name: string]: string },
  body: JsonObject,
): Promise<JsonObject> {
  const response = await fetch(endpoint, { method: 'POST', headers, body: JSON.stringify(body) })
  const answer: Json = JSON.parse(await response.text())
  if (response.ok && isJsonObject(answer)) return answer
  const { __type, message, Message } = isJsonObject(answer) ? answer : {}
  throw new StreamError(action, String(__type).replace(/^.*#/, ''), String(message ?? Message))
}
