import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inTurn } from '../support/turns.ts'
import { useFaultProxy } from './bench.ts'
import type { Plan } from './fault-proxy.ts'
import { canMeet, FAULTS, type Fault, type FaultKind, IS_WHOLE } from './faults.ts'
import { faultsOf, faultsOfRetry, leftBehind } from './judge.ts'
import { Outcomes, outcomeOf, rowOf } from './outcomes.ts'
import type { Scenario } from './scenarios.ts'
import { type Bench, setUp } from './trial.ts'

const DURATIONS = ['once', 'for good'] as const
type Duration = (typeof DURATIONS)[number]

/** The kinds that the suite tries for good: done without anybody knowing, and never first. */
const FOR_GOOD: readonly (FaultKind | undefined)[] = ['done', 'second']

/**
 * Fails every call of every scenario once by a fault of each kind, and for good by two of them unless only `once` is
 * asked for: a quarter of these with each run. The scenarios of `inEveryWay` meet all faults, and each kind for good.
 */
export function tryEveryCall(
  scenarios: readonly Scenario[],
  {
    durations = DURATIONS,
    inEveryWay = [],
  }: { durations?: readonly Duration[]; inEveryWay?: readonly Scenario[] } = {},
): void {
  const outcomes = new Outcomes()
  const proxy = useFaultProxy()
  afterAll(() => outcomes.print())

  describe.each(scenarios)('$route $variant', (scenario) => {
    let bench: Bench

    beforeAll(async () => {
      bench = await setUp(proxy(), scenario)
      expect(bench.status).toBeLessThan(300)
      expect(bench.after).not.toEqual(bench.before)
    })

    const isWhole = IS_WHOLE || inEveryWay.includes(scenario)
    const isTried = ({ kind }: Fault, duration: Duration) =>
      duration === 'once' ? isWhole || kind : isWhole ? kind : FOR_GOOD.includes(kind)
    const all = FAULTS.flatMap((fault) =>
      durations.filter((duration) => isTried(fault, duration)).map((duration) => ({ fault, duration })),
    )
    const cases = isWhole ? all : inTurn(all, scenarios.indexOf(scenario))
    test.each(cases)('$fault.name $duration, at each call', async ({ fault, duration }) => {
      for (const [n, operation] of bench.operations.entries()) {
        if (!canMeet(operation, fault)) continue
        const first = await bench.attempt(planOf(n, fault, duration))
        outcomes.note(rowOf(bench, n, duration), fault.name, outcomeOf(first, leftBehind(bench, first)))
        expect(faultsOf(bench, first), rowOf(bench, n, duration)).toEqual([])
        const retry = await bench.again()
        expect(faultsOfRetry(bench, first, retry), rowOf(bench, n, duration)).toEqual([])
      }
    })
  })
}

const planOf =
  (at: number, fault: Fault, duration: Duration): Plan =>
  (n, operation) =>
    (n === at || (duration === 'for good' && n > at)) && canMeet(operation, fault) ? fault : undefined
