import * as keys from './keys.ts'
import { TTL_ATTRIBUTE } from './schema.ts'
import { pagesOf } from './verify-reads.ts'
import { deleteBatch } from './writer.ts'

/** The most items that BatchWriteItem takes. */
const BATCH = 25

/**
 * Deletes a business's rows of the outbox that never end: those from before they got the time of their event. Reads the
 * outbox of all businesses, which has 30 days of small rows. Returns how many were deleted.
 */
export async function removeEndlessOutboxRows(
  businessId: string,
  signal: AbortSignal | undefined,
): Promise<number> {
  let removed = 0
  for (let shard = 0; shard < keys.SHARDS; shard++)
    for await (const page of pagesOf({ ...keys.outboxKey('', shard), sk: '' }, signal)) {
      const endless = page.filter((row) => row.business_id === businessId && row[TTL_ATTRIBUTE] === undefined)
      removed += endless.length
      await removeAll(endless)
    }
  return removed
}

async function removeAll(rows: readonly keys.Key[]): Promise<void> {
  for (let left = [...rows]; left.length > 0; )
    left = [...(await deleteBatch(left.slice(0, BATCH))), ...left.slice(BATCH)]
}
