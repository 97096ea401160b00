import { eventsAt, eventTime, isEventId, positionAt } from '../domain/events.ts'
import { type Condition, conditionOf, type EventFilter } from './event-filter.ts'
import { FEED_DELAY_MS } from './table/calls/times.ts'
import { queryItems, readItem } from './table/calls/writer.ts'
import { jsonOf, type StoredJson } from './table/event-json.ts'
import { THIRTY_DAYS_S } from './table/events.ts'
import { isOf } from './table/item-pages.ts'
import * as keys from './table/keys.ts'
import { ADMIN_READ_BYTES, asEventual, gatherPage, type PageRequest, type Step } from './table/pages.ts'

/** A page of the feed. */
export interface FeedPage {
  /** The JSON of each event, as it was recorded. */
  items: string[]
  /** The position before the next page; null if the feed has nothing more to show now. */
  position: string | null
  /**
   * The place from which a follower continues: the last event that was looked at, whether it passed the filter or not. At the end of the feed a
   * position if that was over a day ago. Null at the end of a feed, newest first, that never had one.
   */
  lastScanned: string | null
  /** Every event up to this time is in the feed. */
  completeUntil: Date
}

interface EventItem extends keys.Key {
  type: 'event'
  json: StoredJson
}

const KEPT_MS = THIRTY_DAYS_S * 1000
const DAY_MS = 86_400_000

/** True for the id of an event that the feed has forgotten, whether or not there was one: the table deletes late. */
export const isExpired = (eventId: string, now: Date): boolean => eventTime(eventId) < now.getTime() - KEPT_MS

const completeUntil = (now: Date) => new Date(now.getTime() - FEED_DELAY_MS)

/** The JSON of an event, also of one that the feed does not show yet; undefined if there is none, or it is forgotten. */
export async function findEvent(
  businessId: string,
  eventId: string,
  now = new Date(),
): Promise<string | undefined> {
  if (!isEventId(eventId) || isExpired(eventId, now)) return undefined
  const item = await readItem<EventItem>(keys.eventKey(businessId, eventId))
  return item && jsonOf(item.json)
}

/**
 * A page of the feed behind the event `after`: of those later than it, or with the order `newest` of those earlier. It
 * shows nothing that is younger than `FEED_DELAY_MS` by its id, so that nothing is ever committed below an id that it has
 * shown, and it reads consistently, or it could still miss an event.
 */
export async function readFeed(
  businessId: string,
  filter: EventFilter,
  { after, limit }: PageRequest,
  now = new Date(),
): Promise<FeedPage> {
  const feed = feedOf(businessId, filter, now)
  const isFiltered = feed.condition.expressions.length > 0
  const { items, position } = await gatherPage(
    { after, limit },
    { isFiltered, mostBytes: ADMIN_READ_BYTES },
    (from, most) => queryFeed(feed, from, most),
  )
  const last = items.at(-1)?.sk ?? after ?? null
  // The filter can hide events after the last one that is returned; `lastScanned` skips them, too. No event can appear
  // before the end of the feed as of `now`, so a read after that of the page finds the same end.
  const scanned = position ?? (isFiltered ? await lastBehind(feed, last) : last)
  const event = scanned !== null && isEventId(scanned) ? scanned : null
  const isAtEnd = position === null && filter.order !== 'newest'
  const lastScanned = isAtEnd ? notLongAgo(event, filter.until, now) : event
  const shown = items.map(({ json }) => jsonOf(json))
  return { items: shown, position, lastScanned, completeUntil: completeUntil(now) }
}

/**
 * The last event of a feed, or a position a day ago if there was none since: what a follower stored is never forgotten, though
 * nothing happens for 30 days. Not the end of the feed: an event of a clock that is behind could still come before it. Never
 * beyond `until`, behind which the feed was not read.
 */
function notLongAgo(last: string | null, until: Date | undefined, now: Date): string {
  const position = positionAt(Math.min(now.getTime() - DAY_MS, until?.getTime() ?? Number.POSITIVE_INFINITY))
  return last !== null && last > position ? last : position
}

