import { type Bucket, type BucketState, giveBack, take } from '../../../data/api-keys/rate.ts'
import { ForeignItem } from '../../../data/table/calls/tenant-guard.ts'
import type { ApiKey } from '../../../domain/api-keys/api-key.ts'
import { allows, type Scope } from '../../../domain/api-keys/scopes.ts'
import { logLine } from '../../../log.ts'
import { scopeOf } from '../../access/route-scope.ts'
import type { KeyHolder } from '../caller.ts'
import { insufficientScope } from '../problems/denial.ts'
import { rateLimited } from '../problems/problems.ts'
import type { AdminEvent, Step } from './pipeline.ts'

interface ByKey {
  caller: KeyHolder
}

/** Gives back tokens that the call has paid and does not cost after all. */
type GiveBack = (tokens: number) => Promise<void>

/** Takes the tokens of a call that costs this many. Throws `rate_limited`. */
type Pay = (cost: number) => Promise<GiveBack>

type Headers = Record<string, string>

/**
 * Lets a caller in whose key has the scope that the route table asks for, and these, and a token left. The state of its
 * bucket goes into the headers of every response. Throws `insufficient_scope` and `rate_limited`, in
 * this order.
 */
export const rateLimit = (scopes: readonly Scope[] = []): Step<ByKey, { pay: Pay }> => ({
  before: async ({ event }) => {
    const { apiKey } = event.call.caller
    Object.assign(event.call.headers, rateHeaders(apiKey.rateLimit))
    const draw = drawFrom(event)
    const first = await draw({})
    for (const scope of [scopeOf(event.routeKey), ...scopes]) requireScope(scope, apiKey.scopes)
    requireTaken(first)
    const pay: Pay = async (cost) => {
      // A bucket that could not be written a moment ago is not waited for again.
      const rest = first && cost > 1 ? await draw({ cost: cost - 1, heldBack: 1 }) : undefined
      requireTaken(rest)
      return async (tokens) => rest && returnTo(event, tokens, rest)
    }
    return { pay }
  },
})

/** The rest of what a call costs beyond the token that let it in. Throws `rate_limited`. */
export const restOfCost = <B>(
  costOf: (body: B) => number,
): Step<{ pay: Pay; body: B }, { giveBack: GiveBack }> => ({
  before: async ({ event: { call } }) => ({ giveBack: await call.pay(costOf(call.body)) }),
})

/** Draws from the bucket of the key that calls. The second payment of a call counts from the moment of the first. */
function drawFrom({ call }: AdminEvent<ByKey>) {
  const bucket = bucketOf(call.caller)
  const nowMs = Date.now()
  return (options: { cost?: number; heldBack?: number }) =>
    unlessBroken(async () => {
      const state = await take(bucket, { ...options, nowMs })
      Object.assign(call.headers, rateHeaders(bucket.limit, state))
      return state
    })
}

const bucketOf = ({ businessId, apiKey }: KeyHolder): Bucket => ({
  businessId,
  keyId: apiKey.id,
  limit: apiKey.rateLimit,
})

/** Gives tokens of a payment back to the bucket. The work is done by then: if they cannot be given, they are lost. */
async function returnTo({ call }: AdminEvent<ByKey>, tokens: number, { fullAt }: BucketState): Promise<void> {
  const bucket = bucketOf(call.caller)
  try {
    const state = await giveBack(bucket, { tokens, fullAt })
    if (state) Object.assign(call.headers, rateHeaders(bucket.limit, state))
  } catch (error) {
    if (error instanceof ForeignItem) throw error
    logLine('error', 'tokens_not_given_back', { error: String(error) })
  }
}

function requireScope(access: string, held: readonly string[]): void {
  if (access === 'any_key' || allows(held, access)) return
  throw insufficientScope('The API key does not have the scope that this endpoint needs.', access)
}

/** A bucket that cannot be written stops nobody: an alarm counts the calls that no bucket has limited. */
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
  throw rateLimited({
    detail: `The rate limit of this API key is used up. Wait ${state.retryInS} s.`,
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
