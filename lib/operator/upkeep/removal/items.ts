/** How the items of a business that is being deleted leave the table, and nobody else's with them. */

import { TableUnavailable } from '../../../data/table/calls/table-fault.ts'
import { asTenant } from '../../../data/table/calls/tenant-guard.ts'
import { deleteBatch } from '../../../data/table/calls/writer.ts'
import { commit, type Step } from '../../../data/table/commit.ts'
import { when } from '../../../data/table/expressions.ts'
import * as keys from '../../../data/table/keys.ts'
import { eachOf, patiently, readItems, type StoredItem } from '../../../data/table/patient-reads.ts'
import { againstNewest } from '../../../data/table/versions.ts'

/** A deletion that is under way. */
export interface Removing {
  businessId: string
  /** Once aborted no further item is deleted. */
  signal: AbortSignal | undefined
  /** Called with how many items have just been deleted. */
  onDeleted: (count: number) => void
}

/** The most items that BatchWriteItem takes. */
const BATCH = 25

/** Deletes items of the business's own partitions. Throws `ForeignItem`, and sends nothing of the batch, for any other. */
export const removeOwn = (removing: Removing, items: readonly keys.Key[]): Promise<void> =>
  asTenant(removing.businessId, () =>
    eachOf(batchesOf(items, BATCH), async (batch) => {
      for (let left = batch; left.length > 0; ) {
        removing.signal?.throwIfAborted()
        const undone = await deleteSome(left)
        removing.onDeleted(left.length - undone.length)
        left = undone
      }
    }),
  )

/** Returns what DynamoDB left undone, if it did anything: nothing at all means "not now". */
const deleteSome = (batch: keys.Key[]) =>
  patiently(async () => {
    const undone = await deleteBatch(batch)
    if (undone.length === batch.length) throw new TableUnavailable('DynamoDB deleted nothing of a batch')
    return undone
  })

/** Half of what a transaction takes, so that it is soon done and seldom meets another. */
const TRANSACTION = 50

/**
 * Deletes those of these items that are in partitions of no business, such as tokens, names and rows of enabled webhooks, and name the
 * business. Whose they are is a condition of the deletion itself.
 */
export const removeShared = (removing: Removing, items: readonly keys.Key[]): Promise<void> =>
  eachOf(batchesOf(items, TRANSACTION), async (batch) => {
    removing.signal?.throwIfAborted()
    const deleted = await againstNewest(async () => {
      const found = [...(await readItems(batch)).values()]
      const own = found.filter(({ business_id }) => business_id === removing.businessId)
      if (own.length > 0) await commit(own.map((item) => deletion(removing.businessId, item)))
      return own.length
    })
    removing.onDeleted(deleted)
  })

const deletion = (businessId: string, { pk, sk }: StoredItem): Step => ({
  write: { Delete: { Key: { pk, sk }, ...when`#business_id = ${businessId}` } },
  // Gone, or somebody else's since it was read: to be read once more.
  refusal: 'version_changed',
})

/** Those of these keys that have an item. */
export const present = async (wanted: readonly keys.Key[]): Promise<keys.Key[]> => [
  ...(await readItems(wanted)).values(),
]

/** True if an item is in a partition of the business alone. */
export const isOwn = ({ businessId }: Removing, { pk }: keys.Key) => keys.isOfTenant(pk, businessId)

/** Partitions of nobody. */
const SHARED = [
  keys.registryKey('').pk,
  keys.shopKey('').pk,
  keys.tokenKey('').pk,
  ...Array.from({ length: keys.ENABLED_SHARDS }, (_, shard) => keys.enabledPartition(shard)),
]

/** True if an item in a partition of nobody names the business. */
export const isShared = ({ businessId }: Removing, { pk, business_id }: StoredItem) =>
  business_id === businessId && SHARED.some((prefix) => pk.startsWith(prefix))

const batchesOf = (items: readonly keys.Key[], size: number): keys.Key[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, n) => items.slice(n * size, (n + 1) * size))
