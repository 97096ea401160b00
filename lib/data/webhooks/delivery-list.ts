/**
 * The deliveries of a webhook as a merchant reads them: what was tried has a row, and what waits for its first try is an
 * event above the watermark.
 */

import { eventsAt } from '../../domain/events.ts'
import type { Delivery, DeliveryStatus } from '../../domain/webhooks/delivery.ts'
import { type Webhook, wants } from '../../domain/webhooks/webhook.ts'
import { queryItems, readItem } from '../table/calls/writer.ts'
import {
  DELIVERY_PREFIX,
  deliveryKey,
  eventKey,
  justAbove,
  justBelow,
  type Key,
  lastWithPrefix,
} from '../table/keys.ts'
import {
  ADMIN_READ_BYTES,
  type Consumed,
  gatherPage,
  type Page,
  type PageRequest,
  type Step,
} from '../table/pages.ts'
import {
  type DeliveryItem,
  deliveriesIn,
  deliveryIn,
  KEPT_MS,
  type StoredDelivery,
  shownDelivery,
  untried,
} from './deliveries.ts'
import { waitingDelivery } from './delivery-requests.ts'
import { readState, type WebhookState } from './state.ts'

/** Which deliveries are shown; all of them if it says nothing. */
export interface DeliveryFilter {
  status?: DeliveryStatus | undefined
}

interface Sources {
  businessId: string
  webhook: Webhook
  /** The last event that does not wait for its first try; undefined if none can. */
  waitingBehind: string | undefined
  /** The oldest event that is still shown. */
  oldest: string
}

/**
 * A page of the deliveries of a webhook, newest first; positions are ids of events. The state is read before both lists:
 * an event that is tried meanwhile then has a row or waits, and often both, but never neither.
 */
export async function listDeliveries(
  businessId: string,
  webhook: Webhook,
  { status }: DeliveryFilter,
  page: PageRequest,
  now = new Date(),
): Promise<Page<Delivery>> {
  const state = await readState({ businessId, webhookId: webhook.id })
  const sources: Sources = {
    businessId,
    webhook,
    waitingBehind: status === undefined || status === 'pending' ? waitingBehind(webhook, state) : undefined,
    oldest: eventsAt(now.getTime() - KEPT_MS),
  }
  // Two lists of which one hides parts of the other: it is never known beforehand how much of them a page shows.
  const rules = { isFiltered: true, mostBytes: ADMIN_READ_BYTES }
  return gatherPage(page, rules, async (position, limit) => {
    const { found, stoppedAt, consumed } = await readBoth(sources, position, limit)
    const shown = found.filter((delivery) => status === undefined || delivery.status === status)
    return { found: shown.map(placed), stoppedAt, consumed }
  })
}

/**
 * One delivery of a webhook, or undefined if it neither got the event nor waits for it, or the event is too old. The row is
 * read last: an event that is tried meanwhile waits, or has a row.
 */
export async function getDelivery(
  businessId: string,
  webhook: Webhook,
  eventId: string,
  now = new Date(),
): Promise<Delivery | undefined> {
  if (eventId < eventsAt(now.getTime() - KEPT_MS)) return undefined
  const of = { businessId, webhookId: webhook.id }
  const waiting = webhook.is_enabled ? await waitingDelivery(of, webhook, eventId) : undefined
  const row = await readItem<DeliveryItem>(deliveryKey(businessId, webhook.id, eventId))
  const stored = row ? deliveryIn(row) : waiting
  return stored && shownDelivery(stored)
}

/**
 * The last event that does not wait for its first try. Undefined for a disabled webhook, for which no event waits: once
 * enabled, it gets only later events.
 */
const waitingBehind = ({ is_enabled }: Webhook, state: WebhookState | undefined): string | undefined =>
  !is_enabled || !state ? undefined : state.watermark > state.since ? state.watermark : state.since

function placed(stored: StoredDelivery): Step<Delivery>['found'][number] {
  const item = shownDelivery(stored)
  return { item, position: stored.eventId, bytes: Buffer.byteLength(JSON.stringify(item)) }
}

