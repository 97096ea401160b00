import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { type Item, itemBytes } from '../../bench/measure/item-size.ts'
import { startTableMeter, type TableMeter } from '../../bench/measure/table-meter.ts'
import { storePartition } from '../../lib/data/table/keys.ts'
import type { Business } from '../../lib/domain/business.ts'
import { unsignedCall } from '../../lib/local/dynamodb/call-headers.ts'
import { makeBusiness, makeCategory, makeProduct } from '../support/shop.ts'

const { name: TableName, endpoint } = inject('table')
let meter: TableMeter
let business: Business

beforeAll(async () => {
  meter = await startTableMeter(endpoint)
  business = await makeBusiness()
  const { id: category_id } = await makeCategory(business)
  for (let n = 0; n < 5; n++)
    await makeProduct(business, { name: `Tea ${n}`, description: 'x'.repeat(1500), category_id })
})
afterAll(() => meter.close())
beforeEach(() => void meter.take())

/** Sends a call through the meter, as a client that wants to know nothing of units. */
async function send(action: string, call: object) {
  const answer = await fetch(meter.endpoint, {
    method: 'POST',
    headers: unsignedCall(action),
    body: JSON.stringify({ TableName, ...call }),
  })
  return (await answer.json()) as { Items?: Item[]; Item?: Item }
}

const listing = () => ({
  IndexName: 'store-position',
  KeyConditionExpression: '#partition = :partition',
  ExpressionAttributeNames: { '#partition': 'store' },
  ExpressionAttributeValues: { ':partition': { S: storePartition(business.id) } },
  Limit: 4,
})

const bytesOf = (items: Item[] = []) => items.reduce((sum, item) => sum + itemBytes(item), 0)

test('a Query is weighed by the items of the index, and the engine agrees', async () => {
  const { Items } = await send('Query', listing())
  expect(Items).toHaveLength(4)
  const taken = meter.take()
  expect(taken.read_bytes).toBe(bytesOf(Items))
  expect(taken).toMatchObject({ requests: 1, read_units: 1, reported_read_units: 1 })
})

test('a projection and a filter make a Query no lighter', async () => {
  await send('Query', listing())
  const whole = meter.take()
  const query = listing()
  const { Items } = await send('Query', {
    ...query,
    ProjectionExpression: '#pk',
    FilterExpression: '#facets.#price > :price',
    ExpressionAttributeNames: {
      ...query.ExpressionAttributeNames,
      '#pk': 'pk',
      '#facets': 'facets',
      '#price': 'p',
    },
    ExpressionAttributeValues: { ...query.ExpressionAttributeValues, ':price': { N: '1000000' } },
  })
  expect(Items).toEqual([])
  expect(meter.take()).toMatchObject({ read_bytes: whole.read_bytes, read_units: whole.read_units })
})

test('a consistent read of one item costs twice as much, and of none the least', async () => {
  const key = { pk: { S: `BIZ#${business.id}` }, sk: { S: 'PROFILE' } }
  const { Item } = await send('GetItem', { Key: key, ConsistentRead: true })
  expect(meter.take()).toMatchObject({ requests: 1, read_units: 1, read_bytes: itemBytes(Item ?? {}) })
  await send('GetItem', { Key: { ...key, sk: { S: 'NOTHING' } } })
  expect(meter.take()).toMatchObject({ requests: 1, read_units: 0.5, read_bytes: 0 })
})

test('what was taken is not taken again', async () => {
  await send('Query', listing())
  meter.take()
  expect(meter.take()).toMatchObject({ requests: 0, read_units: 0 })
})
