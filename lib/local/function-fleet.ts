import type { FunctionDefinition } from './function-definition.ts'
import { type FunctionInstance, type Outcome, startInstance } from './function-instance.ts'

/** The instances of one function. */
export type FunctionFleet = {
  /** @param event the event as JSON text; never rejects */
  invoke(event: string): Promise<Outcome>
  /** Drops every warm instance; a busy one ends after its call. */
  restart(): Promise<void>
  /** Ends every instance, busy ones too. */
  stop(): Promise<void>
}

// Enough that calls of one function overlap, few enough that forty functions do not fill a laptop's memory.
const largest = 4

/**
 * Imitates Lambda's scaling for one function: instances start when they are needed and stay warm, each takes one
 * call at a time, and when all are busy another starts. Beyond four, calls wait their turn, where Lambda would start
 * more.
 * https://docs.aws.amazon.com/lambda/latest/dg/lambda-concurrency.html
 */
export function createFleet(definition: FunctionDefinition, onLine: (line: string) => void): FunctionFleet {
  const all = new Set<FunctionInstance>()
  // Dropped while busy: they end when they are released.
  const retired = new Set<FunctionInstance>()
  const idle: FunctionInstance[] = []
  const waiting: ((instance: FunctionInstance) => void)[] = []

  function start(): FunctionInstance {
    const instance = startInstance(definition, onLine)
    all.add(instance)
    return instance
  }

  function acquire(): FunctionInstance | Promise<FunctionInstance> {
    const warm = idle.pop()
    if (warm) return warm
    return all.size < largest ? start() : new Promise((resolve) => waiting.push(resolve))
  }

  function release(instance: FunctionInstance): void {
    const isKept = instance.isAlive() && all.has(instance)
    if (!isKept) {
      all.delete(instance)
      retired.delete(instance)
      void instance.stop()
    }
    const next = waiting.shift()
    if (next) next(isKept ? instance : start())
    else if (isKept) idle.push(instance)
  }

  const end = (instances: FunctionInstance[]) => Promise.all(instances.map((instance) => instance.stop()))

  return {
    async invoke(event) {
      const instance = await acquire()
      const outcome = await instance.invoke(event)
      release(instance)
      return outcome
    },
    async restart() {
      const warm = idle.splice(0)
      for (const instance of warm) all.delete(instance)
      for (const instance of all) retired.add(instance)
      all.clear()
      await end(warm)
    },
    async stop() {
      waiting.length = 0
      await end([...all, ...retired])
    },
  }
}
