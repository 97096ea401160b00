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
  UND_ERR_SOCKET: 'connection_reset',
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
    const response = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal: ending })
    // The status is the outcome, whatever happens to the body behind it.
    await discard(response).catch(() => {})
    return { status_code: response.status, error: null }
  } catch (error) {
    return { status_code: null, error: ending.aborted ? 'timeout' : errorWord(error) }
  }
}

/** Reads a body up to its end or the limit: some receivers stop their work when their client hangs up. */
async function discard({ body }: Response): Promise<void> {
  let bytes = 0
  for await (const chunk of body ?? []) {
    bytes += chunk.length
    if (bytes >= MOST_BODY_BYTES) return
  }
}

function errorWord(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  return WORDS[code] ?? (code === '' ? 'bad_response' : code.toLowerCase())
}
