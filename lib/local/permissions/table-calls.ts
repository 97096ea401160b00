import { accountId, region } from '../template/intrinsics.ts'
import { isObject, type Json } from '../template/json.ts'
import type { Permission } from './permissions.ts'

const onOneTable = new Set(['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem', 'DescribeTable'])
const onTableOrIndex = new Set(['Query', 'Scan'])
const onSeveralTables = new Set(['BatchGetItem', 'BatchWriteItem'])
const ofTransactions = new Set(['TransactGetItems', 'TransactWriteItems'])

const actionOfElement = new Map([
  ['Get', 'GetItem'],
  ['Put', 'PutItem'],
  ['Update', 'UpdateItem'],
  ['Delete', 'DeleteItem'],
  ['ConditionCheck', 'ConditionCheckItem'],
])

/**
 * The permissions that DynamoDB demands for a call, in the call's own order. A transaction needs none of its own but
 * the one of each element; a Query or Scan of an index needs it on the index and not on the table.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/transaction-apis-iam.html
 * https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazondynamodb.html
 *
 * @param body the request as DynamoDB's JSON protocol has it
 * @returns undefined for an operation that is not known here, and for a request that names no table
 */
export function neededPermissions(operation: string, body: Json): Permission[] | undefined {
  if (!isObject(body)) return undefined
  if (ofTransactions.has(operation)) return ofTransaction(body.TransactItems)
  if (onSeveralTables.has(operation)) {
    const tables = isObject(body.RequestItems) ? Object.keys(body.RequestItems) : undefined
    return tables?.map((table) => ({ action: `dynamodb:${operation}`, resource: tableArn(table) }))
  }
  if (!onOneTable.has(operation) && !onTableOrIndex.has(operation)) return undefined
  const { TableName, IndexName } = body
  if (typeof TableName !== 'string') return undefined
  const isOfIndex = onTableOrIndex.has(operation) && IndexName !== undefined
  const resource = tableArn(TableName) + (isOfIndex ? `/index/${IndexName}` : '')
  return [{ action: `dynamodb:${operation}`, resource }]
}

function ofTransaction(elements: Json | undefined): Permission[] | undefined {
  if (!Array.isArray(elements)) return undefined
  const needed = elements.flatMap((element) =>
    Object.entries(isObject(element) ? element : { nothing: null }).map(([kind, of]) => {
      const action = actionOfElement.get(kind)
      const table = isObject(of) ? of.TableName : undefined
      if (action === undefined || typeof table !== 'string') return undefined
      return { action: `dynamodb:${action}`, resource: tableArn(table) }
    }),
  )
  return needed.every((permission) => permission !== undefined) ? needed : undefined
}

/** A call may name its table by the ARN instead. */
const tableArn = (name: string) =>
  name.startsWith('arn:') ? name : `arn:aws:dynamodb:${region}:${accountId}:table/${name}`
