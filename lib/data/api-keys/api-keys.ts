import { API_KEY_FIELDS } from '../../domain/admin-view.ts'
import type { ApiKey } from '../../domain/api-keys/api-key.ts'
import { withUnknown } from '../../domain/newer-members.ts'
import { pick } from '../../domain/pick.ts'
import { readItem } from '../table/calls/writer.ts'
import { listItems } from '../table/item-pages.ts'
import { apiKeyKey, type Key } from '../table/keys.ts'
import type { Page, PageRequest } from '../table/pages.ts'
import { readLastUse, readLastUses } from './rate.ts'

/** A key with what only the table needs: where its tokens are found. */
export interface ApiKeyItem extends Key, Omit<ApiKey, 'last_used_at'> {
  type: 'api_key'
  /** SHA-256 of its token. */
  digest: string
  /** SHA-256 of the token before the last rotation, unless that one ended with it. */
  previous_digest: string | null
}

/** The key of an id with its item, read consistently, or undefined. */
export async function readApiKey(
  businessId: string,
  keyId: string,
): Promise<{ apiKey: ApiKey; item: ApiKeyItem } | undefined> {
  const [item, lastUse] = await Promise.all([
    readItem<ApiKeyItem>(apiKeyKey(businessId, keyId)),
    readLastUse(businessId, keyId),
  ])
  return item && { apiKey: apiKeyOf(item, lastUse), item }
}

/** The key of an id, revoked and expired ones too, or undefined. */
export const getApiKey = async (businessId: string, keyId: string): Promise<ApiKey | undefined> =>
  (await readApiKey(businessId, keyId))?.apiKey

/** A page of keys in the order they were made, revoked and expired ones too. */
export async function listApiKeys(businessId: string, page: PageRequest): Promise<Page<ApiKey>> {
  const { items, position } = await listItems<ApiKeyItem, ApiKey>(
    {
      start: apiKeyKey(businessId, ''),
      type: 'api_key',
      reverse: false,
      where: [],
      read: (item) => apiKeyOf(item, null),
    },
    page,
  )
  const ids = items.map(({ id }) => id)
  const lastUses = await readLastUses(businessId, ids)
  return { items: items.map((key) => ({ ...key, last_used_at: lastUses.get(key.id) ?? null })), position }
}

/** The key in an item, without what only the table needs. */
function apiKeyOf(item: ApiKeyItem, last_used_at: string | null): ApiKey {
  const { rate_limit } = item
  const apiKey = {
    ...pick({ ...item, last_used_at }, API_KEY_FIELDS),
    rate_limit: withUnknown(pick(rate_limit, ['per_second', 'burst']), rate_limit),
  }
  return withUnknown(apiKey, item, ['pk', 'sk', 'type', 'digest', 'previous_digest'])
}
