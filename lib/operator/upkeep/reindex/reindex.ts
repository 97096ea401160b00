import { mendNames } from '../../../data/business-names.ts'
import { isHeldBy } from '../../../data/products/sku-guards.ts'
import { registerBusiness } from '../../../data/registry.ts'
import { buildIndex } from '../../../data/search/store-index.ts'
import { RENDERED, slugStorefront } from '../../../data/storefront/storefront.ts'
import { commit, type Step } from '../../../data/table/commit.ts'
import { replacing, updateOf } from '../../../data/table/expressions.ts'
import * as keys from '../../../data/table/keys.ts'
import {
  differences,
  eachOf,
  nameOf,
  pagesOf,
  readItems,
  type StoredItem,
} from '../../../data/table/patient-reads.ts'
import { STOREFRONT } from '../../../data/table/schema.ts'
import { againstNewest, isStill } from '../../../data/table/versions.ts'
import { newTally, tallyPage } from '../verify/counts.ts'
import { mendCounts } from './category-counts.ts'
import { HOLDS, mendDue, SCHEDULES } from './due-items.ts'
import { mendEnabled } from './enabled-webhooks.ts'
import { type FailedItem, Failures } from './failures.ts'
import { freeLeftSkus } from './left-skus.ts'
import { mendMediaCount, removeLeftRenditions } from './pictures.ts'
import { duePlacements, isPlacement, leftPlace, placedProductKey, placesOfProduct } from './placements.ts'
import { type Rendering, renderAgain, storedProduct } from './rendering.ts'
import { mendRunningImport } from './running-import.ts'
import { mendStock } from './stock-again.ts'
import { isSheet, judgeSheet, productIdIn, renderRead } from './variants.ts'

export interface ReindexOptions {
  /** Writes what is right already as well. */
  all?: boolean
  /** Once aborted no further item is begun. */
  signal?: AbortSignal
  /** Called after each product. */
  onProduct?: () => void
}

export interface Reindexing {
  /** Items that were written, and items that were right already. */
  written: number
  right: number
  /** Guards of SKUs that were deleted, because their products do not have the SKUs. */
  freed: number
  /** Renditions of pictures that were deleted, because no picture has them. */
  removed_renditions: number
  /** Items whose own fields are broken, so that nothing can be rendered from them. */
  unreadable: keys.Key[]
  /** Items that an error of this program met. */
  failed: FailedItem[]
  /** False if it ended before everything was looked at. */
  is_complete: boolean
  /** The error that ended it, if there was one. */
  fault?: unknown
}

/**
 * Renders cards, facets and index keys of a business's products, variants, categories and profile again, what the guards
 * of its slugs show in the storefront, its products' places in additional categories, and the rows of its names. Writes those
 * that are otherwise, several at a time, on the condition that nobody changed the item meanwhile; version and times stay, and
 * there is no event. Registers the business, corrects its entries in the list of enabled webhooks, and deletes guards of SKUs that are named in events and that their
 * products do not have. Corrects the count of pictures, those of categories, the places of holds, and that of the mark of an import under way. Stores the search index of a large shop again. Stock gets the rules and SKUs of its variants, and what can be sold is available: where that
 * changes a product there is a new version of it, with its event. An item that an error of this program meets is
 * named, and the others are written. Never rejects because of the table: the fault is in the result, when the writes in flight
 * are done.
 */
export async function reindexBusiness(
  businessId: string,
  { all = false, signal, onProduct }: ReindexOptions = {},
): Promise<Reindexing> {
  const failures = new Failures()
  const result: Reindexing = {
    written: 0,
    right: 0,
    freed: 0,
    removed_renditions: 0,
    unreadable: [],
    failed: failures.items,
    is_complete: false,
  }
  const tally = newTally()
  try {
    signal?.throwIfAborted()
    if (await registerBusiness(businessId)) result.written++
    result.written += await mendNames(businessId)
    for await (const page of pagesOf({ ...keys.businessKey(businessId), sk: '' }, signal)) {
      await tallyPage(tally, businessId, page)
      const beside = await besideAll(businessId, page)
      await eachOf(page, async (item) => {
        signal?.throwIfAborted()
        await failures.notBeyond(item, () => mend({ businessId, item, beside }, all, result))
        if (item.sk.startsWith(keys.PRODUCT_PREFIX)) onProduct?.()
      })
    }
    result.written += await mendCounts(businessId, tally, signal)
    result.written += await mendStock(businessId, failures, signal)
    for (const kind of [HOLDS, SCHEDULES]) result.written += await mendDue(kind, businessId, signal)
    result.written += await mendEnabled(businessId, signal)
    if (await mendRunningImport(businessId)) result.written++
    result.freed = await freeLeftSkus(businessId, signal)
    if (await mendMediaCount(businessId, signal)) result.written++
    result.removed_renditions = await removeLeftRenditions(businessId, signal)
    if ((await buildIndex(businessId))?.is_stored) result.written++
    result.is_complete = true
  } catch (error) {
    if (!signal?.aborted) result.fault = error
  }
  return result
}

