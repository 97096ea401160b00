import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb'
import { traces } from '../data/verify-deep.ts'
import type { StoredItem } from '../data/verify-reads.ts'
import { tableName } from '../environment.ts'

/** The SDK waits longer before each of them: a table that throttles is scanned slowly, not given up. */
const ATTEMPTS = 10

/**
 * Pages of everything in the table that has to do with a business. This is the one Scan there is: it reads, and
 * costs, the whole table with all its businesses, and nothing that runs in Lambda may do it.
 */
export async function* scanTable(
  businessId: string,
  signal: AbortSignal | undefined,
): AsyncGenerator<StoredItem[]> {
  const lowLevel = new DynamoDBClient({ maxAttempts: ATTEMPTS })
  const { equal, begin } = traces(businessId)
  const conditions = [
    ...Object.entries(equal).map(([name, value]) => ({
      name,
      value,
      test: (n: string, v: string) => `${n} = ${v}`,
    })),
    ...Object.entries(begin).map(([name, value]) => ({
      ...{ name, value },
      test: (n: string, v: string) => `begins_with(${n}, ${v})`,
    })),
  ]
  try {
    const scan = paginateScan(
      { client: DynamoDBDocumentClient.from(lowLevel) },
      {
        TableName: tableName(),
        FilterExpression: conditions.map(({ test }, n) => test(`#${n}`, `:${n}`)).join(' OR '),
        ExpressionAttributeNames: Object.fromEntries(conditions.map(({ name }, n) => [`#${n}`, name])),
        ExpressionAttributeValues: Object.fromEntries(conditions.map(({ value }, n) => [`:${n}`, value])),
      },
    )
    for await (const { Items = [] } of scan) {
      signal?.throwIfAborted()
      if (Items.length > 0) yield Items as StoredItem[]
    }
  } finally {
    lowLevel.destroy()
  }
}
