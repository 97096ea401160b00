import { isDeepStrictEqual } from 'node:util'
import { vi } from 'vitest'
import { inWords, readState, restoreState } from '../support/table-state.ts'
import { callRoute, type Reply, resultsOf } from './caller.ts'
import type { Call, FaultProxy, Plan } from './fault-proxy.ts'
import { contradictions } from './integrity.ts'
import { prepare, type Scenario } from './scenarios.ts'
import { withoutLeftovers } from './variant-integrity.ts'

/** A write that has been seen to work, and can be tried again and again from the same state. */
export interface Bench {
  scenario: Scenario
  /** The operations it sends when nothing goes wrong. */
  operations: readonly string[]
  /** The status it answers then. */
  status: number
  /** The statuses of its parts, if it has some. */
  results: readonly number[]
  before: readonly string[]
  after: readonly string[]
  /** The call from the state before, under faults; the state it leaves. */
  attempt: (plan: Plan) => Promise<Attempt>
  /** The same call again; once more, after a while, if the one before still looks under way. */
  again: (plan?: Plan) => Promise<Attempt>
}

/** One call and what it left behind. */
export interface Attempt {
  reply: Reply
  calls: readonly Call[]
  /** The state in words, and what is wrong with it in itself. */
  state: readonly string[]
  contradictions: readonly string[]
}

/** A claim of a bulk call that nobody could end holds for this long. */
const LEASE_MS = 61_000

const A_DAY_MS = 24 * 60 * 60 * 1000

/** Prepares a scenario and runs it once without a fault. The clock must stand still already. */
export async function setUp(proxy: FaultProxy, scenario: Scenario): Promise<Bench> {
  proxy.plan()
  proxy.forgetKeys()
  const prepared = await prepare(scenario)
  const old = await readState(proxy.keys)
  let now = old
  const run = async (plan?: Plan): Promise<Attempt> => {
    proxy.plan(plan)
    const reply = await callRoute(scenario.route, prepared)
    const { calls } = proxy
    proxy.plan()
    now = await readState(proxy.keys)
    const judged = scenario.leavesSkus ? withoutLeftovers(now, old) : now
    const wrong = contradictions(judged, prepared.business.id)
    return { reply, calls, state: inWords(judged, old), contradictions: wrong }
  }
  vi.advanceTimersByTime(A_DAY_MS)
  const flawless = await run()
  if (withoutLeftovers(now, old).size < now.size)
    throw new Error(`${scenario.route} leaves SKUs behind, and nothing was in its way`)
  const before = inWords(scenario.leavesSkus ? withoutLeftovers(old, old) : old, old)
  // Otherwise a request that was carried out and one that was not would leave the same state.
  if (!scenario.route.startsWith('GET') && isDeepStrictEqual(before, flawless.state))
    throw new Error(`${scenario.route} changes nothing`)
  return {
    scenario,
    operations: flawless.calls.map(({ operation }) => operation),
    status: flawless.reply.status,
    results: resultsOf(flawless.reply),
    before,
    after: flawless.state,
    async attempt(plan) {
      await restoreState(old, now)
      proxy.forgetKeys(old)
      // Long enough for everything to be forgotten that a process remembers of a business.
      vi.advanceTimersByTime(A_DAY_MS)
      return run(plan)
    },
    async again(plan) {
      const retry = await run(plan)
      if (retry.reply.body.code !== 'idempotency_in_progress') return retry
      vi.advanceTimersByTime(LEASE_MS)
      return run(plan)
    },
  }
}
