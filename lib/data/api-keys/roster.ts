import { type ApiKey, isAdmin, isLive } from '../../domain/api-keys/api-key.ts'
import { RESOURCES } from '../../domain/resources.ts'
import { readItem } from '../table/calls/writer.ts'
import { Refusal, type Step } from '../table/commit.ts'
import { updateOf, when } from '../table/expressions.ts'
import { type Key, rosterKey } from '../table/keys.ts'

interface RosterEntry {
  /** True if this key can make and change keys: without an expiry, and from every address. */
  is_admin: boolean
  expires_at: string | null
}

/** A webhook in the roster. */
export interface RosterWebhook {
  /** SHA-256 of its URL: every change of a key reads the roster, and a URL can have 2,048 characters. */
  url_digest: string
  /** The id of the API key that created it; null if none did. */
  created_by: string | null
}

/**
 * The keys of a business that are not revoked, and its webhooks, by id. Every change of a key, every new or deleted
 * webhook and every new URL of one is written on the condition that this is still the version it was decided on. Of two
 * changes that are right one by one but not together the second is then decided again.
 */
export interface Roster {
  version: number
  keys: Record<string, RosterEntry>
  webhooks: Record<string, RosterWebhook>
  /** The webhooks that were deleted last, and the time of each deletion. */
  deleted_webhooks: Record<string, string>
  /** True from the moment the business is being deleted: from then on no key is made or changed. */
  is_closed: boolean
}

/** The roster, read consistently; an empty one, of version 0, before the first key. */
export async function readRoster(businessId: string): Promise<Roster> {
  const item = await readItem<Key & Roster>(rosterKey(businessId))
  const { version = 0, keys = {}, webhooks = {}, deleted_webhooks = {}, is_closed = false } = item ?? {}
  return { version, keys, webhooks, deleted_webhooks, is_closed }
}

/**
 * The step that writes the next version of a roster, with other keys or other webhooks; the refusal makes its reader
 * decide again. A roster lasts as long as its business: its version alone says which it is.
 */
export function rosterStep(
  businessId: string,
  { version }: Roster,
  change: Partial<Pick<Roster, 'keys' | 'webhooks' | 'deleted_webhooks'>>,
): Step {
  return {
    write: {
      Update: {
        Key: rosterKey(businessId),
        ...updateOf({
          set: { type: 'roster', version: version + 1, ...change },
          if: version === 0 ? when`attribute_not_exists(pk)` : when`#version = ${version}`,
        }),
      },
    },
    refusal: 'version_changed',
  }
}

/**
 * The step that closes a roster for good: who decided on it before fails as he writes, and who reads it is refused. It
 * has no condition of a version: a business whose keys make keys all the while could not be closed otherwise.
 */
export const closingStep = (businessId: string): Step => ({
  write: {
    Update: {
      Key: rosterKey(businessId),
      ...updateOf({ set: { type: 'roster', is_closed: true }, add: { version: 1 } }),
    },
  },
})

/** The entries with a key as it will be, and without those that have expired. */
export function withKey({ keys }: Roster, key: ApiKey, now: Date): Roster['keys'] {
  const { [key.id]: before, ...others } = keys
  const entry = { ...before, is_admin: isAdmin(key), expires_at: key.expires_at }
  const all = key.revoked_at === null ? { ...others, [key.id]: entry } : others
  return Object.fromEntries(
    Object.entries(all).filter(([, { expires_at }]) => isLive({ revoked_at: null, expires_at }, now)),
  )
}

/** Throws the `Refusal` `limit_reached` if there would be more entries of this type than a business can have objects. */
export function requireRoom(type: 'api_key' | 'webhook', entries: Roster['keys' | 'webhooks']): void {
  if (Object.keys(entries).length > RESOURCES[type].limit) throw new Refusal('limit_reached')
}

/** Throws the `Refusal` `last_admin_key` if a business that could make keys could make none any more. */
export function requireAdminLeft(before: Roster, keys: Roster['keys']): void {
  const hasAdmin = (entries: Roster['keys']) => Object.values(entries).some(({ is_admin }) => is_admin)
  if (hasAdmin(before.keys) && !hasAdmin(keys)) throw new Refusal('last_admin_key')
}
