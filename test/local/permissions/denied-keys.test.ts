import { expect, test } from 'vitest'
import { createJudge, type Refusal } from '../../../lib/local/permissions/judge.ts'
import { tableDemand } from '../../../lib/local/permissions/table-demand.ts'
import type { JsonObject } from '../../../lib/local/template/json.ts'

const TableName = 'shop'
const arn = `arn:aws:dynamodb:local:000000000000:table/${TableName}`
const index = `${arn}/index/by-name`
const partitionKeys = new Map([
  [arn, 'pk'],
  [index, 'scope'],
])
const ACTIONS = [
  'GetItem',
  'PutItem',
  'UpdateItem',
  'DeleteItem',
  'Query',
  'Scan',
  'DescribeTable',
  'BatchGetItem',
  'BatchWriteItem',
  'ConditionCheckItem',
]

const judge = createJudge()
const permissions = ACTIONS.map((name) => ({ action: `dynamodb:${name}`, resource: arn }))
permissions.push({ action: 'dynamodb:Query', resource: index })
const PREFIX = `BIZ#${'?'.repeat(36)}`
const denials = [
  { resource: arn, action: 'dynamodb:*', partitions: [`${PREFIX}#SECRET#*`], isOfOthers: false },
]
const otherUpdates = [
  { resource: arn, action: 'dynamodb:UpdateItem', partitions: [`${PREFIX}#RATE#*`], isOfOthers: true },
]
judge.admit([
  { functionId: 'Denied', arn: 'denied', permissions, denials },
  { functionId: 'Free', arn: 'free', permissions, denials: [] },
  { functionId: 'Reading', arn: 'reading', permissions, denials: otherUpdates },
])

const business = '6f1c2b9e-9d0a-4a51-8f2e-6c1f0c2a1b33'
const secret = { S: `BIZ#${business}#SECRET#1` }
const sk = { S: 'SECRET' }

function refusalOf(operation: string, body: JsonObject, functionId = 'Denied'): Refusal | undefined {
  const authorization = `AWS4-HMAC-SHA256 Credential=${functionId}/20260101/local/dynamodb/aws4_request`
  const demand = tableDemand(`DynamoDB_20120810.${operation}`, body, partitionKeys)
  return judge.refusalOf(authorization, demand)
}

const query = (KeyConditionExpression: string, pk: JsonObject, names: JsonObject = { '#pk': 'pk' }) => ({
  TableName,
  KeyConditionExpression,
  ExpressionAttributeNames: names,
  ExpressionAttributeValues: { ':pk': pk, ':sk': sk },
})

/** Calls of every kind about the item with this partition key. */
const callsAbout = (pk: JsonObject): [operation: string, body: JsonObject][] => {
  const other = { pk: { S: 'BIZ#1' }, sk }
  const Key = { pk, sk }
  const write = (element: JsonObject) => ({
    TransactItems: [{ Put: { TableName, Item: other } }, element],
  })
  return [
    ['GetItem', { TableName, Key }],
    ['GetItem', { TableName: arn, Key }],
    ['UpdateItem', { TableName, Key }],
    ['DeleteItem', { TableName, Key }],
    ['PutItem', { TableName, Item: { ...Key, more: { S: 'x' } } }],
    ['Query', query('#pk = :pk', pk)],
    ['Query', query('pk = :pk AND sk > :sk', pk, {})],
    ['Query', query('begins_with(sk, :sk) and (:pk=#pk)', pk)],
    ['BatchGetItem', { RequestItems: { [TableName]: { Keys: [other, Key] } } }],
    [
      'BatchWriteItem',
      { RequestItems: { [TableName]: [{ PutRequest: { Item: other } }, { DeleteRequest: { Key } }] } },
    ],
    ['BatchWriteItem', { RequestItems: { [TableName]: [{ PutRequest: { Item: Key } }] } }],
    ['TransactGetItems', { TransactItems: [{ Get: { TableName, Key } }] }],
    ['TransactWriteItems', write({ Put: { TableName, Item: Key } })],
    ['TransactWriteItems', write({ Update: { TableName, Key } })],
    ['TransactWriteItems', write({ Delete: { TableName, Key } })],
    ['TransactWriteItems', write({ ConditionCheck: { TableName, Key } })],
  ]
}

