import { adminApiKey } from '../../domain/admin-view.ts'
import { type ApiKey, DEFAULT_RATE_LIMIT, type NewApiKey } from '../../domain/api-keys/api-key.ts'
import { requireFutureEnd, requireWithin } from '../../domain/api-keys/key-powers.ts'
import { commit } from '../table/commit.ts'
import { eventSteps } from '../table/events.ts'
import { newId } from '../table/ids.ts'
import { againstNewest } from '../table/versions.ts'
import { addToken } from './api-key-tokens.ts'
import { freshToken, type IssuedKey, type KeyWriteOptions, putKey, readDecisive } from './api-key-writes.ts'
import { requireRoom, rosterStep, withKey } from './roster.ts'

/**
 * Makes a key. Throws `ExceedsOwnKey`, `InvalidFields`, and the `Refusal`s `limit_reached` and `own_key_ended`.
 */
export function issueApiKey(
  businessId: string,
  input: NewApiKey,
  options: KeyWriteOptions = {},
): Promise<IssuedKey> {
  const { now = new Date(), also } = options
  const { token, digest, shown } = freshToken()
  const id = newId(now)
  return againstNewest(async () => {
    const { roster, maker } = await readDecisive(businessId, options, now)
    const time = now.toISOString()
    const apiKey: ApiKey = {
      id,
      name: input.name,
      ...shown,
      scopes: input.scopes,
      // A key without limits of its own gets those of its maker.
      expires_at: input.expires_at === undefined ? (maker?.expires_at ?? null) : input.expires_at,
      allowed_ips: input.allowed_ips ?? maker?.allowed_ips ?? [],
      rate_limit: input.rate_limit ?? maker?.rate_limit ?? DEFAULT_RATE_LIMIT,
      revoked_at: null,
      previous_expires_at: null,
      last_used_at: null,
      created_at: time,
      updated_at: time,
      version: 1,
    }
    requireFutureEnd(apiKey, now)
    if (maker) requireWithin(apiKey, maker)
    const keys = withKey(roster, apiKey, now)
    requireRoom('api_key', keys)
    await commit([
      ...(also?.(apiKey, true) ?? []),
      rosterStep(businessId, roster, { keys }),
      putKey(businessId, undefined, apiKey, { digest, previous_digest: null }),
      addToken(businessId, digest, apiKey),
      ...eventSteps(businessId, { type: 'api_key.created', data: adminApiKey(apiKey), previous: {} }, now),
    ])
    return { apiKey, token }
  })
}
