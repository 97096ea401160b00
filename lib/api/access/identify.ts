import {
  findNamed,
  findToken,
  type NamedBusiness,
  type TokenRecord,
} from '../../data/storefront/identities.ts'
import { isToken, tokenDigest } from '../../domain/api-keys/token.ts'
import { covers } from '../../domain/text/addresses.ts'
import { isSlug, isUuid } from '../../domain/text/identifiers.ts'
import { isReadOnly } from '../../environment.ts'
import { expiringCache } from './cache.ts'
import { isAdminRoute, isRead } from './route-access.ts'
import type { Verdict } from './verdict.ts'

/** The identification in a request, not yet checked; a member that the request does not have is undefined. */
export interface Credentials {
  authorization: string | undefined
  slug: string | undefined
  uuid: string | undefined
  /** The values of the query alias, each a slug or a UUID. */
  aliases: readonly string[]
  /** The address the gateway saw the request come from. */
  sourceIp?: string | undefined
}

/** Changes of slug and status must be seen within 60 s. The reads are eventually consistent, hence the margin. */
const names = expiringCache<NamedBusiness>({ ttlMs: 55_000, maxEntries: 10_000 })
/** A revocation must hold everywhere within 5 s; the read is consistent, the entry dies 4 s after it began. */
const tokens = expiringCache<TokenRecord>({ ttlMs: 4_000, maxEntries: 1_000 })

/** All reads together; the gateway waits 10 s for the authorizer: if they are in vain there is still time to say so. */
export const IDENTIFIED_WITHIN_MS = 8_000

/**
 * Finds the business of a request, and whether its route may be called. The first
 * refusal wins: a bad key, an unusable identification, none at all, a conflict, an unknown business, a suspended one, a
 * write while the deployment is read-only. Throws `TableUnavailable`, and for a route that is not in the table.
 */
export async function identify(routeKey: string, credentials: Credentials): Promise<Verdict> {
  const isAdmin = isAdminRoute(routeKey)
  const deadline = Date.now() + IDENTIFIED_WITHIN_MS
  const { authorization, sourceIp } = credentials
  const key = authorization === undefined ? undefined : await findKey(authorization, sourceIp, deadline)
  if (key === null) return { denial: 'invalid_api_key' }

  const claims = publicClaims(credentials, isAdmin)
  if (claims.some(([, name]) => name === '')) return { denial: 'invalid_identity' }
  if (!key && (isAdmin || claims.length === 0)) return { denial: 'identification_required' }

  // A key identifies its business by UUID.
  if (key) claims.unshift([findByUuid, key.businessId])
  const found = await Promise.all(claims.map(([find, name]) => find(name, deadline)))
  const [business] = found
  if (key && !business) return { denial: 'invalid_api_key' }
  if (found.some((one) => one?.businessId !== business?.businessId)) return { denial: 'identity_conflict' }
  if (!business) return { denial: 'business_not_found' }
  // Two names of one business can be remembered from two times.
  if (found.some((one) => one?.status !== 'active'))
    return { denial: key ? 'business_suspended' : 'business_not_found' }
  if (!key) return { business_id: business.businessId, identified_by: 'public' }
  if (isAdmin && isReadOnly() && !isRead(routeKey)) return { denial: 'read_only' }
  return {
    business_id: key.businessId,
    identified_by: 'api_key',
    key_id: key.keyId,
    key_name: key.name,
    scopes: key.scopes.join(' '),
    rate_limit: key.rateLimit,
  }
}

/** The key behind an Authorization header, or null: malformed, unknown, ended and from elsewhere all alike. */
async function findKey(
  authorization: string,
  sourceIp: string | undefined,
  deadline: number,
): Promise<TokenRecord | null> {
  // One space and nothing else; the scheme's case does not matter (RFC 9110 §11.1).
  const token = /^bearer ([^ ]+)$/i.exec(authorization)?.[1]
  if (token === undefined || !isToken(token)) return null
  const digest = tokenDigest(token)
  const key = await tokens.get(digest, () => findToken(digest, deadline))
  if (!key || key.revokedAt !== null) return null
  // Written so that an unreadable end counts as past.
  if (key.expiresAt !== null && !(Date.parse(key.expiresAt) > Date.now())) return null
  if (key.allowedIps.length > 0 && !covers(key.allowedIps, sourceIp ?? '')) return null
  return key
}

type Find = (name: string, deadline: number) => Promise<NamedBusiness | null>
/** One identification: how its business is found, and by what name; `''` is one that cannot be used at all. */
type Claim = [find: Find, name: string]

/** On `/admin` the alias is not an identification but an unknown parameter. */
function publicClaims({ slug, uuid, aliases }: Credentials, isAdmin: boolean): Claim[] {
  const claims: Claim[] = []
  // The gateway joins repeated headers by commas, which no slug has.
  const add = (find: Find, name: string | undefined, isRepeated = name?.includes(',')) => {
    if (name !== undefined) claims.push([find, isRepeated ? '' : name])
  }
  add(findByName, slug)
  add(findByUuid, uuid)
  const [alias, ...more] = isAdmin ? [] : aliases
  add(isUuid(`${alias}`) ? findByUuid : findByName, alias, more.length > 0)
  return claims
}

const findByName: Find = async (slug, deadline) =>
  isSlug(slug) ? names.get(slug, () => findNamed(slug, deadline)) : null

const findByUuid: Find = async (uuid, deadline) => {
  const id = uuid.toLowerCase()
  const found = isUuid(id) ? await names.get(id, () => findNamed(id, deadline)) : null
  // No slug is a UUID, and no row of a UUID is believed that leads elsewhere.
  return found?.businessId === id ? found : null
}
