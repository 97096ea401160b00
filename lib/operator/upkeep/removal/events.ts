/** The events of a business that is being deleted, and the items that only they lead to. */

import * as keys from '../../../data/table/keys.ts'
import { pagesOf, type StoredItem } from '../../../data/table/patient-reads.ts'
import type { ResourceType } from '../../../domain/resources.ts'
import { eventIn, guardsNamedIn } from '../verify/records.ts'
import { present, type Removing, removeOwn } from './items.ts'
import { removeUnder } from './keys.ts'
import { texts } from './walk.ts'
import { removeUnder as removeUnderWebhooks } from './webhooks.ts'

/**
 * Deletes events, and before them what nothing else leads to: the guards of a product that was renamed between the reading of it and its deletion, and the items of an API
 * API key or a webhook whose own item is deleted. Those are added to the known ones.
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
