import type { APIGatewayProxyEventV2WithLambdaAuthorizer, Context } from 'aws-lambda'
import { TableUnavailable } from '../../../data/table/calls/table-fault.ts'
import { faultFields, logLine } from '../../../log.ts'
import { Problem } from '../problems/problem.ts'
import { internalError } from '../problems/problems.ts'
import { unavailable } from '../problems/unavailable.ts'
import { type Answer, problemAnswer } from './answer.ts'
import { PUBLIC_CORS } from './cors.ts'

export type ApiEvent = APIGatewayProxyEventV2WithLambdaAuthorizer<Record<string, unknown> | undefined>

/** One invocation. `headers` go into its response, whatever its status. */
export interface Invocation {
  event: ApiEvent
  context: Context
  headers: Record<string, string>
  /** When it began, on the clock of `performance`. */
  beganMs: number
  /** True if pages of any origin can read its response. */
  isForPages: boolean
}

/** The gateway gives up after 30 s with a response of its own; the function returns one a moment before. */
export const TIME_TO_ANSWER_MS = 500

/** The problem of a request that runs out of time. */
export const tooLate = () => unavailable('The request took too long.')

/** Completes and logs a response. */
export function finish(invocation: Invocation, answer: Answer): Answer {
  addCommonHeaders(invocation, answer)
  logLine('info', 'request', requestFields(invocation, answer))
  return answer
}

/** Makes a response of any error, and logs it. */
export function fail(invocation: Invocation, error: unknown): Answer {
  const answer = problemAnswer(problemOf(error), invocation.context.awsRequestId)
  addCommonHeaders(invocation, answer)
  const fields = requestFields(invocation, answer)
  if (error instanceof Problem) logLine('info', 'request', { ...fields, code: error.code })
  else logLine('error', 'request', { ...fields, ...faultFields(error) })
  return answer
}

/** The problem that the client gets for an error. For one that is not a `Problem`, it says only that there was one. */
export function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error
  if (error instanceof TableUnavailable) return unavailable('The data could not be read or written in time.')
  return internalError({ detail: 'The request could not be handled.' })
}

/** The request id is the invocation's: made by Lambda, never by the caller, and in every line of its log. */
function addCommonHeaders({ event, context, headers, isForPages }: Invocation, answer: Answer): void {
  Object.assign(answer.headers, headers, isForPages && PUBLIC_CORS)
  answer.headers['x-request-id'] = context.awsRequestId
  if (event.requestContext.http.method === 'HEAD') {
    delete answer.body
    delete answer.isBase64Encoded
  }
}

/** The client's own request id is logged next to ours, and so is the gateway's: its responses have no other. */
function requestFields({ event, context, beganMs }: Invocation, { statusCode: status }: Answer) {
  const { requestId: gateway_request_id, authorizer } = event.requestContext
  const { business_id, key_id } = authorizer?.lambda ?? {}
  return {
    request_id: context.awsRequestId,
    gateway_request_id,
    caller_request_id: harmless(event.headers['x-request-id']),
    route: event.routeKey,
    status,
    duration_ms: Math.round(performance.now() - beganMs),
    business_id,
    key_id,
  }
}

/** A caller's own id only goes into our log if it looks like one, and not like an API key. */
const harmless = (id: string | undefined) =>
  id && /^(?!.*sfk_)[\w.:/+=-]{1,128}$/i.test(id) ? id : undefined
