/** The times of next tries: of each delivery that is to be tried again, an item that a Query for due ones finds. */
import { eventTime } from '../../domain/events.ts'
import { deleteItem, queryItems } from '../table/calls/writer.ts'
import { THIRTY_DAYS_S } from '../table/events.ts'
import { isOf } from '../table/item-pages.ts'
import { type Key, lastRetry, RETRY_PREFIX, retryKey, webhookStateKey } from '../table/keys.ts'
import { TTL_ATTRIBUTE } from '../table/schema.ts'
import type { WebhookName } from './enabled.ts'

/** A delivery that is to be tried again at a time. */
export interface Due {
  at: string
  eventId: string
}

/** The deliveries that are due, by time; at most `limit`. */
export const dueDeliveries = (of: WebhookName, now: number, limit: number): Promise<Due[]> =>
  dueUntil(of, lastRetry(new Date(now).toISOString()), limit)

/** The delivery that is due first, now or later. */
export const firstDue = async (of: WebhookName): Promise<Due | undefined> =>
  (await dueUntil(of, lastRetry('9'), 1))[0]

/** The first of what is due until then, behind all items of other types, which a newer version has written. */
async function dueUntil({ businessId, webhookId }: WebhookName, last: string, limit: number): Promise<Due[]> {
  const found: Due[] = []
  let from: Key | undefined
  do {
    const { items, lastKey } = await queryItems<Key & { type?: unknown }>({
      KeyConditionExpression: 'pk = :pk AND sk BETWEEN :first AND :last',
      ExpressionAttributeValues: {
        ':pk': webhookStateKey(businessId, webhookId).pk,
        ':first': RETRY_PREFIX,
        ':last': last,
      },
      ConsistentRead: true,
      Limit: limit,
      ExclusiveStartKey: from,
    })
    found.push(...items.filter((item) => isOf('due', item)).map(dueIn))
    from = lastKey
  } while (found.length < limit && from)
  return found.slice(0, limit)
}

function dueIn({ sk }: Key): Due {
  const [, at = '', eventId = ''] = sk.split('#')
  return { at, eventId }
}

/** Removes the time of a next try that the delivery contradicts. */
export const removeDue = ({ businessId, webhookId }: WebhookName, { at, eventId }: Due): Promise<void> =>
  deleteItem(retryKey(businessId, webhookId, at, eventId))

/** The item of the time at which a delivery is to be tried. */
export const dueItemOf = (businessId: string, webhookId: string, { at, eventId }: Due) => ({
  ...retryKey(businessId, webhookId, at, eventId),
  type: 'due',
  ...endOf(eventId),
})

/** A delivery is kept as long as its event. */
export const endOf = (eventId: string) => ({
  [TTL_ATTRIBUTE]: Math.floor(eventTime(eventId) / 1000) + THIRTY_DAYS_S,
})
