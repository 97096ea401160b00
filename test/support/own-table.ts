import { randomUUID } from 'node:crypto'
import { CreateTableCommand, DeleteTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { afterAll, inject } from 'vitest'
import { INDEXES, type IndexName, STOREFRONT } from '../../lib/data/table/schema.ts'
import { useTable } from '../../lib/environment.ts'

const text = (AttributeName: string) => ({ AttributeName, AttributeType: 'S' as const })
const keysOf = (partition: string, sort: string) => [
  { AttributeName: partition, KeyType: 'HASH' as const },
  { AttributeName: sort, KeyType: 'RANGE' as const },
]

/** A table of a test file's own, in the engine of all. */
export interface OwnTable {
  name: string
  endpoint: string
  drop(): Promise<void>
}

/**
 * Makes a table with these indexes: all storefront indexes unless said otherwise. DynamoDB Local reads the description of
 * all indexes again for every item it reads or writes: a table without them is several times as fast.
 */
export async function makeTable({
  indexes: names,
}: {
  indexes?: readonly IndexName[]
} = {}): Promise<OwnTable> {
  const { endpoint } = inject('table')
  const TableName = `own-${randomUUID()}`
  const client = new DynamoDBClient({ endpoint })
  const indexes = Object.entries(INDEXES).filter(([name]) => names?.some((one) => one === name) ?? true)
  const attributes = new Set(['pk', 'sk', ...indexes.flatMap(([, { partition, sort }]) => [partition, sort])])
  await client.send(
    new CreateTableCommand({
      TableName,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: [...attributes].map(text),
      KeySchema: keysOf('pk', 'sk'),
      ...(indexes.length > 0 && {
        GlobalSecondaryIndexes: indexes.map(([IndexName, { partition, sort }]) => ({
          IndexName,
          KeySchema: keysOf(partition, sort),
          Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: [STOREFRONT.card, STOREFRONT.facets] },
        })),
      }),
    }),
  )
  return {
    name: TableName,
    endpoint,
    async drop() {
      await client.send(new DeleteTableCommand({ TableName }))
      client.destroy()
    },
  }
}

/**
 * Lets this file work on a table of its own. Who reads a whole table again and again would otherwise read what all
 * other tests have left in theirs, and keep the engine from them meanwhile. The running stack does not know it.
 */
export async function useOwnTable(options?: Parameters<typeof makeTable>[0]): Promise<void> {
  const table = await makeTable(options)
  useTable(table)
  afterAll(() => table.drop())
}
