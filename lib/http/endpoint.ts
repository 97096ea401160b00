import middy, { type MiddlewareObj } from '@middy/core'
import type { APIGatewayProxyEventV2WithLambdaAuthorizer, Context } from 'aws-lambda'
import { TableUnavailable } from '../data/table-fault.ts'
import { asTenant, ForeignItem } from '../data/tenant-guard.ts'
import { logLine } from '../log.ts'
import { type Answer, problemAnswer, representation } from './answer.ts'
import { callerOf } from './caller.ts'
import { PUBLIC_CORS } from './cors.ts'
import { ADVERTISING, type ParameterReader, type Parameters, readParameters } from './parameters.ts'
import { Problem } from './problem.ts'

export type ApiEvent = APIGatewayProxyEventV2WithLambdaAuthorizer<Record<string, unknown> | undefined>
type Middleware = MiddlewareObj<ApiEvent, Answer>
type Readers = Record<string, ParameterReader<unknown>>

/** What a public handler is given. */
export interface PublicRequest<R extends Readers> {
  businessId: string
  /** The variables of the path, percent-decoded and otherwise as sent. */
  path: Record<string, string | undefined>
  parameters: Parameters<R>
  rawQueryString: string
}

/** What it gives back: the JSON of a 200. */
export interface PublicResult {
  json: string
  headers?: Record<string, string>
}

/** The gateway gives up after 30 s with an answer of its own; ours comes a moment before. */
const TIME_TO_ANSWER_MS = 500

/**
 * Makes a Lambda function out of a handler of a public route. The handler runs only for an identified business
 * and only with parameters its readers took; `business`, the query alias, is read by the authorizer alone.
 */
export function publicEndpoint<R extends Readers>(
  readers: R,
  respond: (request: PublicRequest<R>) => Promise<PublicResult>,
) {
  const known = { ...readers, business: (text: string) => text }
  return endpoint(async (event) => {
    const { businessId, apiKey } = callerOf(event.requestContext.authorizer?.lambda)
    const parameters = readParameters(event.rawQueryString, known, { ignored: ADVERTISING })
    const path = event.pathParameters ?? {}
    const { rawQueryString } = event
    const request = { businessId, path, parameters, rawQueryString }
    const { json, headers } = await asTenant(businessId, () => respond(request))
    return representation(json, event.headers, apiKey === undefined ? 'public' : 'private', headers)
  })
}

/**
 * Makes a Lambda function whose every outcome is an answer of ours: whatever is thrown becomes a problem with
 * a request id, and a public path's answer can be read by any page. What `respond` puts into `headers` stands in the
 * answer whatever that turns out to be.
 */
export function endpoint(
  respond: (event: ApiEvent, context: Context, headers: Record<string, string>) => Promise<Answer>,
) {
  return middy<ApiEvent, Answer>({
    timeoutEarlyInMillis: TIME_TO_ANSWER_MS,
    timeoutEarlyResponse: () => {
      throw unavailable('The answer took too long.')
    },
  })
    .use(logging)
    .use(commonHeaders)
    .use(problems)
    .handler((event, context) => respond(event, context, headersOf(context)))
}

const headers = new WeakMap<Context, Record<string, string>>()

/** Headers of the answer to this invocation. */
function headersOf(context: Context): Record<string, string> {
  const known = headers.get(context) ?? {}
  headers.set(context, known)
  return known
}

/** One line per request; the caller's own request id stands beside ours. Innermost runs first on the way out. */
const logging: Middleware = {
  after: ({ event, context, response }) =>
    logLine('info', 'request', requestFields(event, context, response)),
  onError: ({ event, context, response, error }) => {
    const fields = requestFields(event, context, response)
    if (error instanceof Problem) logLine('info', 'request', { ...fields, code: error.code })
    else logLine('error', 'request', { ...fields, ...faultFields(error) })
  },
}

const requestFields = (event: ApiEvent, context: Context, response: Answer | null | undefined) => ({
  request_id: context.awsRequestId,
  caller_request_id: harmless(event.headers['x-request-id']),
  route: event.routeKey,
  status: response?.statusCode,
  business_id: event.requestContext.authorizer?.lambda?.business_id,
})

/** What the log says of a fault. Anything can be thrown. What may never happen is named, so that an alarm finds it. */
export const faultFields = (error: unknown) => ({
  ...(error instanceof ForeignItem && { alarm: 'foreign_item' }),
  ...(error instanceof Error
    ? { error: error.stack, cause: error.cause && String(error.cause) }
    : { error: String(error) }),
})

/** A caller's own id only goes into our log if it looks like one, and not like an API key. */
const harmless = (id: string | undefined) =>
  id && /^(?!.*sfk_)[\w.:/+=-]{1,128}$/i.test(id) ? id : undefined

const commonHeaders: Middleware = {
  after: ({ event, context, response }) => addCommonHeaders(event, context, response),
  onError: ({ event, context, response }) => addCommonHeaders(event, context, response),
}

/** The request id is the invocation's: made by Lambda, never by the caller, and in every line of its log. */
function addCommonHeaders(event: ApiEvent, context: Context, answer: Answer | null | undefined): void {
  if (!answer) return
  Object.assign(answer.headers, headersOf(context))
  answer.headers['x-request-id'] = context.awsRequestId
  if (!isAdminPath(event.rawPath)) Object.assign(answer.headers, PUBLIC_CORS)
  if (event.requestContext.http.method === 'HEAD') {
    delete answer.body
    delete answer.isBase64Encoded
  }
}

/** True for what lies under `/admin`, where no page has any business. */
export const isAdminPath = (rawPath: string) => /^\/api\/v1\/admin(\/|$)/.test(rawPath)

const problems: Middleware = {
  onError: (request) => {
    request.response = problemAnswer(problemOf(request.error), request.context.awsRequestId)
  },
}

/** What the caller is told about an error. Of one that is not a `Problem`, nothing but that there was one. */
export function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error
  if (error instanceof TableUnavailable) return unavailable('The data could not be read just now.')
  return new Problem('internal_error', { detail: 'The request could not be answered.' })
}

export const unavailable = (detail: string) =>
  new Problem('temporarily_unavailable', { detail, headers: { 'retry-after': '1' } })
