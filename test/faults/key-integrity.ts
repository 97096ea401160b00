import { isDeepStrictEqual } from 'node:util'
import { tokenKey } from '../../lib/data/table/keys.ts'
import { rosterEntry } from '../../lib/data/webhooks/webhook-roster.ts'
import type { Webhook } from '../../lib/domain/webhooks/webhook.ts'
import type { Item } from '../support/items.ts'

/** As much of a key's item as other items repeat. */
interface KeyItem extends Item {
  id: string
  version: number
  name: string
  scopes: string[]
  expires_at: string | null
  allowed_ips: string[]
  rate_limit: { per_second: number; burst: number }
  revoked_at: string | null
  previous_expires_at: string | null
  digest: string
  previous_digest: string | null
}

/** The contradictions between a business's keys, their tokens, the roster, and the last event of each. */
export function wrongKeys(businessId: string, items: readonly Item[]): string[] {
  const keys = items.filter(({ type }) => type === 'api_key') as KeyItem[]
  return [
    ...wrongTokens(businessId, keys, items),
    ...wrongRoster(keys, items),
    ...keys.filter((key) => !isAsLastTold(key, items)).map(({ id }) => `last event of ${id}`),
    ...items.filter((item) => /sfk_\w{49}/.test(JSON.stringify(item))).map(({ pk }) => `secret in ${pk}`),
  ]
}

/** Each token of a key that is not revoked says what the key may, and there is no other. */
function wrongTokens(businessId: string, keys: readonly KeyItem[], items: readonly Item[]): string[] {
  const live = keys.filter(({ revoked_at }) => revoked_at === null)
  const due = new Map(
    live.flatMap((key) => {
      const { digest, previous_digest, expires_at, previous_expires_at } = key
      const ends = [expires_at, previous_expires_at].filter((end) => end !== null).sort()
      return [
        [digest, tokenOf(businessId, key, digest, expires_at)] as const,
        ...(previous_digest === null
          ? []
          : [[previous_digest, tokenOf(businessId, key, previous_digest, ends[0] ?? null)] as const]),
      ]
    }),
  )
  const found = new Map(
    items
      .filter(({ type }) => type === 'token')
      .map(({ ttl, ...token }) => [token.pk.slice(token.pk.indexOf('#') + 1), token]),
  )
  const digests = [...new Set([...due.keys(), ...found.keys()])]
  return digests
    .filter((digest) => !isDeepStrictEqual(due.get(digest), found.get(digest)))
    .map((digest) => `token ${digest}: ${JSON.stringify(found.get(digest))}`)
}

const tokenOf = (businessId: string, key: KeyItem, digest: string, end: string | null) => ({
  ...tokenKey(digest),
  type: 'token',
  business_id: businessId,
  key_id: key.id,
  key_name: encodeURIComponent(key.name),
  expires_at: end,
  revoked_at: null,
  scopes: key.scopes.join(' '),
  allowed_ips: key.allowed_ips.join(' '),
  rate_limit: `${key.rate_limit.per_second}/${key.rate_limit.burst}`,
})

/** The roster has every key that is not revoked and every webhook, and has grown by one with each change that it decides. */
function wrongRoster(keys: readonly KeyItem[], items: readonly Item[]): string[] {
  const live = keys.filter(({ revoked_at }) => revoked_at === null)
  const entries = live.map(({ id, scopes, expires_at, allowed_ips }) => {
    const isUnbound = expires_at === null && allowed_ips.length === 0
    return [id, { is_admin: scopes.includes('api_keys:write') && isUnbound, expires_at }]
  })
  const changes = items.filter(isRosterChange).length
  const due = {
    version: keys.reduce((sum, { version }) => sum + version, changes),
    keys: Object.fromEntries(entries),
    webhooks: Object.fromEntries(
      items
        .filter(({ type }) => type === 'webhook')
        .map((item) => [item.id, rosterEntry(item as unknown as Webhook)]),
    ),
  }
  const rosters = items
    .filter(({ type }) => type === 'roster')
    .map(({ version, keys, webhooks = {} }) => ({ version, keys, webhooks }))
  return isDeepStrictEqual(rosters, [due]) ? [] : [`roster ${JSON.stringify(rosters)}`]
}

/** The event of a change of webhooks that the roster decides. */
const isRosterChange = ({ event_type, json }: Item) =>
  event_type === 'webhook.created' ||
  event_type === 'webhook.deleted' ||
  (event_type === 'webhook.updated' && JSON.parse(String(json)).previous.url !== undefined)

/** The last event of a key tells it as it is, without what only the table needs. */
function isAsLastTold(key: KeyItem, items: readonly Item[]): boolean {
  const { pk: _pk, sk: _sk, type: _type, digest: _digest, previous_digest: _previous, ...told } = key
  return items
    .filter(({ event_type }) => String(event_type).startsWith('api_key.'))
    .map(({ json }) => JSON.parse(String(json)).data)
    .some((data) => isDeepStrictEqual(data, { ...told, last_used_at: null }))
}
