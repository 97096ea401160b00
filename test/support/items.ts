import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb'
import { tableName } from '../../lib/environment.ts'

export type Item = Record<string, unknown> & { pk: string; sk: string; type: string }

const client = DynamoDBDocumentClient.from(new DynamoDBClient({}))

/** Every item of a business as it lies in the table, by key: what a write left behind shows here. */
export async function itemsOf(businessId: string): Promise<Item[]> {
  const pages = paginateScan(
    { client },
    {
      TableName: tableName(),
      FilterExpression: 'begins_with(pk, :tenant)',
      ExpressionAttributeValues: { ':tenant': `BIZ#${businessId}` },
      ConsistentRead: true,
    },
  )
  const items: Item[] = []
  for await (const page of pages) items.push(...((page.Items ?? []) as Item[]))
  return items.sort((a, b) => (`${a.pk}|${a.sk}` < `${b.pk}|${b.sk}` ? -1 : 1))
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
