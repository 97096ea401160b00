import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { describe, expect, test, vi } from 'vitest'
import { MAX_CATEGORIES, MAX_PRODUCTS } from '../../lib/data/limits.ts'
import { categoryCountKey } from '../../lib/data/table/keys.ts'
import { MAX_VARIANTS } from '../../lib/domain/limits.ts'
import { tableName } from '../../lib/environment.ts'
import { makeMerchant, outcome } from '../admin/merchant.ts'
import { makeBusiness, makeCategory, makeProduct } from '../support/shop.ts'
import { proxyTable } from '../support/table-proxy.ts'

const table = DynamoDBDocumentClient.from(new DynamoDBClient())
const put = (Item: object) => table.send(new PutCommand({ TableName: tableName(), Item: { ...Item } }))

test('a business has at most 100,000 products of any status, and room again after a deletion', async () => {
  const shop = await makeBusiness()
  const count = (n: number) => put({ ...categoryCountKey(shop.id, 'pots', 3), type: 'category_count', n })
  await count(MAX_PRODUCTS)
  await makeCategory(shop)
  await expect(makeProduct(shop, { category_id: 'tea' })).rejects.toMatchObject({ reason: 'limit_reached' })
  await count(MAX_PRODUCTS - 1)
  await makeProduct(shop, { category_id: 'tea' })
  await expect(makeProduct(shop, { category_id: 'tea' })).rejects.toMatchObject({ reason: 'limit_reached' })
})

/** The first count of so many categories, as their creation leaves it. */
const putCategories = (shop: { id: string }, many: number) =>
  Promise.all(
    Array.from({ length: many }, (_, n) =>
      put({ ...categoryCountKey(shop.id, `c${n}`, 0), type: 'category_count', n: 0 }),
    ),
  )

test('a business has at most 1,000 categories', async () => {
  const { business, ask } = await makeMerchant()
  await putCategories(business, MAX_CATEGORIES - 1)
  await makeCategory(business, { id: 'the-last' })
  await expect(makeCategory(business)).rejects.toMatchObject({ reason: 'limit_reached' })
  expect(outcome(await ask('POST', '/admin/categories', { name: 'More' }))).toBe('422 limit_reached')
})

type Limits = typeof import('../../lib/data/limits.ts')

/** The module as another process has it, with a memory of its own. */
async function freshInstance(): Promise<Limits> {
  vi.resetModules()
  return await import('../../lib/data/limits.ts')
}

describe('processes that remember the same room', () => {
  const PROCESSES = 5

  /** Lets every process in turn, or all at once, make products until each is refused; how many there are then. */
  async function fill(shop: { id: string }, room: number, isAtOnce: boolean): Promise<number> {
    let made = MAX_PRODUCTS - room
    const Key = categoryCountKey(shop.id, 'tea', 3)
    await put({ ...Key, type: 'category_count', n: made })
    const processes: Limits[] = []
    for (let n = 0; n < PROCESSES; n++) processes.push(await freshInstance())
    const make = async (process: Limits) => {
      await process.requireRoomForProduct(shop.id)
      await table.send(
        new UpdateCommand({
          TableName: tableName(),
          Key,
          UpdateExpression: 'ADD n :one',
          ExpressionAttributeValues: { ':one': 1 },
        }),
      )
      made++
    }
    for (let refused = 0; refused < PROCESSES; ) {
      const outcomes = isAtOnce ? await Promise.allSettled(processes.map(make)) : []
      if (!isAtOnce)
        for (const process of processes) outcomes.push(...(await Promise.allSettled([make(process)])))
      refused = outcomes.filter(({ status }) => status === 'rejected').length
    }
    return made - MAX_PRODUCTS
  }

  test.each([10, 60, 300])('overrun %i by a few at most, all at once', async (room) => {
    const shop = await makeBusiness()
    const over = await fill(shop, room, true)
    expect(over).toBeGreaterThanOrEqual(0)
    expect(over).toBeLessThan(PROCESSES)
  })

  test('hardly overrun it one after the other', async () => {
    expect(await fill(await makeBusiness(), 60, false)).toBeLessThan(PROCESSES)
  })
})

test('a process counts again once it has let in its share of the variants, however many come at a time', async () => {
  const { requireRoomForVariants } = await freshInstance()
  const { id } = await makeBusiness()
  const count = (v: number) => put({ ...categoryCountKey(id, 'tea', 3), type: 'category_count', n: 1, v })
  // Its share of this room is 100.
  await count(MAX_VARIANTS - 5_000)
  await requireRoomForVariants(id, 1)
  await count(MAX_VARIANTS)
  await requireRoomForVariants(id, 60)
  await expect(requireRoomForVariants(id, 60)).rejects.toMatchObject({ reason: 'limit_reached' })
})

test('far from the limit a process counts once', async () => {
  const proxy = await proxyTable()
  const { requireRoomForProduct, requireRoomForCategory } = await freshInstance()
  const { id } = await makeBusiness()
  proxy.forget()
  for (let n = 0; n < 500; n++) await requireRoomForProduct(id)
  for (let n = 0; n < 20; n++) await requireRoomForCategory(id)
  expect(proxy.operations).toEqual(['Query'])
  // The cards of the categories are not among what it reads.
  expect(proxy.bodies[0]).toContain('COUNT#')
  await proxy.close()
})
