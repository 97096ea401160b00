/** The authorizer's reads: from what a caller sent to the business it stands for. */
import { businessKey, shopKey, tokenKey } from './keys.ts'
import { getItem } from './reader.ts'

/** What the item of a token says. `expiresAt` and `revokedAt` are RFC 3339 times or null. */
export interface TokenRecord {
  businessId: string
  keyId: string
  scopes: string[]
  expiresAt: string | null
  revokedAt: string | null
  /** Ranges of addresses in CIDR notation; none stands for every address. */
  allowedIps: string[]
  /** `<tokens per second>/<burst>`. */
  rateLimit: string
}

/** The id of the business that a well-formed slug leads to, as its own or as a former one in its time; or null. */
export async function findBusinessIdBySlug(slug: string, now = new Date()): Promise<string | null> {
  const shop = await getItem(shopKey(slug), ['business_id', 'until'])
  if (shop?.until && !isHeld(shop.until.S, now)) return null
  return shop?.business_id?.S ?? null
}

/**
 * Whether a former slug's time still runs. Judged whenever it is read, as the table deletes when it likes; an end
 * that is no time counts as past.
 */
export const isHeld = (until: unknown, now: Date): boolean =>
  typeof until === 'string' && Date.parse(until) > now.getTime()

/** The status of a business, or null if there is none of this id. */
export async function findBusinessStatus(businessId: string): Promise<string | null> {
  const business = await getItem(businessKey(businessId), ['status'])
  return business?.status?.S ?? null
}

/**
 * What stands under a token's SHA-256, read consistently so that a revocation counts at once; null if there is
 * nothing, or something that cannot be understood: a date of the wrong type must not read as no date.
 */
export async function findToken(digest: string): Promise<TokenRecord | null> {
  const item = await getItem(tokenKey(digest), TOKEN_ATTRIBUTES, { ConsistentRead: true })
  const [businessId, keyId, scopes, rateLimit, allowedIps, expiresAt, revokedAt] = TOKEN_ATTRIBUTES.map(
    (name) => textOrNull(item?.[name]),
  )
  if (!businessId || !keyId || !scopes || !rateLimit) return null
  if (typeof allowedIps !== 'string' || expiresAt === undefined || revokedAt === undefined) return null
  const record = { businessId, keyId, rateLimit, expiresAt, revokedAt }
  return { ...record, scopes: scopes.split(' '), allowedIps: allowedIps.split(' ').filter((ip) => ip !== '') }
}

const TOKEN_ATTRIBUTES = [
  ...['business_id', 'key_id', 'scopes', 'rate_limit'],
  ...['allowed_ips', 'expires_at', 'revoked_at'],
]

/** A string or null as stored; undefined for anything else, absence included. */
function textOrNull(value: { S?: string; NULL?: boolean } | undefined): string | null | undefined {
  return value?.NULL ? null : value?.S
}
