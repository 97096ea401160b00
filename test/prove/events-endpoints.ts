import type { Simulation } from '../delivery/simulation/simulation.ts'
import type { Run } from './run.ts'

type Endpoint = Parameters<Simulation['makeWebhook']>[1]

/** An endpoint of a kind, and which events its webhook wants. */
interface Kind {
  name: string
  events?: string[]
  /** How it ends, if not with everything delivered. */
  end?: 'endpoint_gone' | 'endpoint_failing' | 'deleted'
  make(world: Simulation, run: Run): Endpoint
}

/** True in so many cases of a hundred; the seed decides. */
export const inPercent = (run: Run, percent: number) => run.below(1_000_000) < percent * 10_000

const MINUTE = 60_000
const OK = { status: 200, ms: 30 }

/** At most so many calls a minute are answered by an endpoint with a rate limit. */
const RATE_LIMIT = 30

function limited(world: Simulation): Endpoint {
  const taken = new Map<number, number>()
  return () => {
    const minute = Math.floor(world.clock.now / MINUTE)
    const calls = (taken.get(minute) ?? 0) + 1
    taken.set(minute, calls)
    return calls > RATE_LIMIT ? { status: 429, ms: 10, retryAfterS: 60 } : OK
  }
}

function goneAfter(calls: number): Endpoint {
  let left = calls
  return () => (left-- > 0 ? OK : { status: 410, ms: 10 })
}

/** The behaviours of endpoints; the last two are changed and deleted while events come (`events-traffic.ts`). */
export const KINDS: readonly Kind[] = [
  { name: 'ok', make: () => () => OK },
  { name: 'slow', make: (_, run) => () => ({ status: 200, ms: 1_000 + run.below(13_000) }) },
  {
    name: 'failing sometimes',
    events: ['product.*'],
    make: (_, run) => () => (inPercent(run, 30) ? { status: 500, ms: 20 } : OK),
  },
  {
    name: 'refusing',
    make:
      () =>
      ({ type }) =>
        type === 'category.updated' ? { status: 500, ms: 20 } : OK,
  },
  { name: 'dead', end: 'endpoint_failing', make: () => () => ({ status: 503, ms: 20 }) },
  { name: 'rate limit', make: limited },
  { name: 'gone', end: 'endpoint_gone', make: () => goneAfter(50) },
  {
    name: 'time-out',
    make: (_, run) => () => (inPercent(run, 30) ? { error: 'timeout', ms: 15_000 } : OK),
  },
  {
    name: 'flapping',
    make: (world) => () =>
      Math.floor(world.clock.now / (10 * MINUTE)) % 2 === 0 ? OK : { error: 'connection_refused', ms: 5 },
  },
  { name: 'changed', events: ['product.*', 'category.*'], make: () => () => OK },
  { name: 'deleted', end: 'deleted', make: () => () => OK },
]
