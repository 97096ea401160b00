import type { ApiKey } from '../../domain/api-keys/api-key.ts'
import { isUuid } from '../../domain/text/identifiers.ts'
import { denialProblem } from './problems/denial.ts'

/** Whom the authorizer found. */
export interface Caller {
  businessId: string
  /** True if it identified itself with a key. */
  hasKey: boolean
}

/** A caller with an API key, and what the authorizer says of that. */
export interface KeyHolder extends Caller {
  apiKey: { id: string; scopes: readonly string[]; rateLimit: ApiKey['rate_limit'] }
}

/** `<tokens per second>/<burst>` */
const RATE_LIMIT = /^([1-9]\d*)\/([1-9]\d*)$/

/**
 * The caller of a request, from the context its authorizer made. Throws the problem of a denial. Fails closed:
 * a context without a business, or one that contradicts itself, is an internal error and gives no access.
 */
export function callerOf(context: Record<string, unknown> = {}): Caller {
  const { denial, business_id: businessId, identified_by: by, key_id, scopes, rate_limit } = context
  const problem = denialProblem(denial)
  if (problem) throw problem
  const about = [key_id, scopes, rate_limit]
  const isPublic = by === 'public' && about.every((said) => said === undefined)
  const isKey = by === 'api_key' && key_id !== '' && about.every((said) => typeof said === 'string')
  const isKnown = denial === undefined && typeof businessId === 'string' && isUuid(businessId)
  if (isKnown && (isPublic || (isKey && RATE_LIMIT.test(`${rate_limit}`))))
    return { businessId, hasKey: isKey }
  throw new Error('the authorizer found no business')
}

/** The caller of an administrative request. Fails closed on one that was let through without a key. */
export function keyHolderOf(context: Record<string, unknown> = {}): KeyHolder {
  const caller = callerOf(context)
  if (!caller.hasKey) throw new Error('the request has no API key, but its endpoint needs one')
  const [, perSecond, burst] = RATE_LIMIT.exec(`${context.rate_limit}`) ?? []
  const rateLimit = { per_second: Number(perSecond), burst: Number(burst) }
  return { ...caller, apiKey: { id: `${context.key_id}`, scopes: `${context.scopes}`.split(' '), rateLimit } }
}
