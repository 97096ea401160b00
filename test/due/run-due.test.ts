import { randomUUID } from 'node:crypto'
import { DeleteCommand } from '@aws-sdk/lib-dynamodb'
import { afterAll, afterEach, expect, inject, onTestFinished, test, vi } from 'vitest'
import { dueIn } from '../../lib/data/due/due.ts'
import { requireOwn } from '../../lib/data/table/calls/tenant-guard.ts'
import { deadline } from '../../lib/data/table/calls/times.ts'
import { DUE_SHARDS, duePartition, duePlace, holdKey, type Key } from '../../lib/data/table/keys.ts'
import { inTurns, runDue } from '../../lib/due/run-due.ts'
import { tableName, useTable } from '../../lib/environment.ts'
import { dynamoProxy } from '../support/dynamo-proxy.ts'
import { removeItem } from '../support/items.ts'
import { catchLog } from '../support/log.ts'
import { useOwnTable } from '../support/own-table.ts'
import { tableClient } from '../support/table-client.ts'
import { plantDue } from './due-items.ts'

// A run ends what is due of all businesses.
await useOwnTable()
const log = catchLog()

/** A part of the list that cannot be read: the table refuses for good. */
let unreadable = ''
const proxy = await dynamoProxy({
  endpoint: inject('table').endpoint,
  onCall: async ({ body, send }) =>
    unreadable && body.includes(unreadable)
      ? { status: 400, body: JSON.stringify({ __type: 'com.amazon.coral.validate#ValidationException' }) }
      : send(),
})
afterAll(() => proxy.close())
useTable({ name: tableName(), endpoint: proxy.endpoint })

const PARTS = Array.from({ length: DUE_SHARDS }, (_, part) => part)
const SECOND = 1_000
const MINUTE = 60 * SECOND
const NOW = 1_800_000_000_000

const dueAt = async (now: number) =>
  (await Promise.all(PARTS.map((part) => Array.fromAsync(dueIn(part, now))))).flat(2)

/** Each test has the list to itself. */
afterEach(async () => {
  unreadable = ''
  for (const { key } of await dueAt(Number.MAX_SAFE_INTEGER / 64)) await removeItem(key)
  log.splice(0)
})

/** Puts items of as many businesses, that are due at a time, into a part of the list. Returns the businesses. */
async function plantIn(part: number, { number = 1, at = NOW } = {}): Promise<string[]> {
  const businesses = Array.from({ length: number }, () => randomUUID())
  for (const business of businesses) await plantDue(business, at, { reference: referenceIn(part) })
  return businesses
}

const referenceIn = (part: number) =>
  String(
    ['a', 'b', 'c', 'd'].find(
      (reference) => duePlace(randomUUID(), holdKey('', reference), 0).partition === duePartition(part),
    ),
  )

/** Ends an item once, whoever asks: the others learn that it has ended. */
async function end(_: string, Key: Key): Promise<boolean> {
  const once = { ConditionExpression: 'attribute_exists(pk)' }
  const sent = tableClient().send(new DeleteCommand({ TableName: tableName(), Key, ...once }))
  return sent.then(
    () => true,
    ({ name }) => {
      if (name === 'ConditionalCheckFailedException') return false
      throw name
    },
  )
}

const runAt = (now: number, more: Partial<Parameters<typeof runDue>[0]> = {}) =>
  runDue({ now: () => now, carryOut: end, ...more })

test('an item is ended from its time on, and not before', async () => {
  const business = randomUUID()
  const key = await plantDue(business, NOW)
  expect(await runAt(NOW - 1)).toEqual({ done: 0, failed: 0, left: 0, oldest_s: 0 })
  expect(await dueAt(NOW)).toEqual([{ businessId: business, key, at: NOW }])
  const ended: unknown[] = []
  const noting = async (...of: Parameters<typeof end>) => ended.push(of) > 0 && end(...of)
  expect(await runAt(NOW, { carryOut: noting })).toEqual({ done: 1, failed: 0, left: 0, oldest_s: 0 })
  expect(ended).toEqual([[business, key, NOW]])
  expect(await dueAt(NOW)).toEqual([])
})

