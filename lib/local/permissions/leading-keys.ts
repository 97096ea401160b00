import type { CreateTableCommandInput } from '@aws-sdk/client-dynamodb'
import { isJsonObject } from '../../domain/body/json-object.ts'
import type { Json, JsonObject } from '../template/json.ts'
import type { TableDefinition } from '../template/table-definition.ts'
import type { LeadingKey } from './judge.ts'
import { actionOfElement, resourceOf, tableArn } from './table-calls.ts'

/** The name of the partition key of each table and index, by its ARN. */
export type PartitionKeys = ReadonlyMap<string, string>

const BY_KEY = new Set(['GetItem', 'UpdateItem', 'DeleteItem', 'PutItem'])
const ABOUT_NO_ITEM = new Set(['DescribeTable', 'DescribeTimeToLive', 'DescribeContinuousBackups', 'Scan'])

/**
 * The partition keys that a call names, which are the values of `dynamodb:LeadingKeys` in a policy: those of its items, and
 * of a Query the one of its key condition. Undefined if they cannot be told. A Scan names none, in AWS too.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/specifying-conditions.html
 */
export function leadingKeysOf(operation: string, body: Json, of: PartitionKeys): LeadingKey[] | undefined {
  if (ABOUT_NO_ITEM.has(operation)) return []
  const keys = isJsonObject(body) ? keysOf(operation, body, of) : [undefined]
  if (!keys.every((key) => key !== undefined)) return undefined
  return keys.map((key) => ({ action: `dynamodb:${operation}`, ...key }))
}

/** A key with the action, where that is not the one of the call. */
type Found = Omit<LeadingKey, 'action'> & Partial<Pick<LeadingKey, 'action'>>

function keysOf(operation: string, body: JsonObject, of: PartitionKeys): (Found | undefined)[] {
  const inTable = (table: Json | undefined, item: Json | undefined) =>
    keyIn(tableArn(String(table)), item, of)
  if (BY_KEY.has(operation)) return [inTable(body.TableName, body.Key ?? body.Item)]
  if (operation === 'Query') return [keyOfQuery(body, of)]
  if (operation.startsWith('Batch')) {
    const tables = Object.entries(isJsonObject(body.RequestItems) ? body.RequestItems : { '': null })
    return tables.flatMap(([table, requests]) => itemsOf(requests).map((item) => inTable(table, item)))
  }
  const elements = Array.isArray(body.TransactItems) ? body.TransactItems : [null]
  return elements.map((element) => {
    const [[kind, only] = []] = isJsonObject(element) ? Object.entries(element) : []
    const key = isJsonObject(only) ? inTable(only.TableName, only.Key ?? only.Item) : undefined
    const action = actionOfElement(String(kind))
    return key && action !== undefined ? { ...key, action } : undefined
  })
}

/** The keys and items of one table in a batch: `{ Keys: […] }`, or a list of `PutRequest` and `DeleteRequest`. */
function itemsOf(requests: Json): Json[] {
  if (isJsonObject(requests) && Array.isArray(requests.Keys)) return requests.Keys
  return (Array.isArray(requests) ? requests : [null]).map((request) => {
    const [only] = isJsonObject(request) ? Object.values(request) : []
    return isJsonObject(only) ? (only.Key ?? only.Item ?? null) : null
  })
}

function keyIn(resource: string, item: Json | undefined, of: PartitionKeys): Found | undefined {
  const name = of.get(resource)
  return isJsonObject(item) && name !== undefined ? keyOf(resource, item[name]) : undefined
}

function keyOf(resource: string, value: Json | undefined): Found | undefined {
  const [text] = isJsonObject(value) ? Object.values(value) : []
  return typeof text === 'string' ? { resource, value: text } : undefined
}

/** The value that the key condition sets the partition key equal to, on either side of `=`, with or without `#name`. */
function keyOfQuery(body: JsonObject, of: PartitionKeys): Found | undefined {
  const resource = resourceOf(body)
  const names = isJsonObject(body.ExpressionAttributeNames) ? body.ExpressionAttributeNames : {}
  const values = isJsonObject(body.ExpressionAttributeValues) ? body.ExpressionAttributeValues : {}
  const equalities = String(body.KeyConditionExpression ?? '').matchAll(/([#:\w.-]+)\s*=\s*([#:\w.-]+)/g)
  for (const [, left = '', right = ''] of equalities) {
    const [name, value] = left.startsWith(':') ? [right, left] : [left, right]
    if ((names[name] ?? name) === of.get(resource)) return keyOf(resource, values[value])
  }
  return undefined
}

/** The name of the partition key of the table and of each of its indexes, by the ARN. */
export function partitionKeysOf({ create }: TableDefinition): [arn: string, name: string][] {
  const arn = tableArn(create.TableName)
  const indexes = [...(create.GlobalSecondaryIndexes ?? []), ...(create.LocalSecondaryIndexes ?? [])]
  const nameIn = (keys: CreateTableCommandInput['KeySchema']) =>
    keys?.find(({ KeyType }) => KeyType === 'HASH')?.AttributeName ?? ''
  return [
    [arn, nameIn(create.KeySchema)],
    ...indexes.map(({ IndexName, KeySchema }): [string, string] => [
      `${arn}/index/${IndexName}`,
      nameIn(KeySchema),
    ]),
  ]
}
