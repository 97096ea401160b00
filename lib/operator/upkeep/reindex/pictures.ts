/** Pictures that are counted wrong, and objects in the bucket that no picture has: an upload or a deletion was cut off. */

import { deleteStored, listRenditions } from '../../../data/media/rendition-store.ts'
import { commit } from '../../../data/table/commit.ts'
import { updateOf, when } from '../../../data/table/expressions.ts'
import * as keys from '../../../data/table/keys.ts'
import { nameOf, readItems } from '../../../data/table/patient-reads.ts'
import { againstNewest } from '../../../data/table/versions.ts'
import { hasMedia } from '../../../environment.ts'
import { sumOfMedia } from '../verify/media.ts'

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

/** Corrects the count of pictures, if it is wrong; true if it was. A picture that is added or deleted during the count makes it count again. */
export const mendMediaCount = (businessId: string, signal: AbortSignal | undefined): Promise<boolean> =>
  againstNewest(async () => {
    const { said, sum } = await sumOfMedia(businessId, signal)
    const { pictures, bytes, deletions } = said
    if (pictures === sum.pictures && bytes === sum.bytes) return false
    const unchanged = when`attribute_not_exists(pk) OR (#pictures = ${pictures} AND #bytes = ${bytes} AND #deletions = ${deletions})`
    const change = { set: { type: 'media_count', ...sum, deletions }, if: unchanged }
    const write = { Update: { Key: keys.mediaCountKey(businessId), ...updateOf(change) } }
    await commit([{ write, refusal: 'version_changed' }])
    return true
  })
