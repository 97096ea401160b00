import { poolTo, post } from '../../data/aws/connections.ts'
import { faultFields, logLine } from '../../log.ts'
import type { CallApi } from './tool.ts'

/** One call of a tool, and who makes it. */
export interface ToolCall {
  /** The headers by which its client identified itself: an API key, or the UUID of a business. */
  identification: { authorization: string } | { 'x-public-business-uuid': string }
  /** The id of its request, which the log of the requests that it makes repeats. */
  requestId: string
  /** When it must be over, on the clock of `performance`. */
  endsAtMs: number
}

/** How long one request may take. */
export const REQUEST_MS = 10_000

/**
 * This API at its base URL, as the tools call it: over the gateway, with the rights, the limits and the log of any other client.
 * Between calls the connections are kept. What gets no response in time has one of its own: 503.
 */
export function ownApi(baseUrl: string): (call: ToolCall) => CallApi {
  const url = new URL(baseUrl)
  const pool = poolTo(url)
  return ({ identification, requestId, endsAtMs }) => {
    const unavailable = (detail: string) => ({
      status: 503,
      body: { code: 'temporarily_unavailable', detail, request_id: requestId },
    })
    return async (method, path, { query, body } = {}) => {
      const timeoutMs = Math.min(REQUEST_MS, endsAtMs - performance.now())
      if (timeoutMs <= 0) return unavailable('The call has used up its time. Ask for less in one call.')
      const search = query && query.size > 0 ? `?${query}` : ''
      const request = {
        target: { method, path: `${url.pathname}${path}${search}` },
        headers: {
          ...identification,
          'x-request-id': requestId,
          ...(body && { 'content-type': 'application/json' }),
        },
        body: body ? JSON.stringify(body) : '',
        timeoutMs,
        // A dry run changes nothing, and a plan is carried out once, however often it comes.
        isRead: true,
      }
      try {
        const { status, headers, answer } = await post(pool, request)
        const isReplay = headers['idempotency-replayed'] === 'true'
        return { status, body: answer, ...(isReplay && { isReplay }) }
      } catch (error) {
        logLine('error', 'own_api', { request_id: requestId, ...faultFields(error) })
        return unavailable(
          'The API did not respond in time. Try again, with less in one call if it happens again.',
        )
      }
    }
  }
}
