import {
  type AttributeValue,
  CreateTableCommand,
  type CreateTableCommandInput,
  DescribeTableCommand,
  DynamoDBClient,
  PutItemCommand,
  paginateScan,
  UpdateTableCommand,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb'
import type { RunningStack } from '../../../lib/local/stack.ts'
import type { JsonObject } from '../../../lib/local/template/json.ts'

/** The recovery of a table to a point in time, which no engine on this machine has, and the settings of the table that it makes. */
export interface Backups {
  /** Notes what is in the table now, as what it had at this time. */
  take(time: string): Promise<void>
  /** Makes a table with the keys, the indexes and the items of that time, and without everything else: as DynamoDB restores one. */
  restore(arn: string, to: { time: string; name: string }): Promise<JsonObject>
  describe(name: string): Promise<JsonObject>
  update(name: string, options: ReadonlyMap<string, string>): Promise<JsonObject>
  expire(name: string, specification: string): Promise<JsonObject>
  close(): void
}

/** https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/pointintimerecovery_howitworks.html */
export function openBackups({ name: source, endpoint }: RunningStack['table']): Backups {
  const client = new DynamoDBClient({ endpoint })
  const moments = new Map<string, Record<string, AttributeValue>[]>()
  const describe = async (TableName: string) =>
    (await client.send(new DescribeTableCommand({ TableName }))).Table ?? {}
  return {
    async take(time) {
      const pages = await Array.fromAsync(
        paginateScan({ client }, { TableName: source, ConsistentRead: true }),
      )
      moments.set(
        time,
        pages.flatMap(({ Items = [] }) => Items),
      )
    },
    async restore(arn, { time, name: TableName }) {
      const items = moments.get(time)
      if (!arn.endsWith(`:table/${source}`)) throw new Error(`TableNotFoundException: ${arn}`)
      if (!items) throw new Error(`InvalidRestoreTimeException: ${time}`)
      const { KeySchema, AttributeDefinitions, GlobalSecondaryIndexes = [] } = await describe(source)
      const indexes = GlobalSecondaryIndexes.map(({ IndexName, KeySchema, Projection }) => ({
        IndexName,
        KeySchema,
        Projection,
      })) as CreateTableCommandInput['GlobalSecondaryIndexes']
      await client.send(
        new CreateTableCommand({
          TableName,
          KeySchema,
          AttributeDefinitions,
          GlobalSecondaryIndexes: indexes,
          BillingMode: 'PAY_PER_REQUEST',
        }),
      )
      for (const Item of items) await client.send(new PutItemCommand({ TableName, Item }))
      return { TableDescription: { TableName, TableStatus: 'CREATING' } }
    },
    async describe(name) {
      const { TableStatus = '' } = await describe(name)
      return { Table: { TableName: name, TableStatus } }
    },
    async update(TableName, options) {
      const stream = options.get('stream-specification')
      await client.send(
        new UpdateTableCommand({
          TableName,
          ...(stream !== undefined && { StreamSpecification: JSON.parse(stream) }),
          ...(options.has('deletion-protection-enabled') && { DeletionProtectionEnabled: true }),
        }),
      )
      return { TableDescription: { TableName } }
    },
    async expire(TableName, specification) {
      const TimeToLiveSpecification = JSON.parse(specification)
      await client.send(new UpdateTimeToLiveCommand({ TableName, TimeToLiveSpecification }))
      return { TimeToLiveSpecification }
    },
    close: () => client.destroy(),
  }
}
