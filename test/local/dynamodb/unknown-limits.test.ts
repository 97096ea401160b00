import { expect, test } from 'vitest'
import { keyTypesOf, unknownLimit } from '../../../lib/local/dynamodb/unknown-limits.ts'
import type { Json, JsonObject } from '../../../lib/local/template/json.ts'

const hash = (AttributeName: string) => ({ AttributeName, KeyType: 'HASH' as const })
const range = (AttributeName: string) => ({ AttributeName, KeyType: 'RANGE' as const })
const KEYS = new Map(
  keyTypesOf({
    create: {
      TableName: 'shop',
      AttributeDefinitions: [],
      KeySchema: [hash('pk'), range('sk')],
      GlobalSecondaryIndexes: [
        { IndexName: 'by-name', KeySchema: [hash('store'), range('by_name')], Projection: {} },
      ],
    },
    timeToLiveAttribute: undefined,
  }),
)

const text = (bytes: number) => ({ S: 'x'.repeat(bytes) })
const put = (Item: JsonObject) => ({ TableName: 'shop', Item: { pk: text(1), sk: text(1), ...Item } })
const transaction = (...TransactItems: Json[]) => ({ TransactItems })
const query = (KeyConditionExpression: string, values: JsonObject) => ({
  KeyConditionExpression,
  ExpressionAttributeNames: { '#name': 'by_name' },
  ExpressionAttributeValues: { ':p': text(1), ...values },
})
const update = (UpdateExpression: string, values: JsonObject = {}) => ({
  Key: { pk: text(1), sk: text(1) },
  UpdateExpression,
  ExpressionAttributeNames: { '#name': 'by_name' },
  ExpressionAttributeValues: values,
})
const times = (count: number, part: string, between: string) => Array(count).fill(part).join(between)

/** Calls of whose limits each has one that is just kept, and the same a little beyond. */
const LIMITS: [what: string, message: string, callOf: (beyond: 0 | 1) => JsonObject][] = [
  ['the partition key of an index', 'Size of hashkey', (beyond) => put({ store: text(2048 + beyond) })],
  ['the sort key of an index', 'Aggregated size', (beyond) => put({ by_name: text(1024 + beyond) })],
  [
    'a key of an index that is made of more bytes than characters',
    'Aggregated size',
    (beyond) => put({ by_name: { S: 'ü'.repeat(512 + beyond) } }),
  ],
  [
    'a key in a transaction',
    'Size of hashkey',
    (beyond) => transaction({ Delete: put({}) }, { Put: put({ store: text(2048 + beyond) }) }),
  ],
  [
    'a key in a batch',
    'Size of hashkey',
    (beyond) => ({ RequestItems: { shop: [{ PutRequest: put({ store: text(2048 + beyond) }) }] } }),
  ],
  [
    'a key that an update sets',
    'Aggregated size',
    (beyond) => update('SET a = :a, #name = :n REMOVE b', { ':a': text(2000), ':n': text(1024 + beyond) }),
  ],
  [
    'the partition of a Query',
    'Size of hashkey',
    (beyond) => query('pk = :p', { ':p': text(2048 + beyond) }),
  ],
  [
    'the sort key of a Query',
    'Aggregated size',
    (beyond) => query('pk = :p AND #name <= :s', { ':s': text(1024 + beyond) }),
  ],
  [
    'the beginning of a sort key',
    'Aggregated size',
    (beyond) => query('pk = :p AND begins_with(sk, :s)', { ':s': text(1024 + beyond) }),
  ],
  [
    'the end of a range',
    'Aggregated size',
    (beyond) => query('pk = :p AND sk BETWEEN :a AND :b', { ':a': text(1), ':b': text(1024 + beyond) }),
  ],
  [
    'an empty partition in a Query',
    'cannot contain an empty string value. Key: pk',
    (beyond) => query('pk = :p', { ':p': text(1 - beyond) }),
  ],
  [
    'an empty sort key in a Query',
    'cannot contain an empty string value. Key: by_name',
    (beyond) => query('store = :p AND #name > :s', { ':s': text(1 - beyond) }),
  ],
  [
    'operators of a condition',
    'Invalid ConditionExpression: The expression contains too many operators; operator count: 301',
    (beyond) => ({
      ...put({}),
      ConditionExpression: times(150, 'a=:a', ' OR ') + (beyond ? ' OR a=:a' : ' OR a'),
    }),
  ],
  [
    'functions of a condition',
    'operator count: 301',
    (beyond) => ({
      ...put({}),
      ConditionExpression: `${times(150, 'size(a)', ' AND ')}${beyond ? ' AND NOT a' : ' AND a'}`,
    }),
  ],
  [
    'operators of an update',
    'Invalid UpdateExpression: The expression contains too many operators; operator count: 301',
    (beyond) => update(`SET a = ${times(301 + beyond, ':a', ' + ')}`),
  ],
  [
    'functions of an update',
    'operator count: 301',
    (beyond) => update(`SET ${times(300 + beyond, 'a = if_not_exists(a, :a)', ', ')}`),
  ],
  ['an attribute without a name', 'Empty attribute name', (beyond) => put({ [beyond ? '' : 'a']: text(1) })],
  [
    'a member without a name',
    'Empty attribute name',
    (beyond) => put({ list: { L: [{ M: { a: { M: { [beyond ? '' : 'a']: text(1) } } } }] } }),
  ],
  [
    'a member without a name in an update',
    'Empty attribute name',
    (beyond) => update('SET a = :a', { ':a': { M: { [beyond ? '' : 'a']: text(0) } } }),
  ],
]

test.each(LIMITS)('%s', (_, message, callOf) => {
  expect(unknownLimit(callOf(0), KEYS)).toBeUndefined()
  expect(unknownLimit(callOf(1), KEYS)).toContain(message)
})

test('a filter compares with any text, and a body that is not a request is passed through', () => {
  const call = { ...query('pk = :p', { ':x': text(5000) }), FilterExpression: 'sk = :x OR #name = :x' }
  expect(unknownLimit(call, KEYS)).toBeUndefined()
  const bodies: Json[] = [null, [], 'x', {}, { TransactItems: [null, 'x'] }, { RequestItems: { shop: null } }]
  for (const body of bodies) expect(unknownLimit(body, KEYS)).toBeUndefined()
})
