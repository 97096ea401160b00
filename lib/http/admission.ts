import { scopeOf } from '../access/route-access.ts'
import { type BucketState, take } from '../data/api-keys/rate.ts'
import { ForeignItem } from '../data/table/tenant-guard.ts'
import type { ApiKey } from '../domain/api-key.ts'
import { allows } from '../domain/scopes.ts'
import { logLine } from '../log.ts'
import type { KeyHolder } from './caller.ts'
import { insufficientScope } from './problems/denial.ts'
import { otherProblem } from './problems/other-problems.ts'

/** A caller that was let in, and how it pays for what more its call turns out to hold. */
export interface Admission {
  /** Takes the tokens for a call that is worth this many. Throws `rate_limited`. */
  pay: (worth: number) => Promise<void>
}

type Headers = Record<string, string>

/**
 * Lets a caller into an administrative route: if its key has the scope that the route table asks for, and a token
 * left. What its bucket holds goes into the headers of every answer, whatever that will be. Throws
 * `insufficient_scope` and `rate_limited`, in this order.
 */
export async function admit(
  routeKey: string,
  { businessId, apiKey }: KeyHolder,
  headers: Headers,
): Promise<Admission> {
  const bucket = { businessId, keyId: apiKey.id, limit: apiKey.rateLimit }
  // The second payment is for the same call, and counts from the same moment.
  const nowMs = Date.now()
  const draw = (options: { cost?: number; heldBack?: number }) =>
    unlessBroken(async () => {
      const state = await take(bucket, { ...options, nowMs })
      Object.assign(headers, rateHeaders(apiKey.rateLimit, state))
      return state
    })

  Object.assign(headers, rateHeaders(apiKey.rateLimit))
  const first = await draw({})
  requireScope(scopeOf(routeKey), apiKey.scopes)
  requireTaken(first)
  return {
    async pay(worth) {
      // A bucket that could not be written a moment ago is not waited for again.
      if (first && worth > 1) requireTaken(await draw({ cost: worth - 1, heldBack: 1 }))
    },
  }
}

function requireScope(access: string, held: readonly string[]): void {
  if (access === 'any_key' || allows(held, access)) return
  throw insufficientScope('The API key lacks the scope this route asks for.', access)
}

/** A bucket that cannot be written stops nobody: an alarm counts what passed unweighed. */
async function unlessBroken(draw: () => Promise<BucketState>): Promise<BucketState | undefined> {
  try {
    return await draw()
  } catch (error) {
    if (error instanceof ForeignItem) throw error
    const alarm = 'rate_limit_unavailable'
    const cause = error instanceof Error && error.cause ? String(error.cause) : undefined
    logLine('error', alarm, { alarm, error: String(error), cause })
    return undefined
  }
}

function requireTaken(state: BucketState | undefined): void {
  if (!state || state.isTaken) return
  throw otherProblem('rate_limited', {
    detail: `This API key calls too often. Wait ${state.retryInS} s.`,
    headers: { 'retry-after': String(state.retryInS) },
  })
}

/**
 * RateLimit-Policy and RateLimit (draft-ietf-httpapi-ratelimit-headers-10): `q` tokens at once, which come back in `w`
 * seconds; `r` are left, and in `t` seconds there will be more.
 */
function rateHeaders({ per_second, burst }: ApiKey['rate_limit'], state?: BucketState): Headers {
  return {
    'ratelimit-policy': `"default";q=${burst};w=${Math.ceil(burst / per_second)}`,
    ...(state && { ratelimit: `"default";r=${state.remaining};t=${state.moreInS}` }),
  }
}
