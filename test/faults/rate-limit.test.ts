import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { catchLog, type LogLine } from '../support/log.ts'
import { useFaultProxy } from './bench.ts'
import { FAULTS, type Fault, PASSING } from './faults.ts'
import { faultsOf } from './judge.ts'
import { SCENARIOS } from './scenarios.ts'
import { type Bench, setUp } from './trial.ts'

const proxy = useFaultProxy()
let lines: LogLine[] = []
beforeEach(() => {
  lines = catchLog()
})

const errorLines = () => lines.filter(({ level }) => level === 'error')

/** As a role says that lacks the permission, or a table that does not know the item's shape. */
const refused = (type: string): Fault => ({
  name: type,
  isFinal: true,
  reaction: () => ({ status: 400, body: { __type: `com.amazonaws.dynamodb.v20120810#${type}` } }),
})

const BROKEN: readonly Fault[] = [
  ...PASSING,
  ...FAULTS.filter(({ isFinal }) => isFinal),
  ...['AccessDeniedException', 'ResourceNotFoundException'].map(refused),
  { name: 'late', delayMs: 2_800 },
]

describe.each([...SCENARIOS.bulk, ...SCENARIOS.shop.slice(0, 1), ...SCENARIOS.keys.slice(0, 1)])(
  'a bucket that cannot be written, at $route',
  (scenario) => {
    let bench: Bench
    beforeAll(async () => {
      bench = await setUp(proxy(), scenario)
    })

    test.each(BROKEN)('stops nobody and leaves one line that an alarm counts ($name)', async (fault) => {
      const attempt = await bench.attempt((_, operation) => (operation === 'UpdateItem' ? fault : undefined))
      const { reply, calls, state } = attempt
      expect(reply.status).toBe(bench.status)
      expect(state).toEqual(bench.after)
      expect(faultsOf(bench, attempt)).toEqual([])
      expect(reply.headers['ratelimit-policy']).toBe('"default";q=10000;w=10')
      expect(reply.headers.ratelimit).toBeUndefined()
      expect(reply.tookMs).toBeLessThanOrEqual(1_000)
      // Three tries, and one that finds its connection closed. A bulk call does not wait for it twice.
      const tries = calls.filter(({ operation }) => operation === 'UpdateItem').length
      expect(tries).toBeLessThanOrEqual(fault.isFinal ? 1 : 4)
      expect(errorLines()).toEqual([
        {
          level: 'error',
          message: 'rate_limit_unavailable',
          alarm: 'rate_limit_unavailable',
          timestamp: expect.any(String),
          error: expect.any(String),
          ...(fault.isFinal ? {} : { cause: expect.any(String) }),
        },
      ])
    })
  },
)

test.each(PASSING)('a single fault is nobody’s concern ($name)', async (fault) => {
  const bench = await setUp(proxy(), SCENARIOS.bulk[0])
  const { reply } = await bench.attempt((n) => (n === 0 ? fault : undefined))
  expect(reply.status).toBe(bench.status)
  expect(errorLines()).toEqual([])
})

test('a bulk request whose second payment cannot be taken passes too, and shows what the first one left', async () => {
  const bench = await setUp(proxy(), SCENARIOS.bulk[0])
  let payments = 0
  const { reply, state } = await bench.attempt((_, operation) =>
    operation === 'UpdateItem' && ++payments > 1 ? FAULTS[0] : undefined,
  )
  expect(payments).toBeGreaterThan(1)
  expect([reply.status, state]).toEqual([200, bench.after])
  expect(reply.headers.ratelimit).toBe('"default";r=9999;t=1')
  expect(errorLines()).toHaveLength(1)
})

test('what goes wrong elsewhere is not counted as this', async () => {
  const bench = await setUp(proxy(), SCENARIOS.bulk[0])
  const { reply } = await bench.attempt((_, operation) => (operation === 'GetItem' ? FAULTS[0] : undefined))
  expect(reply.status).toBe(503)
  expect(errorLines().filter(({ alarm }) => alarm !== undefined)).toEqual([])
})
