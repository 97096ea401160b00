import type { FunctionDefinition } from './function-definition.ts'
import type { FunctionInstance } from './function-instance.ts'
import type { InvocationOutcome } from './invocation.ts'

/** The instances of all functions. */
export interface FunctionInstances {
  /** The event is JSON text. Never rejects. */
  invoke(definition: FunctionDefinition, event: string): Promise<InvocationOutcome>
  /** Drops every warm instance; a busy one ends after its call. */
  restart(): Promise<void>
  /** Ends every instance, busy ones too. */
  stop(): Promise<void>
}

/** Enough that calls of one function overlap. */
const MOST_OF_ONE = 4

/**
 * An instance takes 12 to 20 MB of memory, and a stack has more functions than most work needs warm at a time:
 * beyond this number, the one that has been idle for longest makes room.
 */
const MOST_OF_ALL = 24

/** How many instances can be there at a time. */
export interface InstanceLimits {
  mostOfOne?: number | undefined
  mostOfAll?: number | undefined
}

/** Starts an instance of a function. */
export type StartInstance = (of: FunctionDefinition, onLine: (line: string) => void) => FunctionInstance

interface Entry {
  definition: FunctionDefinition
  instance: FunctionInstance
}
interface Waiting {
  definition: FunctionDefinition
  /** Without an instance there will be none. */
  resolve(entry?: Entry): void
}

const STOPPED: InvocationOutcome = {
  error: { errorType: 'ServiceException', errorMessage: 'the stack has been stopped' },
}

/**
 * Imitates Lambda's scaling: instances start when they are needed and stay warm, each takes one call at a time, and
 * when all of a function are busy another starts. Beyond the limits here calls wait their turn, where Lambda would
 * start more. `startInstance` starts one; `onLine` gets every line that a function writes.
 * https://docs.aws.amazon.com/lambda/latest/dg/lambda-concurrency.html
 */
export function createInstances(
  startInstance: StartInstance,
  onLine: (definition: FunctionDefinition, line: string) => void,
  { mostOfOne = MOST_OF_ONE, mostOfAll = MOST_OF_ALL }: InstanceLimits = {},
): FunctionInstances {
  const all = new Set<Entry>()
  // Dropped while busy: they end when they are released.
  const retired = new Set<Entry>()
  // The longest idle first.
  const idle: Entry[] = []
  const waiting: Waiting[] = []
  let isStopped = false

  const isOf = (definition: FunctionDefinition) => (entry: { definition: FunctionDefinition }) =>
    entry.definition.name === definition.name
  const mayGrow = (definition: FunctionDefinition) => [...all].filter(isOf(definition)).length < mostOfOne

  function start(definition: FunctionDefinition): Entry {
    const entry = { definition, instance: startInstance(definition, (line) => onLine(definition, line)) }
    all.add(entry)
    return entry
  }

  function drop(entry: Entry): void {
    all.delete(entry)
    retired.delete(entry)
    void entry.instance.stop()
  }

  /** True if there is room for one more instance. If necessary, drops the one that has been idle for longest. */
  function makeRoom(): boolean {
    if (all.size < mostOfAll) return true
    const oldest = idle.shift()
    if (oldest) drop(oldest)
    return oldest !== undefined
  }

  function acquire(definition: FunctionDefinition): Entry | Promise<Entry | undefined> | undefined {
    if (isStopped) return undefined
    for (const dead of idle.filter(({ instance }) => !instance.isAlive())) {
      idle.splice(idle.indexOf(dead), 1)
      drop(dead)
    }
    const index = idle.findLastIndex(isOf(definition))
    const [warm] = index < 0 ? [] : idle.splice(index, 1)
    if (warm) return warm
    if (mayGrow(definition) && makeRoom()) return start(definition)
    return new Promise((resolve) => waiting.push({ definition, resolve }))
  }

  function release(entry: Entry): void {
    const isKept = entry.instance.isAlive() && all.has(entry)
    // The call that has waited longest is next, unless all the instances its function may have are at work.
    const next = waiting.find(({ definition }) => isOf(definition)(entry) || mayGrow(definition))
    if (next) waiting.splice(waiting.indexOf(next), 1)
    if (isKept && !next) idle.push(entry)
    else if (isKept && next && isOf(next.definition)(entry)) next.resolve(entry)
    else {
      drop(entry)
      next?.resolve(start(next.definition))
    }
  }

  const end = (entries: Iterable<Entry>) => Promise.all([...entries].map(({ instance }) => instance.stop()))

  return {
    async invoke(definition, event) {
      const entry = await acquire(definition)
      if (!entry) return STOPPED
      const outcome = await entry.instance.invoke(event)
      release(entry)
      return outcome
    },
    async restart() {
      const warm = idle.splice(0)
      for (const entry of warm) all.delete(entry)
      for (const entry of all) retired.add(entry)
      all.clear()
      await end(warm)
    },
    async stop() {
      isStopped = true
      for (const { resolve } of waiting.splice(0)) resolve()
      await end([...all, ...retired])
    },
  }
}
