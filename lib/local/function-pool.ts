import type { FunctionDefinition } from './function-definition.ts'
import { createFleet, type FunctionFleet } from './function-fleet.ts'
import type { Outcome } from './function-instance.ts'
import type { FunctionError } from './function-worker.ts'

/** Runs the functions of a stack. */
export type FunctionPool = {
  /** @param event the event as JSON text; never rejects */
  invoke(definition: FunctionDefinition, event: string): Promise<Outcome>
  /** Drops every warm instance; a busy one ends after its call. */
  restart(): Promise<void>
  /** Ends every instance, busy ones too. */
  stop(): Promise<void>
}

/** One line a function wrote. */
export type FunctionLine = { functionName: string; line: string }

// https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html: 6 MB each way
const payloadLimitBytes = 6 * 1024 * 1024

/**
 * The functions of a stack, each with its instances, within Lambda's limits on payloads.
 *
 * @param log gets every line the functions write; errors and crashes go to stderr in any case
 */
export function createFunctionPool(log: (line: FunctionLine) => void): FunctionPool {
  const fleets = new Map<string, FunctionFleet>()
  let isStopped = false

  function fleetOf(definition: FunctionDefinition): FunctionFleet {
    const { name } = definition
    const fleet = fleets.get(name) ?? createFleet(definition, (line) => log({ functionName: name, line }))
    fleets.set(name, fleet)
    return fleet
  }

  return {
    async invoke(definition, event) {
      if (isTooLarge(event)) return tooLarge('RequestEntityTooLargeException')
      const answer = await fleetOf(definition).invoke(event)
      const outcome =
        'payload' in answer && isTooLarge(answer.payload) ? tooLarge('Function.ResponseSizeTooLarge') : answer
      if ('error' in outcome && !isStopped) report(definition, outcome.error)
      return outcome
    },
    async restart() {
      await Promise.all([...fleets.values()].map((fleet) => fleet.restart()))
    },
    async stop() {
      isStopped = true
      await Promise.all([...fleets.values()].map((fleet) => fleet.stop()))
    },
  }
}

const isTooLarge = (payload: string) => Buffer.byteLength(payload) > payloadLimitBytes

function tooLarge(errorType: string): Outcome {
  return { error: { errorType, errorMessage: `the payload is over ${payloadLimitBytes} bytes` } }
}

function report({ name }: FunctionDefinition, { errorType, errorMessage, stack }: FunctionError): void {
  process.stderr.write(`${name}: ${stack ?? `${errorType}: ${errorMessage}`}\n`)
}
