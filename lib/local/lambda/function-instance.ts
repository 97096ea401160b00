import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { buildSync } from 'esbuild'
import type { FunctionDefinition } from './function-definition.ts'
import type { WorkerMessage, WorkerStart } from './function-worker.ts'
import { type FunctionError, failureOf, type InvocationOutcome, invocation, timedOut } from './invocation.ts'

/** One execution environment of a function. It takes one invocation at a time. */
export interface FunctionInstance {
  /** False once the environment is gone: crashed, timed out, or stopped. */
  isAlive(): boolean
  invoke(event: string): Promise<InvocationOutcome>
  stop(): Promise<void>
}

// https://docs.aws.amazon.com/lambda/latest/dg/lambda-runtime-environment.html#runtimes-lifecycle-ib
const INIT_LIMIT_MS = 10_000

/**
 * A heap that may grow to what the function has in Lambda is not tidied up until then, in every instance. These take
 * a third of the memory away from one that has done little; 256 MB hold a response of 6 MB many times.
 */
const MOST_HEAP_MB = 256
const YOUNG_HEAP_MB = 6

let workerCode: string | undefined

/** `function-worker.ts`, bundled once: a thread that has its types to strip first starts in three times the time. */
function workerScript(): string {
  workerCode ??= buildSync({
    entryPoints: [fileURLToPath(new URL('./function-worker.ts', import.meta.url))],
    bundle: true,
    write: false,
    platform: 'node',
    target: 'node24',
    format: 'cjs',
  }).outputFiles[0]?.text
  if (workerCode === undefined) throw new Error('the worker was not bundled')
  return workerCode
}

/**
 * Starts an execution environment: its own thread, globals, module cache and `process.env`. It begins to load the
 * bundle at once; the first invocation waits for that (the cold start). `onLine` gets every line that the function
 * writes to stdout or stderr.
 * https://docs.aws.amazon.com/lambda/latest/dg/lambda-runtime-environment.html
 */
export function startInstance(of: FunctionDefinition, onLine: (line: string) => void): FunctionInstance {
  let alive = true
  const worker = openWorker(of)
  const ready = Promise.withResolvers<void>()
  /** That of the invocation that runs now; while the instance is idle there is none. */
  let current: PromiseWithResolvers<InvocationOutcome> | undefined
  /** Why it is gone. */
  let last: InvocationOutcome | undefined

  function end(outcome: { error: FunctionError }) {
    // An error of a thread comes with its end.
    if (last) return
    last = outcome
    if (alive && !current) sayEnded(of, outcome.error)
    alive = false
    ready.resolve()
    current?.resolve(outcome)
  }

  worker.on('message', (message: WorkerMessage) => {
    if (message.kind === 'line') onLine(message.line)
    else if (message.kind === 'ready') ready.resolve()
    else current?.resolve(message.outcome)
  })
  worker.on('error', (error) => end({ error: failureOf(error) }))
  worker.on('exit', (code) =>
    end({ error: { errorType: 'Runtime.ExitError', errorMessage: `Runtime exited with status ${code}` } }),
  )

  async function endAfter<T>(limitMs: number, task: Promise<T>, phase: 'Init' | 'Task'): Promise<T> {
    const timer = setTimeout(() => {
      end(timedOut(phase, limitMs))
      void worker.terminate()
    }, limitMs)
    return task.finally(() => clearTimeout(timer))
  }

  return {
    isAlive: () => alive,
    async invoke(event) {
      if (last) return last
      const running = Promise.withResolvers<InvocationOutcome>()
      current = running
      await endAfter(INIT_LIMIT_MS, ready.promise, 'Init')
      if (!alive) return running.promise
      worker.postMessage(invocation(of, event))
      return endAfter(of.timeoutMs, running.promise, 'Task').finally(() => {
        current = undefined
      })
    },
    async stop() {
      alive = false
      await worker.terminate()
    },
  }
}

function openWorker({ codeDir, handler, environment, name, memoryMb }: FunctionDefinition): Worker {
  const workerData: WorkerStart = { codeDir, handler }
  const worker = new Worker(workerScript(), {
    eval: true,
    name,
    workerData,
    // Only what Lambda and the template set: nothing of the developer's own environment.
    env: environment,
    execArgv: [],
    resourceLimits: {
      maxOldGenerationSizeMb: Math.min(memoryMb, MOST_HEAP_MB),
      maxYoungGenerationSizeMb: YOUNG_HEAP_MB,
    },
    stdout: true,
    stderr: true,
  })
  worker.stdout.resume()
  worker.stderr.resume()
  return worker
}

/** Nobody else would say it: the next invocation gets another instance. */
function sayEnded({ name }: FunctionDefinition, { errorType, errorMessage, stack }: FunctionError): void {
  process.stderr.write(`${name} has ended: ${stack ?? `${errorType}: ${errorMessage}`}\n`)
}
