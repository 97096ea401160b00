import type { Denial } from '../../access/verdict.ts'
import type { Problem } from './problem.ts'
import * as problems from './problems.ts'
import { notFound } from './resource-problems.ts'
import { unavailable } from './unavailable.ts'

/** `WWW-Authenticate` says whether a client sent no token or a bad one (RFC 6750 §3). */
function challenge(value: string) {
  return { 'www-authenticate': value }
}

/** The problem of a header without a valid key, also of a key that ended after the authorizer had let it in. */
export const keyEnded = () =>
  problems.invalidApiKey({
    detail: 'The Authorization header is not "Bearer <API key>" with a valid key.',
    headers: challenge('Bearer error="invalid_token"'),
  })

/** The problem of each denial. */
const DENIALS: Record<Denial, () => Problem> = {
  invalid_api_key: keyEnded,
  invalid_identity: () =>
    problems.invalidIdentity({ detail: 'A slug or UUID is empty or was sent more than once.' }),
  identification_required: () =>
    problems.identificationRequired({
      detail:
        'Send x-public-business-slug, x-public-business-uuid or ?business= on public paths, or "Authorization: Bearer <API key>".',
      headers: challenge('Bearer'),
    }),
  identity_conflict: () =>
    problems.identityConflict({
      detail: 'The slug, UUID and API key must all identify the same business.',
    }),
  business_not_found: () => notFound('business', undefined, 'No business has this slug or UUID.'),
  business_suspended: () => problems.businessSuspended({ detail: 'This business is suspended.' }),
  read_only: () =>
    problems.readOnly({
      detail:
        'The operator has stopped all writes for a while. Nothing was done; reads work. Try again later.',
      headers: { 'retry-after': '300' },
    }),
  identity_unavailable: () => unavailable('The business could not be read in time. Try again.'),
}

/** The problem of a denial of the authorizer; null if it is not a known denial. */
export const denialProblem = (denial: unknown): Problem | null =>
  typeof denial === 'string' && Object.hasOwn(DENIALS, denial) ? DENIALS[denial as Denial]() : null

/** The problem of a valid key without these scopes, which have spaces between them. */
export const insufficientScope = (detail: string, requiredScope: string) =>
  problems.insufficientScope({
    detail,
    headers: challenge('Bearer error="insufficient_scope"'),
    extensions: { required_scope: requiredScope },
  })
