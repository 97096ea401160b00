import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'
import { Webhook } from 'standardwebhooks'
import { logLine } from '../../log.ts'
import { type CheckedTarget, checkTarget, type Egress } from './egress-guard.ts'
import { type Resolve, resolveName } from './resolve-name.ts'
import { retryAfter } from './retry-after.ts'
import { sendError } from './send-error.ts'

export interface Outgoing {
  url: string
  /** The event's, the same on every try. */
  id: string
  type: string
  /** From 1 on. */
  tryNumber: number
  body: string
  /** One to three, `whsec_…`; each makes a signature. */
  secrets: readonly string[]
  /** When this try begins. */
  at: Date
}

export interface SendOptions extends Egress {
  /** How long a try lasts at most, from the name's resolution to the response's end. */
  timeoutMs?: number
  resolve?: Resolve
}

/** One stable word for each cause. */
type SendError = ReturnType<typeof sendError> | 'forbidden_target'

export interface Sent {
  /** From 200 to 599; null if none arrived in time. */
  status_code: number | null
  /** Why no status arrived; null if one did. */
  error: SendError | null
  duration_ms: number
  /** How long a receiver that failed asks to wait, without a limit; null if it does not. */
  retry_after_s: number | null
}

const TIMEOUT_MS = 15_000
const MOST_BODY_BYTES = 65_536

/**
 * One connection for each try. One that is kept can break between two tries, while Lambda freezes this process or the
 * receiver closes it: then nobody knows whether the webhook arrived. The next handshake with a receiver is a short one,
 * because an agent keeps TLS sessions. Of a name's addresses each has 3 s; Node's own 250 ms are too few across oceans.
 */
const CONNECTING = { keepAlive: false, autoSelectFamily: true, autoSelectFamilyAttemptTimeout: 3_000 }
const AGENTS = { http: new HttpAgent(CONNECTING), https: new HttpsAgent(CONNECTING) }

/**
 * Sends a webhook once, as Standard Webhooks 1.0.0 says. Never rejects; when it resolves, its connection is closed.
 *
 * A status that arrived in time is the outcome, whatever happens to the body behind it: success is 2xx within 15 s.
 * The body is still read and thrown away, up to 64 KB and until the time is over, because some receivers stop their
 * work when their client hangs up. It is never decompressed.
 */
export async function sendWebhook(outgoing: Outgoing, options: SendOptions): Promise<Sent> {
  const began = performance.now()
  const abort = new AbortController()
  const timer = setTimeout(() => abort.abort(), options.timeoutMs ?? TIMEOUT_MS)
  const outcome = await attempt(outgoing, options, abort.signal)
  clearTimeout(timer)
  const durationMs = Math.round(performance.now() - began)
  const { status, retryAfter: header, error } = outcome
  return {
    status_code: status ?? null,
    error: error ?? null,
    duration_ms: durationMs,
    retry_after_s: header === undefined ? null : retryAfter(header, outgoing.at.getTime() + durationMs),
  }
}

interface SendOutcome {
  status?: number
  retryAfter?: string | undefined
  error?: SendError
}

async function attempt(
  outgoing: Outgoing,
  { loopback, resolve = resolveName }: SendOptions,
  signal: AbortSignal,
): Promise<SendOutcome> {
  try {
    const headers = headersOf(outgoing)
    const target = await checkTarget(outgoing.url, { loopback }, resolve, signal)
    if (!target) return { error: 'forbidden_target' }
    const { statusCode: status = 0, headers: received } = await post(target, headers, outgoing.body, signal)
    // RFC 9110, 15: no status is outside of 100 to 599, and those below 200 announce another one.
    if (status < 200 || status > 599) return { error: 'bad_response' }
    return status < 300 ? { status } : { status, retryAfter: received['retry-after'] }
  } catch (failure) {
    const error = sendError(failure, signal)
    // No receiver can cause this one.
    if (error === 'internal_error')
      logLine('error', 'a webhook was not sent', { event_id: outgoing.id, reason: String(failure) })
    return { error }
  }
}

function headersOf({ id, type, tryNumber, body, secrets, at }: Outgoing): Record<string, string> {
  // A receiver must not get a webhook that it cannot check.
  if (secrets.length === 0) throw new Error('a webhook without a secret')
  return {
    'content-type': 'application/json',
    'user-agent': 'Storefront/1',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-type': type,
    'webhook-try': String(tryNumber),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(' '),
  }
}

/**
 * Posts a body to the addresses that were checked and follows no redirect. Resolves when the connection is closed, with
 * the head of the response; throws Node's own error if none arrived.
 */
function post(
  { url, lookup }: CheckedTarget,
  headers: Record<string, string>,
  body: string,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const [request, agent] =
    url.protocol === 'http:' ? [requestHttp, AGENTS.http] : [requestHttps, AGENTS.https]
  // Whatever the environment of this process says, a certificate must be valid.
  const options = { method: 'POST', headers, lookup, agent, signal, rejectUnauthorized: true }
  let response: IncomingMessage | undefined
  let failure: unknown
  const sent = request(url, options)
    .on('response', (received) => {
      response = received
      discard(received)
    })
    // 101: it will speak another protocol from now on.
    .on('upgrade', (received, socket) => {
      response = received
      socket.destroy()
    })
    .on('error', (error) => {
      failure ??= error
    })
    .on('close', () => (response ? resolve(response) : reject(failure)))
  sent.end(body)
  return promise
}

/** Reads a body up to its end or the limit, and throws it away. */
function discard(response: IncomingMessage): void {
  let bytes = 0
  response.on('data', ({ length }: Buffer) => {
    bytes += length
    if (bytes >= MOST_BODY_BYTES) response.destroy()
  })
}
