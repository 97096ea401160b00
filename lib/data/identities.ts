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
}

/** The id of the business that owns a well-formed slug, or null. */
export async function findBusinessIdBySlug(slug: string): Promise<string | null> {
  const shop = await getItem(shopKey(slug), ['business_id'])
  return shop?.business_id?.S ?? null
}

/** The status of a business, or null if there is none of this id. */
export async function findBusinessStatus(businessId: string): Promise<string | null> {
  const business = await getItem(businessKey(businessId), ['status'])
  return business?.status?.S ?? null
}

/** What stands under a token's SHA-256, read consistently so that a revocation counts at once; or null. */
export async function findToken(digest: string): Promise<TokenRecord | null> {
  const attributes = ['business_id', 'key_id', 'scopes', 'expires_at', 'revoked_at']
  const item = await getItem(tokenKey(digest), attributes, { consistent: true })
  const [businessId, keyId, scopes, expiresAt, revokedAt] = attributes.map((name) => item?.[name]?.S)
  if (!businessId || !keyId || !scopes) return null
  return {
    businessId,
    keyId,
    scopes: scopes.split(' '),
    expiresAt: expiresAt ?? null,
    revokedAt: revokedAt ?? null,
  }
}
