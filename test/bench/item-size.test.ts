import { randomUUID } from 'node:crypto'
import {
  type AttributeValue,
  DeleteTableCommand,
  DynamoDBClient,
  PutItemCommand,
} from '@aws-sdk/client-dynamodb'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type Item, itemBytes, readUnits, type Value } from '../../bench/measure/item-size.ts'
import { ensureTable } from '../../lib/local/dynamodb/table.ts'

const { endpoint } = inject('table')
const credentials = { accessKeyId: 'local', secretAccessKey: 'local' }
const client = new DynamoDBClient({ endpoint, region: 'local', credentials })
// A table of its own: what tests read whole tables for knows nothing of these items.
const TableName = `sizes-${randomUUID()}`

beforeAll(() =>
  ensureTable(endpoint, {
    create: {
      TableName,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
    },
    timeToLiveAttribute: undefined,
  }),
)
afterAll(async () => {
  await client.send(new DeleteTableCommand({ TableName }))
  client.destroy()
})

/** The engine's write units for an item: one for each 1,024 bytes begun. */
async function writeUnits(item: Item): Promise<number | undefined> {
  const put = new PutItemCommand({
    TableName,
    Item: asSent(item),
    ReturnConsumedCapacity: 'TOTAL',
  })
  return (await client.send(put)).ConsumedCapacity?.CapacityUnits
}

/** The SDK wants bytes where the wire has base64. */
const asSent = (item: Item): Record<string, AttributeValue> =>
  Object.fromEntries(
    Object.entries(item).map(([name, value]) => [
      name,
      { ...value, ...(value.B && { B: Buffer.from(value.B, 'base64') }) } as AttributeValue,
    ]),
  )

const VALUES: [string, Value][] = [
  ['text', { S: 'plain' }],
  ['text beyond ASCII', { S: '煎茶 – χαμομήλι' }],
  ['an empty text', { S: '' }],
  ['binary', { B: Buffer.from('five!').toString('base64') }],
  ['true', { BOOL: true }],
  ['null', { NULL: true }],
  ['a number of one digit', { N: '7' }],
  ['a number of two digits', { N: '42' }],
  ['a number of three digits', { N: '425' }],
  ['a price', { N: '129900' }],
  ['zero', { N: '0' }],
  ['a negative number', { N: '-42' }],
  ['a fraction', { N: '12.345' }],
  ['a fraction below one', { N: '0.05' }],
  ['a set of texts', { SS: ['a', 'bcd', 'é'] }],
  ['an empty list', { L: [] }],
  ['a list', { L: [{ S: 'ab' }, { BOOL: false }, { S: 'c' }] }],
  ['an empty map', { M: {} }],
  ['a map', { M: { url: { S: 'https://images.example/1.jpg' }, alt: { S: '' } } }],
  ['maps in a list', { L: [{ M: { a: { S: 'b' } } }, { M: {} }] }],
]

test.each(VALUES)('%s is as large as the engine finds it', async (_name, value) => {
  const unpadded: Item = { pk: { S: randomUUID() }, value, padding: { S: '' } }
  const room = 1024 - itemBytes(unpadded)
  // A key of its own each: what replaces a larger item costs as much as that.
  const padded = (bytes: number): Item => ({
    ...unpadded,
    pk: { S: randomUUID() },
    padding: { S: 'x'.repeat(bytes) },
  })
  expect(itemBytes(padded(room))).toBe(1024)
  expect(await writeUnits(padded(room))).toBe(1)
  expect(await writeUnits(padded(room + 1))).toBe(2)
})

test.each([
  [0, false, 0.5],
  [1, false, 0.5],
  [4096, false, 0.5],
  [4097, false, 1],
  [18_118, false, 2.5],
  [4096, true, 1],
  [4097, true, 2],
])('a read of %d bytes, consistent: %s, is %d units', (bytes, isConsistent, expected) => {
  expect(readUnits(bytes, isConsistent)).toBe(expected)
})

test('a value of a type that does not exist is refused', () => {
  expect(() => itemBytes({ a: {} })).toThrow('type')
})
