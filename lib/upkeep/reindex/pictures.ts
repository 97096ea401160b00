/** Objects in the bucket that no picture has: their upload was cut off, or their deletion. */

import { deleteStored, listRenditions } from '../../data/media/rendition-store.ts'
import * as keys from '../../data/table/keys.ts'
import { nameOf, readItems } from '../../data/table/patient-reads.ts'
import { hasMedia } from '../../environment.ts'

/** An upload that is under way has stored its renditions, and its item follows within seconds. */
const SETTLED_MS = 24 * 60 * 60 * 1000

/** Deletes renditions without an item that are older than a day, and returns how many. Nothing without a bucket. */
export async function removeLeftRenditions(
  businessId: string,
  signal: AbortSignal | undefined,
  now = Date.now(),
): Promise<number> {
  if (!hasMedia()) return 0
  let removed = 0
  for await (const page of listRenditions(businessId)) {
    signal?.throwIfAborted()
    const old = page.filter(({ writtenAt }) => writtenAt < now - SETTLED_MS)
    const ids = [...new Set(old.map(({ mediumId }) => mediumId))]
    const items = await readItems(ids.map((id) => keys.mediumKey(businessId, id)))
    const left = old.filter(({ mediumId }) => !items.has(nameOf(keys.mediumKey(businessId, mediumId))))
    await deleteStored(businessId, left)
    removed += left.length
  }
  return removed
}
