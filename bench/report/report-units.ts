import { AUTHORIZER, ROUTES } from '../../lib/routes.ts'
import type { ByCoding, ReadCost, UnitsPart } from './figures.ts'
import type { Goal, Row } from './report-row.ts'

const BUNDLE: Goal = { of: 'value', target: 12 * 1024, moonshot: 6 * 1024 }
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

/** A read may cost what the rules make of the bytes that are read, and DynamoDB Local must agree. */
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

export const writeRows = ({ writes }: UnitsPart): Row[] =>
  Object.entries(writes).flatMap(([name, { write_units, read_units }]) => [
    { figure: `${name.replace('_', ' ')}, write units`, value: write_units },
    { figure: `${name.replace('_', ' ')}, read units`, value: read_units, digits: 1 },
  ])
