import type { Denial } from '../../access/verdict.ts'
import { otherProblem } from './other-problems.ts'
import { type Problem, problem, unavailable } from './problem.ts'

/** `WWW-Authenticate` tells a client whether it sent nothing or something bad (RFC 6750 §3). */
function challenge(value: string) {
  return { 'www-authenticate': value }
}

/** What is said of each denial; the header that some need. */
const DENIALS: Record<Denial, readonly [detail: string, headers?: Record<string, string>]> = {
  invalid_api_key: [
    'The Authorization header is not "Bearer <API key>" with a valid key.',
    challenge('Bearer error="invalid_token"'),
  ],
  invalid_identity: ['An identification is empty or was sent more than once.'],
  identification_required: [
    'Send x-public-business-slug, x-public-business-uuid or ?business= on public paths, or "Authorization: Bearer <API key>".',
    challenge('Bearer'),
  ],
  identity_conflict: ['The identifications that were sent do not all stand for one business.'],
  business_not_found: ['No business goes by this identification.'],
  business_suspended: ['This business is suspended.'],
  identity_unavailable: ['The caller could not be identified just now.'],
}

/** The problem that answers a denial of the authorizer; null if it is no denial we know. */
export function denialProblem(denial: unknown): Problem | null {
  if (typeof denial !== 'string' || !Object.hasOwn(DENIALS, denial)) return null
  return problemOf(denial as Denial)
}

function problemOf(code: Denial): Problem {
  const [detail, headers = {}] = DENIALS[code]
  return code === 'identity_unavailable' ? unavailable(detail) : problem(code, { detail, headers })
}

/** The key is good, but not for this: it lacks these scopes, with spaces between. */
export const insufficientScope = (detail: string, requiredScope: string) =>
  otherProblem('insufficient_scope', {
    detail,
    headers: challenge('Bearer error="insufficient_scope"'),
    extensions: { required_scope: requiredScope },
  })

/** The problem of a key that ended after the authorizer had let it in. */
export const keyEnded = () => problemOf('invalid_api_key')
