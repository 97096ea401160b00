import { StorefrontError } from '../problem.ts'
import { EXIT } from './exit-codes.ts'
import { Failure } from './failure.ts'
import { shown } from './shown.ts'

/** The line on stderr for any error. */
export const errorLine = (error: unknown): string => `error: ${oneLine(explain(error))}`

/** The exit code for any error. */
export function exitCodeOf(error: unknown): number {
  if (error instanceof Failure) return error.exitCode
  const code = error instanceof StorefrontError ? error.problem?.code : undefined
  return code === 'invalid_parameter' ? EXIT.usage : EXIT.failed
}

/** A text on one line, with its controls shown: a detail can contain text of a merchant. */
export const oneLine = (text: string): string => shown(text.trim().replace(/\s*\n\s*/g, ' '))

/** The words for any error. */
export function explain(error: unknown): string {
  if (error instanceof Failure) return error.message
  if (error instanceof StorefrontError) return refusal(error)
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'TimeoutError') return 'the API did not respond in time'
  // `fetch` has the cause of a lost connection inside.
  const { cause } = error
  if (error instanceof TypeError && cause instanceof Error)
    return `no connection to the API: ${causeOf(cause)}`
  return `${error.name}: ${error.message}`
}

/** A name that has several addresses has an error for each, and no message of its own. */
const causeOf = (cause: Error): string => cause.message || ('code' in cause ? String(cause.code) : cause.name)

/** `The body has errors; name: is required (validation_failed, request 5b4b…)`. */
function refusal({ status, message, problem, requestId }: StorefrontError): string {
  const request = requestId === undefined ? '' : `, request ${requestId}`
  if (!problem)
    return `the API responded ${message}${request}${status < 400 || status === 404 ? '; is the base URL right?' : ''}`
  const { detail, code, required_scope, errors = [] } = problem
  // The detail of a problem with one parameter already says it.
  const all = errors
    .filter((one) => !detail.includes(one.detail))
    .map((one) => `${one.pointer ?? one.parameter ?? one.header ?? ''}: ${one.detail}`)
  const scope = required_scope === undefined ? [] : [`It needs ${required_scope}.`]
  return `${[detail, ...scope, ...all].join(' ')} (${code}${request})`
}
