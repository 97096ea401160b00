/**
 * The deliveries of a webhook: one item for each event that was tried, written with the outcome of each try. The time
 * of the next try is in an item of its own, put before the delivery's and removed after it: if a Query for due
 * deliveries had to read 10,000 finished ones as well, it would cost 855 read units.
 */
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'
import type { Delivery, DeliveryStatus, Try } from '../../domain/webhooks/delivery.ts'
import { deliveryId } from '../../domain/webhooks/delivery.ts'
import { deleteItem, putItem, queryItems, readItem } from '../table/calls/writer.ts'
import { THIRTY_DAYS_S } from '../table/events.ts'
import { when } from '../table/expressions.ts'
import { isOf } from '../table/item-pages.ts'
import { DELIVERY_PREFIX, deliveryKey, type Key, retryKey, webhookStateKey } from '../table/keys.ts'
import { nameOf, readItems } from '../table/patient-reads.ts'
import { dueItemOf, endOf } from './due-items.ts'
import type { WebhookName } from './enabled.ts'
import type { FeedEvent } from './feed-events.ts'

/** A delivery as stored. */
export interface StoredDelivery {
  eventId: string
  eventType: string
  status: DeliveryStatus
  tries: Try[]
  /** Tries since it was made, or requested again. */
  attempts: number
  nextTryAt: string | null
  /** True if a request started it: it is made whatever its webhook wants by now. */
  isByHand?: true
  /** The event itself, where it is in no feed. */
  json?: string
}

export interface DeliveryItem extends Key {
  type: 'delivery'
  event_type: string
  status: DeliveryStatus
  tries: Try[]
  attempts: number
  next_try_at: string | null
  by_hand?: true
  json?: string
}

/** The log of a delivery that is requested again and again shows its last tries. */
const MOST_TRIES_SHOWN = 50

/** A delivery is kept as long as its event, and hidden after it: the table deletes late. */
export const KEPT_MS = THIRTY_DAYS_S * 1000

/** The delivery of an event before its first try. */
export const untried = ({ id, type }: Pick<FeedEvent, 'id' | 'type'>): StoredDelivery => ({
  eventId: id,
  eventType: type,
  status: 'pending',
  tries: [],
  attempts: 0,
  nextTryAt: null,
})

/** True for a delivery that somebody requested and no run has tried since. All others are first written after a try. */
export const isAsked = ({ status, attempts }: StoredDelivery): boolean =>
  status === 'pending' && attempts === 0

/** The deliveries of these events that have been tried, by event. */
export async function readDeliveries(
  { businessId, webhookId }: WebhookName,
  eventIds: readonly string[],
): Promise<Map<string, StoredDelivery>> {
  const found = await readItems(eventIds.map((eventId) => deliveryKey(businessId, webhookId, eventId)))
  return new Map(
    eventIds.flatMap((eventId) => {
      const item = found.get(nameOf(deliveryKey(businessId, webhookId, eventId)))
      const isDelivery = item && isOf('delivery', item)
      return isDelivery ? [[eventId, deliveryIn(item as unknown as DeliveryItem)] as const] : []
    }),
  )
}

/**
 * Those of some events, of which the oldest comes first, that have a delivery. Tests that were sent between them, with their JSON, can
 * be more than one Query reads: the deliveries behind its end are read by their keys.
 */
export async function triedAmong(of: WebhookName, eventIds: readonly string[]): Promise<Set<string>> {
  const [first, last] = [eventIds[0], eventIds.at(-1)]
  if (first === undefined || last === undefined) return new Set()
  const { businessId, webhookId } = of
  const { items, lastKey } = await queryItems<DeliveryItem>({
    KeyConditionExpression: 'pk = :pk AND sk BETWEEN :first AND :last',
    ExpressionAttributeValues: {
      ':pk': webhookStateKey(businessId, webhookId).pk,
      ':first': deliveryKey(businessId, webhookId, first).sk,
      ':last': deliveryKey(businessId, webhookId, last).sk,
    },
    ConsistentRead: true,
  })
  const end = lastKey?.sk
  const unread = eventIds.filter((id) => end !== undefined && deliveryKey(businessId, webhookId, id).sk > end)
  const rest = await readDeliveries(of, unread)
  return new Set([...deliveriesIn(items).map(({ eventId }) => eventId), ...rest.keys()])
}

