import * as v from 'valibot'
import { ExceedsOwnScopes } from '../api-keys/exceeding.ts'
import { allows, SCOPES, type Scope } from '../api-keys/scopes.ts'
import type { JsonObject } from '../body/json-object.ts'
import { applySound, judgedBy, type Resource } from '../body/resource.ts'
import { breaksOf, InvalidFields, type RuleBreak } from '../body/rule-breaks.ts'
import { EVENT_TYPE_FILTERS, RESOURCES, type ResourceType } from '../resources.ts'
import { listOf } from '../text/list.ts'
import { isTime, knownMembers, text, time } from '../text/text.ts'
import { LONGEST_WAIT_MS } from './waits.ts'

const ALL = '*'

/** The values in `events` of a webhook: every event, those of one kind of object, or one type. */
export const EVENT_FILTERS: readonly string[] = [ALL, ...EVENT_TYPE_FILTERS]

const MOST_FILTERS = 50

/** The first check of a URL of a webhook; lib/delivery/send/egress-guard.ts checks each send more strictly. */
const url = v.pipe(
  text(1, 2048),
  v.check((s) => URL.canParse(s) && !/\s/.test(s), 'must be a URL'),
  v.metadata({ pattern: '^https?://[^\\s\\x00-\\x1f]+$' }),
)

const fields = {
  url,
  events: v.pipe(
    listOf(
      v.picklist(EVENT_FILTERS, `must be one of ${EVENT_FILTERS.join(', ')}`),
      MOST_FILTERS,
      `must have at most ${MOST_FILTERS} entries`,
    ),
    v.minLength(1, 'must name at least one type of event'),
    v.transform((filters) => EVENT_FILTERS.filter((filter) => filters.includes(filter))),
  ),
  description: v.optional(text(0, 500), ''),
  is_enabled: v.optional(v.boolean('must be true or false'), true),
}

/** The body of a request that creates a webhook. */
export const newWebhook = knownMembers(fields)

export type NewWebhook = v.InferOutput<typeof newWebhook>

/** The same in a patch, which can enable a webhook again and say from when on it gets what it has missed. */
export const webhookPatch = knownMembers({ ...fields, replay_from: v.optional(time) })

export type WebhookPatch = v.InferOutput<typeof webhookPatch>

/** Why a webhook is disabled: by a request, because its endpoint returned 410, or because that failed for five days. */
export const DISABLED_REASONS = ['requested', 'endpoint_gone', 'endpoint_failing'] as const

export type DisabledReason = (typeof DISABLED_REASONS)[number]

/** A webhook as stored. Its secret is nowhere in it. */
export interface Webhook extends NewWebhook {
  id: string
  /** Null while it is enabled. */
  disabled_reason: DisabledReason | null
  /** When the secret before the last rotation ends, or ended; null if it was never rotated. */
  previous_expires_at: string | null
  /** The id of the API key that created it; null if none did. */
  created_by: string | null
  created_at: string
  updated_at: string
  version: number
}

/** How the endpoint of a webhook does. */
export interface WebhookHealth {
  /** Until then nothing is sent, because deliveries kept failing. */
  paused_until: string | null
  /** The first failed delivery since the last one that succeeded. */
  failing_since: string | null
}

/** The members that change automatically, without a new version. */
const HEALTH_MEMBERS = ['paused_until', 'failing_since'] as const satisfies (keyof WebhookHealth)[]

const READ_ONLY = [
  'id',
  'disabled_reason',
  'previous_expires_at',
  ...HEALTH_MEMBERS,
  'created_by',
  'created_at',
  'updated_at',
  'version',
]

const SAMPLE = { url: 'https://hooks.example/storefront', events: ['product.*'] }

/** How bodies become webhooks. */
export const NEW_WEBHOOK: Resource<NewWebhook> = {
  ...judgedBy(newWebhook),
  writable: Object.keys(fields),
  readOnly: READ_ONLY,
  kept: [],
  sample: SAMPLE,
}

/** How patches become webhooks. */
export const WEBHOOK: Resource<WebhookPatch> = {
  ...judgedBy(webhookPatch),
  writable: Object.keys(webhookPatch.entries),
  readOnly: READ_ONLY,
  kept: ['is_enabled'],
  sample: SAMPLE,
}

/** A webhook with a patch applied, and from when on it is to get what it has missed. */
export type Patched = Webhook & Pick<WebhookPatch, 'replay_from'>

/** Throws `InvalidFields` unless only a webhook that is enabled again gets past events again, from a time that has passed. */
export function requireReplayable(before: Webhook, { is_enabled, replay_from }: Patched, now: Date): void {
  if (replay_from === undefined) return
  const isAgain = is_enabled && !before.is_enabled
  const detail = isAgain ? 'must not be in the future' : 'is only for enabling a disabled webhook'
  if (!isAgain || Date.parse(replay_from) > now.getTime())
    throw new InvalidFields([{ code: 'invalid', detail, path: ['replay_from'] }])
}

/**
 * A patch without the health in it that was once read: the system changes health, so it can be out of date. What never
 * can have been read stays, and is refused as read-only.
 */
export function withoutHealth(patch: JsonObject, now: Date): JsonObject {
  const latest = { paused_until: now.getTime() + LONGEST_WAIT_MS, failing_since: now.getTime() }
  const wasSo = (name: keyof WebhookHealth) => {
    const said = patch[name]
    return said === null || (typeof said === 'string' && isTime(said) && Date.parse(said) <= latest[name])
  }
  const left = HEALTH_MEMBERS.filter(wasSo)
  return Object.fromEntries(Object.entries(patch).filter(([name]) => !left.some((member) => member === name)))
}

/** Everything that is wrong with a patch of a webhook. */
export function webhookPatchFaults(stored: Webhook, patch: JsonObject, now: Date): RuleBreak[] {
  const { object, breaks } = applySound<Webhook, WebhookPatch>(WEBHOOK, stored, patch)
  return [...breaks, ...breaksOf(() => requireReplayable(stored, object, now))]
}

/**
 * The form of a URL in which two of them are compared: as the WHATWG URL Standard writes it, with the host in lower case,
 * without port 443 and without `.` and `..` in the path. The query counts: one endpoint can distinguish shops by it.
 */
export const normalUrl = (url: string): string => new URL(url).href

/** A URL without its query, in which endpoints keep tokens: all that events say of it. */
export const withoutQuery = (url: string): string => url.replace(/[?#].*$/, '')

/** True if a webhook with these filters gets events of a type. */
export const wants = ({ events }: Pick<Webhook, 'events'>, type: string): boolean =>
  events.includes(ALL) || events.includes(type) || events.includes(type.replace(/\..*$/, '.*'))

/**
 * The scopes that a key must have to let events be sent somewhere: to read what is in them. Every event means every
 * read scope there is, so that a kind of object that comes later is not sent to a key that cannot read it.
 */
function scopesFor({ events }: Pick<Webhook, 'events'>): Scope[] {
  if (events.includes(ALL)) return SCOPES.filter((scope) => scope.endsWith(':read'))
  const types = Object.keys(RESOURCES) as ResourceType[]
  return types
    .filter((type) => events.some((filter) => filter.startsWith(`${type}.`)))
    .map((type) => `${RESOURCES[type].scope}:read` as const)
}

/** Throws `ExceedsOwnScopes` if a key with these scopes is not allowed to read all that a webhook gets. */
export function requireReadable(webhook: Pick<Webhook, 'events'>, held: readonly string[]): void {
  const missing = scopesFor(webhook).filter((scope) => !allows(held, scope))
  if (missing.length > 0) throw new ExceedsOwnScopes(missing)
}
