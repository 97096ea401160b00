import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Bucket, take } from '../../../lib/data/api-keys/rate.ts'
import { proxyTable, type TableProxy } from '../../support/table-proxy.ts'

let proxy: TableProxy
beforeAll(async () => {
  // However long a write takes here, it is waited for.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  proxy = await proxyTable()
})
beforeEach(() => proxy.forget())
afterAll(() => proxy.close())

type Rate = typeof import('../../../lib/data/api-keys/rate.ts')

/** The module as another process has it: with a client and a memory of its own. */
async function freshInstance(): Promise<Rate> {
  vi.resetModules()
  return await import('../../../lib/data/api-keys/rate.ts')
}

const T = Date.parse('2026-11-21T09:00:00.000Z')

const bucketOf = (per_second = 20, burst = 100): Bucket => ({
  businessId: randomUUID(),
  keyId: randomUUID(),
  limit: { per_second, burst },
})

describe('what races', () => {
  const RACERS = 150

  /** Takes at one instant from several processes at once; how many got a token, and how many writes it took. */
  async function race(bucket: Bucket, instances: readonly Rate[], nowMs: number, takes = RACERS) {
    proxy.forget()
    const outcomes = await Promise.all(
      Array.from({ length: takes }, async (_, n) => instances[n % instances.length]?.take(bucket, { nowMs })),
    )
    const taken = outcomes.filter((outcome) => outcome?.isTaken)
    return {
      taken: taken.length,
      left: new Set(taken.map((outcome) => outcome?.remaining)).size,
      refused: outcomes.filter((outcome) => outcome?.isTaken === false).length,
      writes: proxy.operations.length,
    }
  }

  test('for one bucket from many processes gets exactly what is in it, and later what has come back', async () => {
    const bucket = bucketOf(20, 100)
    const instances: Rate[] = []
    for (let n = 0; n < 6; n++) instances.push(await freshInstance())
    const first = await race(bucket, instances, T)
    // Each leaves another number of tokens behind.
    expect(first).toMatchObject({ taken: 100, left: 100, refused: 50 })
    expect(first.writes).toBeLessThanOrEqual(2 * RACERS)
    expect(await race(bucket, instances, T + 49)).toMatchObject({ taken: 0 })
    expect(await race(bucket, instances, T + 50)).toMatchObject({ taken: 1 })
    expect(await race(bucket, instances, T + 1_050)).toMatchObject({ taken: 20 })
    expect(await race(bucket, instances, T + 60_000)).toMatchObject({ taken: 100, left: 100 })
  })

  test('with clocks apart gets no more than the latest clock allows', async () => {
    const bucket = bucketOf(20, 100)
    const instances = [await freshInstance(), await freshInstance(), await freshInstance()]
    const outcomes = await Promise.all(
      Array.from({ length: RACERS }, async (_, n) =>
        instances[n % 3]?.take(bucket, { nowMs: T + (n % 3) * 100 }),
      ),
    )
    const taken = outcomes.filter((outcome) => outcome?.isTaken).length
    expect(taken).toBeGreaterThanOrEqual(100)
    expect(taken).toBeLessThanOrEqual(104)
  })

  test('costs at most two writes each, also when the item is gone that a process remembers', async () => {
    const bucket = bucketOf(20, 100)
    const [one, other] = [await freshInstance(), await freshInstance()]
    const writesOf = async (rate: Rate, nowMs: number) => {
      proxy.forget()
      await rate.take(bucket, { nowMs })
      return proxy.operations.filter((operation) => operation === 'UpdateItem').length
    }
    expect(await writesOf(one, T)).toBe(1)
    expect(await writesOf(one, T)).toBe(1)
    // It has not seen yet that the bucket is not full; then it has.
    expect(await writesOf(other, T)).toBe(2)
    expect(await writesOf(other, T)).toBe(1)
    expect(await writesOf(one, T + 1)).toBe(1)
    // Refused: it knows that there is none.
    await one.take(bucket, { nowMs: T + 1, cost: 95 })
    expect(await writesOf(one, T + 1)).toBe(0)
    // Refused: what is there is in the answer.
    expect(await writesOf(await freshInstance(), T + 1)).toBe(1)
    expect(await writesOf(one, T + 60_000)).toBe(1)
    expect(await writesOf(other, T + 120_000)).toBe(1)
    // As a test may leave it: the same key, nothing stored.
    const elsewhere = { ...bucket, businessId: randomUUID() }
    proxy.forget()
    expect(await one.take(elsewhere, { nowMs: T + 60_000 })).toMatchObject({ isTaken: true, remaining: 99 })
    expect(proxy.operations).toHaveLength(2)
  })
})

test.each([
  ['throttled', { status: 400, type: 'ThrottlingException' }],
  ['failing', { status: 500, type: 'InternalServerError' }],
  ['unreachable', 'reset'],
] as const)('a table that is %s gets three requests', async (_, fault) => {
  proxy.failWith(fault)
  await expect(take(bucketOf(), { nowMs: T })).rejects.toThrow('DynamoDB did not respond')
  proxy.failWith(undefined)
  // A connection that breaks as it is used again is no try.
  const tries = fault === 'reset' ? 4 : 3
  expect(proxy.operations).toEqual(Array.from({ length: tries }, () => 'UpdateItem'))
})

/** A bucket as one thinks of it, in thousandths of a token. */
interface Thought {
  atMs: number
  held: number
}

/** The tokens in a bucket at a time, in thousandths. */
const filled = ({ atMs, held }: Thought, { per_second, burst }: Bucket['limit'], nowMs: number) =>
  Math.min(burst * 1000, held + (nowMs - atMs) * per_second)

/** True if these tokens are enough; a cost above the size of a bucket needs a full one. */
const isEnough = (held: number, { burst }: Bucket['limit'], cost: number) =>
  held >= Math.min(cost, burst) * 1000

test('takes and refuses as a bucket does, at any order of requests', async () => {
  const instances = [await freshInstance(), await freshInstance()]
  // Those that divide a second into whole microseconds, so that both count the same.
  const limit = fc.record({
    per_second: fc.constantFrom(1, 4, 20, 500, 1_000),
    burst: fc.integer({ min: 1, max: 12 }),
  })
  const step = fc.record({
    afterMs: fc.oneof(fc.constant(0), fc.nat(60), fc.nat(3_000)),
    cost: fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 15 })),
    instance: fc.nat(1),
  })
  const steps = fc.array(step, { minLength: 1, maxLength: 12, size: 'max' })
  await fc.assert(
    fc.asyncProperty(limit, steps, async (pace, calls) => {
      const bucket = { ...bucketOf(), limit: pace }
      let thought: Thought = { atMs: T, held: pace.burst * 1000 }
      let nowMs = T
      for (const { afterMs, cost, instance } of calls) {
        nowMs += afterMs
        const state = await instances[instance]?.take(bucket, { nowMs, cost })
        const held = filled(thought, pace, nowMs)
        const isTaken = isEnough(held, pace, cost)
        thought = { atMs: nowMs, held: isTaken ? held - cost * 1000 : held }
        expect(state).toMatchObject({ isTaken, remaining: Math.max(0, Math.floor(thought.held / 1000)) })
        if (!state || isTaken) continue
        // It was told to come when it fits, and no whole second later.
        const fitsIn = (seconds: number) =>
          isEnough(filled(thought, pace, nowMs + seconds * 1000), pace, cost)
        expect([fitsIn(state.retryInS), fitsIn(state.retryInS - 1)]).toEqual([true, false])
      }
    }),
    { numRuns: 25 },
  )
})
