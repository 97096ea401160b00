/** How requests are retried. */
export interface RetryOptions {
  /** Tries after the first one. Default 4. */
  retries?: number
  /** The longest time of one try without a byte of its response, in milliseconds; the API itself responds within 30 s. Default 35,000. */
  timeoutMs?: number
  /**
   * The longest `Retry-After` in milliseconds for which the client waits, and the longest time for which it waits for an
   * earlier try of the same request; otherwise it returns the response. Default 60,000.
   */
  longestWaitMs?: number
  /** Sends a request. Default: the global `fetch`. */
  fetch?: (request: Request) => Promise<Response>
  /** Waits; a test may have a clock of its own. */
  wait?: (ms: number, signal: AbortSignal) => Promise<void>
}

/** A first wait between 0 and this, then between 0 and twice as much, and so on. */
const FIRST_WAIT_MS = 500
const LONGEST_BACKOFF_MS = 8_000

/** Temporary errors. 409 is one only while the same request is still being carried out. */
const PASSING = new Set([429, 500, 502, 503, 504])

/** The statuses of responses without a body. Chromium has an empty one for them, with which no response can be made. */
const NO_BODY = new Set([204, 205, 304])

/** 24.8 days: a longer timer ends at once, in Node and in browsers. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

/** True for a status that another try may not have. */
export const isPassing = (status: number): boolean => PASSING.has(status)

/**
 * A `fetch` that retries requests: every POST with an effect gets an `Idempotency-Key`, the same on each try, so that it has
 * its effect only once. It waits as long as `Retry-After` says; other waits grow with full jitter. A request with
 * `If-Match` is not repeated if it was perhaps carried out: the second try would be refused for the change of the first. A
 * DELETE that was perhaps carried out has been, if the next try finds nothing to delete: the response is then a 204.
 */
export function retrying({
  retries = 4,
  timeoutMs = 35_000,
  longestWaitMs = 60_000,
  fetch = (request) => globalThis.fetch(request),
  wait = waitFor,
}: RetryOptions): (request: Request) => Promise<Response> {
  return async (original) => {
    const request = withIdempotencyKey(original)
    let inProgressMs = 0
    let isPerhapsDone = false
    for (let tries = 1; ; ) {
      const outcome = await attempt(request, fetch, timeoutMs)
      request.signal.throwIfAborted()
      const waitMs = tries > retries ? undefined : waitAfter(outcome, request, { tries, longestWaitMs })
      const isInProgress = outcome instanceof Response && outcome.status === 409
      if (isInProgress) inProgressMs += waitMs ?? 0
      if (waitMs === undefined || inProgressMs > longestWaitMs) {
        if (outcome instanceof Response) return isPerhapsDone ? deleted(request, outcome) : outcome
        throw outcome.error
      }
      isPerhapsDone ||= !(outcome instanceof Response && outcome.status === 429)
      if (outcome instanceof Response) await outcome.body?.cancel()
      await wait(waitMs, request.signal)
      // An earlier try is still being carried out, or was cut off and holds the key for a while: this try does not count.
      if (!isInProgress) tries++
    }
  }
}

/** The response to a DELETE, of which an earlier try was perhaps carried out: that there is nothing to delete means that it was. */
async function deleted({ method }: Request, response: Response): Promise<Response> {
  if (method !== 'DELETE' || response.status !== 404) return response
  const problem: unknown = await response
    .clone()
    .json()
    .catch(() => undefined)
  const code = typeof problem === 'object' && problem && 'code' in problem ? String(problem.code) : ''
  // These say that the request itself led nowhere.
  if (!code.endsWith('_not_found') || /^(route|business)_/.test(code)) return response
  await response.body?.cancel()
  return new Response(null, { status: 204 })
}

function withIdempotencyKey(request: Request): Request {
  if (request.method !== 'POST' || request.headers.has('idempotency-key')) return request
  if (isDryRun(request)) return request
  const headers = new Headers(request.headers)
  headers.set('idempotency-key', crypto.randomUUID())
  return new Request(request, { headers })
}

