import type { WarmCosts, WarmPart } from '../report/figures.ts'
import { measureWarm, type WarmCost, type WarmTrial } from './callers.ts'
import { thisMachine, today } from './machine.ts'
import * as questions from './questions.ts'
import { CODINGS } from './questions.ts'
import type { Workspace } from './workspace.ts'

const CALLS = 150
const WARM_UP = 1_000

const TRIALS: WarmTrial[] = [
  ...CODINGS.map((coding) => ({ name: `list ${coding}`, question: questions.everOtherList(coding) })),
  { name: 'list again', question: questions.list('gzip') },
  ...CODINGS.map((coding) => ({
    name: `baseline_list ${coding}`,
    question: questions.baseline('list', coding),
  })),
  { name: 'sdk_query', question: questions.baseline('sdk-query', 'identity') },
  { name: 'get', question: questions.get('gzip') },
  { name: 'tools', question: questions.tools() },
]
  .map((trial) => ({ ...trial, calls: CALLS, warmUp: WARM_UP }))
  // Calls that wait for nothing are too short to be measured by the hundred.
  .concat({
    name: 'authorizer_hit',
    question: questions.authorization(),
    calls: 20_000,
    warmUp: 20_000,
  })

/** Processor and wall time per call in warm processes, one call at a time. */
export async function measureWarmCalls(
  workspace: Workspace,
  repetitions: number,
  onRound: () => void,
): Promise<WarmPart> {
  const costs = await measureWarm(workspace, TRIALS, { repetitions, onRound })
  return {
    measured_on: today(),
    machine: thisMachine(),
    repetitions,
    cpu_us: arrange(costs, 'cpu_us'),
    wall_us: arrange(costs, 'wall_us'),
  }
}

function arrange(costs: Map<string, WarmCost>, measure: keyof WarmCost): WarmCosts {
  const of = (name: string) => {
    const cost = costs.get(name)
    if (!cost) throw new Error(`${name} was not measured`)
    return cost[measure]
  }
  const byCoding = (name: string) => ({
    br: of(`${name} br`),
    gzip: of(`${name} gzip`),
    identity: of(`${name} identity`),
  })
  return {
    list: byCoding('list'),
    list_again: of('list again'),
    get: of('get'),
    tools: of('tools'),
    authorizer_hit: of('authorizer_hit'),
    baseline_list: byCoding('baseline_list'),
    sdk_query: of('sdk_query'),
  }
}
