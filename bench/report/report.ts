import { ratio } from '../measure/statistics.ts'
import type { Machine, PartName, Parts, Results, Spread } from './figures.ts'
import { importRows } from './import-rows.ts'
import { markdownTable } from './markdown.ts'
import { pictureRows } from './picture-rows.ts'
import {
  bundleRows,
  coldRows,
  type Goal,
  growthRows,
  loadRows,
  type Row,
  stockRows,
  unitRows,
  warmRows,
  writeRows,
} from './rows.ts'
import { searchRows } from './search-rows.ts'

const INTRODUCTION = `# What Storefront costs

Measured by \`npm run bench\` ([how to read it](../CONTRIBUTING.md#measurements)), against Amazon's DynamoDB Local on one
machine, units against Dynoxide: 20 products of one category, in a catalogue of 1,000. Times are the median of the
repetitions, with the least in parentheses. Less is better where there is a target; the median must not be above it, and
its reason is below the table. The baseline is code that one would write by hand: the AWS SDK with its defaults, Query of
whole products, \`JSON.stringify\` (\`bench/measure/baseline\`).`

interface Section<P extends keyof Parts> {
  part: P
  title: string
  note: (part: Parts[P]) => string
  rows: (part: Parts[P]) => Row[]
}

const section = <P extends keyof Parts>(of: Section<P>) => ({
  part: of.part,
  render(parts: Partial<Parts>): string | undefined {
    const part = parts[of.part]
    if (!part) return undefined
    const rows = of.rows(part)
    return [
      `## ${of.title}`,
      `${of.note(part)} Measured on ${part.measured_on}: ${machineLine(part.machine)}.`,
      markdownTable(COLUMNS, rows.map(rowCells)),
      ...reasons(rows),
    ].join('\n\n')
  },
})

const COLUMNS = [
  { heading: 'Figure' },
  ...['Storefront', 'Baseline', 'Ratio', 'Target'].map((heading) => ({
    heading,
    isNumber: true,
  })),
  { heading: 'Met' },
]

/** The reason of each target below its table; one for all rows of a name. */
function reasons(rows: readonly Row[]): string[] {
  const whys = new Map(rows.flatMap(({ goal }) => (goal ? [[goal.name, goal.why] as const] : [])))
  return whys.size === 0 ? [] : [[...whys].map(([name, why]) => `- ${name}: ${why}`).join('\n')]
}

const machineLine = ({ cpu, cores, node }: Machine) => `${cpu}, ${cores} cores, Node ${node}`

