import { randomBytes } from 'node:crypto'
import { MOST_NEW_SKUS } from '../../domain/limits.ts'
import type { Product } from '../../domain/products/product.ts'
import type { VariantSet } from '../../domain/products/variant.ts'
import { TableUnavailable } from '../table/calls/table-fault.ts'
import { readItem } from '../table/calls/writer.ts'
import { commit, MOST_ITEMS, Refusal, type Step } from '../table/commit.ts'
import { forReal } from '../table/dry-run.ts'
import { type Condition, when } from '../table/expressions.ts'
import * as keys from '../table/keys.ts'
import { eachOf } from '../table/patient-reads.ts'
import { isStill } from '../table/versions.ts'
import { findSheet } from './variant-sheet.ts'

/**
 * The other items: a product, its variants, stock, event and record, its other unique values, the counts of eight categories and six places
 * in additional ones: 25 at most. A write that takes more SKUs still fits if it moves nothing between categories.
 */
const MOST_GUARDS = MOST_ITEMS - 25

/** The SKUs that a product takes and releases in one change. */
export interface SkuChange {
  taken: readonly string[]
  released: readonly string[]
  /** Released too, but after the commit, which has no room for them. */
  later: readonly string[]
}

/** The SKUs that a product and its variants have. */
export const skusOf = (product: Product | undefined, set: VariantSet | undefined): Set<string> =>
  new Set([product?.sku ?? [], (set?.variants ?? []).flatMap(({ sku }) => sku ?? [])].flat())

/** Throws the `Refusal` `too_many_sku_changes`. A SKU that goes from one variant to another changes nothing. */
export function skuChange(before: Set<string>, after: Set<string>): SkuChange {
  const taken = [...after].filter((sku) => !before.has(sku))
  if (taken.length > MOST_NEW_SKUS) throw new Refusal('too_many_sku_changes')
  const released = [...before].filter((sku) => !after.has(sku))
  const room = Math.max(0, MOST_GUARDS - taken.length)
  return { taken, released: released.slice(0, room), later: released.slice(room) }
}

/** The steps that take and release SKUs in the transaction of a product. */
export const skuSteps = (businessId: string, productId: string, { taken, released }: SkuChange): Step[] => [
  ...taken.map((sku) => take(businessId, sku, productId)),
  ...released.map((sku) => ({ write: release(businessId, sku, isHeldBy(productId)) })),
]

/** Every take has a stamp of its own: by it a late release knows that its product has not taken the SKU again. */
const take = (businessId: string, sku: string, productId: string): Step => ({
  write: {
    Put: {
      Item: {
        ...keys.skuGuardKey(businessId, sku),
        type: 'guard',
        product_id: productId,
        stamp: randomBytes(8).toString('base64url'),
      },
      ...isHeldByOrFree(productId),
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    },
  },
  refusal: 'sku_taken',
  value: sku,
})

/** The product that has a SKU, and the stamp of its take. */
interface Guard {
  product_id: string
  stamp: string
}

/**
 * Deletes a guard. Where the product itself lets go of it, a guard of another product is a fault and not a refusal: nobody frees a
 * SKU that its product has.
 */
const release = (businessId: string, sku: string, condition: Condition): Step['write'] => ({
  Delete: { Key: keys.skuGuardKey(businessId, sku), ...condition },
})

/** True of a guard that nobody has taken since it was read: then its stamp is the same. */
const isUntaken = ({ product_id, stamp }: Guard) => when`#product_id = ${product_id} AND #stamp = ${stamp}`

const readGuard = (businessId: string, sku: string) => readItem<Guard>(keys.skuGuardKey(businessId, sku))

/**
 * Commits a change of a product with what it does to SKUs. One that its holder does not have any more is taken from it; the
 * releases that have no room come after the commit. Throws what `commit` throws.
 */
export async function commitWithSkus(
  businessId: string,
  steps: readonly Step[],
  change: SkuChange,
): Promise<void> {
  const late = new Map<string, Guard>()
  // Before the commit: afterwards the product could have taken one again.
  await eachOf(change.later, async (sku) => {
    const guard = await readGuard(businessId, sku)
    if (guard) late.set(sku, guard)
  })
  await freeing(businessId, () => commit(steps))
  await eachOf([...late], ([sku, guard]) => releaseLate(businessId, sku, guard))
}

/** The next product with the SKU, or `operator reindex`, removes a guard that cannot be removed now. */
async function releaseLate(businessId: string, sku: string, guard: Guard): Promise<void> {
  try {
    await commit([{ write: release(businessId, sku, isUntaken(guard)), refusal: 'version_changed' }])
  } catch (error) {
    if (!(error instanceof Refusal || error instanceof TableUnavailable)) throw error
  }
}

/** A write that takes SKUs, again when one that is taken was only left behind by its holder. */
async function freeing(businessId: string, write: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      return await write()
    } catch (error) {
      if (!(error instanceof Refusal && error.reasons.includes('sku_taken'))) throw error
      let freed = 0
      // One after the other: several can have one holder, and transactions on one item cancel each other.
      // In a dry run too: otherwise it would meet the same guard again.
      for (const sku of error.values) if (await forReal(() => freeSku(businessId, sku))) freed++
      if (freed === 0) throw error
    }
  }
}

/** Removes the guard of a SKU that its holder does not have. False if it has it. */
export async function freeSku(businessId: string, sku: string): Promise<boolean> {
  const guard = await readGuard(businessId, sku)
  if (!guard) return true
  const Key = keys.productKey(businessId, guard.product_id)
  const holder = await readItem<Product>(Key)
  // Variants that are newer than the holder do no harm: then the condition does not hold.
  if (skusOf(holder, holder && (await findSheet(businessId, holder.id))).has(sku)) return false
  const check = { Key, ...isStill(holder) }
  try {
    await commit([
      { write: { ConditionCheck: check }, refusal: 'version_changed' },
      { write: release(businessId, sku, isUntaken(guard)), refusal: 'version_changed' },
    ])
  } catch (error) {
    // Somebody was faster, which leaves the SKU for nobody, or for somebody who has it.
    if (!(error instanceof Refusal)) throw error
  }
  return true
}

/** The condition that a guard of a slug, SKU or external id leads to a product. */
export const isHeldBy = (productId: unknown) => when`#product_id = ${productId}`

/** The same, or that there is no such guard. */
export const isHeldByOrFree = (productId: string) =>
  when`attribute_not_exists(pk) OR #product_id = ${productId}`