/** As much of both lists as was read of both, merged. */
async function readBoth(sources: Sources, position: string | null, limit: number) {
  const [rows, waiting] = await Promise.all([
    readRows(sources, position, limit),
    readWaiting(sources, position, limit),
  ])
  const stops = [rows.stoppedAt, waiting.stoppedAt].filter((stop) => stop !== null)
  const stoppedAt = stops.sort().at(-1) ?? null
  const tried = new Set(rows.found.map(({ eventId }) => eventId))
  const found = [...rows.found, ...waiting.found.filter(({ eventId }) => !tried.has(eventId))]
    .filter(({ eventId }) => stoppedAt === null || eventId >= stoppedAt)
    .sort((a, b) => (a.eventId < b.eventId ? 1 : -1))
  return { found, stoppedAt, consumed: consumedBy([rows.consumed, waiting.consumed]) }
}

interface Read {
  found: StoredDelivery[]
  stoppedAt: string | null
  consumed: Consumed
}

const NOTHING: Read = {
  found: [],
  stoppedAt: null,
  consumed: { ScannedCount: 0, ConsumedCapacity: { CapacityUnits: 0 } },
}

async function readRows(
  { businessId, webhook, oldest }: Sources,
  position: string | null,
  limit: number,
): Promise<Read> {
  const keyOf = (eventId: string) => deliveryKey(businessId, webhook.id, eventId)
  const upper = position === null ? lastWithPrefix(DELIVERY_PREFIX) : justBelow(keyOf(position).sk)
  const { items, lastKey, consumed } = await queryDown<DeliveryItem>(keyOf(oldest), upper, limit)
  const idOf = ({ sk }: Key) => sk.slice(DELIVERY_PREFIX.length)
  return { found: deliveriesIn(items), stoppedAt: lastKey ? idOf(lastKey) : null, consumed }
}

async function readWaiting(
  { businessId, webhook, waitingBehind, oldest }: Sources,
  position: string | null,
  limit: number,
): Promise<Read> {
  if (waitingBehind === undefined) return NOTHING
  const lower = waitingBehind > oldest ? waitingBehind : oldest
  const upper = position === null ? lastWithPrefix('evt_') : justBelow(position)
  const start = eventKey(businessId, justAbove(lower))
  const { items, lastKey, consumed } = await queryDown<Key & { event_type?: string }>(start, upper, limit)
  const found = items
    .flatMap(({ sk: id, event_type: type }) => (type === undefined ? [] : { id, type }))
    .filter(({ type }) => wants(webhook, type))
    .map(untried)
  return { found, stoppedAt: lastKey?.sk ?? null, consumed }
}

/** The items of a partition between two sort keys, the last first. Without the JSON of events, which is most of them. */
async function queryDown<I extends Key>({ pk, sk }: Key, upper: string, Limit: number) {
  // A forged position can be anywhere, and DynamoDB refuses a range that ends before it begins.
  if (Buffer.compare(Buffer.from(sk), Buffer.from(upper)) > 0)
    return { items: [], lastKey: undefined, consumed: NOTHING.consumed }
  return queryItems<I>({
    KeyConditionExpression: 'pk = :pk AND sk BETWEEN :lower AND :upper',
    ProjectionExpression: ATTRIBUTES.map((name) => `#${name}`).join(', '),
    ExpressionAttributeNames: Object.fromEntries(ATTRIBUTES.map((name) => [`#${name}`, name])),
    ExpressionAttributeValues: { ':pk': pk, ':lower': sk, ':upper': upper },
    ScanIndexForward: false,
    ConsistentRead: true,
    Limit,
    ReturnConsumedCapacity: 'TOTAL',
  })
}

const ATTRIBUTES = ['pk', 'sk', 'type', 'event_type', 'status', 'tries', 'attempts', 'next_try_at']

/** Of two Queries with one limit, as if one had read what both did: rows of both together are as large as their sum. */
const consumedBy = (both: readonly Consumed[]): Consumed => ({
  ScannedCount: Math.max(...both.map(({ ScannedCount = 0 }) => ScannedCount)),
  // A consistent read is billed twice what its bytes are.
  ConsumedCapacity: {
    CapacityUnits:
      both.reduce((sum, { ConsumedCapacity }) => sum + (ConsumedCapacity?.CapacityUnits ?? Infinity), 0) / 2,
  },
})
