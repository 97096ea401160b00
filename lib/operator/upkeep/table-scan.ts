import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient, paginateScan, type ScanCommandInput } from '@aws-sdk/lib-dynamodb'
import type { StoredItem } from '../../data/table/patient-reads.ts'
import { tableName } from '../../environment.ts'
import { CLIENT_SETTINGS } from '../command-line/aws/client-settings.ts'
import { traces } from './verify/deep.ts'

/** The SDK waits longer before each of them: a table that throttles is scanned slowly, not given up. */
const ATTEMPTS = 10

/**
 * The number of parts of the table that are read at a time. One of them reads 8 to 16 MB a second, as a page of 1 MB takes 60 to
 * 120 ms; four then use up to 8,000 read units a second of the 12,000 that DynamoDB serves of a new on-demand table
 * (AWS's developer guide, "DynamoDB warm throughput"), and the shops keep the rest. Consistent reads use twice as many:
 * these DynamoDB throttles, and the SDK waits.
 */
const SEGMENTS = 4

/**
 * The one Scan there is: it reads, and costs, the whole table with all its businesses, and nothing that runs in
 * Lambda may do it. Pages come as they are read, in no order.
 */
async function* scan(
  input: Omit<ScanCommandInput, 'TableName' | 'Segment' | 'TotalSegments'>,
  signal: AbortSignal | undefined,
): AsyncGenerator<StoredItem[]> {
  const lowLevel = new DynamoDBClient({ ...CLIENT_SETTINGS, maxAttempts: ATTEMPTS })
  const client = DynamoDBDocumentClient.from(lowLevel)
  const segments = Array.from({ length: SEGMENTS }, (_, Segment) =>
    paginateScan(
      { client },
      { ...input, TableName: tableName(), Segment, TotalSegments: SEGMENTS },
      { abortSignal: signal },
    ),
  )
  try {
    for await (const { Items = [] } of asTheyCome(segments)) {
      signal?.throwIfAborted()
      if (Items.length > 0) yield Items as StoredItem[]
    }
  } finally {
    lowLevel.destroy()
  }
}

/** Merges several sources: each is read on as soon as it has yielded a value. Throws the first error of any. */
async function* asTheyCome<T>(sources: readonly AsyncGenerator<T>[]): AsyncGenerator<T> {
  const ask = async (source: AsyncGenerator<T>) => ({ source, result: await source.next() })
  const asked = new Map(sources.map((source) => [source, ask(source)]))
  try {
    while (asked.size > 0) {
      const { source, result } = await Promise.race(asked.values())
      if (result.done) asked.delete(source)
      else {
        asked.set(source, ask(source))
        yield result.value
      }
    }
  } finally {
    // A caller that has stopped listening still waits for the calls under way: they need the client.
    await Promise.allSettled(asked.values())
  }
}

/** Pages of everything in the table that has to do with a business. `consistent` costs twice as much. */
export function scanTable(
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
      name,
      value,
      test: (n: string, v: string) => `begins_with(${n}, ${v})`,
    })),
  ]
  return scan(
    {
      ConsistentRead: consistent,
      FilterExpression: conditions.map(({ test }, n) => test(`#${n}`, `:${n}`)).join(' OR '),
      ExpressionAttributeNames: Object.fromEntries(conditions.map(({ name }, n) => [`#${n}`, name])),
      ExpressionAttributeValues: Object.fromEntries(conditions.map(({ value }, n) => [`:${n}`, value])),
    },
    signal,
  )
}
