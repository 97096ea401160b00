import type { Denial } from '../access/verdict.ts'
import { Problem } from './problem.ts'

/** `WWW-Authenticate` tells a client whether it sent nothing or something bad (RFC 6750 §3). */
const CHALLENGE = {
  none: 'Bearer',
  bad: 'Bearer error="invalid_token"',
  scope: 'Bearer error="insufficient_scope"',
}

const DETAILS: Record<Denial, string> = {
  invalid_api_key: 'The Authorization header is not "Bearer <API key>" with a valid key.',
  invalid_identity: 'An identification is empty or was sent more than once.',
  identification_required:
    'Send x-public-business-slug, x-public-business-uuid or ?business= on public paths, or "Authorization: Bearer <API key>".',
  identity_conflict: 'The identifications that were sent do not all stand for one business.',
  business_not_found: 'No business goes by this identification.',
  business_suspended: 'This business is suspended.',
  identity_unavailable: 'The caller could not be identified just now.',
}

/** The problem that answers a denial of the authorizer; null if it is no denial we know. */
export function denialProblem(denial: unknown): Problem | null {
  if (typeof denial !== 'string' || !Object.hasOwn(DETAILS, denial)) return null
  return problemOf(denial as Denial)
}

function problemOf(denial: Denial): Problem {
  const detail = DETAILS[denial]
  switch (denial) {
    case 'identification_required':
      return new Problem(denial, { detail, headers: { 'www-authenticate': CHALLENGE.none } })
    case 'invalid_api_key':
      return new Problem(denial, { detail, headers: { 'www-authenticate': CHALLENGE.bad } })
    case 'identity_unavailable':
      return new Problem('temporarily_unavailable', { detail, headers: { 'retry-after': '1' } })
    default:
      return new Problem(denial, { detail })
  }
}

/** The key is good, but not for this: it lacks these scopes, with spaces between. */
export const insufficientScope = (detail: string, requiredScope: string) =>
  new Problem('insufficient_scope', {
    detail,
    headers: { 'www-authenticate': CHALLENGE.scope },
    extensions: { required_scope: requiredScope },
  })

/** The problem of a key that ended after the authorizer had let it in. */
export const keyEnded = () => problemOf('invalid_api_key')
