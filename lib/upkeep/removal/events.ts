/** What was recorded of a business that is being deleted: events, what only they lead to, and old outbox rows. */

import { THIRTY_DAYS_S } from '../../data/table/events.ts'
import { newId } from '../../data/table/ids.ts'
import * as keys from '../../data/table/keys.ts'
import { pages, pagesOf, type StoredItem } from '../../data/table/patient-reads.ts'
import type { ResourceType } from '../../domain/resources.ts'
import { eventIn, guardsNamedIn } from '../verify/records.ts'
import { present, type Removing, removeOwn, removeShared } from './items.ts'
import { removeUnder } from './keys.ts'
import { texts } from './walk.ts'
import { removeUnder as removeUnderWebhooks } from './webhooks.ts'

/**
 * Deletes events and the rows in the outbox that earlier versions wrote beside them, and before them what nothing else
 * leads to: the guards of a product that was renamed between the reading of it and its deletion, and what lies under an API
 * key or a webhook whose item is gone. Those are added to the known ones.
 */
export async function removeEvents(
  removing: Removing,
  { keyIds, webhookIds }: { keyIds: Set<string>; webhookIds: Set<string> },
): Promise<void> {
  const { businessId, signal } = removing
  for await (const page of pagesOf({ ...keys.eventKey(businessId, ''), sk: '' }, signal)) {
    await removeUnder(removing, addNew(keyIds, page.flatMap(idNamedIn('api_key'))))
    await removeUnderWebhooks(removing, addNew(webhookIds, page.flatMap(idNamedIn('webhook'))))
    await removeOwn(removing, await present(page.flatMap((item) => guardsNamedIn(businessId, item))))
    await removeShared(
      removing,
      page.map(({ sk }) => keys.outboxKey(sk, keys.shardOf(sk))),
    )
    await removeOwn(removing, page)
  }
}

/** The object of a type that an event is about. */
const idNamedIn =
  (type: ResourceType) =>
  (item: StoredItem): string[] => {
    const event = eventIn(item)
    if (!String(event?.type).startsWith(`${type}.`)) return []
    return texts(((event?.data ?? {}) as Record<string, unknown>).id)
  }

/** Adds ids to the known ones, and returns those that are new. */
function addNew(known: Set<string>, ids: readonly string[]): string[] {
  const fresh = [...new Set(ids).difference(known)]
  for (const id of fresh) known.add(id)
  return fresh
}

/**
 * Deletes the outbox rows of events that the table has deleted already: no event leads to them, but they are older than
 * any event is kept, and their ids say when they were made. It reads such rows of every business: few, where they end
 * with their events.
 */
export async function removeOldOutbox(removing: Removing, now = new Date()): Promise<void> {
  const end = `evt_${newId(new Date(now.getTime() - THIRTY_DAYS_S * 1000))}`
  for (let shard = 0; shard < keys.SHARDS; shard++) {
    const query = {
      KeyConditionExpression: 'pk = :pk AND sk < :end',
      FilterExpression: '#business = :business',
      ExpressionAttributeNames: { '#business': 'business_id' },
      ExpressionAttributeValues: {
        ':pk': keys.outboxKey('', shard).pk,
        ':end': end,
        ':business': removing.businessId,
      },
      ConsistentRead: true,
    }
    for await (const page of pages(query, removing.signal)) await removeShared(removing, page)
  }
}
