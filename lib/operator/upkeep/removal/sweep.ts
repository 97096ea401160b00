/** Deletes the items of a business that no Query finds, with a scan of the table; only with `--sweep`. */

import type { Key } from '../../../data/table/keys.ts'
import type { StoredItem } from '../../../data/table/patient-reads.ts'
import { plural } from '../../../domain/text/plural.ts'
import { isOwn, isShared, type Removing, removeOwn, removeShared } from './items.ts'
import { withoutLast } from './last-items.ts'
import { StillWritten } from './rounds.ts'

/** Every sweep reads the whole table. */
const SWEEPS = 3

/** Pages of everything in the table that has to do with the business, read consistently. */
export type Everything = (signal: AbortSignal | undefined) => AsyncIterable<StoredItem[]>

/**
 * Looks through the whole table for what no Query leads to, until nothing is found. Returns the items of others that
 * name the business, or are in its indexes: they stay. Throws `StillWritten` if even the last look found something.
 */
export async function sweep(removing: Removing, everything: Everything): Promise<Key[]> {
  let found = 0
  for (let round = 1; round <= SWEEPS; round++) {
    found = 0
    const left: Key[] = []
    for await (const page of everything(removing.signal)) {
      const items = withoutLast(removing.businessId, page)
      const own = items.filter((item) => isOwn(removing, item))
      const shared = items.filter((item) => isShared(removing, item))
      await removeOwn(removing, own)
      await removeShared(removing, shared)
      found += own.length + shared.length
      const foreign = items.filter((item) => !isOwn(removing, item) && !isShared(removing, item))
      left.push(...foreign.map(({ pk, sk }) => ({ pk, sk })))
    }
    if (found === 0) return left
  }
  throw new StillWritten(`${found} ${plural(found, 'item')} found in the last of ${SWEEPS} sweeps`)
}
