/** How a deletion ends: what no Query leads to, if that was asked for, and then what says that it has begun. */
import { isOwn, isShared, present, type Removing, removeOwn, removeShared } from './business-removal-items.ts'
import { lastItems, StillWritten } from './business-removal-rounds.ts'
import { commit } from './commit.ts'
import type { Key } from './keys.ts'
import { nameOf, type StoredItem } from './verify-reads.ts'

/** Every sweep reads the whole table. */
const SWEEPS = 3

/** Pages of everything in the table that has to do with the business, read consistently. */
export type Everything = (signal: AbortSignal | undefined) => AsyncIterable<StoredItem[]>

/**
 * Looks through the whole table for what no Query leads to, until nothing is found. Returns the items of others that
 * name the business, or stand in its indexes: they stay. Throws `StillWritten` if even the last look found something.
 */
export async function sweep(removing: Removing, everything: Everything): Promise<Key[]> {
  const last = lastItems(removing.businessId).map(nameOf)
  let found = 0
  for (let round = 1; round <= SWEEPS; round++) {
    found = 0
    const left: Key[] = []
    for await (const page of everything(removing.signal)) {
      const items = page.filter((item) => !last.includes(nameOf(item)))
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
  throw new StillWritten(`${found} items were found in the last of ${SWEEPS} sweeps`)
}

/**
 * Deletes profile, roster and the business's row in the registry, in one transaction: a deletion that ends before it can
 * be taken up again, and after it there is nothing to take up, and nothing that a list of businesses would find.
 */
export async function removeLast({ businessId, signal, onDeleted }: Removing): Promise<void> {
  const items = await present(lastItems(businessId))
  signal?.throwIfAborted()
  // Their keys are made of the business's id: nobody else's lies under them.
  if (items.length > 0) await commit(items.map(({ pk, sk }) => ({ write: { Delete: { Key: { pk, sk } } } })))
  onDeleted(items.length)
}
