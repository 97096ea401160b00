import type { ByCoding, Spread, WarmCosts, WarmPart } from './figures.ts'
import type { Goal, Row } from './report-row.ts'

/** Of the list as browsers get it, against the default SDK's Query alone. */
const HEADLINE: Goal = { of: 'ratio', target: 0.35, moonshot: 0.15 }
const CODINGS = ['br', 'gzip', 'identity'] as const satisfies (keyof ByCoding<Spread>)[]

/** Processor time against the default SDK's bare Query, then against the plain handler; then wall time. */
export function warmRows({ cpu_us, wall_us }: WarmPart): Row[] {
  return [
    ...CODINGS.map((coding) => ({
      figure: `CPU, list ${coding}, against the SDK's bare Query`,
      value: cpu_us.list[coding],
      baseline: cpu_us.sdk_query,
      goal: coding === 'gzip' ? HEADLINE : undefined,
    })),
    {
      figure: "CPU, list gzip, the same page again, against the SDK's bare Query",
      value: cpu_us.list_again,
      baseline: cpu_us.sdk_query,
      goal: HEADLINE,
    },
    ...rows('CPU', cpu_us),
    ...rows('wall', wall_us),
  ]
}

const rows = (what: string, costs: WarmCosts): Row[] => [
  ...CODINGS.map((coding) => ({
    figure: `${what}, list ${coding}, against the plain handler`,
    value: costs.list[coding],
    baseline: costs.baseline_list[coding],
  })),
  {
    figure: `${what}, list gzip, the same page again`,
    value: costs.list_again,
    baseline: costs.baseline_list.gzip,
  },
  { figure: `${what}, one product`, value: costs.get },
  { figure: `${what}, authorizer that knows the caller`, value: costs.authorizer_hit, digits: 1 },
]
