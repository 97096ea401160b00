import {
  type AttributeValue,
  DynamoDBClient,
  GetItemCommand,
  QueryCommand,
  type QueryCommandInput,
} from '@aws-sdk/client-dynamodb'
import { tableName } from '../environment.ts'
import type { Key } from './keys.ts'
import { asTableFault } from './table-fault.ts'
import { guarded } from './tenant-guard.ts'

/** One item in DynamoDB's own notation, `{name: {S: '…'}}`: the read path has too few attributes to unmarshal. */
type RawItem = Record<string, AttributeValue>

export interface QueryPage {
  items: RawItem[]
  /** The key of the last item looked at, if there may be more behind it. */
  lastKey: RawItem | undefined
}

let client: DynamoDBClient | undefined

/**
 * Made on first use, once per process. The gateway waits 10 s for the authorizer: if one read fails all its tries,
 * there is still time to say so.
 */
function reader(): DynamoDBClient {
  if (client) return client
  client = new DynamoDBClient({
    maxAttempts: 3,
    requestHandler: { connectionTimeout: 1000, requestTimeout: 3000, throwOnRequestTimeout: true },
  })
  // It filters every answer for a logger that is not there: 40 % of the CPU of a list.
  client.middlewareStack.remove('loggerMiddleware')
  return client
}

/** Runs one Query. Throws a `TableUnavailable` when DynamoDB throttles, times out or fails. */
export async function query(input: Omit<QueryCommandInput, 'TableName'>): Promise<QueryPage> {
  const command = new QueryCommand({ ...input, TableName: tableName() })
  try {
    const output = await guarded(command.input, () => reader().send(command))
    return { items: output.Items ?? [], lastKey: output.LastEvaluatedKey }
  } catch (error) {
    throw asTableFault(error)
  }
}

/**
 * Reads the named attributes of one item, or `undefined` if there is none. `consistent` reads see every write
 * that was acknowledged before they began, at twice the cost.
 */
export async function getItem(
  key: Key,
  attributes: readonly string[],
  { consistent = false } = {},
): Promise<RawItem | undefined> {
  const names = Object.fromEntries(attributes.map((name, n) => [`#${n}`, name]))
  const command = new GetItemCommand({
    TableName: tableName(),
    Key: { pk: { S: key.pk }, sk: { S: key.sk } },
    ProjectionExpression: Object.keys(names).join(', '),
    ExpressionAttributeNames: names,
    ConsistentRead: consistent,
  })
  try {
    const output = await guarded(command.input, () => reader().send(command))
    return output.Item
  } catch (error) {
    throw asTableFault(error)
  }
}

/** A string attribute that every item of this kind has; without it the item is corrupt. */
export function stringOf(item: RawItem, attribute: string): string {
  const value = item[attribute]?.S
  if (value === undefined) throw new Error(`an item lacks ${attribute}`)
  return value
}
