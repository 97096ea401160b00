/** API keys, their tokens and the roster, which all say the same thing of each key; webhooks share their partition. */

import { earlier, tokenItem } from '../../../data/api-keys/api-key-tokens.ts'
import type { ApiKeyItem } from '../../../data/api-keys/api-keys.ts'
import type { Roster } from '../../../data/api-keys/roster.ts'
import * as keys from '../../../data/table/keys.ts'
import { differences, type StoredItem } from '../../../data/table/patient-reads.ts'
import { type ApiKey, faultsOfName, isAdmin, isLive, isSettings } from '../../../domain/api-keys/api-key.ts'
import { pick } from '../../../domain/pick.ts'
import { isPlainText } from '../../../domain/text/text.ts'
import { isAnother } from '../reindex/rendering.ts'
import {
  alone,
  brokenRules,
  type Finding,
  finding,
  foreignOwner,
  type Inspect,
  type Reference,
  unknown,
} from './findings.ts'
import { inspectWebhook, rosterWebhooks } from './webhooks.ts'

/** Inspects an item of the partition of a business's keys: a key, a webhook, or the roster of those that are in use. */
export const inspectAccess =
  (businessId: string): Inspect =>
  (item) => {
    if (item.sk === keys.rosterKey(businessId).sk) return inspectRoster(businessId, item)
    if (item.sk.startsWith(keys.WEBHOOK_PREFIX)) return inspectWebhook(businessId)(item)
    if (!item.sk.startsWith(keys.apiKeyKey(businessId, '').sk)) return alone([unknown(item)])
    const { length } = keys.apiKeyKey(businessId, '').sk
    if (isAnother(item, { type: 'api_key', id: item.sk.slice(length) })) return alone([unknown(item)])
    if (!isWhole(businessId, item))
      return alone([finding('invalid_item', item, 'it is not a complete API key under its own id')])
    const now = new Date()
    return {
      findings: [...foreignOwner(businessId, item), ...brokenRules(item, faultsOfName(item.name))],
      references: [...tokenReferences(businessId, item, now), rosterReference(businessId, item, now)],
    }
  }

/** Inspects the rate of a key. */
export const inspectRate =
  (businessId: string): Inspect =>
  (item) =>
    alone([
      ...foreignOwner(businessId, item),
      ...(item.type === 'rate' && typeof item.tat === 'number'
        ? []
        : [finding('invalid_item', item, 'it does not contain the used rate limit of a key')]),
    ])

type StoredKey = StoredItem & ApiKeyItem

function isWhole(businessId: string, item: StoredItem): item is StoredKey {
  const { id, type, digest, name, scopes, expires_at, allowed_ips } = item
  // Without what another version has stored in it.
  const rate_limit: unknown = pick(Object(item.rate_limit), ['per_second', 'burst'])
  // The rules for names have changed, so any text is accepted; all other settings decide the rights of the key.
  const settings = { name: isText(name) ? 'A name' : name, scopes, expires_at, allowed_ips, rate_limit }
  return (
    type === 'api_key' &&
    typeof digest === 'string' &&
    typeof id === 'string' &&
    item.sk === keys.apiKeyKey(businessId, id).sk &&
    isSettings(settings)
  )
}

const isText = (name: unknown) => typeof name === 'string' && isPlainText(name)

function tokenReferences(businessId: string, item: StoredKey, now: Date): Reference[] {
  const apiKey: ApiKey = { ...item, last_used_at: null }
  const { digest, previous_digest, expires_at, previous_expires_at } = item
  const end = earlier(expires_at, previous_expires_at)
  return [
    tokenReference(businessId, apiKey, { digest, end: expires_at, mayBeGone: false }),
    ...(previous_digest === null
      ? []
      : [
          tokenReference(businessId, apiKey, {
            digest: previous_digest,
            end,
            mayBeGone: end !== null && Date.parse(end) <= now.getTime(),
          }),
        ]),
  ]
}

function tokenReference(
  businessId: string,
  apiKey: ApiKey,
  { digest, end, mayBeGone }: { digest: string; end: string | null; mayBeGone: boolean },
): Reference {
  const key = keys.tokenKey(digest)
  const expected: Record<string, unknown> = tokenItem(businessId, digest, apiKey, end)
  return {
    key,
    judge(token) {
      if (apiKey.revoked_at !== null)
        return token && finding('token_left', key, `the API key ${apiKey.id} is revoked`)
      // An expired token is ignored, whether its item exists or not.
      if (mayBeGone) return undefined
      if (!token) return finding('token_missing', key, `the API key ${apiKey.id} has no token`)
      const differing = differences(Object.keys(expected), token, expected)
      if (differing.length === 0) return undefined
      return finding('token_differs', key, `${differing.join(', ')} not as the API key ${apiKey.id} says`)
    },
  }
}

function rosterReference(businessId: string, item: StoredKey, now: Date): Reference {
  const key = keys.rosterKey(businessId)
  const differs = (what: string) => finding('roster_differs', key, `${what} the API key ${item.id}`)
  return {
    key,
    judge(roster) {
      const entry = (roster as (StoredItem & Roster) | undefined)?.keys?.[item.id]
      if (!isLive(item, now)) {
        // Expired keys leave it with the next change.
        const isRevoked = item.revoked_at !== null
        return isRevoked && entry ? differs('it still has') : undefined
      }
      if (!entry) return differs('it does not have')
      const isSame = entry.is_admin === isAdmin(item) && entry.expires_at === item.expires_at
      return isSame ? undefined : differs('it differs from')
    },
  }
}

/** A key that is only in the roster counts towards the limit, and may pass for the last administrator. */
function inspectRoster(businessId: string, item: StoredItem) {
  const { type, version, keys: entries = {}, webhooks = {} } = item
  if (type !== 'roster' || typeof version !== 'number' || !isMap(entries) || !isMap(webhooks))
    return alone([finding('invalid_item', item, 'it is not a roster of keys and webhooks')])
  const references = Object.keys(entries).map((id) => ({
    key: keys.apiKeyKey(businessId, id),
    judge: (apiKey: StoredItem | undefined): Finding | undefined =>
      apiKey ? undefined : finding('roster_differs', item, `it has the API key ${id}, which does not exist`),
  }))
  return {
    findings: foreignOwner(businessId, item),
    references: [...references, ...rosterWebhooks(businessId, item, webhooks)],
  }
}

const isMap = (value: unknown): value is object => typeof value === 'object' && value !== null
