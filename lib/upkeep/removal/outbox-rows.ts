import * as keys from '../../data/table/keys.ts'
import { pagesOf } from '../../data/table/patient-reads.ts'
import { TTL_ATTRIBUTE } from '../../data/table/schema.ts'
import { removeShared } from './items.ts'

/**
 * Deletes a business's rows of the outbox that never end: those from before they got the time of their event. Reads the
 * outbox of all businesses, which has 30 days of small rows. Returns how many were deleted.
 */
export async function removeEndlessOutboxRows(
  businessId: string,
  signal: AbortSignal | undefined,
): Promise<number> {
  let removed = 0
  const onDeleted = (count: number) => {
    removed += count
  }
  for (let shard = 0; shard < keys.SHARDS; shard++)
    for await (const page of pagesOf({ ...keys.outboxKey('', shard), sk: '' }, signal)) {
      const endless = page.filter((row) => row[TTL_ATTRIBUTE] === undefined && row.business_id === businessId)
      await removeShared({ businessId, signal, onDeleted }, endless)
    }
  return removed
}
