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

/** Every order of the steps of two pieces of work, which are made anew for each. */
export async function everyOrder(window: Window, make: () => Promise<Trial>): Promise<number> {
  let orders = 0
  for (let turns: Name[] | undefined = []; turns; orders++) {
    const { work, check } = await make()
    const chosen = await interleave(turns, work, window)
    await check()
    turns = nextOrder(chosen)
  }
  return orders
}

/** The order behind one: the last choice of `a` becomes one of `b`. */
function nextOrder(chosen: readonly Name[]): Name[] | undefined {
  const last = chosen.lastIndexOf('a')
  return last < 0 ? undefined : [...chosen.slice(0, last), 'b']
}
