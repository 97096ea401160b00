import { eventsAt, eventTime, isEventId } from '../domain/events.ts'
import { jsonOf, type StoredJson } from './table/event-json.ts'
import { THIRTY_DAYS_S } from './table/events.ts'
import * as keys from './table/keys.ts'
import { ADMIN_READ_BYTES, type Consumed, gatherPage, type PageRequest, type Step } from './table/pages.ts'
import { FEED_DELAY_MS } from './table/times.ts'
import { queryItems, readItem } from './table/writer.ts'

/** Which events a reader of the feed wants; all of them where it says nothing. */
export interface EventFilter {
  /** A type, or those of a resource: `product.*`. */
  type?: string | undefined
  /** The id of an API key, `operator` or `system`. */
  actor?: string | undefined
  /** The id of the object that changed. */
  object?: string | undefined
}

/** A page of the feed. */
export interface FeedPage {
  /** The JSON of each event, as it was recorded. */
  items: string[]
  /** Where the next page begins; null if the feed has nothing more to show now. */
  position: string | null
  /** The last event that was looked at, whether it passed the filter or not; null if there never was one. */
  lastScanned: string | null
}

interface EventItem extends keys.Key {
  json: StoredJson
}

const KEPT_MS = THIRTY_DAYS_S * 1000

/** True for the id of an event that the feed has forgotten, whether or not there was one: the table deletes late. */
export const isExpired = (eventId: string, now: Date): boolean => eventTime(eventId) < now.getTime() - KEPT_MS

const isHeldBack = (eventId: string, now: Date) => eventTime(eventId) > now.getTime() - FEED_DELAY_MS

/** The JSON of an event that the feed shows; undefined for every other id. */
export async function findEvent(
  businessId: string,
  eventId: string,
  now = new Date(),
): Promise<string | undefined> {
  if (!isEventId(eventId) || isExpired(eventId, now) || isHeldBack(eventId, now)) return undefined
  const item = await readItem<EventItem>(keys.eventKey(businessId, eventId))
  return item && jsonOf(item.json)
}

/**
 * A page of the feed, oldest first, behind the event `after`. It shows nothing that is younger than `FEED_DELAY_MS` by
 * its id, so that nothing is ever committed below an id that it has shown, and it reads consistently, or it could still
 * miss what is.
 */
export async function readFeed(
  businessId: string,
  filter: EventFilter,
  { after, limit }: PageRequest,
  now = new Date(),
): Promise<FeedPage> {
  const feed = { partition: keys.eventKey(businessId, '').pk, now, condition: conditionOf(filter) }
  const { items, position } = await gatherPage(
    { after, limit },
    { isFiltered: feed.condition.expressions.length > 0, mostBytes: ADMIN_READ_BYTES },
    (from, most) => queryFeed(feed, from, most),
  )
  // What a filter leaves out is not returned. Nothing can come below the end of what is shown: it is still the same.
  const last = position ?? (await newestBehind(feed, items.at(-1)?.sk ?? after ?? null))
  const lastScanned = last !== null && isEventId(last) ? last : null
  return { items: items.map(({ json }) => jsonOf(json)), position, lastScanned }
}

/** The events of a business that are shown at a time, and which of them are wanted. */
interface Feed {
  partition: string
  now: Date
  condition: Condition
}

/** The part of a partition that is shown, behind a position if there is one; undefined if nothing is. */
function rangeOf({ now }: Feed, from: string | null): [lower: string, upper: string] | undefined {
  const oldest = eventsAt(now.getTime() - KEPT_MS)
  const lower = from === null || isBefore(from, oldest) ? oldest : keys.justAbove(from)
  const upper = keys.lastWithPrefix(eventsAt(now.getTime() - FEED_DELAY_MS))
  // DynamoDB refuses a range that ends before it begins.
  return isBefore(upper, lower) ? undefined : [lower, upper]
}

/** Compares as DynamoDB does; a forged position can hold anything. */
const isBefore = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b)) < 0

async function queryFeed(feed: Feed, from: string | null, Limit: number): Promise<Step<EventItem>> {
  const range = rangeOf(feed, from)
  if (!range) return { found: [], stoppedAt: null, consumed: {} }
  const { expressions, names, values } = feed.condition
  const { items, lastKey, consumed } = await queryItems<EventItem>({
    ...inRange(feed, range, values),
    ...(expressions.length > 0 && { FilterExpression: expressions.join(' AND ') }),
    ProjectionExpression: 'pk, sk, #json',
    ExpressionAttributeNames: { ...names, '#json': 'json' },
    Limit,
    ReturnConsumedCapacity: 'TOTAL',
  })
  return {
    found: items.map((item) => ({ item, position: item.sk, bytes: Buffer.byteLength(item.json) })),
    stoppedAt: lastKey?.sk ?? null,
    consumed: asEventual(consumed),
  }
}

/** The newest event that is shown behind a position, or that position: the last that a Query to the end has looked at. */
async function newestBehind(feed: Feed, from: string | null): Promise<string | null> {
  const range = rangeOf(feed, from)
  if (!range || feed.condition.expressions.length === 0) return from
  const { items } = await queryItems<keys.Key>({
    ...inRange(feed, range),
    ProjectionExpression: 'pk, sk',
    ScanIndexForward: false,
    Limit: 1,
  })
  return items[0]?.sk ?? from
}

const inRange = (
  { partition }: Feed,
  [lower, upper]: [lower: string, upper: string],
  values: Record<string, string> = {},
) => ({
  KeyConditionExpression: 'pk = :pk AND sk BETWEEN :lower AND :upper',
  ExpressionAttributeValues: { ...values, ':pk': partition, ':lower': lower, ':upper': upper },
  ConsistentRead: true,
})

/** A consistent read is billed twice what its bytes are; `gatherPage` counts bytes. */
function asEventual({ ScannedCount, ConsumedCapacity }: Consumed): Consumed {
  const units = ConsumedCapacity?.CapacityUnits
  return { ScannedCount, ...(units !== undefined && { ConsumedCapacity: { CapacityUnits: units / 2 } }) }
}

interface Condition {
  expressions: string[]
  names: Record<string, string>
  values: Record<string, string>
}

/** A filter in DynamoDB's words: attributes of the item, which `eventSteps` wrote beside its JSON. */
function conditionOf({ type, actor, object }: EventFilter): Condition {
  const isFamily = type?.endsWith('.*')
  const wanted = { event_type: isFamily ? type?.slice(0, -1) : type, actor, object }
  const condition: Condition = { expressions: [], names: {}, values: {} }
  for (const [name, value] of Object.entries(wanted)) {
    if (value === undefined) continue
    const begins = name === 'event_type' && isFamily
    condition.expressions.push(begins ? `begins_with(#${name}, :${name})` : `#${name} = :${name}`)
    condition.names[`#${name}`] = name
    condition.values[`:${name}`] = value
  }
  // An adjustment is found by each of its products.
  if (object !== undefined) {
    const at = condition.expressions.indexOf('#object = :object')
    condition.expressions[at] = '(#object = :object OR contains(#products, :object))'
    condition.names['#products'] = 'products'
  }
  return condition
}
