import { findBusinessIdBySlug, findBusinessStatus, findToken, type TokenRecord } from '../data/identities.ts'
import { covers } from '../domain/addresses.ts'
import { isSlug, isUuid } from '../domain/identifiers.ts'
import { isToken, tokenDigest } from '../domain/token.ts'
import { expiringCache } from './cache.ts'
import { isAdminRoute } from './route-access.ts'
import type { Verdict } from './verdict.ts'

/** What a request says about who is calling; undefined where it says nothing. Nothing is checked yet. */
export interface Credentials {
  authorization: string | undefined
  slug: string | undefined
  uuid: string | undefined
  /** The values of the query alias, each a slug or a UUID. */
  aliases: readonly string[]
  /** The address the gateway saw the request come from. */
  sourceIp?: string | undefined
}

/**
 * Changes of slug and status must be seen within 60 s. The reads are eventually consistent, hence the margin.
 * Each kind of name has a cache of its own, so that no slug can ever be answered with a UUID's entry.
 */
const PUBLIC_CACHE = { ttlMs: 55_000, maxEntries: 5_000 }
const slugs = expiringCache<string>(PUBLIC_CACHE)
const statuses = expiringCache<string>(PUBLIC_CACHE)
/** A revocation must hold everywhere within 5 s; the read is consistent, the entry dies 4 s after it began. */
const tokens = expiringCache<TokenRecord>({ ttlMs: 4_000, maxEntries: 1_000 })

/**
 * Finds out which business a request is for, and by what it may be judged whether the route may be called. The first
 * refusal wins: a bad key, an unusable identification, none at all, a conflict, an unknown business, a suspended one.
 * Throws `TableUnavailable`, and on what is no route of ours.
 */
export async function identify(routeKey: string, credentials: Credentials): Promise<Verdict> {
  const isAdmin = isAdminRoute(routeKey)
  const { authorization, sourceIp } = credentials
  const key = authorization === undefined ? undefined : await findKey(authorization, sourceIp)
  if (key === null) return { denial: 'invalid_api_key' }

  const claims = publicClaims(credentials, isAdmin)
  if (claims.some((claim) => !claim.isUsable)) return { denial: 'invalid_identity' }
  if (!key && (isAdmin || claims.length === 0)) return { denial: 'identification_required' }

  const businessIds = new Set(await Promise.all(claims.map((claim) => claim.resolve())))
  if (key) businessIds.add(key.businessId)
  if (businessIds.size > 1) return { denial: 'identity_conflict' }
  const [businessId = null] = businessIds
  if (businessId === null) return { denial: 'business_not_found' }

  const status = await statusOf(businessId)
  if (key && status === null) return { denial: 'invalid_api_key' }
  if (status !== 'active') return { denial: key ? 'business_suspended' : 'business_not_found' }
  if (!key) return { business_id: businessId, identified_by: 'public' }
  return {
    business_id: businessId,
    identified_by: 'api_key',
    key_id: key.keyId,
    scopes: key.scopes.join(' '),
    rate_limit: key.rateLimit,
  }
}

/** The key behind an Authorization header, or null: malformed, unknown, ended and from elsewhere all alike. */
async function findKey(authorization: string, sourceIp = ''): Promise<TokenRecord | null> {
  // One space and nothing else; the scheme's case does not matter (RFC 9110 §11.1).
  const token = /^bearer ([^ ]+)$/i.exec(authorization)?.[1]
  if (token === undefined || !isToken(token)) return null
  const digest = tokenDigest(token)
  const key = await tokens.get(digest, () => findToken(digest))
  if (!key || key.revokedAt !== null) return null
  // Written so that an end which is no time counts as past.
  if (key.expiresAt !== null && !(Date.parse(key.expiresAt) > Date.now())) return null
  if (key.allowedIps.length > 0 && !covers(key.allowedIps, sourceIp)) return null
  return key
}

/** One public identification: whether it can be used at all, and how to find its business (null: there is none). */
interface Claim {
  isUsable: boolean
  resolve: () => Promise<string | null>
}

/** On `/admin` the alias is no identification; there it is an unknown parameter. */
function publicClaims({ slug, uuid, aliases }: Credentials, isAdmin: boolean): Claim[] {
  const claims: Claim[] = []
  if (slug !== undefined) claims.push({ isUsable: isOne(slug), resolve: () => findBySlug(slug) })
  if (uuid !== undefined) claims.push({ isUsable: isOne(uuid), resolve: () => findById(uuid) })
  const [alias, ...more] = isAdmin ? [] : aliases
  if (alias !== undefined)
    claims.push({
      isUsable: alias !== '' && more.length === 0,
      resolve: () => (isUuid(alias) ? findById(alias) : findBySlug(alias)),
    })
  return claims
}

/** A header that is neither empty nor repeated: the gateway joins repeated ones by commas, which no slug has. */
const isOne = (header: string) => header !== '' && !header.includes(',')

async function findBySlug(slug: string): Promise<string | null> {
  return isSlug(slug) ? slugs.get(slug, () => findBusinessIdBySlug(slug)) : null
}

async function findById(uuid: string): Promise<string | null> {
  const id = uuid.toLowerCase()
  return isUuid(id) && (await statusOf(id)) !== null ? id : null
}

const statusOf = (businessId: string) => statuses.get(businessId, () => findBusinessStatus(businessId))
