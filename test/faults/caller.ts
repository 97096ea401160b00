import { SCOPES } from '../../lib/domain/api-keys/scopes.ts'
import { apiEvent, lambdaContext } from '../support/events.ts'
import { guardedRoutes } from '../support/handlers.ts'
import type { Prepared } from './scenarios.ts'

/** An answer, and how long it took on the clock of the test. */
export interface Reply {
  status: number
  headers: Record<string, string>
  text: string
  /** The JSON of the body; empty if there is none. */
  body: { code?: string; detail?: string; data?: OperationReply[] }
  tookMs: number
}

/** The result of one operation in the response to a bulk request. */
export interface OperationReply {
  index: number
  status: number
  problem?: { code: string }
}

/** The statuses that an answer tells of its parts; the `data` of an event is no list. */
export const resultsOf = ({ body: { data } }: Reply): number[] =>
  Array.isArray(data) ? data.map(({ status }) => status) : []

/** The gateway asks no longer than this, and the function is stopped then. */
const FUNCTION_TIMEOUT_MS = 28_000

const routes = guardedRoutes()

/** Calls the function of a route here, with the time that Lambda would leave it. */
export async function callRoute(
  route: string,
  { business, apiKeyId, sent: { path, query, body, file, headers = {} } }: Prepared,
): Promise<Reply> {
  const found = (await routes).find((candidate) => `${candidate.method} ${candidate.path}` === route)
  if (!found) throw new Error(`no route ${route}`)
  const verdict = {
    business_id: business.id,
    identified_by: 'api_key',
    key_id: apiKeyId,
    scopes: SCOPES.join(' '),
    rate_limit: '1000/10000',
  }
  const event = {
    ...apiEvent({
      method: found.method,
      route: found.path,
      verdict,
      ...(path && { path }),
      ...(query && { query }),
    }),
    headers: { 'content-type': 'application/json', ...headers },
    ...(body && { body: JSON.stringify(body) }),
    ...(file && { body: file.toString('base64'), isBase64Encoded: true }),
  }
  const start = Date.now()
  const getRemainingTimeInMillis = () => FUNCTION_TIMEOUT_MS - (Date.now() - start)
  const answer = await found.handler(event, { ...lambdaContext(), getRemainingTimeInMillis })
  return {
    status: answer.statusCode,
    headers: answer.headers,
    text: answer.body ?? '',
    body: JSON.parse(answer.body || '{}'),
    tookMs: Date.now() - start,
  }
}
