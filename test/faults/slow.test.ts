import { beforeAll, describe, expect, test } from 'vitest'
import { inTurn } from '../support/turns.ts'
import { useFaultProxy } from './bench.ts'
import type { Call } from './fault-proxy.ts'
import { cancelled, type Fault, IS_WHOLE, type SentWrite } from './faults.ts'
import { faultsOf, faultsOfRetry } from './judge.ts'
import { makeOld } from './old-product.ts'
import { SCENARIOS, type Scenario } from './scenarios.ts'
import { type Bench, setUp } from './trial.ts'

/** Just in time, every time: a try of a read is given up sooner than one of a write, for it is made again. */
const delayMs = 2_800
const LATE_WRITE: Fault = { name: 'late', delayMs }
const LATE_READ: Fault = { name: 'late', delayMs: 1_800 }
const late = (operation: string) => (operation === 'TransactWriteItems' ? LATE_WRITE : LATE_READ)

const isConditioned = (write: SentWrite) =>
  Object.values(write).some(({ ConditionExpression }) => ConditionExpression)

/** How many conditions the largest of their transactions has. */
const conditionsOf = (calls: readonly Call[]) =>
  Math.max(
    ...calls.map(({ body }) => {
      const { TransactItems = [] } = JSON.parse(body) as { TransactItems?: SentWrite[] }
      return TransactItems.filter(isConditioned).length
    }),
  )

/** The n-th of the transaction's conditions does not hold, which is not known before the last moment. */
const refusing = (n: number): Fault => ({
  name: `refused by condition ${n}`,
  delayMs,
  isOfTransactions: true,
  reaction(writes) {
    const conditions = writes.flatMap((write, at) => (isConditioned(write) ? [at] : []))
    return cancelled(writes, conditions[n % conditions.length] ?? 0, 'ConditionalCheckFailed')
  },
})

const conflicting: Fault = {
  name: 'always second',
  delayMs,
  isOfTransactions: true,
  isConflict: true,
  reaction: (writes) => cancelled(writes, 0, 'TransactionConflict'),
}

const proxy = useFaultProxy()

const ALL = Object.values(SCENARIOS).flat()

describe.each(IS_WHOLE ? ALL : inTurn(ALL))('$route $variant answers before it is stopped', (scenario) => {
  let bench: Bench
  beforeAll(async () => {
    bench = await setUp(proxy(), scenario)
  })

  test('when every call takes its time', async () => {
    expect(faultsOf(bench, await bench.attempt((_, operation) => late(operation)))).toEqual([])
  })

  test('when all is slow and others are always first', async () => {
    const plan = (_: number, operation: string) =>
      operation === 'TransactWriteItems' ? conflicting : LATE_READ
    const attempt = await bench.attempt(plan)
    expect(faultsOf(bench, attempt)).toEqual([])
    expect(attempt.state).toEqual(bench.before)
  })

  test('when all is slow and a condition never holds, whichever', async () => {
    // A request without any time left to write meets none of the conditions.
    for (let n = 0, conditions = 1; n < conditions; n++) {
      const { reply, calls, state, contradictions } = await bench.attempt((_, operation) =>
        operation === 'TransactWriteItems' ? refusing(n) : LATE_READ,
      )
      conditions = conditionsOf(calls)
      expect(reply.tookMs, `condition ${n}`).toBeLessThan(27_500)
      expect(reply.body.detail).not.toBe('The request took too long.')
      expect([state, contradictions]).toEqual([bench.before, []])
    }
  })
})

/** More than a call has time for; already the second operation begins in time and could not end in time. */
const MANY: Scenario = {
  route: 'POST /admin/products/bulk',
  async prepare(business) {
    await makeOld(business, 'Op1')
    const operations = Array.from({ length: 4 }, (_, n) => ({
      op: 'upsert',
      external_id: `Op${n}-id`,
      data: { name: `Op${n}`, price: n, category_id: 'tea', status: 'active' },
    }))
    return { headers: { 'idempotency-key': 'many' }, body: { operations } }
  },
}

/** The call that carries out the second operation; behind it the claim is ended. */
const LAST_LATE = 10

test('a slow bulk request does what it has time for, says so, and the next one does the rest', async () => {
  const bench = await setUp(proxy(), MANY)
  const slow = await bench.attempt((n, operation) => (n <= LAST_LATE ? late(operation) : undefined))
  expect(faultsOf(bench, slow)).toEqual([])
  expect(slow.reply.tookMs).toBeLessThan(26_500)
  const statuses = slow.reply.body.data?.map(({ status }) => status) ?? []
  const done = statuses.filter((status) => status < 300)
  expect(done.length).toBeGreaterThan(0)
  expect(statuses).toEqual([...done, ...Array.from({ length: 4 - done.length }, () => 503)])
  // Nobody has to wait for its lease to end.
  expect(slow.calls.at(-1)?.body).toContain('lease_until')
  expect(faultsOfRetry(bench, slow, await bench.again())).toEqual([])
})
