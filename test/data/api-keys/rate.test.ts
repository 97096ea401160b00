import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Bucket, readLastUse, take } from '../../../lib/data/api-keys/rate.ts'
import { type Key, rateKey } from '../../../lib/data/table/keys.ts'
import { storedItem } from '../../support/items.ts'
import { proxyTable, type TableProxy } from '../../support/table-proxy.ts'

let proxy: TableProxy
beforeAll(async () => {
  // However long a write takes here, it is waited for.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  proxy = await proxyTable()
})
beforeEach(() => proxy.forget())
afterAll(() => proxy.close())

const T = Date.parse('2026-11-21T09:00:00.000Z')

const bucketOf = (per_second = 20, burst = 100): Bucket => ({
  businessId: randomUUID(),
  keyId: randomUUID(),
  limit: { per_second, burst },
})

/** Takes one token after the other at one time; how many there were. */
async function drain(bucket: Bucket, nowMs: number): Promise<number> {
  for (let taken = 0; taken < 200; taken++) if (!(await take(bucket, { nowMs })).isTaken) return taken
  throw new Error('a bucket without an end')
}

describe('a bucket', () => {
  test('holds a burst, says what is left of it, and fills again at its rate', async () => {
    const bucket = bucketOf(2, 3)
    const at = (nowMs: number) => take(bucket, { nowMs })
    expect(await at(T)).toMatchObject({ isTaken: true, remaining: 2, moreInS: 1, retryInS: 0 })
    expect(await at(T)).toMatchObject({ isTaken: true, remaining: 1 })
    expect(await at(T)).toMatchObject({ isTaken: true, remaining: 0, moreInS: 1, retryInS: 0 })
    expect(await at(T)).toMatchObject({ isTaken: false, remaining: 0, moreInS: 1, retryInS: 1 })
    expect(await at(T + 499)).toMatchObject({ isTaken: false })
    expect(await at(T + 500)).toMatchObject({ isTaken: true, remaining: 0 })
    expect(await at(T + 500)).toMatchObject({ isTaken: false })
    expect(await at(T + 2_000)).toMatchObject({ isTaken: true, remaining: 2 })
    expect(await at(T + 3_600_000)).toMatchObject({ isTaken: true, remaining: 2 })
  })

  test.each([
    [20, 100],
    [1, 3],
    [3, 10],
    [667, 10_000],
    [640, 10_000],
    [1_000, 3],
  ])('of %i/s holds exactly its %i tokens', async (per_second, burst) => {
    const bucket = bucketOf(per_second, burst)
    await take(bucket, { nowMs: T, cost: burst - 2 })
    expect(await drain(bucket, T)).toBe(2)
    // Full again after its window, and no fuller.
    const later = T + 60_000
    expect(await take(bucket, { nowMs: later, cost: burst })).toMatchObject({ isTaken: true, remaining: 0 })
    expect(await drain(bucket, later)).toBe(0)
  })

  test('whose rate divides no second is never faster than that, and hardly slower', async () => {
    for (const per_second of [3, 7, 640, 667]) {
      const bucket = bucketOf(per_second, 10)
      await take(bucket, { nowMs: T, cost: 10 * per_second + 10 })
      const { moreInS } = await take(bucket, { nowMs: T, cost: 10 })
      expect(moreInS).toBeGreaterThanOrEqual(10)
      expect(await take(bucket, { nowMs: T + 10_000 })).toMatchObject({ isTaken: false })
      expect(await drain(bucket, T + 10_000 + 1_010)).toBe(Math.min(10, per_second))
    }
  })

  test('says when there is more, and when what was refused fits', async () => {
    const bucket = bucketOf(1, 10)
    expect(await take(bucket, { nowMs: T, cost: 10 })).toMatchObject({ remaining: 0, moreInS: 1 })
    expect(await take(bucket, { nowMs: T, cost: 4 })).toMatchObject({
      isTaken: false,
      remaining: 0,
      moreInS: 1,
      retryInS: 4,
    })
    expect(await take(bucket, { nowMs: T + 3_999, cost: 4 })).toMatchObject({ isTaken: false, remaining: 3 })
    expect(await take(bucket, { nowMs: T + 4_000, cost: 4 })).toMatchObject({ isTaken: true, remaining: 0 })
  })

  test('that is narrowed is as empty as it was', async () => {
    const bucket = bucketOf(10, 100)
    await take(bucket, { nowMs: T, cost: 60 })
    const narrowed = { ...bucket, limit: { per_second: 1, burst: 10 } }
    expect(await take(narrowed, { nowMs: T })).toMatchObject({ isTaken: true, remaining: 3 })
    expect(await take({ ...bucket, limit: { per_second: 1, burst: 2 } }, { nowMs: T })).toMatchObject({
      isTaken: false,
      remaining: 0,
      // 7 s until it is full, and it holds one token a second before.
      moreInS: 6,
      retryInS: 6,
    })
  })

  test('is one key’s', async () => {
    const one = bucketOf(1, 1)
    const other = { ...one, keyId: randomUUID() }
    expect(await drain(one, T)).toBe(1)
    expect(await drain(other, T)).toBe(1)
  })
})

