/** Part of the bundle: it has the real clock. */
import type { FunctionDefinition } from '../../../lib/local/lambda/function-definition.ts'
import type { StartInstance } from '../../../lib/local/lambda/function-instances.ts'
import {
  failureOf,
  type Invocation,
  type InvocationOutcome,
  invocation,
  timedOut,
} from '../../../lib/local/lambda/invocation.ts'

/** Of each function there are two, which race as more do. */
export const INSTANCES = { mostOfOne: 2, mostOfAll: Number.POSITIVE_INFINITY }

/** Answers one invocation after the other. */
type AnswerInvocation = (invocation: Invocation) => Promise<InvocationOutcome>

/** Loads a function once more; `onLine` gets the lines that it writes. Throws what loading throws. */
export type LoadFunction = (of: FunctionDefinition, onLine: (line: string) => void) => AnswerInvocation

/**
 * Instances without a thread of their own. One that takes too long is left to itself, where a thread would be ended; and
 * what ends a thread, as `process.exit` or an error that nobody catches, ends the run of the tests.
 */
export function withoutThread(load: LoadFunction): StartInstance {
  return (of, onLine) => {
    const { answer, failure } = loaded(() => load(of, onLine))
    let alive = failure === undefined
    return {
      isAlive: () => alive,
      async invoke(event) {
        if (!answer) return failure
        const { promise, resolve } = Promise.withResolvers<InvocationOutcome>()
        const timer = setTimeout(() => {
          alive = false
          resolve(timedOut('Task', of.timeoutMs))
        }, of.timeoutMs)
        return Promise.race([answer(invocation(of, event)), promise]).finally(() => clearTimeout(timer))
      },
      async stop() {
        alive = false
      },
    }
  }
}

type Loaded =
  | { answer: AnswerInvocation; failure?: undefined }
  | { answer?: undefined; failure: InvocationOutcome }

function loaded(load: () => AnswerInvocation): Loaded {
  try {
    return { answer: load() }
  } catch (error) {
    return { failure: { error: failureOf(error) } }
  }
}
