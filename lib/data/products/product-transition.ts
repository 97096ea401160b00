import { isDeepStrictEqual } from 'node:util'
import { adminProduct } from '../../domain/admin-view.ts'
import { isPublic, type Product } from '../../domain/products/product.ts'
import type { VariantSet } from '../../domain/products/variant.ts'
import { optionsChange, type VariantChange, variantChanges } from '../../domain/products/variant-changes.ts'
import type { EventType } from '../../domain/resources.ts'
import type { Stock } from '../../domain/stock/stock.ts'
import { stockChanges } from '../../domain/stock/stock-changes.ts'
import { countSteps } from '../category-counts.ts'
import { type StockChange, stockDeletion, stockOf, stockSteps } from '../inventory/stock-item.ts'
import { productStorefront, slugStorefront } from '../storefront/storefront.ts'
import { Refusal, type RefusalReason, type Step } from '../table/commit.ts'
import { eventSteps, previousOf } from '../table/events.ts'
import type { Happening } from '../table/happening.ts'
import * as keys from '../table/keys.ts'
import { isStill, timeOfNext, versionAfter } from '../table/versions.ts'
import { placementSteps, withUnknownCategories } from './placements.ts'
import {
  commitWithSkus,
  isHeldBy,
  isHeldByOrFree,
  type SkuChange,
  skuChange,
  skuSteps,
  skusOf,
} from './sku-guards.ts'
import { allowedSheet, sheetItem } from './variant-sheet.ts'

/** A product as it was, undefined when it is created, and as it is going to be, undefined when it is deleted. */
export interface ProductChange {
  before: Product | undefined
  after: Product | undefined
  /** Left out where the variants stay as they are, and as public as they are. */
  variants?: VariantChange | undefined
  /** Left out where no quantity begins or ends, and no rule of one changes. */
  stock?: StockChange | undefined
  /** True for a product that is deleted with its stock, whatever is sold meanwhile. */
  isTracked?: boolean
  /** The stock of a product that is deleted, as it was read. */
  ending?: Stock | undefined
  /** True for a write that no size refuses. */
  isOfAnySize?: true | undefined
}

/**
 * Writes a change of a product, and with it further steps. Throws what `commit` throws, and `InvalidFields` for additional
 * categories that do not exist.
 */
export async function writeProduct(
  businessId: string,
  change: ProductChange,
  now: Date,
  further: readonly Step[] = [],
): Promise<void> {
  const skus = skuChangeOf(change)
  const steps = [...further, ...transition(businessId, change, now, skus)]
  try {
    await commitWithSkus(businessId, steps, skus)
  } catch (error) {
    throw change.after && error instanceof Refusal ? withUnknownCategories(error, change.after) : error
  }
}

/** The SKUs of a product and its variants that a change takes and releases. Throws the `Refusal` `too_many_sku_changes`. */
const skuChangeOf = ({ before, after, variants }: ProductChange): SkuChange =>
  skuChange(skusOf(before, variants?.before), skusOf(after, variants?.after))

/**
 * Everything that must change together when a product goes from one state to the next: the product, its variants, what
 * makes its slug, SKUs and external id unique, the numbers of products of its categories, its places in the additional ones,
 * and the event. Nothing is written unless `before` is still stored: on that condition alone the variants can be written
 * without one of their own.
 */
export function transition(
  businessId: string,
  change: ProductChange,
  now: Date,
  skus = skuChangeOf(change),
): Step[] {
  const { before, after, variants } = change
  const product = after ?? (before && versionAfter(before, before, now))
  if (!product) return []
  const { id } = product
  const time = before ? timeOfNext(before, now) : now
  return [
    entity(businessId, id, before, after),
    ...sheet(businessId, id, change),
    ...(change.stock ? stockSteps(businessId, id, change.stock, time) : []),
    ...(change.isTracked && !after ? [stockDeletion(businessId, id, time)] : []),
    // Before what is unique: that a category is unknown is wrong with the body itself, and said first.
    ...countSteps(businessId, {
      before,
      after,
      were: sizeOf(variants?.before),
      are: sizeOf(variants?.after),
    }),
    ...placementSteps(businessId, before, after),
    ...slugGuard(businessId, id, before, after),
    ...skuSteps(businessId, id, skus),
    ...guard(
      keys.externalIdGuardKey,
      'external_id_taken',
      businessId,
      id,
      before?.external_id,
      after?.external_id,
    ),
    ...eventSteps(businessId, happening(product, change), time),
  ]
}

