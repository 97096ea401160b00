/**
 * The deliveries that a merchant requests: of a test event, and of an earlier event once more. They are written here,
 * and made by the run that a wake-up starts.
 */

import { eventsAt } from '../../domain/events.ts'
import type { Delivery } from '../../domain/webhooks/delivery.ts'
import { type Webhook, wants } from '../../domain/webhooks/webhook.ts'
import { recordedWebhook } from '../../domain/webhooks/webhook-view.ts'
import { whoActs } from '../table/actor.ts'
import { readItem } from '../table/calls/writer.ts'
import { commit, Refusal, type Step } from '../table/commit.ts'
import { updateOf, when } from '../table/expressions.ts'
import { newId } from '../table/ids.ts'
import { deliveryKey, eventKey, webhookKey } from '../table/keys.ts'
import { againstNewest } from '../table/versions.ts'
import {
  type DeliveryItem,
  deliveryIn,
  itemOf,
  KEPT_MS,
  type StoredDelivery,
  shownDelivery,
  untried,
} from './deliveries.ts'
import { type Due, dueItemOf } from './due-items.ts'
import type { WebhookName } from './enabled.ts'
import { readState } from './state.ts'
import { deliverAtOnce } from './state-steps.ts'
import { getWebhook } from './webhooks.ts'

interface RequestOptions {
  now?: Date
  /** Further steps of the same transaction, made from the delivery; they are checked first. */
  also?: (delivery: Delivery) => Step[]
}

const TEST_TYPE = 'webhook.test'

/**
 * The most requested deliveries that are not yet made: their ids are in the state of the webhook, which is written
 * with each request, and an item is at most 400 KB. Requests at the same moment can exceed it a little.
 */
export const MOST_ASKED = 1_000

/**
 * Has an event of its own sent to a webhook, which is in no feed. Returns its delivery, which is pending; undefined if
 * there is no such webhook. Throws the `Refusal` `webhook_disabled`.
 */
export const requestTest = (
  { businessId, webhookId }: WebhookName,
  { now = new Date(), also }: RequestOptions = {},
): Promise<Delivery | undefined> =>
  againstNewest(async () => {
    const webhook = await getWebhook(businessId, webhookId)
    if (!webhook) return undefined
    const id = `evt_${newId(now)}`
    const at = now.toISOString()
    const asked: StoredDelivery = {
      ...untried({ id, type: TEST_TYPE }),
      nextTryAt: at,
      isByHand: true,
      json: testEvent(businessId, webhook, { id, timestamp: at }),
    }
    const delivery = shownDelivery(asked)
    await commit([
      ...(also?.(delivery) ?? []),
      ...(await promptly(businessId, webhook, [id])),
      dueStep({ businessId, webhookId }, { at, eventId: id }),
      { write: { Put: { Item: itemOf(businessId, webhookId, asked) } } },
    ])
    return delivery
  })

function testEvent(
  businessId: string,
  webhook: Webhook,
  { id, timestamp }: { id: string; timestamp: string },
): string {
  const { actor, requestId: request_id } = whoActs()
  const about = { id, type: TEST_TYPE, timestamp, business_id: businessId, actor, request_id }
  return JSON.stringify({ ...about, data: recordedWebhook(webhook), previous: {} })
}

/**
 * Has an event sent to a webhook now, also one that it got already: with as many tries as a new one. Returns the delivery,
 * which is pending; undefined if the webhook has none of this event. Throws the `Refusal` `webhook_disabled`.
 */
export const requestDelivery = (
  of: WebhookName,
  eventId: string,
  { now = new Date(), also }: RequestOptions = {},
): Promise<Delivery | undefined> =>
  againstNewest(async () => {
    if (eventId < eventsAt(now.getTime() - KEPT_MS)) return undefined
    const { businessId, webhookId } = of
    const [webhook, item] = await Promise.all([
      getWebhook(businessId, webhookId),
      readItem<DeliveryItem>(deliveryKey(businessId, webhookId, eventId)),
    ])
    const before = item ? deliveryIn(item) : webhook && (await waitingDelivery(of, webhook, eventId))
    if (!webhook || !before) return undefined
    const at = now.toISOString()
    const asked: StoredDelivery = {
      ...before,
      status: 'pending',
      attempts: 0,
      nextTryAt: at,
      isByHand: true,
    }
    const delivery = shownDelivery(asked)
    await commit([
      ...(also?.(delivery) ?? []),
      ...(await promptly(businessId, webhook, [eventId])),
      dueStep(of, { at, eventId }),
      item ? again(of, before, at) : beforeFirst(of, asked),
    ])
    return delivery
  })

/** The delivery of an event that the webhook waits for; undefined if it does not. */
export async function waitingDelivery(
  of: WebhookName,
  webhook: Webhook,
  eventId: string,
): Promise<StoredDelivery | undefined> {
  const [state, event] = await Promise.all([
    readState(of),
    readItem<{ event_type: string }>(eventKey(of.businessId, eventId)),
  ])
  if (!state || !event || !wants(webhook, event.event_type)) return undefined
  const isAhead = eventId > state.watermark && eventId > state.since
  return isAhead ? untried({ id: eventId, type: event.event_type }) : undefined
}

/**
 * The steps that have the deliveries of some events made at once, as long as their webhook is enabled. Beyond
 * `MOST_ASKED` that are still to be made, deliveries wait for the end of a pause.
 */
export async function promptly(
  businessId: string,
  webhook: Webhook,
  eventIds: readonly string[],
): Promise<Step[]> {
  if (!webhook.is_enabled) throw new Refusal('webhook_disabled')
  const state = await readState({ businessId, webhookId: webhook.id })
  const isFull = (state?.asked?.size ?? 0) + eventIds.length > MOST_ASKED
  return [isEnabled(businessId, webhook.id), deliverAtOnce(businessId, webhook.id, isFull ? [] : eventIds)]
}

/** Fails if the webhook was disabled or deleted meanwhile. A write that changes nothing: a check would be one more right. */
const isEnabled = (businessId: string, webhookId: string): Step => ({
  write: {
    Update: {
      Key: webhookKey(businessId, webhookId),
      ...updateOf({ set: { is_enabled: true }, if: when`#is_enabled = ${true}` }),
    },
  },
  refusal: 'version_changed',
})

/** The step after which a delivery is due at a time. */
export const dueStep = ({ businessId, webhookId }: WebhookName, due: Due): Step => ({
  write: { Put: { Item: dueItemOf(businessId, webhookId, due) } },
})

/** The step that writes a delivery that waited for its first try, unless that has been made meanwhile. */
const beforeFirst = ({ businessId, webhookId }: WebhookName, asked: StoredDelivery): Step => ({
  write: {
    Put: {
      Item: itemOf(businessId, webhookId, asked),
      ConditionExpression: 'attribute_not_exists(pk)',
    },
  },
  refusal: 'version_changed',
})

/** The step that makes a delivery pending again, unless something came of it meanwhile. */
export const again = (
  { businessId, webhookId }: WebhookName,
  { eventId, status, attempts }: Pick<StoredDelivery, 'eventId' | 'status' | 'attempts'>,
  at: string,
): Step => ({
  write: {
    Update: {
      Key: deliveryKey(businessId, webhookId, eventId),
      ...updateOf({
        set: { status: 'pending', attempts: 0, next_try_at: at, by_hand: true },
        if: when`#status = ${status} AND #attempts = ${attempts}`,
      }),
    },
  },
  refusal: 'version_changed',
})
