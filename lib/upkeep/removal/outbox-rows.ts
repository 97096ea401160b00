import * as keys from '../../data/table/keys.ts'
import { pagesOf } from '../../data/table/patient-reads.ts'
import { removeShared } from './items.ts'

/**
 * Deletes a business's rows of the outbox, which earlier versions wrote and nothing reads. Reads the rows of all
 * businesses: at most those of the 30 days before the last such version, and small ones. Returns how many were deleted.
 */
export async function removeOutboxRows(businessId: string, signal: AbortSignal | undefined): Promise<number> {
  let removed = 0
  const onDeleted = (count: number) => {
    removed += count
  }
  for (let shard = 0; shard < keys.SHARDS; shard++)
    for await (const page of pagesOf({ ...keys.outboxKey('', shard), sk: '' }, signal)) {
      const own = page.filter((row) => row.business_id === businessId)
      await removeShared({ businessId, signal, onDeleted }, own)
    }
  return removed
}
