import { isUuid } from '../domain/slug.ts'
import { denialProblem } from './denial.ts'

/** Whom the authorizer found. */
export interface Caller {
  businessId: string
  /** Whether it identified itself with an API key, so that nobody else may be shown the answer. */
  hasKey: boolean
}

/**
 * The caller of a request, from the context its authorizer made. Throws the problem of a denial. Fails closed:
 * a context without a business, or one that says two things at once, is a fault of ours and nobody's access.
 */
export function callerOf(context: Record<string, unknown> | undefined): Caller {
  const { denial, required_scope: requiredScope, business_id: businessId, identified_by: by } = context ?? {}
  const problem = denialProblem(denial, requiredScope)
  if (problem) throw problem
  const isKnown = typeof businessId === 'string' && isUuid(businessId)
  if (denial !== undefined || !isKnown || (by !== 'public' && by !== 'api_key'))
    throw new Error('the authorizer identified nobody')
  return { businessId, hasKey: by === 'api_key' }
}