test.each(callsAbout(secret))('%s about a denied key is refused: %j', (operation, body) => {
  expect(refusalOf(operation, body)).toMatchObject({ arn: 'denied', isDenied: true })
  expect(refusalOf(operation, body, 'Free')).toBeUndefined()
})

test('one action on all items but those of some partitions is refused', () => {
  const update = (S: string) => refusalOf('UpdateItem', { TableName, Key: { pk: { S }, sk } }, 'Reading')
  expect(update(`BIZ#${business}#RATE#key`)).toBeUndefined()
  expect(update(`BIZ#${business}`)).toMatchObject({ arn: 'reading', isDenied: true })
  expect(update(`TOKEN#x`)).toMatchObject({ arn: 'reading', isDenied: true })
  expect(refusalOf('GetItem', { TableName, Key: { pk: { S: 'TOKEN#x' }, sk } }, 'Reading')).toBeUndefined()
  const Update = { TableName, Key: { pk: { S: 'TOKEN#x' }, sk } }
  const transaction = { TransactItems: [{ Update }] }
  expect(refusalOf('TransactWriteItems', transaction, 'Reading')).toMatchObject({ isDenied: true })
})

test('a Deny of one action is about the elements of a transaction that are this action', () => {
  const rate = { TableName, Key: { pk: { S: `BIZ#${business}#RATE#key` }, sk } }
  const other = { TableName, Key: { pk: { S: 'TOKEN#x' }, sk } }
  const write = (...TransactItems: JsonObject[]) =>
    refusalOf('TransactWriteItems', { TransactItems }, 'Reading')
  expect(write({ Update: rate }, { ConditionCheck: other })).toBeUndefined()
  expect(write({ ConditionCheck: rate }, { Update: other })).toMatchObject({ isDenied: true })
})

test.each(callsAbout({ S: 'BIZ#1' }))('%s about another key is not: %j', (operation, body) => {
  expect(refusalOf(operation, body)).toBeUndefined()
})

test.each([
  ['a question mark is exactly one character', 'BIZ#1#SECRET#1'],
  ['the pattern is of the whole key', `X${secret.S}`],
  ['an upper case letter is another one', secret.S.toLowerCase()],
  ['a dot is a dot', secret.S.replace('#SECRET', '.SECRET')],
])('%s: %s', (_rule, S) => {
  expect(refusalOf('GetItem', { TableName, Key: { pk: { S }, sk } })).toBeUndefined()
})

test('the partition key of an index is its own, and the Deny is about the table', () => {
  const body = { ...query('#pk = :pk', secret, { '#pk': 'scope' }), IndexName: 'by-name' }
  expect(refusalOf('Query', body)).toBeUndefined()
})

test('a call that names no key is not denied', () => {
  for (const operation of ['Scan', 'DescribeTable'])
    expect(refusalOf(operation, { TableName })).toBeUndefined()
})

test.each<[string, JsonObject]>([
  ['GetItem', { TableName }],
  ['GetItem', { TableName, Key: { sk } }],
  ['Query', { TableName, KeyConditions: { pk: {} } }],
  ['Query', query('#pk > :pk', secret)],
  ['BatchGetItem', { RequestItems: { [TableName]: {} } }],
  ['TransactWriteItems', { TransactItems: [{ Put: { TableName } }] }],
])('%s with a key that cannot be told is refused to a role with a Deny: %j', (operation, body) => {
  expect(refusalOf(operation, body)).toMatchObject({ isDenied: true })
  expect(refusalOf(operation, body, 'Free')).toBeUndefined()
})
