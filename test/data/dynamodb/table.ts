import { randomUUID } from 'node:crypto'
import {
  type AttributeValue,
  BatchWriteItemCommand,
  CreateTableCommand,
  DeleteTableCommand,
  DynamoDBClient,
} from '@aws-sdk/client-dynamodb'
import { afterAll, beforeAll } from 'vitest'

const key = (partition: string, sort: string) => [
  { AttributeName: partition, KeyType: 'HASH' as const },
  { AttributeName: sort, KeyType: 'RANGE' as const },
]

export const PARTITIONS = ['tea', 'Grüße 🍵', 'x#y/z'] as const
const PER_PARTITION = 15

type Item = Record<string, AttributeValue>

const S = (text: string) => ({ S: text })
const N = (number: number | string) => ({ N: String(number) })
const bytes = (...values: number[]) => ({ B: Uint8Array.from(values) })

/** One of each type in DynamoDB's notation, and some that are hard to write. */
const VALUES: AttributeValue[] = [
  S(''),
  S('"quotes" \\ \u0000\u2028 \ud83c\udf75'),
  N('-0.00000000000000000001'),
  N('99999999999999999999999999999999999999'),
  bytes(),
  bytes(0, 255, 254, 10),
  { BOOL: false },
  { NULL: true },
  { SS: ['b', 'a', 'é'] },
  { NS: ['3', '-1.5'] },
  { BS: [Uint8Array.from([1]), Uint8Array.from([2, 3])] },
  { L: [] },
  { L: [S('first'), { M: { deep: { L: [bytes(7), { NULL: true }] } } }] },
  { M: {} },
  { M: { inner: S('in'), list: { L: [N(1), N(2)] }, 'with.dot and space': { BOOL: true } } },
]

/** The attributes of an item besides its keys. */
export const ATTRIBUTES = ['value', 'text', 'blob', 'größe', '__type', 'message'] as const

const itemsOf = (pk: string, shift: number): Item[] =>
  Array.from({ length: PER_PARTITION }, (_, n) => ({
    pk: S(pk),
    sk: S(`${'é'.repeat(n % 3)}${n}`),
    // Some are in no index.
    ...(n % 5 !== 4 && { group: S(n % 2 ? 'odd' : pk), rank: N((n % 4) - 1.5) }),
    ...(n % 3 !== 2 && { blob: bytes(n % 4, 128) }),
    value: VALUES[(n + shift) % VALUES.length] ?? S(''),
    text: S(`text ${n}`),
    größe: N(n),
    __type: S('Item#Exception'),
    message: S('no error'),
  }))

export const ITEMS: readonly Item[] = PARTITIONS.flatMap(itemsOf)

/** A partition that is more than a Query returns at once. */
export const LARGE = 'large'
const large = Array.from({ length: 5 }, (_, n) => ({
  pk: S(LARGE),
  sk: S(String(n)),
  text: S('é'.repeat(150_000)),
}))

const string = (AttributeName: string) => ({ AttributeName, AttributeType: 'S' as const })

/** A table of this file's own with items of every kind, an index of each kind, and keys of each type. */
export function useTableOfAll(): string {
  const TableName = `all-${randomUUID()}`
  const client = new DynamoDBClient()
  beforeAll(async () => {
    await client.send(
      new CreateTableCommand({
        TableName,
        BillingMode: 'PAY_PER_REQUEST',
        AttributeDefinitions: [
          ...['pk', 'sk', 'group'].map(string),
          { AttributeName: 'rank', AttributeType: 'N' },
          { AttributeName: 'blob', AttributeType: 'B' },
        ],
        KeySchema: key('pk', 'sk'),
        LocalSecondaryIndexes: [
          { IndexName: 'by-blob', KeySchema: key('pk', 'blob'), Projection: { ProjectionType: 'KEYS_ONLY' } },
        ],
        GlobalSecondaryIndexes: [
          { IndexName: 'by-rank', KeySchema: key('group', 'rank'), Projection: { ProjectionType: 'ALL' } },
          {
            IndexName: 'some-by-rank',
            KeySchema: key('group', 'rank'),
            Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: ['value'] },
          },
        ],
      }),
    )
    const puts = [...ITEMS, ...large].map((Item) => ({ PutRequest: { Item } }))
    for (let n = 0; n < puts.length; n += 25)
      await client.send(new BatchWriteItemCommand({ RequestItems: { [TableName]: puts.slice(n, n + 25) } }))
  })
  afterAll(async () => {
    await client.send(new DeleteTableCommand({ TableName }))
    client.destroy()
  })
  return TableName
}