describe('a call that costs more than a bucket holds', () => {
  const bucketOfFour = () => bucketOf(1, 4)

  test('needs a full one and leaves it in debt', async () => {
    const bucket = bucketOfFour()
    await take(bucket, { nowMs: T })
    const cost = 10
    expect(await take(bucket, { nowMs: T, cost })).toMatchObject({
      isTaken: false,
      remaining: 3,
      moreInS: 1,
      retryInS: 1,
    })
    expect(await take(bucket, { nowMs: T + 999, cost })).toMatchObject({ isTaken: false })
    expect(await take(bucket, { nowMs: T + 1_000, cost })).toMatchObject({
      isTaken: true,
      remaining: 0,
      moreInS: 7,
      retryInS: 0,
    })
    expect(await take(bucket, { nowMs: T + 7_999 })).toMatchObject({
      isTaken: false,
      moreInS: 1,
      retryInS: 1,
    })
    expect(await take(bucket, { nowMs: T + 8_000 })).toMatchObject({ isTaken: true, remaining: 0 })
  })

  test('may be short of the tokens that were held back for it', async () => {
    const bucket = bucketOfFour()
    await take(bucket, { nowMs: T })
    expect(await take(bucket, { nowMs: T, cost: 9, heldBack: 1 })).toMatchObject({
      isTaken: true,
      moreInS: 7,
    })
  })

  test('may be short of only those', async () => {
    const bucket = bucketOfFour()
    await take(bucket, { nowMs: T })
    await take(bucket, { nowMs: T })
    const call = { cost: 9, heldBack: 1 }
    expect(await take(bucket, { nowMs: T, ...call })).toMatchObject({ isTaken: false, retryInS: 2 })
    expect(await take(bucket, { nowMs: T + 999, ...call })).toMatchObject({ isTaken: false })
    expect(await take(bucket, { nowMs: T + 1_000, ...call })).toMatchObject({ isTaken: true })
  })

  test.each([2, 4, 10])(
    'of %i tokens, refused in two parts, is let in after its Retry-After',
    async (worth) => {
      const bucket = bucketOfFour()
      await take(bucket, { nowMs: T, cost: 4 })
      const call = async (nowMs: number) => {
        const first = await take(bucket, { nowMs })
        return first.isTaken ? take(bucket, { nowMs, cost: worth - 1, heldBack: 1 }) : first
      }
      let nowMs = T
      let answer = await call(nowMs)
      const waits: number[] = []
      while (!answer.isTaken && waits.length < 9) {
        waits.push(answer.retryInS)
        nowMs += answer.retryInS * 1000
        answer = await call(nowMs)
      }
      // One token is soon there, and is paid; the second answer says when all of them are.
      expect(waits).toHaveLength(2)
      expect(nowMs - T).toBe(1_000 + Math.min(worth, 4) * 1_000)
    },
  )
})

test('the time of the last call that passed comes with the same write', async () => {
  const bucket = bucketOf(1, 2)
  const { businessId, keyId } = bucket
  expect(await readLastUse(businessId, keyId)).toBeNull()
  for (const ms of [0, 1, 2]) await take(bucket, { nowMs: T + ms })
  // The third is refused by what is remembered.
  expect(proxy.operations.filter((operation) => operation !== 'GetItem')).toHaveLength(2)
  expect(await readLastUse(businessId, keyId)).toBe('2026-11-21T09:00:00.001Z')
  const stored: Key = await storedItem(rateKey(businessId, keyId))
  expect(stored).toEqual({
    ...rateKey(businessId, keyId),
    type: 'rate',
    tat: (T + 2_000) * 1000,
    last_used_at: '2026-11-21T09:00:00.001Z',
    last_take: expect.any(String),
  })
})
