import { over } from '../measure/statistics.ts'
import type { ColdPart, ProcessCost } from './figures.ts'
import type { Goal, Row } from './report-row.ts'

const LOAD: Goal = { of: 'value', target: 8, moonshot: 5.5 }
const FIRST_ANSWER: Goal = { of: 'value', target: 20, moonshot: 12 }
const BASELINES = new Set(['baseline_list', 'sdk_query'])

/** Over bare Node, whose own line comes first; everything is compared with the baseline's list. */
export function coldRows(part: ColdPart): Row[] {
  const { bare } = part
  const of = (what: string, costs: Record<string, ProcessCost>, measure: keyof ProcessCost, goal?: Goal) => {
    const base = costs.baseline_list?.[measure]
    return Object.entries(costs)
      .filter(([name]) => !BASELINES.has(name))
      .map(([name, cost]) => ({
        figure: `${what}, ${name}`,
        value: over(cost[measure], bare[measure]),
        baseline: base && over(base, bare[measure]),
        digits: 1,
        goal,
      }))
  }
  return [
    { figure: 'bare Node, wall', value: bare.wall_ms, digits: 1 },
    { figure: 'bare Node, CPU', value: bare.cpu_ms, digits: 1 },
    ...of("Node's own, wall", part.modules, 'wall_ms'),
    ...of("Node's own, CPU", part.modules, 'cpu_ms'),
    ...of('load, wall', part.load, 'wall_ms', LOAD),
    ...of('load, CPU', part.load, 'cpu_ms', LOAD),
    ...of('load with TLS, wall', part.load_tls, 'wall_ms', LOAD),
    ...of('load with TLS, CPU', part.load_tls, 'cpu_ms', LOAD),
    ...of('first answer, wall', part.first_answer, 'wall_ms', FIRST_ANSWER),
    ...of('first answer, CPU', part.first_answer, 'cpu_ms'),
  ]
}
