import { randomUUID } from 'node:crypto'
import type { Context } from 'aws-lambda'
import type { Answer } from '../../lib/api/http/answer/answer.ts'
import type { ApiEvent } from '../../lib/api/http/answer/outcome.ts'
import { ROUTES } from '../../lib/api/routes.ts'
import { OPERATIONS } from '../../lib/docs/description/parts.ts'
import { SCOPES } from '../../lib/domain/api-keys/scopes.ts'
import { keep } from '../afterwards/records.ts'
import { linesOf } from '../afterwards/seen.ts'
import { apiEvent, lambdaContext } from '../support/events.ts'
import type { Body } from './merchant.ts'

type Handler = (event: ApiEvent, context: Context) => Promise<Answer>

interface Question {
  method: string
  route: string
  path?: Record<string, string>
  query?: string
  headers?: Record<string, string>
  /** An object is written as JSON; bytes go as base64, as the gateway sends what it takes for binary. */
  body?: object | string
  /** A key that exists; only what changes keys looks at it. */
  apiKeyId?: string
  /** How much time the function has; a list is used up call by call, its last value stays. */
  remainingMs?: number[]
}

const keyId = randomUUID()

/** Calls a function's handler here, as a caller whose key may do what the route asks for. */
export async function invoke(
  handler: Handler,
  businessId: string,
  { method, route, path, query, headers = {}, body, apiKeyId, remainingMs = [28_000] }: Question,
): Promise<{ status: number; headers: Record<string, string>; body: Body }> {
  const verdict = {
    business_id: businessId,
    identified_by: 'api_key',
    key_id: apiKeyId ?? keyId,
    scopes: SCOPES.join(' '),
    rate_limit: '1000/10000',
  }
  const about = { method, route, verdict, headers: { 'content-type': 'application/json', ...headers } }
  const event = apiEvent({ ...about, ...(path && { path }), ...(query !== undefined && { query }) })
  const sent =
    body instanceof Uint8Array
      ? { body: Buffer.from(body).toString('base64'), isBase64Encoded: true }
      : { body: typeof body === 'object' ? JSON.stringify(body) : body }
  const left = [...remainingMs]
  const getRemainingTimeInMillis = () => (left.length > 1 ? left.shift() : left[0]) ?? 0
  const answer = await handler(
    { ...event, ...(sent.body !== undefined && { ...sent, body: sent.body }) },
    { ...lambdaContext(), getRemainingTimeInMillis },
  )
  keepSeen(`${method} ${route}`, answer)
  return { status: answer.statusCode, headers: answer.headers, body: JSON.parse(answer.body || '{}') }
}

/** Notes an answer as one of the running stack is noted: it came from the same handler. */
function keepSeen(route: string, { statusCode, body = '' }: Answer): void {
  const { function: name } = ROUTES.find(({ method, path }) => route === `${method} ${path}`) ?? {}
  if (name === undefined) return
  for (const line of linesOf(OPERATIONS[name].operationId, statusCode, body)) keep('seen', line)
}
