import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { type Bucket, take } from '../../lib/data/api-keys/rate.ts'
import { useFaultProxy } from './bench.ts'
import { FAULTS, type Fault, PASSING } from './faults.ts'

const proxy = useFaultProxy()

const bucketOf = (per_second: number, burst: number): Bucket => ({
  businessId: randomUUID(),
  keyId: randomUUID(),
  limit: { per_second, burst },
})

/** The next so many calls go wrong. */
const failNext = (fault: Fault, count = 1) => proxy().plan((n) => (n < count ? fault : undefined))

/** The table has taken the tokens, and nobody was told. */
const LOST = FAULTS.filter(({ name }) => ['500 after', 'reset after', 'stalled', 'cut short'].includes(name))

describe('tokens are taken once', () => {
  test.each(PASSING)('though the first try met a fault ($name)', async (fault) => {
    const bucket = bucketOf(1, 10)
    const nowMs = Date.now()
    proxy().plan()
    await take(bucket, { nowMs })
    failNext(fault)
    expect(await take(bucket, { nowMs, cost: 4 })).toMatchObject({ isTaken: true, remaining: 5 })
    expect(proxy().calls.map(({ operation }) => operation)).toEqual(['UpdateItem', 'UpdateItem'])
    proxy().plan()
    expect(await take(bucket, { nowMs })).toMatchObject({ isTaken: true, remaining: 4 })
  })

  test.each(LOST)('out of a full bucket, even if the response was lost ($name)', async (fault) => {
    const bucket = bucketOf(1, 10)
    const nowMs = Date.now()
    proxy().plan()
    await take(bucketOf(1, 1), { nowMs })
    failNext(fault)
    expect(await take(bucket, { nowMs, cost: 10 })).toMatchObject({ isTaken: true, remaining: 0, moreInS: 1 })
    expect(proxy().calls).toHaveLength(2)
  })

  test.each(LOST)('to the last one, even if the response was lost ($name)', async (fault) => {
    const bucket = bucketOf(1, 100)
    const nowMs = Date.now()
    proxy().plan()
    await take(bucket, { nowMs })
    failNext(fault)
    expect(await take(bucket, { nowMs, cost: 99, heldBack: 1 })).toMatchObject({
      isTaken: true,
      remaining: 0,
    })
    expect(await take(bucket, { nowMs })).toMatchObject({ isTaken: false })
  })
})

test('a bucket that cannot be written is given up in a second', async () => {
  proxy().plan()
  await take(bucketOf(1, 1))
  for (const fault of PASSING) {
    failNext(fault, 10)
    const start = Date.now()
    await expect(take(bucketOf(1, 1)), fault.name).rejects.toThrow('DynamoDB did not respond')
    expect(Date.now() - start).toBeLessThanOrEqual(800)
  }
})

describe('a bucket that is known to be empty', () => {
  test('refuses without a call to the table, and says when to come as the table would', async () => {
    const bucket = bucketOf(20, 3)
    const nowMs = Date.now()
    proxy().plan()
    for (let n = 0; n < 3; n++) await take(bucket, { nowMs })
    proxy().plan()
    const refused = { isTaken: false, remaining: 0, moreInS: 1, retryInS: 1 }
    for (let n = 0; n < 300; n++) expect(await take(bucket, { nowMs })).toMatchObject(refused)
    expect(proxy().calls).toEqual([])
    expect(await take(bucket, { nowMs: nowMs + 49 })).toMatchObject(refused)
    expect(proxy().calls).toEqual([])
    expect(await take(bucket, { nowMs: nowMs + 50 })).toMatchObject({ isTaken: true, remaining: 0 })
    expect(proxy().calls).toHaveLength(1)
  })

  test('says how long a debt lasts', async () => {
    const bucket = bucketOf(1, 4)
    const nowMs = Date.now()
    proxy().plan()
    await take(bucket, { nowMs, cost: 10 })
    proxy().plan()
    const owing = { isTaken: false, remaining: 0, moreInS: 7, retryInS: 7 }
    expect(await take(bucket, { nowMs })).toMatchObject(owing)
    expect(await take(bucket, { nowMs: nowMs + 999 })).toMatchObject({ isTaken: false, retryInS: 7 })
    expect(proxy().calls).toEqual([])
    // Others may have given tokens back meanwhile.
    expect(await take(bucket, { nowMs: nowMs + 6_999 })).toMatchObject({ isTaken: false, retryInS: 1 })
    expect(proxy().calls).toHaveLength(1)
    expect(await take(bucket, { nowMs: nowMs + 7_000 })).toMatchObject({ isTaken: true })
  })

  test('lets nobody in while the table is throttled', async () => {
    const bucket = bucketOf(1, 2)
    const nowMs = Date.now()
    proxy().plan()
    await take(bucket, { nowMs, cost: 2 })
    failNext(PASSING[0] as Fault, 1_000)
    expect(await take(bucket, { nowMs })).toMatchObject({ isTaken: false })
  })

  test('gets a request for more tokens than it holds only if it holds some', async () => {
    const bucket = bucketOf(1, 4)
    const nowMs = Date.now()
    proxy().plan()
    await take(bucket, { nowMs, cost: 2 })
    proxy().plan()
    // The response counts the tokens that others took meanwhile, and must.
    expect(await take(bucket, { nowMs, cost: 4 })).toMatchObject({ isTaken: false, remaining: 2 })
    expect(proxy().calls).toHaveLength(1)
  })
})