const sizeOf = (set: VariantSet | undefined): number => set?.variants.length ?? 0

/** The event of a change; its product is the admin view. */
function happening(product: Product, { before, after, variants, stock, ending }: ProductChange): Happening {
  const changed = changedVariants(variants)
  return {
    type: eventType(before, after),
    data: adminProduct(product),
    previous: before && after ? previousOf(adminProduct(before), adminProduct(after)) : {},
    ...(changed.length > 0 && { variants_changed: changed }),
    seen: [before, after].some((state) => state && isPublic(state)) ? product.id : undefined,
    differences: () => variantChanges(variants ?? {}),
    options: after && optionsChange(variants ?? {}),
    quantities: () =>
      stockChanges(stock ? stockOf(stock.item) : (ending ?? new Map()), stock?.after ?? new Map(), [
        variants?.after,
        variants?.before,
      ]),
  }
}

function changedVariants({ before, after }: VariantChange = {}): string[] {
  const earlier = new Map(before?.variants.map((variant) => [variant.id, variant]))
  const later = new Map(after?.variants.map((variant) => [variant.id, variant]))
  return [...new Set([...later.keys(), ...earlier.keys()])].filter(
    (id) => !isDeepStrictEqual(earlier.get(id), later.get(id)),
  )
}

/** The item of all variants, where it changes or where the product becomes public or stops being it. */
function sheet(
  businessId: string,
  id: string,
  { before, after, variants, isOfAnySize }: ProductChange,
): Step[] {
  if (variants?.after && after) {
    const isSame =
      before && isPublic(before) === isPublic(after) && isDeepStrictEqual(variants.before, variants.after)
    if (isSame) return []
    const set = isOfAnySize ? variants.after : allowedSheet(variants.after)
    return [{ write: { Put: { Item: sheetItem(businessId, after, set) } } }]
  }
  return variants?.before ? [{ write: { Delete: { Key: keys.variantSheetKey(businessId, id) } } }] : []
}

function entity(
  businessId: string,
  id: string,
  before: Product | undefined,
  after: Product | undefined,
): Step {
  const Key = keys.productKey(businessId, id)
  const write = after
    ? {
        Put: {
          Item: { ...Key, type: 'product', ...after, ...productStorefront(businessId, after) },
          ...isStill(before),
        },
      }
    : { Delete: { Key, ...isStill(before) } }
  return before ? { write, refusal: 'version_changed' } : { write }
}

/** The first that fits. */
function eventType(before: Product | undefined, after: Product | undefined): EventType {
  if (!before) return 'product.created'
  if (!after) return 'product.deleted'
  if (isPublic(before) !== isPublic(after))
    return isPublic(after) ? 'product.published' : 'product.unpublished'
  return 'product.updated'
}

type GuardKey = (businessId: string, value: string) => keys.Key
type Value = string | null | undefined

/** Takes a value that must be unique, and lets go of the one held before. */
function guard(
  key: GuardKey,
  taken: RefusalReason,
  businessId: string,
  productId: string,
  before: Value,
  after: Value,
): Step[] {
  if (before === after) return []
  return [
    ...(after == null ? [] : [take(key(businessId, after), productId, taken)]),
    ...(before == null ? [] : [release(key(businessId, before), productId)]),
  ]
}

/** The slug's guard also leads from the slug to the product in the storefront, while the product is public. */
function slugGuard(
  businessId: string,
  productId: string,
  before: Product | undefined,
  after: Product | undefined,
): Step[] {
  const isSame = before?.slug === after?.slug
  if (isSame && before?.status === after?.status) return []
  const steps: Step[] = []
  if (after) {
    const key = keys.slugGuardKey(businessId, after.slug)
    steps.push(take(key, productId, 'slug_taken', slugStorefront(businessId, after)))
  }
  if (before && !isSame) steps.push(release(keys.slugGuardKey(businessId, before.slug), productId))
  return steps
}

function take(key: keys.Key, productId: string, taken: RefusalReason, attributes = {}): Step {
  return {
    write: {
      Put: {
        Item: { ...key, type: 'guard', product_id: productId, ...attributes },
        ...isHeldByOrFree(productId),
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      },
    },
    refusal: taken,
  }
}

/** If another product holds it, that is a fault and not a refusal: only the product's own version lets go of it. */
function release(key: keys.Key, productId: string): Step {
  return { write: { Delete: { Key: key, ...isHeldBy(productId) } } }
}
