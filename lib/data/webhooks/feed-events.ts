/** The events of a business as its webhooks get them: all of them, those of the last seconds too. */
import { EVENT_PREFIX } from '../../domain/events.ts'
import { queryItems } from '../table/calls/writer.ts'
import { jsonOf, type StoredJson } from '../table/event-json.ts'
import { isOf } from '../table/item-pages.ts'
import { eventKey, justAbove, type Key, lastWithPrefix } from '../table/keys.ts'
import { nameOf, readItems } from '../table/patient-reads.ts'

/** An event and its JSON, which every try sends byte for byte. */
export interface FeedEvent {
  id: string
  type: string
  json: string
}

interface EventItem extends Key {
  type: 'event'
  event_type: string
  json: StoredJson
}

/** The events behind a position, the oldest first, at most `limit`; `isEnd` at the end. */
export async function eventsBehind(
  businessId: string,
  position: string,
  limit: number,
): Promise<{ events: FeedEvent[]; isEnd: boolean }> {
  for (let from = position; ; ) {
    const { items, lastKey } = await queryItems<EventItem>({
      KeyConditionExpression: 'pk = :pk AND sk > :position',
      ExpressionAttributeValues: { ':pk': eventKey(businessId, '').pk, ':position': from },
      ConsistentRead: true,
      Limit: limit,
    })
    const events = eventsIn(items)
    // A page without events has no position to continue from.
    if (events.length > 0 || !lastKey) return { events, isEnd: lastKey === undefined }
    from = lastKey.sk
  }
}

/** The newest events behind a position, the oldest of them first: those of the last items, at most `limit`. */
export async function newestEvents(
  businessId: string,
  position: string,
  limit: number,
): Promise<FeedEvent[]> {
  const { items } = await queryItems<EventItem>({
    KeyConditionExpression: 'pk = :pk AND sk BETWEEN :first AND :last',
    ExpressionAttributeValues: {
      ':pk': eventKey(businessId, '').pk,
      ':first': justAbove(position),
      ':last': lastWithPrefix(EVENT_PREFIX),
    },
    ScanIndexForward: false,
    ConsistentRead: true,
    Limit: limit,
  })
  return eventsIn(items).reverse()
}

/** Events by their ids; deleted and unknown ids are skipped. */
export async function readEvents(
  businessId: string,
  eventIds: readonly string[],
): Promise<Map<string, FeedEvent>> {
  const found = await readItems(eventIds.map((id) => eventKey(businessId, id)))
  const items = [...found.values()].map((item) => item as unknown as EventItem)
  return new Map(eventsIn(items).map((event) => [event.id, event]))
}

/** The types of events by their ids; deleted ids are skipped. */
export async function readTypes(
  businessId: string,
  eventIds: readonly string[],
): Promise<Map<string, string>> {
  const keys = eventIds.map((id) => eventKey(businessId, id))
  const found = await readItems(keys, ['pk', 'sk', 'event_type'])
  return new Map(
    keys.flatMap((key) => {
      const type = found.get(nameOf(key))?.event_type
      return typeof type === 'string' ? [[key.sk, type] as const] : []
    }),
  )
}

/** The newest event of a business before a position, or undefined. */
export async function newestBefore(businessId: string, position: string): Promise<string | undefined> {
  const { items } = await queryItems<EventItem>({
    KeyConditionExpression: 'pk = :pk AND sk < :position',
    ExpressionAttributeValues: { ':pk': eventKey(businessId, '').pk, ':position': position },
    ScanIndexForward: false,
    ConsistentRead: true,
    Limit: 1,
  })
  return items[0]?.sk
}

/** Without items of other types, which a newer version has written. */
const eventsIn = (items: readonly EventItem[]): FeedEvent[] =>
  items.filter((item) => isOf('event', item)).map(eventIn)

const eventIn = ({ sk, event_type, json }: EventItem): FeedEvent => ({
  id: sk,
  type: event_type,
  json: jsonOf(json),
})
