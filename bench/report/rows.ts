/** The rows of the report, part by part: what was measured, beside its baseline and its goal. */
import { AUTHORIZER, ROUTES } from '../../lib/routes.ts'
import { over } from '../measure/statistics.ts'
import type {
  ByCoding,
  ColdPart,
  GrowthPart,
  LoadPart,
  LoadRun,
  ProcessCost,
  ReadCost,
  Spread,
  StockPart,
  UnitsPart,
  WarmCosts,
  WarmPart,
} from './figures.ts'

/** A line of a table. Costs: less is better, and a goal is met by what is not above it. */
export interface Row {
  figure: string
  value: Spread | number
  baseline?: Spread | number | undefined
  /** Digits behind the point of value and baseline. */
  digits?: number
  goal?: Goal | undefined
}

/** The goal of a row: for its value, or for its ratio to the baseline. */
export interface Goal {
  of: 'value' | 'ratio'
  target: number
  moonshot?: number
}

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
    ...warmRowsOf('CPU', cpu_us),
    ...warmRowsOf('wall', wall_us),
  ]
}

const warmRowsOf = (what: string, costs: WarmCosts): Row[] => [
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

const FLAT: Goal = { of: 'ratio', target: 1.1, moonshot: 1 }

export const growthRows = ({ small, large }: GrowthPart): Row[] => [
  { figure: 'read units', value: large.read_units, baseline: small.read_units, digits: 1, goal: FLAT },
  { figure: 'CPU, µs', value: large.cpu_us, baseline: small.cpu_us, goal: FLAT },
  { figure: 'wall, µs', value: large.wall_us, baseline: small.wall_us },
]

const NONE: Goal = { of: 'value', target: 0 }
const STEADY: Goal = { of: 'ratio', target: 1.1 }

export const loadRows = ({ runs, remembered, warmed_up_rss_mib }: LoadPart): Row[] => [
  ...runs.flatMap((run) => runRows(run, warmed_up_rss_mib)),
  {
    figure: `requests per second, ${remembered.connections} connections, lists from memory, against each read`,
    value: remembered.requests_per_second,
    baseline: runs.find(({ connections }) => connections === remembered.connections)?.requests_per_second,
  },
]

function runRows(run: LoadRun, warmed_up_rss_mib: number): Row[] {
  const of = (what: string) => `${what}, ${run.connections} connection${run.connections === 1 ? '' : 's'}`
  return [
    { figure: of('requests per second'), value: run.requests_per_second },
    { figure: of('latency, ms, median'), value: run.latency_ms.median, digits: 1 },
    { figure: of('latency, ms, 99 of 100'), value: run.latency_ms.p99, digits: 1 },
    {
      figure: of(`errors in ${run.requests.toLocaleString('en')} requests`),
      value: run.errors,
      goal: NONE,
    },
    {
      figure: of('memory at the end, MiB, against the warm-up'),
      value: run.rss_mib,
      baseline: warmed_up_rss_mib,
      goal: STEADY,
    },
  ]
}

const BUNDLE: Goal = { of: 'value', target: 12 * 1024, moonshot: 6 * 1024 }
const WRITE_GOALS: Readonly<Record<string, Goal>> = {
  create: { of: 'value', target: 24 },
  adjust: { of: 'value', target: 8 },
}
const WIRE: Goal = { of: 'value', target: 2 * 1024, moonshot: 1.5 * 1024 }
const AUTHORIZER_READS: Goal = { of: 'value', target: 0.05 }

/** The public functions and the authorizer, which a shop's visitors wait for. */
export const bundleRows = ({ bundles, baseline_bundles }: UnitsPart): Row[] =>
  [
    AUTHORIZER.function,
    ...ROUTES.filter(({ access }) => access === 'public').map((route) => route.function),
  ].map((name) => ({
    figure: name,
    value: bundles[name] ?? Number.NaN,
    baseline: baseline_bundles.list,
    goal: BUNDLE,
  }))

export function unitRows({ reads, hot_page, authorizer }: UnitsPart): Row[] {
  const { paced } = authorizer
  return [
    ...Object.entries(reads).flatMap(([name, cost]) => readRows(name, cost, reads.baseline_list)),
    ...wireRows(reads),
    ...variedRows(reads),
    {
      figure: `list, read units of ${hot_page.calls.toLocaleString('en')} calls for one page in a second, against no memory`,
      value: hot_page.read_units,
      baseline: hot_page.read_units_unremembered,
      digits: 1,
    },
    {
      figure: `authorizer, table reads per call, ${authorizer.calls} at once`,
      value: authorizer.table_reads / authorizer.calls,
      digits: 3,
      goal: AUTHORIZER_READS,
    },
    {
      figure: 'authorizer, table reads per call, one call a second',
      value: paced.table_reads / paced.calls,
      digits: 3,
      goal: AUTHORIZER_READS,
    },
  ]
}

/** A read may cost what the rules make of the bytes that are read, and the engine must agree. */
function readRows(name: string, cost: ReadCost, baseline: ReadCost): Row[] {
  if (name === 'baseline_list') return []
  return [
    {
      figure: `${name}, read units for ${cost.read_bytes.toLocaleString('en')} bytes`,
      value: cost.reported_read_units,
      baseline: name === 'list' ? baseline.read_units : undefined,
      digits: 1,
      goal: { of: 'value', target: cost.read_units },
    },
  ]
}

function wireRows({ list, baseline_list }: UnitsPart['reads']): Row[] {
  const bytesOf = ({ wire_bytes, body_bytes }: ReadCost): ByCoding<number> => ({
    ...wire_bytes,
    identity: body_bytes,
  })
  const [ours, theirs] = [bytesOf(list), bytesOf(baseline_list)]
  return (['br', 'gzip', 'identity'] as const).map((coding) => ({
    figure: `list, bytes of the body, ${coding}`,
    value: ours[coding],
    baseline: theirs[coding],
    goal: coding === 'identity' ? undefined : WIRE,
  }))
}

/** The goal for a list of products with variants, to which they add only a range of prices and a count. */
const LITTLE_MORE: Goal = { of: 'ratio', target: 1.2 }
const SAME: Goal = { of: 'ratio', target: 1 }

const variedRows = ({ list, list_varied }: UnitsPart['reads']): Row[] => [
  {
    figure: 'list of products with 6 variants, read units, against one without',
    value: list_varied.read_units,
    baseline: list.read_units,
    digits: 1,
    goal: SAME,
  },
  {
    figure: 'list of products with 6 variants, bytes of the body, against one without',
    value: list_varied.body_bytes,
    baseline: list.body_bytes,
    goal: LITTLE_MORE,
  },
  {
    figure: 'list of products with 6 variants, bytes in br, against one without',
    value: list_varied.wire_bytes.br,
    baseline: list.wire_bytes.br,
    goal: LITTLE_MORE,
  },
]

/** Calls a second: more is better, so nothing is judged. */
export const stockRows = ({ adjustments, price_changes, products, requests }: StockPart): Row[] => [
  {
    figure: 'adjustments per second, one product, against changes of its price',
    value: adjustments.one,
    baseline: price_changes.one,
  },
  {
    figure: `adjustments per second, ${products} products, against changes of their prices`,
    value: adjustments.many,
    baseline: price_changes.many,
  },
  ...(requests
    ? [
        {
          figure: 'requests to adjust per second, 1 caller, without a key against with an Idempotency-Key',
          value: requests.unkeyed,
          baseline: requests.keyed,
        },
      ]
    : []),
]

export const writeRows = ({ writes, delivery }: UnitsPart): Row[] =>
  Object.entries({
    ...writes,
    'delivery of an event': delivery.alone,
    'delivery of ten events': delivery.of_ten,
  }).flatMap(([name, { write_units, read_units }]) => [
    {
      figure: `${name.replaceAll('_', ' ')}, write units`,
      value: write_units,
      goal: WRITE_GOALS[name],
    },
    { figure: `${name.replaceAll('_', ' ')}, read units`, value: read_units, digits: 1 },
  ])