test('the items of all parts and businesses are ended, whatever their status, each on behalf of its business', async () => {
  for (const part of PARTS) await plantIn(part, { number: 2, at: NOW - 7 * SECOND })
  const own = async (businessId: string, key: Key) => {
    requireOwn(businessId)
    expect(() => requireOwn(randomUUID())).toThrow('was not sent')
    return end(businessId, key)
  }
  expect(await runAt(NOW, { carryOut: own })).toEqual({ done: 8, failed: 0, left: 0, oldest_s: 7 })
})

test('one line has the counts of a run, and the mark of the alarm from five minutes on', async () => {
  await runAt(NOW)
  const counts = { level: 'info', message: 'due', done: 0, failed: 0, left: 0 }
  expect(log.splice(0)).toEqual([{ timestamp: expect.any(String), ...counts, oldest_s: 0 }])
  for (const [ms, alarm] of [
    [5 * MINUTE - 1, {}],
    [5 * MINUTE, { alarm: 'due_late' }],
  ] as const) {
    await plantDue(randomUUID(), NOW - ms)
    await runAt(NOW)
    const oldest_s = Math.floor(ms / SECOND)
    const line = { timestamp: expect.any(String), ...counts, done: 1, oldest_s, ...alarm }
    expect(log.splice(0)).toEqual([line])
  }
})

test('an item that cannot be ended is logged and counted, does not stop the others, and is tried again', async () => {
  const [broken = ''] = (await Promise.all(PARTS.map((part) => plantIn(part, { number: 5 })))).flat()
  const breaking = async (businessId: string, key: Key) => {
    if (businessId === broken) throw new Error('broken', { cause: new Error('deep') })
    return end(businessId, key)
  }
  expect(await runAt(NOW, { carryOut: breaking })).toMatchObject({ done: 19, failed: 1, left: 0 })
  expect(log[0]).toMatchObject({
    level: 'error',
    message: 'due',
    business_id: broken,
    item: holdKey(broken, referenceIn(0)).sk,
    error: expect.stringContaining('Error: broken'),
    cause: 'Error: deep',
  })
  expect(await runAt(NOW + MINUTE)).toMatchObject({ done: 1, failed: 0 })
})

test('an item that is not due any more is neither ended nor failed', async () => {
  await plantIn(2)
  expect(await runAt(NOW, { carryOut: async () => false })).toMatchObject({ done: 0, failed: 0, left: 0 })
})

test('two runs at once end each item once', async () => {
  for (const part of PARTS) await plantIn(part)
  const both = await Promise.all([runAt(NOW), runAt(NOW)])
  expect(both.map(({ done }) => done).reduce((sum, done) => sum + done)).toBe(4)
  expect(both).toMatchObject([{ failed: 0 }, { failed: 0 }])
})

test('eight items at a time are ended, and the calls to the table for one end after 8 s', async () => {
  await plantIn(0, { number: 12 })
  let [running, most] = [0, 0]
  const left: number[] = []
  const eight = Promise.withResolvers<void>()
  const slow = async (businessId: string, key: Key) => {
    left.push(deadline() - Date.now())
    most = Math.max(most, ++running)
    if (running === 8) eight.resolve()
    await eight.promise
    running--
    return end(businessId, key)
  }
  expect(await runAt(NOW, { carryOut: slow })).toMatchObject({ done: 12 })
  expect(most).toBe(8)
  for (const ms of left) expect(ms).toBeLessThanOrEqual(8_000)
})

test('after 45 s the rest is left for the next run', async () => {
  await plantIn(0, { number: 12 })
  await plantIn(1)
  let ms = 0
  const slow = async (businessId: string, key: Key) => {
    ms += 9_000
    return end(businessId, key)
  }
  expect(await runDue({ now: () => NOW + ms, carryOut: slow })).toMatchObject({ done: 5, left: 8 })
  expect(await runAt(NOW)).toMatchObject({ done: 8, left: 0 })
})

