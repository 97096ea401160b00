import type { EventType } from '../../domain/resources.ts'
import {
  type DisabledReason,
  type NewWebhook,
  type Webhook,
  withoutQuery,
} from '../../domain/webhooks/webhook.ts'
import { adminWebhook, recordedWebhook } from '../../domain/webhooks/webhook-view.ts'
import { readRoster, rosterStep } from '../api-keys/roster.ts'
import { whoActs } from '../table/actor.ts'
import { commit, Refusal, type Step } from '../table/commit.ts'
import { eventSteps, previousOf } from '../table/events.ts'
import { newId } from '../table/ids.ts'
import { webhookKey } from '../table/keys.ts'
import {
  againstNewest,
  allowedSize,
  anotherVersion,
  isStill,
  nextVersion,
  type WriteOptions,
} from '../table/versions.ts'
import { listAsEnabled, unlist } from './enabled.ts'
import { firstEventOf, sinceOf } from './replay.ts'
import { deleteSecret, newSecret, PREVIOUS_SECRET_MS, putSecret, replaceSecret } from './secrets.ts'
import { deleteState, moveState, newState, restartState } from './state-steps.ts'
import { withoutWebhook, withWebhook } from './webhook-roster.ts'
import { getWebhook } from './webhooks.ts'

/** A webhook and its secret, which is shown this once. */
export interface IssuedWebhook {
  webhook: Webhook
  secret: string
}

/**
 * Creates a webhook, which gets the events that are newer than itself. Throws the `Refusal`s `url_taken`,
 * `limit_reached`, `own_key_ended` (the business is being deleted) and `object_too_large`.
 */
export const createWebhook = (
  businessId: string,
  input: NewWebhook,
  { now = new Date(), also }: WriteOptions<Webhook> = {},
): Promise<IssuedWebhook> => {
  const secret = newSecret()
  const time = now.toISOString()
  const webhook: Webhook = allowedSize({
    ...input,
    id: newId(now),
    disabled_reason: input.is_enabled ? null : 'requested',
    previous_expires_at: null,
    created_by: whoActs().actor.key_id,
    created_at: time,
    updated_at: time,
    version: 1,
  })
  return againstNewest(async () => {
    await commit([
      ...(also?.(webhook, true) ?? []),
      await takeUrl(businessId, webhook),
      putWebhook(businessId, undefined, webhook),
      putSecret(businessId, webhook.id, secret),
      newState(businessId, webhook.id, firstEventOf(webhook)),
      ...(webhook.is_enabled ? [listAsEnabled(businessId, webhook.id)] : []),
      ...recording(businessId, 'webhook.created', webhook, {}),
    ])
    return { webhook, secret }
  })
}

/** The step by which the roster has a webhook under its URL. */
async function takeUrl(businessId: string, webhook: Webhook): Promise<Step> {
  const roster = await readRoster(businessId)
  if (roster.is_closed) throw new Refusal('own_key_ended')
  return rosterStep(businessId, roster, withWebhook(roster, webhook))
}

/** The step that records a change of a webhook, which has the time of the change already. */
const recording = (
  businessId: string,
  type: EventType & `webhook.${string}`,
  after: Webhook,
  previous: object,
): Step[] =>
  eventSteps(businessId, { type, data: recordedWebhook(after), previous }, new Date(after.updated_at))

/** The members of a webhook that are different now, as they were. If only the query of its URL is, the URL is among them. */
function changedIn(before: Webhook, after: Webhook): object {
  const previous = previousOf(adminWebhook(before), adminWebhook(after))
  return 'url' in previous ? { ...previous, url: withoutQuery(before.url) } : previous
}

/** A change of a webhook. One that becomes enabled gets events from `replayFrom` on; without it, from now on. */
export interface WebhookChange {
  webhook: Webhook
  replayFrom?: string | undefined
  /** Why it is disabled, if not by a request. */
  reason?: DisabledReason
}

/**
 * Changes a webhook by a pure function of its newest state. One that is enabled again starts afresh: it is no longer
 * paused, and gets what happened since. Returns it as it is now, or undefined if there is none. Throws the `Refusal`s
 * `url_taken`, `own_key_ended` and `object_too_large`.
 */
