import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import autocannon from 'autocannon'
import { begin } from '../progress.ts'
import type { LoadPart, LoadRun } from '../report/figures.ts'
import { makeCatalogue } from './catalogue.ts'
import { thisMachine, today } from './machine.ts'
import { CATALOGUE, LIST_PATH, SHOP } from './questions.ts'
import { seed } from './seed.ts'
import { lastQuarter, median } from './statistics.ts'

/** A message of bench/measure/child/gateway.ts: its address once, then its memory again and again. */
export type GatewayReport =
  | { baseUrl: string; table: { name: string; endpoint: string } }
  | { rss_bytes: number }

const CONNECTIONS = [1, 10, 50]
/** The connections that request one page with and without the memory of lists. */
const HOT_CONNECTIONS = 10
const MIB = 1024 * 1024
/**
 * Before all runs, at the largest number of connections, and before each. Every instance keeps up to 200 MB of read
 * buffers and young objects before it collects them: one that still grows to that looks like one that leaks. And who
 * was given little to do has given memory back, and takes it again: every run is held against what the warm-up needed.
 */
const FIRST_WARM_UP_SECONDS = 90
const WARM_UP_SECONDS = 10

const program = fileURLToPath(new URL('./child/gateway.ts', import.meta.url))

/** Lists over HTTP for `seconds` seconds at each number of connections, against a stack in a process of its own. */
export async function measureLoad(seconds: number): Promise<LoadPart> {
  const advance = begin('runs under load', CONNECTIONS.length + 1)
  const warmUpSeconds = seconds < 30 ? WARM_UP_SECONDS : FIRST_WARM_UP_SECONDS
  const run = async (child: ChildProcess, baseUrl: string, connections: number): Promise<LoadRun> => {
    await shoot(baseUrl, connections, WARM_UP_SECONDS)
    const measured = await oneRun(child, baseUrl, connections, seconds)
    advance()
    return measured
  }
  const read = await withGateway('0', async (child, baseUrl) => {
    const runs: LoadRun[] = []
    const warmUp = await watched(child, () => shoot(baseUrl, Math.max(...CONNECTIONS), warmUpSeconds))
    for (const connections of CONNECTIONS) runs.push(await run(child, baseUrl, connections))
    return { runs, warmed_up_rss_mib: warmUp.rss_mib }
  })
  const remembered = await withGateway('1', (child, baseUrl) => run(child, baseUrl, HOT_CONNECTIONS))
  return { measured_on: today(), machine: thisMachine(), seconds, ...read, remembered }
}

/** Runs a stack that serves lists from memory for a number of seconds, with the catalogue in it. */
async function withGateway<T>(
  listMemorySeconds: '0' | '1',
  work: (child: ChildProcess, baseUrl: string) => Promise<T>,
): Promise<T> {
  const child = fork(program, [listMemorySeconds], {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  try {
    const { baseUrl, table } = await started(child)
    await seed(
      { endpoint: table.endpoint, tableName: table.name },
      makeCatalogue(SHOP.id, SHOP.slug, CATALOGUE),
      { baseline: false },
    )
    return await work(child, baseUrl)
  } finally {
    await stop(child)
  }
}

async function oneRun(
  child: ChildProcess,
  baseUrl: string,
  connections: number,
  seconds: number,
): Promise<LoadRun> {
  const { result, rss_mib } = await watched(child, () => shoot(baseUrl, connections, seconds))
  const { latency } = result
  return {
    connections,
    requests: result.requests.total,
    requests_per_second: result.requests.average,
    latency_ms: { median: latency.p50, p99: latency.p99, max: latency.max },
    // A timeout counts among the errors, as does a connection that was reset.
    errors: result.errors + result.non2xx,
    rss_mib,
  }
}

/** The result of the work, and the median of the stack's resident set in the last quarter of its time, in MiB. */
async function watched<T>(
  child: ChildProcess,
  work: () => PromiseLike<T>,
): Promise<{ result: T; rss_mib: number }> {
  const rss: number[] = []
  const sample = (report: GatewayReport) => {
    if ('rss_bytes' in report) rss.push(report.rss_bytes / MIB)
  }
  child.on('message', sample)
  const result = await work()
  child.off('message', sample)
  return { result, rss_mib: median(lastQuarter(rss)) }
}

const shoot = (baseUrl: string, connections: number, duration: number) =>
  autocannon({
    url: baseUrl + LIST_PATH,
    connections,
    duration,
    headers: { 'x-public-business-slug': SHOP.slug, 'accept-encoding': 'gzip, deflate, br, zstd' },
  })

async function started(child: ChildProcess) {
  const [report]: GatewayReport[] = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => {
      throw new Error(`the local stack did not start (${code})`)
    }),
  ])
  if (report && 'baseUrl' in report) return report
  throw new Error('the local stack did not say where it is')
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.disconnect()
  await exited
}
