import { expect, test } from 'vitest'
import { inTurn } from '../support/turns.ts'
import { useFaultProxy } from './bench.ts'
import { CONFLICT, FAULTS, IS_WHOLE, LOST_ANSWER } from './faults.ts'
import { faultsOf, faultsOfRetry } from './judge.ts'
import { SCENARIOS } from './scenarios.ts'
import { setUp } from './trial.ts'

const proxy = useFaultProxy()

const ALL = Object.values(SCENARIOS).flat()

/** Without a key, so that nothing but the answer tells the caller what happened. All but a POST have none anyway. */
const unkeyed = ALL.filter(({ route }) => route.startsWith('POST')).map((scenario) => ({
  ...scenario,
  prepare: async (...made: Parameters<typeof scenario.prepare>) => {
    const sent = await scenario.prepare(...made)
    const { 'idempotency-key': _, ...headers } = sent.headers ?? {}
    return { ...sent, headers }
  },
}))

// The first try reaches the table late, after the second one has lost to another writer, and is carried out.
const TRIALS = [
  ...unkeyed.map((scenario) => ({ scenario, name: `${scenario.route} without a key` })),
  ...ALL.map((scenario) => ({ scenario, name: `${scenario.route} ${scenario.variant ?? ''}` })),
]

test.each(IS_WHOLE ? TRIALS : inTurn(TRIALS))(
  '$name: a try that turns out to have been carried out is neither repeated nor refused',
  async (tried) => {
    const bench = await setUp(proxy(), tried.scenario)
    for (const [at, operation] of bench.operations.entries()) {
      if (operation !== 'TransactWriteItems') continue
      const first = await bench.attempt((n) => (n === at ? LOST_ANSWER : n === at + 1 ? CONFLICT : undefined))
      expect(faultsOf(bench, first), `call ${at + 1}`).toEqual([])
      if (tried.scenario.route.startsWith('POST') && !tried.name.endsWith('key')) {
        expect(faultsOfRetry(bench, first, await bench.again()), `call ${at + 1}`).toEqual([])
      }
    }
  },
)

test('a bulk request returns its results even if its claim cannot be ended', async () => {
  const bench = await setUp(proxy(), SCENARIOS.bulk[0])
  const last = bench.operations.length - 1
  const { reply, state } = await bench.attempt((n) => (n >= last ? FAULTS[0] : undefined))
  expect(reply.body.data?.map(({ status }) => status)).toEqual([201, 200])
  expect(state).toEqual(bench.after)
  expect((await bench.again()).reply.body.data?.map(({ status }) => status)).toEqual([201, 200])
})
