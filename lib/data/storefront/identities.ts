/** The authorizer's reads: from what a caller sent to the business it stands for. */
import { businessKey, shopKey, tokenKey } from '../table/keys.ts'
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
  /** The key's name, percent-encoded; undefined if the token was stored before names. */
  name: string | null | undefined
}

/** A business, as far as it matters to whom it is open. */
export interface NamedBusiness {
  businessId: string
  status: string
}

/**
 * The business that a slug leads to, as its own or as a former one in its time, or that has a UUID, which is then its
 * `id` too; null if there is none. One read, if the row was written since such rows carry the status: before `operator
 * reindex` has written it, the profile says it. All reads here end by `deadline`, in milliseconds since the epoch.
 */
export async function findNamed(name: string, deadline: number, id?: string): Promise<NamedBusiness | null> {
  const row = await getItem(shopKey(name), ['business_id', 'status', 'until'], deadline)
  const leadsTo = row?.business_id?.S
  const businessId = id ?? leadsTo
  if (!businessId || (row?.until && !isHeld(row.until.S, new Date()))) return null
  const known = businessId === leadsTo ? row?.status : undefined
  const { S: status } = known ?? (await getItem(businessKey(businessId), ['status'], deadline))?.status ?? {}
  return status ? { businessId, status } : null
}

/**
 * Whether a former slug's time still runs. Judged whenever it is read, as the table deletes when it likes; an end
 * that is no time counts as past.
 */
export const isHeld = (until: unknown, now: Date): boolean =>
  typeof until === 'string' && Date.parse(until) > now.getTime()

/**
 * What stands under a token's SHA-256, read consistently so that a revocation counts at once; null if there is
 * nothing, or something that cannot be understood: a date of the wrong type must not read as no date.
 */
export async function findToken(digest: string, deadline?: number): Promise<TokenRecord | null> {
  const item = await getItem(tokenKey(digest), TOKEN_ATTRIBUTES, deadline, true)
  const [businessId, keyId, scopes, rateLimit, allowedIps, expiresAt, revokedAt, name] = TOKEN_ATTRIBUTES.map(
    (name) => textOrNull(item?.[name]),
  )
  if (!businessId || !keyId || !scopes || !rateLimit) return null
  if (typeof allowedIps !== 'string' || expiresAt === undefined || revokedAt === undefined) return null
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
  ...['business_id', 'key_id', 'scopes', 'rate_limit'],
  ...['allowed_ips', 'expires_at', 'revoked_at', 'key_name'],
]

/** A string or null as stored; undefined for anything else, absence included. */
function textOrNull(value: Text): string | null | undefined {
  return value?.NULL ? null : value?.S
}
