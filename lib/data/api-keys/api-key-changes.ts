import { adminApiKey } from '../../domain/admin-view.ts'
import { type ApiKey, isLive } from '../../domain/api-keys/api-key.ts'
import { requireFutureEnd, requireNarrower, requireWithin } from '../../domain/api-keys/key-powers.ts'
import { commit, Refusal, type Step } from '../table/commit.ts'
import { eventSteps, previousOf } from '../table/events.ts'
import { againstNewest, nextVersion, timeOfNext } from '../table/versions.ts'
import { webhooksOf } from '../webhooks/webhook-roster.ts'
import { addToken, earlier, removeToken, rewritePreviousToken, rewriteToken } from './api-key-tokens.ts'
import {
  type Digests,
  freshToken,
  type IssuedKey,
  isInForce,
  type KeyWriteOptions,
  putKey,
  readDecisive,
} from './api-key-writes.ts'
import { type ApiKeyItem, readApiKey } from './api-keys.ts'
import { type Roster, requireAdminLeft, requireRoom, rosterStep, withKey } from './roster.ts'

/**
 * Changes a key by a pure function of its newest state; for a maker, to one that is allowed no more than before. Returns the
 * key as it is now, or undefined if there is none. Throws `ExceedsOwnKey`, `InvalidFields`, and the `Refusal`s
 * `last_admin_key`, `limit_reached`, `api_key_inactive` and `own_key_ended`.
 */
export const changeApiKey = (
  businessId: string,
  keyId: string,
  change: (apiKey: ApiKey) => ApiKey,
  options: KeyWriteOptions = {},
): Promise<ApiKey | undefined> =>
  changing(businessId, keyId, options, ({ apiKey, item, maker, now }) => {
    if (maker ? !isLive(apiKey, now) : apiKey.revoked_at !== null) throw new Refusal('api_key_inactive')
    const changed = change(apiKey)
    if (maker) requireNarrower(apiKey, changed)
    if (changed.expires_at !== apiKey.expires_at) requireFutureEnd(changed, now)
    const after = nextVersion(apiKey, changed, now)
    const { digest, previous_digest } = item
    return {
      type: 'api_key.updated',
      after,
      digests: { digest, previous_digest },
      tokens: [
        rewriteToken(businessId, digest, after),
        ...(previous_digest !== null && isInForce(after.previous_expires_at, now)
          ? [rewritePreviousToken(businessId, previous_digest, after)]
          : []),
      ],
    }
  })

/**
 * Gives a key a new token. The previous one works for `overlapSeconds` more, one before that ends now. Returns
 * undefined if there is no such key. Throws `ExceedsOwnKey`, and the `Refusal`s `api_key_inactive` and
 * `own_key_ended`.
 */
export async function rotateApiKey(
  businessId: string,
  keyId: string,
  overlapSeconds: number,
  options: KeyWriteOptions = {},
): Promise<IssuedKey | undefined> {
  const { token, digest, shown } = freshToken()
  const apiKey = await changing(businessId, keyId, options, ({ apiKey, item, now }) => {
    if (!isLive(apiKey, now)) throw new Refusal('api_key_inactive')
    const overlapEnd = new Date(now.getTime() + overlapSeconds * 1000).toISOString()
    const previous_expires_at = overlapSeconds === 0 ? null : earlier(overlapEnd, apiKey.expires_at)
    const after = nextVersion(apiKey, { ...apiKey, ...shown, previous_expires_at }, now)
    const overlaps = previous_expires_at !== null
    return {
      type: 'api_key.rotated',
      after,
      digests: { digest, previous_digest: overlaps ? item.digest : null },
      tokens: [
        addToken(businessId, digest, after),
        overlaps
          ? rewritePreviousToken(businessId, item.digest, after)
          : removeToken(businessId, item.digest),
        ...(item.previous_digest === null ? [] : [removeToken(businessId, item.previous_digest)]),
      ],
    }
  })
  return apiKey && { apiKey, token }
}

/**
 * Ends a key and all its tokens; one that is revoked stays as it is. Returns undefined if there is none. Throws
 * `ExceedsOwnKey`, and the `Refusal`s `last_admin_key` and `own_key_ended`.
 */
export const revokeApiKey = (
  businessId: string,
  keyId: string,
  options: KeyWriteOptions = {},
): Promise<ApiKey | undefined> =>
  changing(businessId, keyId, options, ({ apiKey, item, roster, now }) => ({
    type: 'api_key.revoked',
    webhooks: webhooksOf(roster, keyId),
    after:
      apiKey.revoked_at === null
        ? nextVersion(apiKey, { ...apiKey, revoked_at: now.toISOString() }, now)
        : apiKey,
    digests: { digest: item.digest, previous_digest: item.previous_digest },
    tokens: [item.digest, item.previous_digest]
      .filter((digest) => digest !== null)
      .map((digest) => removeToken(businessId, digest)),
  }))

/** The state that a change of a key is decided on. */
interface ApiKeyState {
  apiKey: ApiKey
  item: ApiKeyItem
  roster: Roster
  maker: ApiKey | undefined
  now: Date
}

/** A change of one key; nothing is written if `after` equals the stored key. */
interface ApiKeyChange {
  type: 'api_key.updated' | 'api_key.rotated' | 'api_key.revoked'
  after: ApiKey
  digests: Digests
  tokens: Step[]
  /** The webhooks that the event names. */
  webhooks?: readonly string[]
}

/** Decides on the newest state of a key, its maker and the roster, and commits on the condition that they still are. */
function changing(
  businessId: string,
  keyId: string,
  options: KeyWriteOptions,
  decide: (found: ApiKeyState) => ApiKeyChange,
): Promise<ApiKey | undefined> {
  const { now = new Date(), check, also } = options
  return againstNewest(async () => {
    const [{ roster, maker }, found] = await Promise.all([
      readDecisive(businessId, options, now),
      readApiKey(businessId, keyId),
    ])
    if (!found) return undefined
    const before = found.apiKey
    // A key is always within itself, but of two reads of it one may be older.
    if (maker && maker.id !== before.id) requireWithin(before, maker)
    check?.(before)
    const { type, after, digests, tokens, webhooks = [] } = decide({ ...found, roster, maker, now })
    if (after === before) return before
    const keys = withKey(roster, after, now)
    if (maker) requireAdminLeft(roster, keys)
    requireRoom('api_key', keys)
    const [data, previous] = [adminApiKey(after), previousOf(adminApiKey(before), adminApiKey(after))]
    const happening = { type, data, previous, ...(webhooks.length > 0 && { webhooks }) }
    await commit([
      ...(also?.(after, false) ?? []),
      rosterStep(businessId, roster, { keys }),
      putKey(businessId, before, after, digests),
      ...tokens,
      ...eventSteps(businessId, happening, timeOfNext(before, now)),
    ])
    return after
  })
}
