import { isUuid } from '../domain/slug.ts'
import { denialProblem } from './denial.ts'

/** Whom the authorizer found. */
export interface Caller {
  businessId: string
  /** The key it identified itself with; undefined for the public. */
  apiKeyId: string | undefined
}

/** A caller with an API key. */
export interface KeyHolder extends Caller {
  apiKeyId: string
}

/**
 * The caller of a request, from the context its authorizer made. Throws the problem of a denial. Fails closed:
 * a context without a business, or one that says two things at once, is a fault of ours and nobody's access.
 */
export function callerOf(context: Record<string, unknown> | undefined): Caller {
  const { denial, required_scope: requiredScope, business_id: businessId, key_id: apiKeyId } = context ?? {}
  const by = context?.identified_by
  const problem = denialProblem(denial, requiredScope)
  if (problem) throw problem
  const isKnown = typeof businessId === 'string' && isUuid(businessId)
  if (denial === undefined && isKnown && by === 'public' && apiKeyId === undefined)
    return { businessId, apiKeyId: undefined }
  if (denial === undefined && isKnown && by === 'api_key' && typeof apiKeyId === 'string' && apiKeyId !== '')
    return { businessId, apiKeyId }
  throw new Error('the authorizer identified nobody')
}

/** The caller of an administrative request. Fails closed on one that was let through without a key. */
export function keyHolderOf(context: Record<string, unknown> | undefined): KeyHolder {
  const { businessId, apiKeyId } = callerOf(context)
  if (apiKeyId === undefined) throw new Error('the authorizer let a caller without a key through')
  return { businessId, apiKeyId }
}
