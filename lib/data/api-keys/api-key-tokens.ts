import type { ApiKey } from '../../domain/api-keys/api-key.ts'
import type { Step } from '../table/commit.ts'
import { isOwnOrNobodys, updateOf } from '../table/expressions.ts'
import { tokenKey } from '../table/keys.ts'
import { TTL_ATTRIBUTE } from '../table/schema.ts'

/** A token's item is of use for this long after its end: then it is as good as one that never was. */
const KEPT_AFTER_END_S = 24 * 60 * 60

/**
 * The item found by a token's digest repeats what the authorizer checks, so that it needs one read, and unknown,
 * revoked and expired cost alike. Lists are joined by spaces: texts are compared, and read, at once.
 */
export function tokenItem(businessId: string, digest: string, apiKey: ApiKey, end: string | null) {
  const { id, name, scopes, allowed_ips, rate_limit, revoked_at } = apiKey
  return {
    ...tokenKey(digest),
    type: 'token',
    business_id: businessId,
    key_id: id,
    key_name: nameInToken(name),
    scopes: scopes.join(' '),
    expires_at: end,
    revoked_at,
    allowed_ips: allowed_ips.join(' '),
    rate_limit: `${rate_limit.per_second}/${rate_limit.burst}`,
  }
}

/** The gateway hands it from the authorizer to the endpoint, in a context that is ASCII this way whatever the name is. */
const nameInToken = (name: string) => encodeURIComponent(name.toWellFormed())

/** The step that makes a new token count. */
export const addToken = (businessId: string, digest: string, apiKey: ApiKey): Step => ({
  write: {
    Put: {
      Item: tokenItem(businessId, digest, apiKey, apiKey.expires_at),
      ConditionExpression: 'attribute_not_exists(pk)',
    },
  },
})

/** The step that lets the key's token count for what the key now may. */
export const rewriteToken = (businessId: string, digest: string, apiKey: ApiKey): Step =>
  rewritten(businessId, tokenItem(businessId, digest, apiKey, apiKey.expires_at))

/** The same for the token before the last rotation, which ends at `previous_expires_at` at the latest. */
export function rewritePreviousToken(businessId: string, digest: string, apiKey: ApiKey): Step {
  const end = earlier(apiKey.expires_at, apiKey.previous_expires_at)
  const ttl = end === null ? {} : { [TTL_ATTRIBUTE]: Math.floor(Date.parse(end) / 1000) + KEPT_AFTER_END_S }
  return rewritten(businessId, { ...tokenItem(businessId, digest, apiKey, end), ...ttl })
}

/** The step that changes the item of a token, which keeps what a newer version has stored in it. */
function rewritten(businessId: string, { pk, sk, ...members }: ReturnType<typeof tokenItem>): Step {
  const remove = TTL_ATTRIBUTE in members ? [] : [TTL_ATTRIBUTE]
  return {
    write: {
      Update: { Key: { pk, sk }, ...updateOf({ set: members, remove, if: isOwnOrNobodys(businessId) }) },
    },
  }
}

/** The step after which a token is as unknown as one that never was. */
export const removeToken = (businessId: string, digest: string): Step => ({
  write: { Delete: { Key: tokenKey(digest), ...isOwnOrNobodys(businessId) } },
})

/** The earlier of two ends; null means never. */
export const earlier = (a: string | null, b: string | null): string | null =>
  a === null || (b !== null && Date.parse(b) < Date.parse(a)) ? b : a