/** A page without events, at the end of what the feed shows now: the place where a follower of new events begins. */
export async function endOfFeed(businessId: string, now = new Date()): Promise<FeedPage> {
  const lastScanned = notLongAgo(await lastBehind(feedOf(businessId, {}, now), null), undefined, now)
  return { items: [], position: null, lastScanned, completeUntil: completeUntil(now) }
}

/** The events of a business that are shown at a time, and which of them are wanted. */
interface Feed {
  partition: string
  isNewestFirst: boolean
  /** The smallest and the largest key of those that are shown and within the times of the filter. */
  ends: [lower: string, upper: string]
  condition: Condition
}

function feedOf(businessId: string, filter: EventFilter, now: Date): Feed {
  const { from, until, order } = filter
  const oldest = Math.max(now.getTime() - KEPT_MS, from?.getTime() ?? 0)
  const newest = Math.min(
    completeUntil(now).getTime(),
    until ? until.getTime() - 1 : Number.POSITIVE_INFINITY,
  )
  return {
    partition: keys.eventKey(businessId, '').pk,
    isNewestFirst: order === 'newest',
    ends: [eventsAt(oldest), keys.lastWithPrefix(eventsAt(newest))],
    condition: conditionOf(filter),
  }
}

/** The keys that are shown behind a position, or from the beginning; undefined if there are none. */
function rangeOf({ isNewestFirst, ends }: Feed, from: string | null): Feed['ends'] | undefined {
  let [lower, upper] = ends
  if (from !== null && isNewestFirst) upper = smallerOf(upper, keys.justBelow(from))
  if (from !== null && !isNewestFirst) lower = isBefore(from, lower) ? lower : keys.justAbove(from)
  // DynamoDB refuses a range that ends before it begins.
  return isBefore(upper, lower) ? undefined : [lower, upper]
}

const smallerOf = (a: string, b: string) => (isBefore(a, b) ? a : b)

/** Compares as DynamoDB does; a forged position can hold anything. */
const isBefore = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b)) < 0

async function queryFeed(feed: Feed, from: string | null, Limit: number): Promise<Step<EventItem>> {
  const range = rangeOf(feed, from)
  if (!range) return { found: [], stoppedAt: null, consumed: {} }
  const { expressions, names, values } = feed.condition
  const { items, lastKey, consumed } = await queryItems<EventItem>({
    ...inRange(feed, range, values),
    ...(expressions.length > 0 && { FilterExpression: expressions.join(' AND ') }),
    ProjectionExpression: 'pk, sk, #item_type, #json',
    ExpressionAttributeNames: { ...names, '#item_type': 'type', '#json': 'json' },
    ScanIndexForward: !feed.isNewestFirst,
    Limit,
    ReturnConsumedCapacity: 'TOTAL',
  })
  return {
    found: items
      .filter((item) => isOf('event', item))
      .map((item) => ({ item, position: item.sk, bytes: Buffer.byteLength(item.json) })),
    stoppedAt: lastKey?.sk ?? null,
    consumed: asEventual(consumed),
  }
}

/** The last event that is shown behind a position, or that position: a Query to the end has looked at all up to it. */
async function lastBehind(feed: Feed, from: string | null): Promise<string | null> {
  const range = rangeOf(feed, from)
  if (!range) return from
  const { items } = await queryItems<keys.Key>({
    ...inRange(feed, range),
    ProjectionExpression: 'pk, sk',
    ScanIndexForward: feed.isNewestFirst,
    Limit: 1,
  })
  return items[0]?.sk ?? from
}

const inRange = ({ partition }: Feed, [lower, upper]: Feed['ends'], values: Record<string, string> = {}) => ({
  KeyConditionExpression: 'pk = :pk AND sk BETWEEN :lower AND :upper',
  ExpressionAttributeValues: { ...values, ':pk': partition, ':lower': lower, ':upper': upper },
  ConsistentRead: true,
})