export const updateWebhook = (
  businessId: string,
  webhookId: string,
  change: (webhook: Webhook) => WebhookChange,
  { now = new Date(), check }: WriteOptions<Webhook> = {},
): Promise<Webhook | undefined> =>
  againstNewest(async () => {
    const before = await getWebhook(businessId, webhookId)
    if (!before) return undefined
    check?.(before)
    const { webhook, replayFrom, reason = 'requested' } = change(before)
    const { is_enabled } = webhook
    const disabled_reason = is_enabled ? null : (before.disabled_reason ?? reason)
    const after = nextVersion(before, { ...webhook, disabled_reason }, now)
    if (after === before) return before
    const isDisabled = before.is_enabled && !is_enabled
    await commit([
      ...(after.url === before.url ? [] : [await takeUrl(businessId, after)]),
      putWebhook(businessId, before, after),
      ...(before.is_enabled === is_enabled
        ? moved(businessId, before, after)
        : switched(businessId, after, sinceOf(after, replayFrom, now))),
      ...recording(
        businessId,
        isDisabled ? 'webhook.disabled' : 'webhook.updated',
        after,
        changedIn(before, after),
      ),
    ])
    return after
  })

/** Another endpoint does not wait for what the one before it failed at. */
const moved = (businessId: string, before: Webhook, after: Webhook): Step[] =>
  after.is_enabled && after.url !== before.url ? [moveState(businessId, after.id)] : []

/** The further steps when a webhook is enabled or disabled: its entry in the list of enabled ones, and a new state. */
const switched = (businessId: string, { id, is_enabled }: Webhook, since: number): Step[] =>
  is_enabled ? [listAsEnabled(businessId, id), restartState(businessId, id, since)] : [unlist(businessId, id)]

/**
 * Gives a webhook another secret. Deliveries are signed with up to two of those before it as well, each for 24 hours after
 * the rotation that replaced it. Returns undefined if there is no such webhook.
 */
export async function rotateSecret(
  businessId: string,
  webhookId: string,
  { now = new Date(), check, also }: WriteOptions<Webhook> = {},
): Promise<IssuedWebhook | undefined> {
  const secret = newSecret()
  const end = now.getTime() + PREVIOUS_SECRET_MS
  const webhook = await againstNewest(async () => {
    const before = await getWebhook(businessId, webhookId)
    if (!before) return undefined
    check?.(before)
    const after = nextVersion(before, { ...before, previous_expires_at: new Date(end).toISOString() }, now)
    await commit([
      ...(also?.(after, false) ?? []),
      putWebhook(businessId, before, after),
      replaceSecret(businessId, webhookId, secret, end),
      ...recording(businessId, 'webhook.secret_rotated', after, changedIn(before, after)),
    ])
    return after
  })
  return webhook && { webhook, secret }
}

/** Deletes a webhook with its secret; what it was to deliver is delivered no more. Returns false if there is none. */
export const deleteWebhook = (
  businessId: string,
  webhookId: string,
  { now = new Date(), check }: WriteOptions<Webhook> = {},
): Promise<boolean> =>
  againstNewest(async () => {
    const [roster, before] = await Promise.all([readRoster(businessId), getWebhook(businessId, webhookId)])
    if (!before) return false
    check?.(before)
    await commit([
      {
        write: { Delete: { Key: webhookKey(businessId, webhookId), ...isStill(before) } },
        refusal: 'version_changed',
      },
      rosterStep(businessId, roster, withoutWebhook(roster, webhookId, now)),
      deleteSecret(businessId, webhookId),
      deleteState(businessId, webhookId),
      unlist(businessId, webhookId),
      ...recording(businessId, 'webhook.deleted', anotherVersion(before, before, now), {}),
    ])
    return true
  })

const putWebhook = (businessId: string, before: Webhook | undefined, after: Webhook): Step => ({
  write: {
    Put: { Item: { ...webhookKey(businessId, after.id), type: 'webhook', ...after }, ...isStill(before) },
  },
  refusal: 'version_changed',
})
