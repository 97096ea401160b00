import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest'
import type { Bucket } from '../../../lib/data/api-keys/rate.ts'
import { rateKey } from '../../../lib/data/table/keys.ts'
import { useTable } from '../../../lib/environment.ts'
import { dynamoProxy } from '../../support/dynamo-proxy.ts'
import { itemsIn } from '../../support/items.ts'

/** Runs after the table has carried out the next call, before the answer is seen; the answer is lost if it says so. */
let meanwhile: (() => Promise<'lost' | undefined>) | undefined
let writes = 0
let proxy: Awaited<ReturnType<typeof dynamoProxy>>

beforeAll(async () => {
  // However long a write takes here, it is waited for.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  proxy = await dynamoProxy({
    endpoint: inject('table').endpoint,
    async onCall({ send, response }) {
      const reply = await send()
      writes++
      const run = meanwhile
      meanwhile = undefined
      if ((await run?.()) === 'lost') return void response.req.socket.resetAndDestroy()
      return reply
    },
  })
  useTable({ name: inject('table').name, endpoint: proxy.endpoint })
})
beforeEach(() => {
  meanwhile = undefined
  writes = 0
})
afterAll(() => proxy.close())

/** The module as another process has it, with a memory of its own. */
async function freshInstance(): Promise<typeof import('../../../lib/data/api-keys/rate.ts')> {
  vi.resetModules()
  return await import('../../../lib/data/api-keys/rate.ts')
}

const T = Date.parse('2026-11-24T09:00:00.000Z')

const bucketOf = (per_second: number, burst: number): Bucket => ({
  businessId: randomUUID(),
  keyId: randomUUID(),
  limit: { per_second, burst },
})

test('tokens that were taken and are given back can be taken again, each once', async () => {
  const { take, giveBack } = await freshInstance()
  const bucket = bucketOf(20, 100)
  const { fullAt } = await take(bucket, { nowMs: T, cost: 100 })
  expect(await giveBack(bucket, { tokens: 89.9, fullAt, nowMs: T })).toMatchObject({
    remaining: 89,
    moreInS: 1,
  })
  expect(await take(bucket, { nowMs: T, cost: 90 })).toMatchObject({ isTaken: false, remaining: 89 })
  expect(await take(bucket, { nowMs: T, cost: 89 })).toMatchObject({ isTaken: true, remaining: 0 })
  expect(await take(bucket, { nowMs: T + 4 })).toMatchObject({ isTaken: false })
  expect(await take(bucket, { nowMs: T + 5 })).toMatchObject({ isTaken: true, remaining: 0 })
})

test('tokens that have come back by themselves are not given again', async () => {
  const { take, giveBack } = await freshInstance()
  const bucket = bucketOf(20, 100)
  const { fullAt } = await take(bucket, { nowMs: T, cost: 100 })
  // 80 are there again when another call takes 80.
  await take(bucket, { nowMs: T + 4_000, cost: 80 })
  expect(await giveBack(bucket, { tokens: 90, fullAt, nowMs: T + 4_000 })).toMatchObject({ remaining: 20 })
  await take(bucket, { nowMs: T + 10_000, cost: 100 })
  writes = 0
  expect(await giveBack(bucket, { tokens: 90, fullAt, nowMs: T + 10_000 })).toBeUndefined()
  expect(writes).toBe(0)
  expect(await take(bucket, { nowMs: T + 10_000 })).toMatchObject({ isTaken: false })
})

test('a lost response gives nothing back twice', async () => {
  const { take, giveBack } = await freshInstance()
  const bucket = bucketOf(1, 10)
  const { fullAt } = await take(bucket, { nowMs: T, cost: 10 })
  meanwhile = async () => 'lost'
  writes = 0
  expect(await giveBack(bucket, { tokens: 4, fullAt, nowMs: T })).toMatchObject({ remaining: 4 })
  expect(writes).toBe(2)
  expect(await take(bucket, { nowMs: T })).toMatchObject({ remaining: 3 })
})

test('a bucket whose item is gone gets none', async () => {
  const { take, giveBack } = await freshInstance()
  const [taken, bucket] = [bucketOf(1, 10), bucketOf(1, 10)]
  const { fullAt } = await take(taken, { nowMs: T, cost: 10 })
  expect(await giveBack(bucket, { tokens: 4, fullAt, nowMs: T })).toMatchObject({ remaining: 10 })
  expect(await itemsIn(rateKey(bucket.businessId, bucket.keyId).pk)).toEqual([])
})

test('a process that saw a bucket empty notices within a second that another gave something back', async () => {
  const [one, other] = [await freshInstance(), await freshInstance()]
  const bucket = bucketOf(1, 4)
  const { fullAt } = await one.take(bucket, { nowMs: T, cost: 10 })
  expect(await other.take(bucket, { nowMs: T })).toMatchObject({ isTaken: false, retryInS: 7 })
  await one.giveBack(bucket, { tokens: 9, fullAt, nowMs: T })
  writes = 0
  expect(await other.take(bucket, { nowMs: T + 999 })).toMatchObject({ isTaken: false })
  expect(writes).toBe(0)
  expect(await other.take(bucket, { nowMs: T + 1_000 })).toMatchObject({ isTaken: true })
})

test('a call that comes while others take and give back is let in', async () => {
  const [one, other] = [await freshInstance(), await freshInstance()]
  const bucket = bucketOf(1, 4)
  const { fullAt } = await one.take(bucket, { nowMs: T, cost: 3 })
  // It expects a full bucket, finds one that is not, and tries again when it is full after all.
  meanwhile = async () => void (await one.giveBack(bucket, { tokens: 3, fullAt, nowMs: T }))
  expect(await other.take(bucket, { nowMs: T })).toMatchObject({ isTaken: true, remaining: 3 })
})
