import type { FunctionDefinition } from './function-definition.ts'
import {
  createInstances,
  type FunctionInstances,
  type InstanceLimits,
  type StartInstance,
} from './function-instances.ts'
import type { FunctionError, InvocationOutcome } from './invocation.ts'

/** Runs the functions of a stack. */
export type FunctionPool = FunctionInstances

/** One line a function wrote. */
export interface FunctionLine {
  functionName: string
  line: string
}

// https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html: 6 MB each way
const PAYLOAD_LIMIT_BYTES = 6 * 1024 * 1024

/**
 * The functions of a stack, each with its instances, within Lambda's limits on payloads.
 * `log` gets every line that the functions write; errors and crashes go to stderr in any case.
 */
export function createFunctionPool(
  startInstance: StartInstance,
  log: (line: FunctionLine) => void,
  limits: InstanceLimits = {},
): FunctionPool {
  const onLine = ({ name }: FunctionDefinition, line: string) => log({ functionName: name, line })
  const instances = createInstances(startInstance, onLine, limits)
  let isStopped = false
  return {
    async invoke(definition, event) {
      if (isTooLarge(event)) return tooLarge('RequestEntityTooLargeException')
      const answer = await instances.invoke(definition, event)
      const outcome =
        'payload' in answer && isTooLarge(answer.payload) ? tooLarge('Function.ResponseSizeTooLarge') : answer
      if ('error' in outcome && !isStopped) report(definition, outcome.error)
      return outcome
    },
    restart: instances.restart,
    async stop() {
      isStopped = true
      await instances.stop()
    },
  }
}

const isTooLarge = (payload: string) => Buffer.byteLength(payload) > PAYLOAD_LIMIT_BYTES

function tooLarge(errorType: string): InvocationOutcome {
  return { error: { errorType, errorMessage: `the payload is over ${PAYLOAD_LIMIT_BYTES} bytes` } }
}

function report({ name }: FunctionDefinition, { errorType, errorMessage, stack }: FunctionError): void {
  process.stderr.write(`${name}: ${stack ?? `${errorType}: ${errorMessage}`}\n`)
}
