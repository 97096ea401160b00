import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { StorefrontEvent } from '../resources.ts'
import { signatureOf } from './signature.ts'

/** The outcome of one try, with the members of a delivery of the API. */
export interface Try {
  event_id: string
  type: string
  try: number
  status_code: number | null
  /** A word for the reason why no status arrived. */
  error: string | null
  duration_ms: number
}

/** As deployed webhooks have it. */
const TIMEOUT_MS = 15_000
const MOST_BODY_BYTES = 65_536

/** The words of deliveries for the errors of a connection. */
const WORDS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection_refused',
  ECONNRESET: 'connection_reset',
  EPIPE: 'connection_reset',
  ENOTFOUND: 'name_not_found',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
}

/** Sends an event once, as a deployed webhook does. Rejects only if the signal ends it. */
export async function tryOnce(
  url: string,
  event: StorefrontEvent,
  { secret, tryNumber, signal }: { secret: string; tryNumber: number; signal: AbortSignal },
): Promise<Try> {
  const began = performance.now()
  const outcome = await post(url, event, { secret, tryNumber, signal })
  signal.throwIfAborted()
  return {
    event_id: event.id,
    type: event.type,
    try: tryNumber,
    ...outcome,
    duration_ms: Math.round(performance.now() - began),
  }
}

async function post(
  url: string,
  event: StorefrontEvent,
  { secret, tryNumber, signal }: { secret: string; tryNumber: number; signal: AbortSignal },
): Promise<Pick<Try, 'status_code' | 'error'>> {
  const body = JSON.stringify(event)
  const seconds = Math.floor(Date.now() / 1_000)
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Storefront/1',
    'webhook-id': event.id,
    'webhook-timestamp': String(seconds),
    'webhook-type': event.type,
    'webhook-try': String(tryNumber),
    'webhook-signature': signatureOf(secret, { id: event.id, seconds, body }),
  }
  const ending = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)])
  try {
    return { status_code: await statusOf(url, { headers, body, signal: ending }), error: null }
  } catch (error) {
    return { status_code: null, error: ending.aborted ? 'timeout' : errorWord(error) }
  }
}

/**
 * The status of the response to a POST; rejects if none arrives. Not `fetch`, which has headers of its own and refuses some
 * ports. No redirect is followed, and each try has its own connection.
 */
function statusOf(
  url: string,
  { headers, body, signal }: { headers: Record<string, string>; body: string; signal: AbortSignal },
): Promise<number> {
  const request = url.startsWith('https:') ? requestHttps : requestHttp
  return new Promise((resolve, reject) => {
    let status: number | undefined
    request(url, { method: 'POST', headers, signal, agent: false })
      .on('response', (response) => {
        status = response.statusCode
        discard(response)
      })
      // The status is the outcome, whatever happens to the body behind it.
      .on('error', (error) => status === undefined && reject(error))
      .on('close', () => (status === undefined ? reject(new Error('no response')) : resolve(status)))
      .end(body)
  })
}

/** Reads a body up to its end or the limit: some receivers stop their work when their client hangs up. */
function discard(response: IncomingMessage): void {
  let bytes = 0
  response.on('data', ({ length }: Buffer) => {
    bytes += length
    if (bytes >= MOST_BODY_BYTES) response.destroy()
  })
}

function errorWord(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (/^(ERR_TLS_|ERR_SSL_|EPROTO$|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/.test(code)) return 'tls_failed'
  return WORDS[code] ?? (/^E[A-Z]+$/.test(code) ? code.toLowerCase() : 'bad_response')
}
