import { randomUUID } from 'node:crypto'
import type { FunctionDefinition } from './function-definition.ts'

/** One invocation: the event as JSON, and what the context object is made of. */
export interface Invocation {
  event: string
  context: InvocationContext
  /** in milliseconds since the epoch */
  deadline: number
}

/** https://docs.aws.amazon.com/lambda/latest/dg/nodejs-context.html */
interface InvocationContext {
  awsRequestId: string
  functionName: string
  functionVersion: string
  invokedFunctionArn: string
  logGroupName: string
  logStreamName: string
  memoryLimitInMB: string
  callbackWaitsForEmptyEventLoop: boolean
}

/** A function's response as JSON text, or its error. */
export type InvocationOutcome = { payload: string } | { error: FunctionError }

/** Why an invocation failed, in Lambda's words. */
export interface FunctionError {
  errorType: string
  errorMessage: string
  stack?: string
}

/** An invocation that begins now. */
export function invocation(
  { name, arn, memoryMb, timeoutMs }: FunctionDefinition,
  event: string,
): Invocation {
  return {
    event,
    deadline: Date.now() + timeoutMs,
    context: {
      awsRequestId: randomUUID(),
      functionName: name,
      functionVersion: '$LATEST',
      invokedFunctionArn: arn,
      logGroupName: `/aws/lambda/${name}`,
      logStreamName: 'local',
      memoryLimitInMB: String(memoryMb),
      callbackWaitsForEmptyEventLoop: true,
    },
  }
}

export function timedOut(phase: 'Init' | 'Task', limitMs: number): { error: FunctionError } {
  const errorMessage = `${phase} timed out after ${limitMs / 1000} seconds`
  return { error: { errorType: 'Sandbox.Timedout', errorMessage } }
}

/** The failure that a thrown value is. */
export function failureOf(error: unknown): FunctionError {
  if (!(error instanceof Error)) return { errorType: typeof error, errorMessage: String(error) }
  const { name, message, stack } = error
  return { errorType: name, errorMessage: message, ...(stack !== undefined && { stack }) }
}