const SECTIONS = [
  section({
    part: 'units',
    title: 'Bundles',
    note: () =>
      'Minified bytes of one file per function that shoppers wait for. The limits are in `bench/report/budgets.ts`.',
    rows: bundleRows,
  }),
  section({
    part: 'cold',
    title: 'Cold starts',
    note: ({ repetitions }) =>
      `Milliseconds of a process over those of bare Node, ${repetitions} processes of each kind in turn.`,
    rows: coldRows,
  }),
  section({
    part: 'warm',
    title: 'Warm calls',
    note: ({ repetitions }) =>
      `Microseconds per call in processes that answer one call after the other, ${repetitions} blocks of each kind in turn.`,
    rows: warmRows,
  }),
  section({
    part: 'units',
    title: 'Reads and bytes',
    note: () => 'Exact: the same in every run.',
    rows: unitRows,
  }),
  section({
    part: 'units',
    title: 'Writes',
    note: () =>
      'What Dynoxide says one change of a product consumes, its event and indexes included: each single item of a transaction rounded up and counted twice, as AWS bills it.',
    rows: writeRows,
  }),
  section({
    part: 'growth',
    title: 'Large catalogues',
    note: ({ large, small, repetitions }) =>
      `One list of 20 in a catalogue of ${count(large.products)}, with one of ${count(small.products)} as the baseline, ${repetitions} blocks of each in turn.`,
    rows: growthRows,
  }),
  section({
    part: 'stock',
    title: 'Sales',
    note: ({ repetitions, at_once }) =>
      `One piece each, ${at_once} callers at a time, ${repetitions} blocks of each kind in turn, in the process that writes: the local engine is what limits. AWS cancels transactions that meet on one item, which it does not.`,
    rows: stockRows,
  }),
  section({
    part: 'search',
    title: 'Search',
    note: ({ searches }) =>
      `${searches} searches with all facets in shops of several sizes, in which six of ten products have six variants: the bundle that would be deployed, in processes of its own. A first search is the first call of a new process. MiniSearch has the same texts and words.`,
    rows: searchRows,
  }),
  section({
    part: 'imports',
    title: 'Imports',
    note: ({ during: { repetitions, products, reads, writes } }) =>
      `JSON Lines with stock=set in which six of ten products have six variants. The large import is written as fast as it goes; its runs end after as many products as those of a deployment, which writes 40 a second. During others: ${reads} reads or ${writes} writes of each kind, one after the other, by a business that imports nothing, alone and while another one imports ${products} products at a time, at 40 a second, ${repetitions} blocks of each in turn.`,
    rows: importRows,
  }),
  section({
    part: 'pictures',
    title: 'Pictures',
    note: ({ repetitions }) =>
      `An uploaded picture drawn anew as four WebP and a JPEG, one after the other in a process of its own, ${repetitions} times; without the requests to the bucket.`,
    rows: pictureRows,
  }),
  section({
    part: 'load',
    title: 'Under load',
    note: ({ seconds }) =>
      `The list over HTTP through the local gateway, ${seconds} s at each number of connections; gateway, functions, database and client share the machine. Memory is flat if the median of a run's last quarter is at most 1.1 times that of the warm-up before all runs.`,
    rows: loadRows,
  }),
]

const count = (n: number) => n.toLocaleString('en')

/** Everything that is known, as a page of tables. */
export function renderReport({ parts }: Results): string {
  const sections = SECTIONS.map(({ render }) => render(parts)).filter((text) => text !== undefined)
  return `${[INTRODUCTION, ...sections].join('\n\n')}\n`
}

/** The parts that an older bench measured in figures that this one cannot show. */
export const outdated = (parts: Partial<Parts>): PartName[] =>
  (Object.keys(parts) as PartName[]).filter((name) => !canBeShown({ [name]: parts[name] }))

function canBeShown(parts: Partial<Parts>): boolean {
  try {
    return !/NaN|undefined/.test(renderReport({ parts }))
  } catch {
    return false
  }
}

/** The cells of a row: figure, value, baseline, ratio, target, whether it is met. */
export function rowCells({ figure, value, baseline, digits = 0, goal }: Row): string[] {
  const ratio = baseline === undefined ? undefined : quotient(value, baseline)
  const judged = goal && (goal.of === 'value' ? value : ratio)
  const shownGoal = (limit: number | undefined) => {
    if (limit === undefined || !goal) return ''
    return goal.of === 'value' ? shown(limit, digits) : `${limit}x`
  }
  return [
    figure,
    shown(value, digits),
    baseline === undefined ? '' : shown(baseline, digits),
    ratio === undefined ? '' : `${shown(ratio, 2)}x`,
    shownGoal(goal?.target),
    goal && judged !== undefined ? verdict(middle(judged), goal) : '',
  ]
}

const verdict = (value: number, { target }: Goal) => (value <= target ? 'yes' : 'no')

const middle = (value: Spread | number) => (typeof value === 'number' ? value : value.median)

const quotient = (value: Spread | number, baseline: Spread | number): Spread | number =>
  typeof value === 'number' || typeof baseline === 'number'
    ? middle(value) / middle(baseline)
    : ratio(value, baseline)

function shown(value: Spread | number, digits: number): string {
  const text = (n: number) =>
    n.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })
  return typeof value === 'number' ? text(value) : `${text(value.median)} (${text(value.min)})`
}
