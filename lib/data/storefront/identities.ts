/** The authorizer's reads: from the identification that a caller sent to its business. */
import { isHeld } from '../../domain/former-slug.ts'
import { shopKey, tokenKey } from '../table/keys.ts'
import { getItem } from './reader.ts'

/** The key of a token, as stored under the token's digest. `expiresAt` and `revokedAt` are RFC 3339 times or null. */
export interface TokenRecord {
  businessId: string
  keyId: string
  scopes: string[]
  expiresAt: string | null
  revokedAt: string | null
  /** Ranges of addresses in CIDR notation; an empty list allows every address. */
  allowedIps: string[]
  /** `<tokens per second>/<burst>`. */
  rateLimit: string
  /** The key's name, percent-encoded. */
  name: string | null
}

/** A business, as far as it matters to whom it is open. */
export interface NamedBusiness {
  businessId: string
  status: string
}

/**
 * The business that a name leads to: its UUID, its slug, or a former slug in its time; null if there is none. The read
 * ends by `deadline`, in milliseconds since the epoch.
 */
export async function findNamed(name: string, deadline: number): Promise<NamedBusiness | null> {
  const row = await getItem(shopKey(name), ['business_id', 'status', 'until'], deadline)
  const { S: businessId } = row?.business_id ?? {}
  const { S: status } = row?.status ?? {}
  if (!businessId || !status || (row?.until && !isHeld(row.until.S, new Date()))) return null
  return { businessId, status }
}

/**
 * The record of a token by its SHA-256, read consistently so that a revocation takes effect at once; null if there is
 * none, or if it is malformed: a date of the wrong type must not read as no date.
 */
export async function findToken(digest: string, deadline?: number): Promise<TokenRecord | null> {
  const item = await getItem(tokenKey(digest), TOKEN_ATTRIBUTES, deadline, true)
  const [businessId, keyId, scopes, rateLimit, allowedIps, expiresAt, revokedAt, name] = TOKEN_ATTRIBUTES.map(
    (name) => textOrNull(item?.[name]),
  )
  if (!businessId || !keyId || !scopes || !rateLimit) return null
  if (typeof allowedIps !== 'string') return null
  if (expiresAt === undefined || revokedAt === undefined || name === undefined) return null
  return {
    businessId,
    keyId,
    scopes: scopes.split(' '),
    expiresAt,
    revokedAt,
    allowedIps: allowedIps.split(' ').filter((ip) => ip !== ''),
    rateLimit,
    name,
  }
}

type Text = { S?: string; NULL?: boolean } | undefined

const TOKEN_ATTRIBUTES = [
  'business_id',
  'key_id',
  'scopes',
  'rate_limit',
  'allowed_ips',
  'expires_at',
  'revoked_at',
  'key_name',
]

/** A string or null as stored; undefined for anything else, absence included. */
function textOrNull(value: Text): string | null | undefined {
  return value?.NULL ? null : value?.S
}
