import { inject } from 'vitest'
import { beforeSteps, runTask } from './tasks.ts'

const NEVER = new Promise<void>(() => {})

type Name = 'a' | 'b'

/**
 * From which step of `a` on, before which of its steps, and up to which of `b`, the order is varied: all orders of all
 * steps are too many.
 */
interface Window {
  from: number
  before?: number
  until: number
  /** For many orders: a quarter of them is tried with each run, and all in `npm run prove -- suite`. */
  inQuarters?: true
}

type Work = Record<Name, () => Promise<unknown>>

/**
 * Carries out the steps of two pieces of work in an order: `turns` says whose step is next within the window. Outside of
 * it, and when `b` has none left, `a` goes first. Returns what was chosen at each turn.
 */
async function interleave(turns: readonly Name[], work: Work, window: Window): Promise<Name[]> {
  const { from, before = Number.POSITIVE_INFINITY, until } = window
  const steps = { a: 0, b: 0 }
  // Reads that are made side by side wait, and go on, together.
  const waiting = new Map<Name, (() => void)[]>()
  const running = new Set<Name>(['a', 'b'])
  const chosen: Name[] = []
  const goOn = () => {
    // Until everybody who runs waits for a step or has ended.
    if (waiting.size < running.size) return
    const [first, second] = [...waiting.keys()].sort()
    if (first === undefined) return
    const isFree = second !== undefined && steps.a >= from && steps.a < before && steps.b < until
    const next = isFree ? (turns[chosen.length] ?? first) : first
    if (isFree) chosen.push(next)
    steps[next]++
    const released = waiting.get(next) ?? []
    waiting.delete(next)
    for (const resolve of released) resolve()
  }
  beforeSteps((_, task) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const name = task === 'a' ? 'a' : 'b'
    waiting.set(name, [...(waiting.get(name) ?? []), resolve])
    // Behind what else is asked for in the same breath.
    setImmediate(goOn)
    return promise
  })
  const run = async (name: Name) => {
    await runTask(work[name], NEVER, name)
    running.delete(name)
    goOn()
  }
  await Promise.all([run('a'), run('b')])
  beforeSteps(async () => {})
  return chosen
}

interface Trial {
  work: Work
  /** Looks at the outcome. */
  check: () => Promise<void>
}

/** The first two choices of each quarter of all orders. */
const QUARTERS: readonly (readonly Name[])[] = [
  ['a', 'a'],
  ['a', 'b'],
  ['b', 'a'],
  ['b', 'b'],
]

/** Every order of the steps of two pieces of work, which are made anew for each. Throws if the window leaves no choice. */
export async function everyOrder(window: Window, make: () => Promise<Trial>): Promise<void> {
  const turn = window.inQuarters ? inject('turn') : null
  const first = turn === null ? [] : (QUARTERS[turn] ?? [])
  for (let turns: Name[] | undefined = [...first]; turns; ) {
    const { work, check } = await make()
    const chosen = await interleave(turns, work, window)
    if (chosen.length < 2 || first.some((name, n) => chosen[n] !== name))
      throw new Error(`the order of the steps is not varied: ${chosen}`)
    await check()
    turns = nextOrder(chosen, first.length)
  }
}

/** The order behind one: the last choice of `a`, behind those that are fixed, becomes one of `b`. */
function nextOrder(chosen: readonly Name[], fixed: number): Name[] | undefined {
  const last = chosen.lastIndexOf('a')
  return last < fixed ? undefined : [...chosen.slice(0, last), 'b']
}
