import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { BatchGetCommand, DynamoDBDocumentClient, paginateQuery } from '@aws-sdk/lib-dynamodb'
import { externalIdGuardKey, skuGuardKey, slugGuardKey, storePartition } from '../../lib/data/keys.ts'
import { tableName } from '../../lib/environment.ts'

export type Item = Record<string, unknown> & { pk: string; sk: string; type: string }

const client = DynamoDBDocumentClient.from(new DynamoDBClient({}))

/** Everything in a business's own partition, as it lies in the table: its products, categories and their counts. */
export async function itemsOf(businessId: string): Promise<Item[]> {
  const input = {
    TableName: tableName(),
    KeyConditionExpression: 'pk = :partition',
    ExpressionAttributeValues: { ':partition': storePartition(businessId) },
    ConsistentRead: true,
  }
  const pages = await Array.fromAsync(paginateQuery({ client }, input))
  return pages.flatMap(({ Items = [] }) => Items as Item[])
}

/** The guards that hold one of these values, be it as a slug, a SKU or an external id. */
export async function guardsOf(businessId: string, values: readonly string[]): Promise<Item[]> {
  const Keys = values.flatMap((value) =>
    [slugGuardKey, skuGuardKey, externalIdGuardKey].map((key) => key(businessId, value)),
  )
  const items: Item[] = []
  while (Keys.length > 0) {
    const RequestItems = { [tableName()]: { Keys: Keys.splice(0, 100), ConsistentRead: true } }
    const { Responses = {} } = await client.send(new BatchGetCommand({ RequestItems }))
    items.push(...((Responses[tableName()] ?? []) as Item[]))
  }
  return items.sort((a, b) => (a.pk < b.pk ? -1 : 1))
}

/** How many products each category counts, over all its shards. */
export async function countsOf(businessId: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const { type, sk, n } of await itemsOf(businessId)) {
    const category = sk.split('#')[1]
    if (type === 'category_count' && category) counts[category] = (counts[category] ?? 0) + Number(n)
  }
  return counts
}
