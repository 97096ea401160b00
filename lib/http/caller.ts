import type { ApiKey } from '../domain/api-key.ts'
import { isUuid } from '../domain/slug.ts'
import { denialProblem } from './denial.ts'

/** Whom the authorizer found. */
export interface Caller {
  businessId: string
  /** The key it identified itself with; undefined for the public. */
  apiKey: CallingKey | undefined
}

/** What the authorizer says of a key. */
interface CallingKey {
  id: string
  scopes: readonly string[]
  rateLimit: ApiKey['rate_limit']
}

/** A caller with an API key. */
export interface KeyHolder extends Caller {
  apiKey: CallingKey
}

/**
 * The caller of a request, from the context its authorizer made. Throws the problem of a denial. Fails closed:
 * a context without a business, or one that says two things at once, is a fault of ours and nobody's access.
 */
export function callerOf(context: Record<string, unknown> | undefined): Caller {
  const { denial, business_id: businessId, identified_by: by } = context ?? {}
  const problem = denialProblem(denial)
  if (problem) throw problem
  const isKnown = denial === undefined && typeof businessId === 'string' && isUuid(businessId)
  const apiKey = callingKey(context ?? {})
  if (isKnown && by === 'public' && apiKey === undefined) return { businessId, apiKey }
  if (isKnown && by === 'api_key' && apiKey) return { businessId, apiKey }
  throw new Error('the authorizer identified nobody')
}

/** The caller of an administrative request. Fails closed on one that was let through without a key. */
export function keyHolderOf(context: Record<string, unknown> | undefined): KeyHolder {
  const { businessId, apiKey } = callerOf(context)
  if (apiKey === undefined) throw new Error('the authorizer let a caller without a key through')
  return { businessId, apiKey }
}

/** Undefined if nothing is said of a key, null if what is said is not whole. */
function callingKey({ key_id, scopes, rate_limit }: Record<string, unknown>): CallingKey | undefined | null {
  if (key_id === undefined && scopes === undefined && rate_limit === undefined) return undefined
  if (typeof key_id !== 'string' || key_id === '' || typeof scopes !== 'string') return null
  const [, perSecond, burst] = /^([1-9]\d*)\/([1-9]\d*)$/.exec(String(rate_limit)) ?? []
  if (perSecond === undefined) return null
  const rateLimit = { per_second: Number(perSecond), burst: Number(burst) }
  return { id: key_id, scopes: scopes.split(' '), rateLimit }
}