/** Writes a delivery after a try. The item of the next try is put before it, that of the previous one removed after. */
export async function writeDelivery(
  { businessId, webhookId }: WebhookName,
  before: StoredDelivery | undefined,
  after: StoredDelivery,
): Promise<void> {
  const { eventId, nextTryAt } = after
  const dueAt = (time: string) => retryKey(businessId, webhookId, time, eventId)
  if (nextTryAt !== null) await putItem(dueItemOf(businessId, webhookId, { at: nextTryAt, eventId }))
  const written = await putNewest({ businessId, webhookId }, before, after)
  for (const time of new Set([before?.nextTryAt, nextTryAt]))
    if (time && time !== written.nextTryAt) await deleteItem(dueAt(time))
}

/** Writes a delivery unless it has changed since it was read: then it is joined with what it is now. */
async function putNewest(
  { businessId, webhookId }: WebhookName,
  before: StoredDelivery | undefined,
  after: StoredDelivery,
): Promise<StoredDelivery> {
  try {
    await putItem(itemOf(businessId, webhookId, after), isStill(before))
    return after
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error
  }
  const item = await readItem<DeliveryItem>(deliveryKey(businessId, webhookId, after.eventId))
  const now = item && deliveryIn(item)
  // The response to an earlier try to write this was lost.
  if (now && now.tries.at(-1)?.at === after.tries.at(-1)?.at) return now
  return putNewest({ businessId, webhookId }, now, now ? joined(now, after) : after)
}

/**
 * A delivery that was changed during a try, and what that try made of it. One that was requested again stays so, since the
 * try began before; otherwise any run's success counts.
 */
function joined(now: StoredDelivery, after: StoredDelivery): StoredDelivery {
  const tries = [...now.tries, ...after.tries.slice(-1)]
  return after.status === 'succeeded' && !isAsked(now) ? { ...after, tries } : { ...now, tries }
}

/** The condition that nothing has come of a delivery, and nobody has requested it again, since it was read. */
const isStill = (before: StoredDelivery | undefined) =>
  before
    ? when`#attempts = ${before.attempts} AND #next_try_at = ${before.nextTryAt}`
    : when`attribute_not_exists(pk)`

/** The item of a delivery. */
export const itemOf = (
  businessId: string,
  webhookId: string,
  { eventId, eventType, status, tries, attempts, nextTryAt, isByHand, json }: StoredDelivery,
) => ({
  ...deliveryKey(businessId, webhookId, eventId),
  type: 'delivery',
  event_type: eventType,
  status,
  tries: tries.slice(-MOST_TRIES_SHOWN),
  attempts,
  next_try_at: nextTryAt,
  ...(isByHand && { by_hand: true }),
  ...(json !== undefined && { json }),
  ...endOf(eventId),
})

/** The deliveries in items, without those of other types, which a newer version has written. */
export const deliveriesIn = (items: readonly DeliveryItem[]): StoredDelivery[] =>
  items.filter((item) => isOf('delivery', item)).map(deliveryIn)

/** The delivery in an item. */
export const deliveryIn = (item: DeliveryItem): StoredDelivery => ({
  eventId: item.sk.slice(DELIVERY_PREFIX.length),
  eventType: item.event_type,
  status: item.status,
  tries: item.tries,
  attempts: item.attempts,
  nextTryAt: item.next_try_at,
  ...(item.by_hand && { isByHand: true }),
  ...(item.json !== undefined && { json: item.json }),
})

/** A delivery as a merchant sees it. */
export const shownDelivery = ({
  eventId,
  eventType,
  status,
  tries,
  nextTryAt,
}: StoredDelivery): Delivery => ({
  id: deliveryId(eventId),
  event_id: eventId,
  type: eventType,
  status,
  tries: tries.map(({ at, status_code, error, duration_ms }) => ({ at, status_code, error, duration_ms })),
  next_try_at: nextTryAt,
})
