import type { JsonObject } from '../body/json-object.ts'
import { applySound } from '../body/resource.ts'
import { breaksOf, InvalidFields, type RuleBreak } from '../body/rule-breaks.ts'
import { liesWithin } from '../text/addresses.ts'
import { API_KEY, type ApiKey, type ApiKeySettings } from './api-key.ts'
import { ExceedsOwnKey, type Limit } from './exceeding.ts'
import { allows } from './scopes.ts'

/** The rights of a key: its scopes, its expiry, its allowed addresses and its rate limit. */
export type KeyPowers = Pick<ApiKeySettings, 'scopes' | 'expires_at' | 'allowed_ips' | 'rate_limit'>

/** Throws `ExceedsOwnKey` if a key is allowed anything that its maker is not. */
export function requireWithin(key: KeyPowers, maker: KeyPowers): void {
  const scopes = missingScopes(key, maker)
  const limits = widerLimits(key, maker)
  if (scopes.length > 0 || limits.length > 0) throw new ExceedsOwnKey(scopes, limits)
}

/** Throws `InvalidFields` if a change lets a key do what it could not do before. */
export function requireNarrower(before: KeyPowers, after: KeyPowers): void {
  const widened = [
    ...(missingScopes(after, before).length > 0 ? ['scopes'] : []),
    ...widerLimits(after, before),
  ]
  if (widened.length > 0)
    throw new InvalidFields(
      widened.map((name) => ({ path: [name], code: 'invalid', detail: 'can only be narrowed' })),
    )
}

/** Throws `InvalidFields` for an end that has passed. */
export function requireFutureEnd({ expires_at }: Pick<KeyPowers, 'expires_at'>, now: Date): void {
  if (expires_at !== null && !(Date.parse(expires_at) > now.getTime()))
    throw new InvalidFields([{ path: ['expires_at'], code: 'invalid', detail: 'must be in the future' }])
}

/** Everything that is wrong with a patch of a key: its fields, what it widens, and an end that has passed. */
export function narrowingFaults(stored: ApiKey, patch: JsonObject, now: Date): RuleBreak[] {
  const { object, breaks } = applySound(API_KEY, stored, patch)
  const isNewEnd = object.expires_at !== stored.expires_at
  return [
    ...breaks,
    ...breaksOf(() => requireNarrower(stored, object)),
    ...(isNewEnd ? breaksOf(() => requireFutureEnd(object, now)) : []),
  ]
}

const missingScopes = (key: KeyPowers, by: KeyPowers) =>
  key.scopes.filter((scope) => !allows(by.scopes, scope))

function widerLimits(key: KeyPowers, by: KeyPowers): Limit[] {
  const isFaster =
    key.rate_limit.per_second > by.rate_limit.per_second || key.rate_limit.burst > by.rate_limit.burst
  return [
    ...(endsLater(key.expires_at, by.expires_at) ? ['expires_at' as const] : []),
    ...(liesWithin(key.allowed_ips, by.allowed_ips) ? [] : ['allowed_ips' as const]),
    ...(isFaster ? ['rate_limit' as const] : []),
  ]
}

const endsLater = (end: string | null, other: string | null) =>
  other !== null && (end === null || Date.parse(end) > Date.parse(other))
