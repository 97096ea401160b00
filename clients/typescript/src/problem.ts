import type { components } from './api.ts'

type Problem = components['schemas']['Problem']

/** The result of a request of the client. */
interface Outcome<Data> {
  data?: Data
  error?: unknown
  response: Response
}

/** An error response, thrown by `unwrap`, `pages` and `each`. */
export class StorefrontError extends Error {
  override name = 'StorefrontError'
  readonly status: number
  /** The problem (RFC 9457); undefined if the response came from the gateway. */
  readonly problem: Problem | undefined
  /** Quote it when you ask for help. */
  readonly requestId: string | undefined

  constructor(response: Response, body: unknown) {
    const problem = isProblem(body) ? body : undefined
    super(
      problem
        ? `${problem.status} ${problem.code}: ${problem.detail}`
        : `${response.status} ${response.statusText}`,
    )
    this.status = response.status
    this.problem = problem
    this.requestId = response.headers.get('x-request-id') ?? undefined
  }
}

/**
 * True if the body of an error response is a problem of the API (RFC 9457), whose `code` says what to do; false if it is
 * a message of the gateway, or no response at all. A `StorefrontError` has it as its `problem`.
 */
export const isProblem = (error: unknown): error is Problem =>
  typeof error === 'object' && error !== null && 'code' in error && 'type' in error && 'status' in error

/** The status of a response whose body the caller has already. */
export const NOT_MODIFIED = 304

/**
 * The data of a response; undefined after a 304, which only a request with `If-None-Match` gets. Throws `StorefrontError` if the
 * response is an error.
 */
export async function unwrap<Data>(call: Promise<Outcome<Data>>): Promise<Data> {
  const { data, error, response } = await call
  if (!response.ok && response.status !== NOT_MODIFIED) throw new StorefrontError(response, error)
  return data as Data
}
