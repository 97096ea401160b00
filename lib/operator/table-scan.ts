import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient, paginateScan, type ScanCommandInput } from '@aws-sdk/lib-dynamodb'
import { traces } from '../data/verify-deep.ts'
import type { StoredItem } from '../data/verify-reads.ts'
import { tableName } from '../environment.ts'

/** The SDK waits longer before each of them: a table that throttles is scanned slowly, not given up. */
const ATTEMPTS = 10

interface ScanPage<T> {
  items: T[]
  /** How many items were read to find them: each of them is paid for. */
  looked: number
}

/**
 * The one Scan there is: it reads, and costs, the whole table with all its businesses, and nothing that runs in
 * Lambda may do it.
 */
async function* scan<T>(
  input: Omit<ScanCommandInput, 'TableName'>,
  signal: AbortSignal | undefined,
): AsyncGenerator<ScanPage<T>> {
  const lowLevel = new DynamoDBClient({ maxAttempts: ATTEMPTS })
  try {
    const pages = paginateScan(
      { client: DynamoDBDocumentClient.from(lowLevel) },
      { ...input, TableName: tableName() },
    )
    for await (const { Items = [], ScannedCount = 0 } of pages) {
      signal?.throwIfAborted()
      yield { items: Items as T[], looked: ScannedCount }
    }
  } finally {
    lowLevel.destroy()
  }
}

/** Pages of everything in the table that has to do with a business. `consistent` costs twice as much. */
export async function* scanTable(
  businessId: string,
  signal: AbortSignal | undefined,
  { consistent = false } = {},
): AsyncGenerator<StoredItem[]> {
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
  const pages = scan<StoredItem>(
    {
      ConsistentRead: consistent,
      FilterExpression: conditions.map(({ test }, n) => test(`#${n}`, `:${n}`)).join(' OR '),
      ExpressionAttributeNames: Object.fromEntries(conditions.map(({ name }, n) => [`#${n}`, name])),
      ExpressionAttributeValues: Object.fromEntries(conditions.map(({ value }, n) => [`:${n}`, value])),
    },
    signal,
  )
  for await (const { items } of pages) if (items.length > 0) yield items
}

/** What a list of businesses shows, in its order. */
export const LISTED = ['slug', 'id', 'name', 'status', 'currency', 'created_at'] as const
export type ListedBusiness = Record<(typeof LISTED)[number], string>

/** Pages of the table's businesses. There is no index of them: nothing but the operator ever asks for all. */
export const scanBusinesses = (signal: AbortSignal | undefined): AsyncGenerator<ScanPage<ListedBusiness>> =>
  scan(
    {
      FilterExpression: '#type = :business',
      ProjectionExpression: LISTED.map((name) => `#${name}`).join(', '),
      ExpressionAttributeNames: Object.fromEntries(['type', ...LISTED].map((name) => [`#${name}`, name])),
      ExpressionAttributeValues: { ':business': 'business' },
    },
    signal,
  )
