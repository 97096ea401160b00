import { randomUUID } from 'node:crypto'
import { CreateTableCommand, DeleteTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { afterAll, inject } from 'vitest'
import { INDEXES, STOREFRONT } from '../../lib/data/schema.ts'
import { useTable } from '../../lib/environment.ts'

const text = (AttributeName: string) => ({ AttributeName, AttributeType: 'S' as const })
const keysOf = (partition: string, sort: string) => [
  { AttributeName: partition, KeyType: 'HASH' as const },
  { AttributeName: sort, KeyType: 'RANGE' as const },
]

/**
 * Lets this file work on a table of its own. Who reads a whole table again and again would otherwise read what all
 * other tests have left in theirs, and keep DynamoDB Local from them meanwhile. The running stack does not know it.
 */
export async function useOwnTable(): Promise<void> {
  const { endpoint } = inject('table')
  const TableName = `own-${randomUUID()}`
  const client = new DynamoDBClient({})
  const attributes = new Set([
    'pk',
    'sk',
    ...Object.values(INDEXES).flatMap(({ partition, sort }) => [partition, sort]),
  ])
  await client.send(
    new CreateTableCommand({
      TableName,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: [...attributes].map(text),
      KeySchema: keysOf('pk', 'sk'),
      GlobalSecondaryIndexes: Object.entries(INDEXES).map(([IndexName, { partition, sort }]) => ({
        IndexName,
        KeySchema: keysOf(partition, sort),
        Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: [STOREFRONT.card, STOREFRONT.facets] },
      })),
    }),
  )
  useTable({ name: TableName, endpoint })
  afterAll(async () => {
    await client.send(new DeleteTableCommand({ TableName }))
    client.destroy()
  })
}