test('a run that has time until 45 s are over begins an item until then', async () => {
  for (const [ms, done] of [
    [44_999, 1],
    [45_000, 0],
  ] as const) {
    await plantIn(0)
    let asked = 0
    // It asks at the beginning, and before the item.
    const now = () => NOW + (asked++ < 1 ? 0 : ms)
    expect(await runDue({ now, carryOut: end })).toMatchObject({ done, left: 1 - done })
  }
})

test('the calls to the table of a whole run end after 53 s', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const began = Date.now()
  for (const part of [0, 1]) await plantIn(part)
  const left: number[] = []
  const noting = async (...of: Parameters<typeof end>) => {
    left.push(deadline() - began)
    vi.setSystemTime(began + 50_000)
    return end(...of)
  }
  await runAt(NOW, { carryOut: noting })
  expect(left).toEqual([8_000, 53_000])
})

test('the oldest items come first, in whatever part of the list they are', async () => {
  for (const part of PARTS) await plantIn(part, { at: NOW - part * SECOND })
  const ended: string[] = []
  const noting = async (...of: Parameters<typeof end>) => ended.push(of[1].sk) > 0 && end(...of)
  await runAt(NOW, { carryOut: noting })
  expect(ended).toEqual(PARTS.toReversed().map((part) => holdKey('', referenceIn(part)).sk))
})

test('a part of the list that cannot be read is logged and does not stop the others; then the run has failed', async () => {
  for (const part of PARTS) await plantIn(part)
  unreadable = `"${duePartition(1)}"`
  await expect(runAt(NOW)).rejects.toThrow('not all that is due could be read')
  expect(log).toMatchObject([
    { level: 'error', message: 'due', error: expect.any(String) },
    { level: 'info', message: 'due', done: 3 },
  ])
})

test('an item of a kind that only a newer version knows is left alone', async () => {
  const business = randomUUID()
  await plantDue(business, NOW - 10 * MINUTE, { pk: `BIZ#${business}#NEW`, sk: 'NEW#1' })
  expect(await runAt(NOW)).toEqual({ done: 0, failed: 0, left: 0, oldest_s: 0 })
})

test('a list of several pages is read to the end', async () => {
  // A page ends at 1 MB: with so much in each row there are two.
  const facets = { a: 'x'.repeat(390_000) }
  const reference = referenceIn(0)
  for (let n = 0; n < 4; n++) await plantDue(randomUUID(), NOW + n, { reference, facets })
  expect(await Array.fromAsync(dueIn(0, NOW + 3))).toHaveLength(2)
  let ms = 0
  const slow = async () => {
    ms += 45_000
    return false
  }
  // It begins no further page when the time is over.
  expect(await runDue({ now: () => NOW + 3 + ms, carryOut: slow })).toMatchObject({ done: 0, left: 1 })
  expect(await runAt(NOW + 3)).toMatchObject({ done: 4 })
})

test('a run ends one item of each business before the second of any', async () => {
  const [many, few] = [randomUUID(), randomUUID()]
  for (let n = 0; n < 9; n++)
    await plantDue(many, NOW - 10 + n, { ...holdKey(many, `${n}`), store: duePartition(0) })
  await plantDue(few, NOW, { reference: referenceIn(DUE_SHARDS - 1) })
  const ended: string[] = []
  await runAt(NOW, { carryOut: async (businessId) => ended.push(businessId) === 0 })
  expect(ended.indexOf(few)).toBe(1)
})

test('of many items of one business and few of others, one of each comes first', () => {
  const due = (businessId: string, at: number) => ({ businessId, key: holdKey(businessId, `${at}`), at })
  const page = [due('a', 1), due('a', 2), due('a', 3), due('b', 4), due('c', 5), due('b', 6)]
  expect(inTurns(page).map(({ at }) => at)).toEqual([1, 4, 5, 2, 6, 3])
})
