import { patchConsole } from './function-console.ts'
import { failureOf, type Invocation, type InvocationOutcome } from './invocation.ts'

/** The export of a function that Lambda calls. */
export type Handler = (event: unknown, context: object) => unknown

/**
 * The inside of an instance: gives the function the console of Lambda's Node.js runtime, loads it, and returns a function that carries out
 * one invocation after the other. Throws what loading throws.
 * https://docs.aws.amazon.com/lambda/latest/dg/nodejs-handler.html
 */
export function startRuntime(load: () => Handler): (invocation: Invocation) => Promise<InvocationOutcome> {
  let requestId: string | undefined
  patchConsole(process.env, () => requestId)
  const handle = load()
  return async ({ event, context, deadline }) => {
    requestId = context.awsRequestId
    try {
      const getRemainingTimeInMillis = () => Math.max(0, deadline - Date.now())
      const result = await handle(JSON.parse(event), { ...context, getRemainingTimeInMillis })
      return { payload: JSON.stringify(result) ?? 'null' }
    } catch (error) {
      return { error: failureOf(error) }
    }
  }
}

/** The `write` of a stream that is read line by line. */
export function writeLines(onLine: (line: string) => void): typeof process.stdout.write {
  let rest = ''
  return (chunk: string | Uint8Array, ...others: unknown[]) => {
    const lines = (rest + (typeof chunk === 'string' ? chunk : new TextDecoder().decode(chunk))).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) onLine(line)
    const written = others.find((other) => typeof other === 'function')
    written?.()
    return true
  }
}
