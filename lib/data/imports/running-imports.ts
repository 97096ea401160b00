/** The mark of the import of a business that is under way, and where all of these marks are found. */

import * as keys from '../table/keys.ts'
import { indexPagesUntil } from '../table/patient-reads.ts'
import { RUNNING_IMPORTS_INDEX, STOREFRONT, TTL_ATTRIBUTE } from '../table/schema.ts'

/** The mark: a business has one, while it has an import under way. */
export interface RunningMark extends keys.Key {
  type: 'import_running'
  import_id: string
}

/** The attributes by which a mark is in an index, across all businesses. */
export function listedAs(businessId: string, importId: string): Record<string, string> {
  const { partition, sort } = keys.runningImportPlace(businessId, importId)
  return { [STOREFRONT.store]: partition, [STOREFRONT.byCreated]: sort }
}

/** The mark of an import that begins. */
export const markOf = (businessId: string, importId: string, expiry: { [TTL_ATTRIBUTE]: number }) => ({
  ...keys.runningImportKey(businessId),
  type: 'import_running' as const,
  import_id: importId,
  ...listedAs(businessId, importId),
  ...expiry,
})

/** A page of marks is small, and each of them leads to two reads. */
const MARKS_AT_A_TIME = 200

/**
 * The businesses with an import under way that began before a time, in milliseconds since the epoch, page by page; each may
 * be over a moment later. For no tenant: it reads across all of them.
 */
export async function* withImportsBegunBefore(time: number): AsyncGenerator<string[]> {
  for (let shard = 0; shard < keys.RUNNING_IMPORT_SHARDS; shard++) {
    const marks = indexPagesUntil(RUNNING_IMPORTS_INDEX, {
      partition: keys.runningImportsPartition(shard),
      until: keys.byChange(time, ''),
      Limit: MARKS_AT_A_TIME,
    })
    for await (const page of marks) yield page.flatMap(({ pk }) => keys.tenantOf(pk) ?? [])
  }
}
