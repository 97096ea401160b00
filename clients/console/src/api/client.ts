import type { Methods } from '../../../typescript/src/calls.ts'
import { isProblem, StorefrontError } from '../../../typescript/src/problem.ts'
import { type RetryOptions, retrying, waitFor } from '../../../typescript/src/retry.ts'
import { type Api, callsWith } from './calls.ts'

export type { Api }

/** The client for functions of the TypeScript client: its methods are these, whose types say more. */
export const methodsOf = (api: Api): Pick<Methods, 'GET' | 'POST'> => api as Api & Methods

export interface ApiOptions extends RetryOptions {
  /** The base URL of the API; ends in `/api/v1`. */
  baseUrl: string
  token: string
  /** Hears why a request waits, and an empty text when it goes on. */
  onWait: (why: string) => void
}

/** A client with this key, which is nowhere else: every request that can be repeated safely is, and each wait is said. */
export function openApi({
  baseUrl,
  token,
  onWait,
  fetch = (request) => globalThis.fetch(request),
  wait = waitFor,
  ...retry
}: ApiOptions): Api {
  let isLimited = false
  const options: RetryOptions = {
    ...retry,
    async fetch(request) {
      const response = await fetch(request)
      isLimited = response.status === 429
      return response.status === 503 ? await finalIfReadOnly(response) : response
    },
    async wait(ms, signal) {
      const seconds = Math.ceil(ms / 1000)
      onWait(
        isLimited
          ? `Waiting ${seconds} s: the key’s rate limit is used up.`
          : `Trying again in ${seconds} s.`,
      )
      await wait(ms, signal).finally(() => onWait(''))
    },
  }
  const [send, sendSlowly] = [retrying(options), retrying({ ...options, timeoutMs: UPLOAD_MS })]
  return callsWith({
    baseUrl,
    token,
    fetch: (request) => (isFile(request) ? sendSlowly : send)(request),
  })
}

/** A slow line takes minutes for a file, in which no byte of a response comes. */
const UPLOAD_MS = 300_000

const isFile = ({ headers }: Request): boolean => !/^$|json/.test(headers.get('content-type') ?? '')

/** Longer than any request waits: the response is then final. */
const NEVER_SECONDS = 86_400

/** While the API is read-only, for hours perhaps, nothing is sent again by itself. */
async function finalIfReadOnly(response: Response): Promise<Response> {
  const text = await response.text()
  const headers = new Headers(response.headers)
  if (text.includes('"read_only"')) headers.set('retry-after', String(NEVER_SECONDS))
  return new Response(text, { status: response.status, headers })
}

/** True for an answer about the request itself: it is refused as often as it is sent. */
export const isRefusal = (error: unknown): error is StorefrontError =>
  error instanceof StorefrontError && error.status < 500 && ![401, 403, 429].includes(error.status)

/** True if the request was perhaps carried out: nobody knows. */
export const isLost = (error: unknown): boolean => !(error instanceof StorefrontError) || error.status >= 500

/** True if the key is not accepted, or not any more. */
export const isOfKey = (error: unknown): error is StorefrontError =>
  error instanceof StorefrontError && (error.status === 401 || error.status === 403)

/** An error in words, with what to do and the request id. */
export function wordsOf(error: unknown): string {
  if (!(error instanceof StorefrontError)) return 'No connection. Nothing you typed is lost: try again.'
  const { problem, status, requestId } = error
  const id = requestId ? ` Request id: ${requestId}` : ''
  if (problem?.code === 'read_only')
    return `The shop can only be read at the moment. Your edits stay: try again later.${id}`
  return `${isProblem(problem) ? problem.detail : `The API answered with ${status}.`}${id}`
}
