/**
 * Deletes the items that Queries find of a business, walk by walk, until a walk finds nothing. An item that leads to
 * others is deleted after them, so that a deletion that was interrupted finds them when it continues.
 */

import * as keys from '../../../data/table/keys.ts'
import { pagesOf, type StoredItem } from '../../../data/table/patient-reads.ts'
import { plural } from '../../../domain/text/plural.ts'
import { removeEvents } from './events.ts'
import { present, type Removing, removeOwn } from './items.ts'
import { removeAccess, removeUnderKeys } from './keys.ts'
import { withoutLast } from './last-items.ts'
import { removeSheets, sheetsIn } from './variants.ts'
import { removeTokens, texts } from './walk.ts'
import { removeUnderWebhooks } from './webhooks.ts'

/** A late writer is walked after; one who writes on and on has to be stopped by somebody. */
const ROUNDS = 5

/** Somebody still writes to a business that is being deleted. */
export class StillWritten extends Error {
  override name = 'StillWritten'
}

/** The memory of a deletion from one walk to the next. */
export interface Walk {
  removing: Removing
  /** Every API key that was seen, in the list of keys or in an event: its own item may be deleted before the items under it. */
  keyIds: Set<string>
  /** Every webhook that was seen, in the list of webhooks, in the roster or in an event. */
  webhookIds: Set<string>
}

/** Walks again until a walk finds nothing. Throws `StillWritten` if even the last one found something. */
export async function removeInRounds(walk: Walk): Promise<void> {
  let found = 0
  for (let round = 1; round <= ROUNDS; round++) {
    found = await removeOnce(walk)
    if (found === 0) return
  }
  throw new StillWritten(`${found} ${plural(found, 'item')} found in the last of ${ROUNDS} walks`)
}

/**
 * Deletes tokens, holds, schedules, products, variants, stock, categories, counts, guards, events, rates, kept responses, stored search indexes, imports, pictures, and the items
 * under webhooks; the API keys and the webhooks only if there was nothing else, because they lead to the rest. Returns how many
 * items that were.
 */
export async function removeOnce({ removing, keyIds, webhookIds }: Walk): Promise<number> {
  let found = 0
  const counting: Removing = {
    ...removing,
    onDeleted(count) {
      found += count
      removing.onDeleted(count)
    },
  }
  await removeTokens(counting)
  // Holds and schedules write stock, products and events when they are due, on the condition that they are there.
  await removePartition(counting, keys.holdKey(removing.businessId, ''))
  await removePartition(counting, keys.scheduleKey(removing.businessId, ''))
  await removeCatalogue(counting)
  await removeStock(counting)
  await removePartition(counting, keys.searchIndexKey(removing.businessId))
  await removePartition(counting, keys.runningImportKey(removing.businessId))
  await removePartition(counting, keys.mediaCountKey(removing.businessId))
  await removeUnderKeys(counting, keyIds)
  await removeUnderWebhooks(counting, webhookIds)
  await removeEvents(counting, { keyIds, webhookIds })
  if (found === 0) await removeAccess(counting)
  return found
}

async function removeCatalogue(removing: Removing): Promise<void> {
  const profile = keys.businessKey(removing.businessId)
  for await (const page of pagesOf({ ...profile, sk: '' }, removing.signal)) {
    const guards = page.flatMap((item) => guardsOf(removing.businessId, item))
    await removeOwn(removing, await present(guards))
    const sheets = sheetsIn(page)
    await removeSheets(removing, sheets)
    const others = page.filter((item) => !sheets.includes(item))
    await removeOwn(removing, withoutLast(removing.businessId, others))
  }
}

async function removeStock(removing: Removing): Promise<void> {
  for await (const page of pagesOf(keys.stockKey(removing.businessId, ''), removing.signal))
    await removeOwn(removing, page)
}

/** Deletes all items in the partition of this key. */
async function removePartition(removing: Removing, { pk }: keys.Key): Promise<void> {
  for await (const page of pagesOf({ pk, sk: '' }, removing.signal)) await removeOwn(removing, page)
}

/** The guards of a product's slug, SKU and external id. */
function guardsOf(businessId: string, { sk, slug, sku, external_id }: StoredItem): keys.Key[] {
  if (!sk.startsWith(keys.PRODUCT_PREFIX)) return []
  return [
    ...texts(slug).map((value) => keys.slugGuardKey(businessId, value)),
    ...texts(sku).map((value) => keys.skuGuardKey(businessId, value)),
    ...texts(external_id).map((value) => keys.externalIdGuardKey(businessId, value)),
  ]
}
