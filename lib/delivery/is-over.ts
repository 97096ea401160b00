import { isAsked, type StoredDelivery } from '../data/webhooks/deliveries.ts'
import { CLOCKS_APART_MS } from '../data/webhooks/state.ts'
import { eventsAt } from '../domain/events.ts'
import { type Webhook, wants } from '../domain/webhooks/webhook.ts'

/**
 * True for a delivery that was pending when its webhook was disabled, which was enabled again without a replay of that
 * time: the webhook gets nothing from before `since`. True too for one of a type that the webhook does not get any more,
 * unless it was requested. A delivery that was requested or tried since then is made.
 */
export function isOver(row: StoredDelivery, since: string, webhook: Pick<Webhook, 'events'>): boolean {
  const { eventId, eventType, tries, nextTryAt, isByHand, json } = row
  const isRequest = isAsked(row)
  const latest = Date.parse((isRequest ? nextTryAt : tries.at(-1)?.at) ?? '')
  // The clocks of the request and of the run can be behind that of the request that enabled the webhook.
  const after = eventsAt(latest + (isRequest || isByHand ? CLOCKS_APART_MS : 0))
  if (eventId < since && after < since) return true
  // Earlier versions marked no request; those of an event of its own are tests.
  return !isByHand && !isRequest && json === undefined && !wants(webhook, eventType)
}
