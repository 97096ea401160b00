import { expect, test } from 'vitest'
import { neededPermissions } from '../../../lib/local/permissions/table-calls.ts'
import type { Json } from '../../../lib/local/template/json.ts'

const arn = 'arn:aws:dynamodb:local:000000000000:table/shop'
const TableName = 'shop'

/** `GetItem shop`, for each permission that a call needs. */
const needed = (operation: string, body: Json) =>
  neededPermissions(operation, body)?.map(({ action, resource }) =>
    `${action} ${resource}`.replace('dynamodb:', '').replace(arn, 'shop'),
  )

test.each(['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem', 'Query', 'Scan', 'DescribeTable'])(
  '%s needs itself on the table, whether that is named or given as an ARN',
  (operation) => {
    expect(needed(operation, { TableName })).toEqual([`${operation} shop`])
    expect(needed(operation, { TableName: arn })).toEqual([`${operation} shop`])
  },
)

test('a Query or Scan of an index needs the index and not the table', () => {
  expect(needed('Query', { TableName, IndexName: 'by-name' })).toEqual(['Query shop/index/by-name'])
  expect(needed('Scan', { TableName: arn, IndexName: 'by-name' })).toEqual(['Scan shop/index/by-name'])
})

test('a batch needs the batch operation on each of its tables', () => {
  const RequestItems = { shop: {}, other: {} }
  const other = 'arn:aws:dynamodb:local:000000000000:table/other'
  for (const operation of ['BatchGetItem', 'BatchWriteItem'])
    expect(needed(operation, { RequestItems })).toEqual([`${operation} shop`, `${operation} ${other}`])
})

test('a transaction needs what each of its elements does', () => {
  const elements = ['ConditionCheck', 'Put', 'Update', 'Delete'].map((kind) => ({ [kind]: { TableName } }))
  expect(needed('TransactWriteItems', { TransactItems: elements })).toEqual([
    'ConditionCheckItem shop',
    'PutItem shop',
    'UpdateItem shop',
    'DeleteItem shop',
  ])
  expect(needed('TransactGetItems', { TransactItems: [{ Get: { TableName: arn } }] })).toEqual([
    'GetItem shop',
  ])
})

test.each<[string, Json]>([
  ['ExecuteStatement', { Statement: 'SELECT * FROM shop' }],
  ['DeleteTable', { TableName }],
  ['GetItem', {}],
  ['GetItem', null],
  ['Query', { TableName: 7 }],
  ['BatchGetItem', {}],
  ['TransactWriteItems', {}],
  ['TransactWriteItems', { TransactItems: [{ Put: { TableName } }, { Merge: { TableName } }] }],
  ['TransactWriteItems', { TransactItems: [{ Put: { TableName } }, { Put: {} }] }],
  ['TransactWriteItems', { TransactItems: [{ Put: { TableName } }, 'Put'] }],
])('what is needed for %s with %j cannot be told', (operation, body) => {
  expect(neededPermissions(operation, body)).toBeUndefined()
})