/** An item, and the other items that are needed to check it, as they were read. */
interface Shown {
  businessId: string
  item: StoredItem
  beside: ReadonlyMap<string, StoredItem>
}

/** The product of variants or of a place, the guard of a product's slug and its places. */
function neededBeside(businessId: string, item: StoredItem): keys.Key[] {
  if (isSheet(item)) return [keys.productKey(businessId, productIdIn(item))]
  if (isPlacement(item)) return [placedProductKey(businessId, item)]
  const guard = slugGuardOf(businessId, item)
  return guard ? [guard.key, ...(duePlacements(businessId, item) ?? [])] : []
}

/** The items needed to check a page. An item that cannot be rendered needs none: it fails when its turn comes. */
function besideAll(businessId: string, page: readonly StoredItem[]) {
  const needed = page.flatMap((item) => {
    try {
      return neededBeside(businessId, item)
    } catch {
      return []
    }
  })
  return readItems(needed)
}

async function mend(shown: Shown, all: boolean, result: Reindexing): Promise<void> {
  const { businessId, item } = shown
  const faults = faultsOf(businessId, item)
  if (!faults) return
  const { pk, sk } = item
  if (faults.length > 0) result.unreadable.push({ pk, sk })
  else if (stepsFor(shown, all).length > 0 && (await writeNewest(businessId, { pk, sk }, all)))
    result.written++
  // A place is part of its product.
  else if (!isPlacement(item)) result.right++
}

/** Why nothing can be rendered from an item; undefined for one of which nothing is rendered. */
function faultsOf(businessId: string, item: StoredItem): string[] | undefined {
  if (isPlacement(item)) return []
  return isSheet(item) ? judgeSheet(item).faults : renderAgain(businessId, item)?.faults
}

/** A page may be old by the time its last item's turn comes. True if something was still to be written. */
const writeNewest = (businessId: string, key: keys.Key, all: boolean): Promise<boolean> =>
  againstNewest(async () => {
    const item = (await readItems([key])).get(nameOf(key))
    if (!item) return false
    const beside = await readItems(neededBeside(businessId, item))
    const steps = stepsFor({ businessId, item, beside }, all)
    if (steps.length > 0) await commit(steps)
    return steps.length > 0
  })

/** None if everything is right already, or if nothing can be rendered. */
function stepsFor(shown: Shown, all: boolean): Step[] {
  const { businessId, item, beside } = shown
  if (isSheet(item)) return sheetSteps(shown, all)
  if (isPlacement(item))
    return leftPlace(businessId, item, beside.get(nameOf(placedProductKey(businessId, item))))
  const rendering = renderAgain(businessId, item)
  if (!rendering || rendering.faults.length > 0) return []
  const further = guardSteps(shown, all)
  if (rendering.type === 'product') further.push(...placesOfProduct(businessId, item, beside, all))
  const mustWrite = all || rendering.differing.length > 0
  return mustWrite || further.length > 0 ? [itemStep(item, rendering, mustWrite), ...further] : []
}

/** If only its guard or places are to be written, the item must still be the one it was rendered from. */
function itemStep(item: StoredItem, { rendered }: Pick<Rendering, 'rendered'>, mustWrite: boolean): Step {
  const Key = { pk: item.pk, sk: item.sk }
  const condition = isStill({ version: Number(item.version), created_at: String(item.created_at) })
  if (!mustWrite) return { write: { ConditionCheck: { Key, ...condition } }, refusal: 'version_changed' }
  const change = { ...replacing(RENDERED, rendered), if: condition }
  return { write: { Update: { Key, ...updateOf(change) } }, refusal: 'version_changed' }
}

/** None for variants that are left over or contradict their product: those show nothing, whatever is rendered. */
function sheetSteps({ businessId, item, beside }: Shown, all: boolean): Step[] {
  const product = beside.get(nameOf(keys.productKey(businessId, productIdIn(item))))
  const rendering = renderRead(businessId, item, product)
  return rendering && (all || rendering.differing.length > 0) ? [itemStep(item, rendering, true)] : []
}

const GUARD_RENDERED = Object.values(STOREFRONT)

/** The step that renders the index keys of a slug's guard again; none if the guard leads to another product. */
function guardSteps({ businessId, item, beside }: Shown, all: boolean): Step[] {
  const slugGuard = slugGuardOf(businessId, item)
  const guard = slugGuard && beside.get(nameOf(slugGuard.key))
  if (!guard || guard.product_id !== item.id) return []
  if (!all && differences(GUARD_RENDERED, guard, slugGuard.rendered).length === 0) return []
  const change = { ...replacing(GUARD_RENDERED, slugGuard.rendered), if: isHeldBy(item.id) }
  return [{ write: { Update: { Key: slugGuard.key, ...updateOf(change) } } }]
}

/** The guard of a product's slug and what it should show; undefined for other items and broken products. */
function slugGuardOf(businessId: string, item: StoredItem) {
  const rendering = renderAgain(businessId, item)
  if (rendering?.type !== 'product' || rendering.faults.length > 0) return undefined
  const product = storedProduct(item)
  const key = keys.slugGuardKey(businessId, product.slug)
  return { key, rendered: slugStorefront(businessId, product) }
}
