import { isJsonObject } from '../../domain/body/json-object.ts'
import { ACCOUNT_ID, REGION } from '../template/intrinsics.ts'
import type { Json, JsonObject } from '../template/json.ts'
import type { Permission } from './permissions.ts'

const ON_ONE_TABLE = new Set([
  'GetItem',
  'PutItem',
  'UpdateItem',
  'DeleteItem',
  'DescribeTable',
  'DescribeTimeToLive',
  'DescribeContinuousBackups',
])
const ON_TABLE_OR_INDEX = new Set(['Query', 'Scan'])
const ON_SEVERAL_TABLES = new Set(['BatchGetItem', 'BatchWriteItem'])
const OF_TRANSACTIONS = new Set(['TransactGetItems', 'TransactWriteItems'])

const ACTION_OF_ELEMENT = new Map([
  ['Get', 'GetItem'],
  ['Put', 'PutItem'],
  ['Update', 'UpdateItem'],
  ['Delete', 'DeleteItem'],
  ['ConditionCheck', 'ConditionCheckItem'],
])

/** The action that an element of a transaction needs, such as `dynamodb:PutItem` for `Put`; undefined for an unknown one. */
export function actionOfElement(kind: string): string | undefined {
  const action = ACTION_OF_ELEMENT.get(kind)
  return action && `dynamodb:${action}`
}

/**
 * The permissions that DynamoDB demands for a call, in the call's own order. A transaction needs none of its own but
 * the one of each element; a Query or Scan of an index needs it on the index and not on the table.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/transaction-apis-iam.html
 * https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazondynamodb.html
 *
 * The body is the request as DynamoDB's JSON protocol has it. Undefined for an operation that is not known here, and
 * for a request that names no table.
 */
export function neededPermissions(operation: string, body: Json): Permission[] | undefined {
  if (!isJsonObject(body)) return undefined
  if (OF_TRANSACTIONS.has(operation)) return ofTransaction(body.TransactItems)
  if (ON_SEVERAL_TABLES.has(operation)) {
    const tables = isJsonObject(body.RequestItems) ? Object.keys(body.RequestItems) : undefined
    return tables?.map((table) => ({ action: `dynamodb:${operation}`, resource: tableArn(table) }))
  }
  if (!ON_ONE_TABLE.has(operation) && !ON_TABLE_OR_INDEX.has(operation)) return undefined
  if (typeof body.TableName !== 'string') return undefined
  const resource = ON_TABLE_OR_INDEX.has(operation) ? resourceOf(body) : tableArn(body.TableName)
  return [{ action: `dynamodb:${operation}`, resource }]
}

/** The ARN of the table that a Query or Scan reads, or of its index. */
export const resourceOf = ({ TableName, IndexName }: JsonObject) =>
  tableArn(String(TableName)) + (IndexName === undefined ? '' : `/index/${IndexName}`)

function ofTransaction(elements: Json | undefined): Permission[] | undefined {
  if (!Array.isArray(elements)) return undefined
  const needed = elements.flatMap((element) =>
    Object.entries(isJsonObject(element) ? element : { nothing: null }).map(([kind, of]) => {
      const action = actionOfElement(kind)
      const table = isJsonObject(of) ? of.TableName : undefined
      if (action === undefined || typeof table !== 'string') return undefined
      return { action, resource: tableArn(table) }
    }),
  )
  return needed.every((permission) => permission !== undefined) ? needed : undefined
}

/** A call may name its table by the ARN instead. */
export const tableArn = (name: string) =>
  name.startsWith('arn:') ? name : `arn:aws:dynamodb:${REGION}:${ACCOUNT_ID}:table/${name}`