/** True for a write that is only tried, and that takes no key. The dry run of an import is an import of its own. */
function isDryRun({ url }: Request): boolean {
  const { pathname, searchParams } = new URL(url)
  return searchParams.get('dry_run') === 'true' && !pathname.endsWith('/imports')
}

/** One try: its response with the whole body, or the error that prevented one. */
async function attempt(
  request: Request,
  fetch: (request: Request) => Promise<Response>,
  timeoutMs: number,
): Promise<Response | { error: unknown }> {
  const silence = listenForSilence(Math.min(timeoutMs, LONGEST_TIMER_MS))
  try {
    const signal = AbortSignal.any([request.signal, silence.signal])
    const response = await fetch(new Request(request.clone(), { signal }))
    return await received(response, { signal, onBytes: silence.restart })
  } catch (error) {
    return { error }
  } finally {
    silence.end()
  }
}

/** A signal that comes after `ms` milliseconds without a `restart`. */
function listenForSilence(ms: number) {
  const controller = new AbortController()
  const abort = () => controller.abort(new DOMException('The response took too long.', 'TimeoutError'))
  let timer = setTimeout(abort, ms)
  return {
    signal: controller.signal,
    restart() {
      clearTimeout(timer)
      timer = setTimeout(abort, ms)
    },
    end: () => clearTimeout(timer),
  }
}

/** The response with its whole body; rejects if that breaks in the middle. Throws the signal's reason. */
async function received(
  response: Response,
  { signal, onBytes }: { signal: AbortSignal; onBytes: () => void },
): Promise<Response> {
  if (response.body === null || NO_BODY.has(response.status)) return response
  const reader = response.body.getReader()
  // `fetch` may have broken the body by the same signal: `read` then throws the error that `cancel` rejects with, too.
  const stop = () => void reader.cancel(signal.reason).catch(() => {})
  signal.addEventListener('abort', stop)
  const parts: Uint8Array<ArrayBuffer>[] = []
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      onBytes()
      parts.push(read.value)
    }
  } finally {
    // A body that broke cannot be cancelled any more, and nobody would hear the error of that.
    signal.removeEventListener('abort', stop)
  }
  signal.throwIfAborted()
  const { status, statusText, headers } = response
  return new Response(new Blob(parts), { status, statusText, headers })
}

/** Milliseconds until the next try; undefined if the request must not be repeated. */
function waitAfter(
  outcome: Response | { error: unknown },
  { headers }: Request,
  { tries, longestWaitMs }: { tries: number; longestWaitMs: number },
): number | undefined {
  const status = outcome instanceof Response ? outcome.status : undefined
  const said = outcome instanceof Response ? retryAfterMs(outcome.headers.get('retry-after')) : undefined
  if (said !== undefined && said > longestWaitMs) return undefined
  const canPass = status === undefined || isPassing(status) || (status === 409 && said !== undefined)
  // After a 429 the request had no effect; after the others that is not known.
  if (!canPass || (headers.has('if-match') && status !== 429)) return undefined
  const backoff = Math.min(FIRST_WAIT_MS * 2 ** (tries - 1), LONGEST_BACKOFF_MS)
  return (said ?? 0) + Math.random() * backoff
}

/** RFC 9110 §10.2.3: seconds, or a date. */
export function retryAfterMs(value: string | null): number | undefined {
  if (value === null) return undefined
  if (/^\d+$/.test(value)) return Number(value) * 1000
  const at = Date.parse(value)
  return Number.isNaN(at) ? undefined : Math.max(0, at - Date.now())
}

/** Waits, 24.8 days at most, unless the signal ends that. */
export function waitFor(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason)
    const stop = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(
      () => {
        signal.removeEventListener('abort', stop)
        resolve()
      },
      Math.min(ms, LONGEST_TIMER_MS),
    )
    signal.addEventListener('abort', stop, { once: true })
  })
}
