import { isDeepStrictEqual } from 'node:util'
import { EVENT_PREFIX } from '../../domain/events.ts'
import { whoActs } from './actor.ts'
import type { Step } from './commit.ts'
import { storedJson } from './event-json.ts'
import type { Happening } from './happening.ts'
import { newId } from './ids.ts'
import * as keys from './keys.ts'
import { STOREFRONT, TTL_ATTRIBUTE } from './schema.ts'

/** Means all products of a category, by whose name they are found. */
export const changedCategory = (categoryId: string) => `${keys.CATEGORY_PREFIX}${categoryId}`

/** How long an event is kept. */
export const THIRTY_DAYS_S = 30 * 24 * 60 * 60

/**
 * The steps that record an event in the transaction of its change: one item, with its JSON rendered once for feed and
 * deliveries alike, and apart from it the attributes by which the feed filters. The id is made of `now`, which is not
 * later than the first try of the write, and not earlier than the object's last change.
 */
export function eventSteps(businessId: string, happening: Happening, now: Date): Step[] {
  const id = `${EVENT_PREFIX}${newId(now)}`
  const { type, products, seen, differences: _, options: __, quantities: ___, ...what } = happening
  const { actor, requestId: request_id } = whoActs()
  const timestamp = now.toISOString()
  const event = { id, type, timestamp, business_id: businessId, actor, request_id, ...what }
  const item = {
    ...keys.eventKey(businessId, id),
    type: 'event',
    event_type: type,
    actor: actor.key_id ?? actor.kind,
    object: what.data.id,
    ...(products && { products }),
    ...(request_id !== null && { request_id }),
    json: storedJson(JSON.stringify(event)),
    ...(seen !== undefined && changeRow(businessId, now, seen)),
    [TTL_ATTRIBUTE]: Math.floor(now.getTime() / 1000) + THIRTY_DAYS_S,
  }
  return [{ write: { Put: { Item: item, ConditionExpression: 'attribute_not_exists(pk)' } }, happening }]
}

/**
 * The attributes by which an event is also a row of a storefront index: the changes that the public may see, in the order in
 * which they were made. It goes with its event. Without a card: 30 bytes less keep the event of an ordinary product below
 * 1 KB, beyond which a transaction pays two units more.
 */
const changeRow = (businessId: string, now: Date, seen: string) => ({
  [STOREFRONT.store]: keys.changesPartition(businessId),
  [STOREFRONT.byCreated]: keys.byChange(now.getTime(), seen),
})

/** The members of `before` that are different in `after`; null for one that was not there. */
export function previousOf(before: object, after: object): object {
  const now: Record<string, unknown> = { ...after }
  const added = Object.keys(after).filter((name) => !Object.hasOwn(before, name))
  return {
    ...Object.fromEntries(
      // Not by their JSON: DynamoDB keeps the members of a map in an order of its own.
      Object.entries(before).filter(([name, value]) => !isDeepStrictEqual(value, now[name])),
    ),
    ...Object.fromEntries(added.map((name) => [name, null])),
  }
}
