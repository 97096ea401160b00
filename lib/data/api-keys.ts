import type { ApiKey, NewApiKey } from '../domain/api-key.ts'
import { mintToken, tokenDigest } from '../domain/token.ts'
import { commit } from './commit.ts'
import { newId } from './ids.ts'
import { apiKeyKey, tokenKey } from './keys.ts'

/**
 * Issues a key to a business and returns it with its token, which exists nowhere else. The item found by the
 * token's digest repeats what the authorizer judges, so that unknown, revoked and expired cost one read alike.
 */
export async function issueApiKey(
  businessId: string,
  input: NewApiKey,
  now = new Date(),
): Promise<{ apiKey: ApiKey; token: string }> {
  const token = mintToken()
  const digest = tokenDigest(token)
  const apiKey: ApiKey = {
    ...input,
    id: newId(now),
    prefix: token.slice(0, 8),
    last4: token.slice(-4),
    created_at: now.toISOString(),
    revoked_at: null,
  }
  const { id, scopes, expires_at, revoked_at } = apiKey
  const create = (item: object) => ({
    write: { Put: { Item: { ...item }, ConditionExpression: 'attribute_not_exists(pk)' } },
  })
  await commit([
    create({ ...apiKeyKey(businessId, id), type: 'api_key', ...apiKey, digest }),
    create({
      ...tokenKey(digest),
      type: 'token',
      business_id: businessId,
      key_id: id,
      scopes: scopes.join(' '),
      expires_at,
      revoked_at,
    }),
  ])
  return { apiKey, token }
}
