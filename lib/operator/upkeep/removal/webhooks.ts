/** The webhooks of a business that is being deleted, and their items. */

import { readRoster } from '../../../data/api-keys/roster.ts'
import * as keys from '../../../data/table/keys.ts'
import { pagesOf } from '../../../data/table/patient-reads.ts'
import { present, type Removing, removeOwn, removeShared } from './items.ts'

/**
 * Ends the deliveries of every webhook: without its state none begins, and without its secrets one that has begun reads
 * no further target. The webhooks themselves stay, because they lead to the rest.
 */
export async function stopDeliveries(removing: Removing, webhookIds: Set<string>): Promise<void> {
  await addKnown(removing, webhookIds)
  await removeWhatStarts(removing, [...webhookIds])
}

/** Deletes everything under every webhook; those that have an item, or are in the roster, are added to the known ones. */
export async function removeUnderWebhooks(removing: Removing, webhookIds: Set<string>): Promise<void> {
  await addKnown(removing, webhookIds)
  await removeUnder(removing, [...webhookIds])
}

/** The roster names deleted webhooks as well: their deliveries stay until they end. */
async function addKnown({ businessId, signal }: Removing, webhookIds: Set<string>): Promise<void> {
  for await (const page of pagesOf(keys.webhookKey(businessId, ''), signal))
    for (const { sk } of page) webhookIds.add(sk.slice(keys.WEBHOOK_PREFIX.length))
  const { webhooks, deleted_webhooks } = await readRoster(businessId)
  // A broken item can hold any value.
  for (const all of [webhooks, deleted_webhooks])
    for (const webhookId of Object.keys(Object(all))) webhookIds.add(webhookId)
}

/** Deletes the secrets, the state and the deliveries of these webhooks. */
export async function removeUnder(removing: Removing, webhookIds: readonly string[]): Promise<void> {
  await removeWhatStarts(removing, webhookIds)
  for (const webhookId of webhookIds) {
    const partition = { ...keys.webhookStateKey(removing.businessId, webhookId), sk: '' }
    for await (const page of pagesOf(partition, removing.signal)) await removeOwn(removing, page)
  }
}

async function removeWhatStarts(removing: Removing, webhookIds: readonly string[]): Promise<void> {
  const { businessId } = removing
  const enabled = webhookIds.map((webhookId) => keys.enabledWebhookKey(businessId, webhookId))
  await removeShared(removing, enabled)
  const own = webhookIds.flatMap((webhookId) => [
    keys.webhookStateKey(businessId, webhookId),
    keys.webhookSecretKey(businessId, webhookId),
  ])
  await removeOwn(removing, await present(own))
}
