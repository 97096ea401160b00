/** The rows of the report, part by part: what was measured, with its baseline and its goal. */
import { over, sum } from '../measure/statistics.ts'
import { mostBytes, PAGE_BUDGET, WAITED_FOR } from './budgets.ts'
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
  /** The rows that it is for, in a few words; rows with one name have one reason. */
  name: string
  /** The reason: an effect that somebody notices when it is missed, or the source of the number. */
  why: string
}

const LOAD: Goal = {
  of: 'ratio',
  target: 0.5,
  name: 'Load',
  why: 'Over bare Node, the same for every function. A request to new instances waits for two of them in turn, the authorizer and the endpoint: at half of the baseline, which has no authorizer, both load in its time.',
}
const FIRST_RESPONSE: Goal = {
  of: 'ratio',
  target: 0.5,
  name: 'First answer',
  why: 'For the same reason: two first answers in turn take no longer than the one of the baseline.',
}
const BOTH_RESPONSES: Goal = {
  of: 'value',
  target: 100,
  name: 'First answer, authorizer and list',
  why: 'A shopper is the first one to wait for both. Up to 100 ms a page seems to respond at once ([Nielsen](https://www.nngroup.com/articles/response-times-3-important-limits/)). Without bare Node, TLS and the network.',
}
const BASELINES = new Set(['baseline_list', 'sdk_query'])

/** Over bare Node, whose own line comes first; everything is compared with the baseline's list. */
export function coldRows(part: ColdPart): Row[] {
  const { bare, first_answer } = part
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
    ...of('first answer, wall', first_answer, 'wall_ms', FIRST_RESPONSE),
    ...of('first answer, CPU', first_answer, 'cpu_ms', FIRST_RESPONSE),
    ...bothInTurn(part),
  ]
}

/** The first request to new instances: one of the authorizer, then one of the list. */
function bothInTurn({ bare, first_answer: { authorizer, list } }: ColdPart): Row[] {
  if (!authorizer || !list) return []
  const [first, second] = [authorizer, list].map(({ wall_ms }) => over(wall_ms, bare.wall_ms))
  if (!first || !second) return []
  return [
    {
      figure: 'first answer, wall, authorizer and list in turn',
      value: sum(first, second),
      digits: 1,
      goal: BOTH_RESPONSES,
    },
  ]
}

/** Of the list as browsers get it, against the default SDK's Query alone. */
const HEADLINE: Goal = {
  of: 'ratio',
  target: 0.55,
  name: 'CPU, list gzip',
  why: "Processor time is what Lambda bills and what limits an instance: about two whole lists, with ETag and compression, for one of the SDK's Queries alone. Both sides have Node's own HTTP in them, which no list can be cheaper than.",
}
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
  { figure: `${what}, list of the tools for agents`, value: costs.tools },
  { figure: `${what}, authorizer that knows the caller`, value: costs.authorizer_hit, digits: 1 },
]

const FLAT: Goal = {
  of: 'ratio',
  target: 1.1,
  name: 'Read units and CPU',
  why: 'A list must cost the same however large the catalogue is; a tenth is left for the spread of a measurement.',
}

export const growthRows = ({ small, large }: GrowthPart): Row[] => [
  { figure: 'read units', value: large.read_units, baseline: small.read_units, digits: 1, goal: FLAT },
  { figure: 'CPU, µs', value: large.cpu_us, baseline: small.cpu_us, goal: FLAT },
  { figure: 'wall, µs', value: large.wall_us, baseline: small.wall_us },
]

const NONE: Goal = {
  of: 'value',
  target: 0,
  name: 'Errors',
  why: 'More clients at once get slower responses, never wrong ones.',
}
const STEADY: Goal = {
  of: 'ratio',
  target: 1.1,
  name: 'Memory',
  why: 'An instance that Lambda keeps for hours ends when its memory grows without end; a tenth is left for garbage.',
}

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

const WRITE_GOALS: Readonly<Record<string, Goal>> = {
  create: {
    of: 'value',
    target: 24,
    name: 'Create',
    why: 'The product 4, its count 2, three guards 6, the event 2, nine rows of indexes 9; one is left for a longer product.',
  },
  adjust: {
    of: 'value',
    target: 8,
    name: 'Adjust',
    why: 'A sale writes the stock item and the event, and pays twice for each kilobyte: 4 while both are below 1 KB, 8 below 2 KB. It writes neither the product nor its index rows.',
  },
  hold: {
    of: 'value',
    target: 8,
    name: 'Hold',
    why: 'What a sale writes, and the hold: 2, with an entry in two indexes: 2.',
  },
}
const WIRE: Goal = {
  of: 'value',
  target: PAGE_BUDGET.bytes,
  name: 'Bytes of the body',
  why: `A budget: ${PAGE_BUDGET.for}.`,
}
const AUTHORIZER_READS: Goal = {
  of: 'value',
  target: 0.05,
  name: 'Authorizer',
  why: 'It may know a business for 55 s, because a change must be seen within 60: one read in 55 requests at one a second. One in 20 leaves room for instances that start.',
}

const BUNDLE_WHY =
  'The SDK alone has 513 KB. In 48 KB none of it, of middy or of a validator can hide; 64 KB are for the search engine.'

/** The functions that a shop's visitors wait for, but the one that carries the description. */
export const bundleRows = ({ bundles, baseline_bundles }: UnitsPart): Row[] =>
  WAITED_FOR.filter((name) => Number.isFinite(mostBytes(name))).map((name) => ({
    figure: name,
    value: bundles[name] ?? Number.NaN,
    baseline: baseline_bundles.list,
    goal: { of: 'value', target: mostBytes(name), name: 'Bytes of a file', why: BUNDLE_WHY },
  }))

export function unitRows({ reads, hot_page, authorizer }: UnitsPart): Row[] {
  const { paced } = authorizer
  return [
    ...Object.entries(reads).flatMap(([name, cost]) => readRows(name, cost, reads.baseline_list)),
    ...wireRows(reads),
    ...variedRows(reads),
    ...sizedRows(reads),
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

const BY_THE_RULES: Omit<Goal, 'target'> = {
  of: 'value',
  name: 'Read units',
  why: "Those that DynamoDB's rules make of the bytes: the engine counts more if something is read twice.",
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
      goal: { ...BY_THE_RULES, target: cost.read_units },
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
const LITTLE_MORE: Goal = {
  of: 'ratio',
  target: 1.2,
  name: 'Products with 6 variants',
  why: 'A list shows a range of prices and a count of them, and no variant: a fifth at most. Read units have no target, because they are rounded up by 4 KB: a few hundred bytes more can be half a unit or nothing.',
}

const variedRows = ({ list, list_varied }: UnitsPart['reads']): Row[] => [
  {
    figure: 'list of products with 6 variants, read units, against one without',
    value: list_varied.read_units,
    baseline: list.read_units,
    digits: 1,
  },
  {
    figure: 'list of products with 6 variants, bytes read, against one without',
    value: list_varied.read_bytes,
    baseline: list.read_bytes,
    goal: LITTLE_MORE,
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

const sizedRows = ({ list, list_sized }: UnitsPart['reads']): Row[] => [
  {
    figure: 'list with sizes of pictures, read units, against one without',
    value: list_sized.read_units,
    baseline: list.read_units,
    digits: 1,
  },
  {
    figure: 'list with sizes of pictures, bytes in gzip, against one without',
    value: list_sized.wire_bytes.gzip,
    baseline: list.wire_bytes.gzip,
  },
]

/** Rates: more is better, so there is no limit. */
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
