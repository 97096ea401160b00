import { isDeepStrictEqual } from 'node:util'
import type { EventType } from '../../domain/resources.ts'
import type { Step } from './commit.ts'
import { newId } from './ids.ts'
import * as keys from './keys.ts'
import { TTL_ATTRIBUTE } from './schema.ts'

/** What happened: the object as it is now (or was, if deleted), and the fields that changed as they were. */
export interface Happening {
  type: EventType
  data: object
  previous: object
}

/** How long an event is kept. */
export const THIRTY_DAYS_S = 30 * 24 * 60 * 60

/**
 * What records an event in the transaction of its change: the event itself, its JSON rendered once for feed and
 * deliveries alike, and a row in the outbox for whoever delivers. The id is made of `now`, which is no later
 * than the first try of the write, and no earlier than the object's last change.
 */
export function eventSteps(businessId: string, happening: Happening, now: Date): Step[] {
  const uuid = newId(now)
  const id = `evt_${uuid}`
  const { type, data, previous } = happening
  const event = { id, type, timestamp: now.toISOString(), business_id: businessId, data, previous }
  const ttl = Math.floor(now.getTime() / 1000) + THIRTY_DAYS_S
  return [
    {
      write: {
        Put: {
          Item: {
            ...keys.eventKey(businessId, id),
            type: 'event',
            event_type: type,
            json: JSON.stringify(event),
            [TTL_ATTRIBUTE]: ttl,
          },
          ConditionExpression: 'attribute_not_exists(pk)',
        },
      },
    },
    {
      write: {
        Put: {
          Item: {
            ...keys.outboxKey(id, keys.shardOf(uuid)),
            type: 'outbox',
            business_id: businessId,
            // Whoever delivers finds nothing behind it once its event is gone.
            [TTL_ATTRIBUTE]: ttl,
          },
        },
      },
    },
  ]
}

/** The members of `before` that are different in `after`. */
export function previousOf(before: object, after: object): object {
  const now: Record<string, unknown> = { ...after }
  return Object.fromEntries(
    // Not by their JSON: DynamoDB keeps the members of a map in an order of its own.
    Object.entries(before).filter(([name, value]) => !isDeepStrictEqual(value, now[name])),
  )
}
