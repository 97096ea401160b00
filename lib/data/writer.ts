import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import {
  DynamoDBDocumentClient,
  GetCommand,
  QueryCommand,
  type QueryCommandInput,
  TransactWriteCommand,
  type TransactWriteCommandInput,
} from '@aws-sdk/lib-dynamodb'
import { tableName } from '../environment.ts'
import type { Key } from './keys.ts'
import { asTableFault } from './table-fault.ts'

type Operation = NonNullable<TransactWriteCommandInput['TransactItems']>[number]

/** An operation of a transaction, without the table's name. */
export type TableWrite = {
  [K in keyof Operation]?: Omit<NonNullable<Operation[K]>, 'TableName'>
}

let client: DynamoDBDocumentClient | undefined

/** Made on first use, once per process. The SDK's own retries are off: `commit` knows when a retry is safe. */
function writer(): DynamoDBDocumentClient {
  if (client) return client
  const lowLevel = new DynamoDBClient({
    maxAttempts: 1,
    requestHandler: { connectionTimeout: 1000, requestTimeout: 3000, throwOnRequestTimeout: true },
  })
  lowLevel.middlewareStack.remove('loggerMiddleware')
  client = DynamoDBDocumentClient.from(lowLevel)
  return client
}

/** Reads a whole item as it stands after every acknowledged write, or undefined if there is none. */
export async function readItem<T extends object>(key: Key): Promise<T | undefined> {
  try {
    const output = await writer().send(
      new GetCommand({ TableName: tableName(), Key: key, ConsistentRead: true }),
    )
    return output.Item as T | undefined
  } catch (error) {
    throw asTableFault(error)
  }
}

/** Runs one Query that returns whole items, and the key where it stopped if there may be more behind it. */
export async function queryItems<T extends Key>(
  input: Omit<QueryCommandInput, 'TableName'>,
): Promise<{ items: T[]; lastKey: Key | undefined }> {
  try {
    const output = await writer().send(new QueryCommand({ ...input, TableName: tableName() }))
    return { items: (output.Items ?? []) as T[], lastKey: output.LastEvaluatedKey as Key | undefined }
  } catch (error) {
    throw asTableFault(error)
  }
}

/** Counts the items of a Query, whatever their number. */
export async function countItems(input: Omit<QueryCommandInput, 'TableName' | 'Select'>): Promise<number> {
  let count = 0
  let from: Record<string, unknown> | undefined
  do {
    try {
      const query = { ...input, TableName: tableName(), Select: 'COUNT' as const, ExclusiveStartKey: from }
      const output = await writer().send(new QueryCommand(query))
      count += output.Count ?? 0
      from = output.LastEvaluatedKey
    } catch (error) {
      throw asTableFault(error)
    }
  } while (from)
  return count
}

/** Sends one transaction once. Errors are the SDK's; `commit` interprets them. */
export async function sendTransaction(writes: readonly TableWrite[], clientToken: string): Promise<void> {
  const TableName = tableName()
  await writer().send(
    new TransactWriteCommand({
      ClientRequestToken: clientToken,
      TransactItems: writes.map(
        (write) =>
          Object.fromEntries(
            Object.entries(write).map(([kind, operation]) => [kind, { ...operation, TableName }]),
          ) as Operation,
      ),
    }),
  )
}
