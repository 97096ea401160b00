import { isDeepStrictEqual } from 'node:util'
import {
  CreateTableCommand,
  DescribeTableCommand,
  DynamoDBClient,
  ResourceNotFoundException,
  type TableDescription,
  UpdateTableCommand,
  UpdateTimeToLiveCommand,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb'
import { REGION } from '../template/intrinsics.ts'
import type { TableDefinition } from '../template/table-definition.ts'

/**
 * Creates the template's table, or keeps the one that a data folder already holds.
 * A kept table without the template's stream gets it. Throws when the table that is there has other keys or indexes than
 * the template, or another kind of stream: changing them would mean copying data, which is the operator's decision.
 */
export async function ensureTable(endpoint: string, definition: TableDefinition): Promise<void> {
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' }
  const client = new DynamoDBClient({ endpoint, region: REGION, credentials })
  try {
    const existing = await describe(client, definition.create.TableName)
    if (existing) await keep(client, existing, definition)
    else await create(client, definition)
  } finally {
    client.destroy()
  }
}

async function describe(client: DynamoDBClient, TableName: string): Promise<TableDescription | undefined> {
  try {
    return (await client.send(new DescribeTableCommand({ TableName }))).Table
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined
    throw error
  }
}

async function create(
  client: DynamoDBClient,
  { create, timeToLiveAttribute }: TableDefinition,
): Promise<void> {
  const { TableName } = create
  await client.send(new CreateTableCommand(create))
  await waitUntilTableExists({ client, maxWaitTime: 10, minDelay: 0.05, maxDelay: 0.2 }, { TableName })
  if (timeToLiveAttribute === undefined) return
  const TimeToLiveSpecification = { Enabled: true, AttributeName: timeToLiveAttribute }
  await client.send(new UpdateTimeToLiveCommand({ TableName, TimeToLiveSpecification }))
}

async function keep(
  client: DynamoDBClient,
  existing: TableDescription,
  { create }: TableDefinition,
): Promise<void> {
  if (!isDeepStrictEqual(structure(existing), structure(create))) throw refusal(create, 'keys or indexes')
  const { StreamSpecification } = create
  const kept = existing.StreamSpecification
  if (StreamSpecification === undefined || kept?.StreamViewType === StreamSpecification.StreamViewType) return
  if (kept?.StreamEnabled) throw refusal(create, 'records in its stream')
  await client.send(new UpdateTableCommand({ TableName: create.TableName, StreamSpecification }))
}

const refusal = ({ TableName }: TableDefinition['create'], difference: string) =>
  new Error(
    `The kept table ${TableName} has other ${difference} than the template. ` +
      'Remove the data folder (STOREFRONT_DATA) or choose an empty one.',
  )

/** Keys and indexes in an order of their own, without the figures DynamoDB adds. */
function structure(table: TableDescription | TableDefinition['create']): unknown {
  const sorted = <T>(list: T[] | undefined, key: (entry: T) => string | undefined) =>
    [...(list ?? [])].sort((a, b) => String(key(a)).localeCompare(String(key(b))))
  const indexes = [...(table.GlobalSecondaryIndexes ?? []), ...(table.LocalSecondaryIndexes ?? [])]
  const keys = (schema: { AttributeName?: string | undefined; KeyType?: string | undefined }[] | undefined) =>
    (schema ?? []).map(({ AttributeName, KeyType }) => `${KeyType} ${AttributeName}`)
  return {
    attributes: sorted(table.AttributeDefinitions, ({ AttributeName }) => AttributeName).map(
      ({ AttributeName, AttributeType }) => `${AttributeName} ${AttributeType}`,
    ),
    keys: keys(table.KeySchema),
    indexes: sorted(indexes, ({ IndexName }) => IndexName).map(({ IndexName, KeySchema, Projection }) => ({
      name: IndexName,
      keys: keys(KeySchema),
      projection: Projection?.ProjectionType,
      attributes: [...(Projection?.NonKeyAttributes ?? [])].sort(),
    })),
  }
}
