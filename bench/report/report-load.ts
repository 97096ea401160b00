import type { LoadPart, LoadRun } from './figures.ts'
import type { Goal, Row } from './report-row.ts'

const NONE: Goal = { of: 'value', target: 0 }
const FLAT: Goal = { of: 'ratio', target: 1.1 }

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
      goal: FLAT,
    },
  ]
}
