import { type WholeProduct, withStockFlags } from '../../domain/products/variant-set.ts'
import { isLow } from '../../domain/stock/stock.ts'
import type { NamedChange, StockFault, StockMove } from '../../domain/stock/stock-plan.ts'
import { findWholeProduct } from '../products/product-reads.ts'
import { type ProductChange, transition } from '../products/product-transition.ts'
import { optionVariants } from '../products/products.ts'
import { commit, Refusal, type Step } from '../table/commit.ts'
import { eventSteps } from '../table/events.ts'
import { newId } from '../table/ids.ts'
import { eachOf } from '../table/patient-reads.ts'
import { anotherVersion } from '../table/versions.ts'
import { inTurns } from './in-turns.ts'
import { moveStep } from './move-steps.ts'
import { type ProductPlan, planProducts } from './plan.ts'

/** Changes of one commit, and why. */
export interface StockAdjustment {
  reason: string
  reference: string | null
  changes: readonly NamedChange[]
  /** The variants that earlier commits of the same request have named: they are not changed again. */
  named?: ReadonlySet<string>
  /** The variants whose held pieces could not be given back: the event says so. */
  left?: readonly string[]
}

/** A change that was made, the SKU of its variant, and how much there is after it. */
export interface AdjustedStock {
  index: number
  variantId: string
  productId: string
  sku: string | null
  delta: number
  quantity: number
}

/** Changes cannot be made; nothing was written. */
export class AdjustmentRefused extends Error {
  override name = 'AdjustmentRefused'
  readonly faults: readonly StockFault[]

  constructor(faults: readonly StockFault[]) {
    super('an adjustment is refused')
    this.faults = faults
  }
}

/** The changes of one product cannot be made, because of what would be stored of it; nothing was written. */
export class ProductRefused extends Refusal {
  override name = 'ProductRefused'
  /** The places of these changes. */
  readonly indexes: readonly number[]

  constructor({ reasons }: Refusal, indexes: readonly number[]) {
    super(...reasons)
    this.indexes = indexes
  }
}

/** The part of one product in an adjustment. */
interface ProductMoves extends ProductPlan {
  /** The product before and after it, where a flag of a variant flips. */
  flip?: { before: WholeProduct; changed: WholeProduct }
}

interface AdjustOptions {
  /** The time of the adjustment, if it is not that of the try. */
  now?: Date
  /** Further steps of the same transaction, made from the changes as they will be and the time of their event; they are checked first. */
  also?: (done: readonly AdjustedStock[], time: Date) => Step[]
  /** Its event is behind this time, in milliseconds since the epoch. */
  behind?: number
}

/**
 * Changes quantities of up to 24 variants in one commit, with one event for them and one for each product that becomes
 * available or stops being it; again if others changed a stock at the same time. Returns the changes in the order of their places.
 * Throws `AdjustmentRefused` with every change that cannot be made, `ProductRefused` with those of one product, and the
 * `Refusal` `too_large_together`.
 */
export const adjustStock = (
  businessId: string,
  adjustment: StockAdjustment,
  { now: fixed, also = () => [], behind = 0 }: AdjustOptions = {},
): Promise<AdjustedStock[]> =>
  inTurns(
    () => planned(businessId, adjustment),
    async (products, spreadMs) => {
      // Not the time at which the request began: sales that were committed meanwhile would be behind it.
      const now = fixed ?? new Date()
      const done = adjustedOf(products)
      const at = { now, time: timeOfAll(products, now, behind), spreadMs }
      const steps = [...also(done, at.time)]
      // A quantity that is set to what it is changes nothing, and is still checked against what was expected.
      if (done.some(({ delta }) => delta !== 0) || adjustment.left?.length)
        steps.push(
          ...products.flatMap((product) => stepsOf(businessId, product, at)),
          ...eventSteps(businessId, happening(adjustment, products, done, at.time), at.time),
        )
      if (steps.length > 0) await commit(steps)
      return done
    },
  )

/** Now, but behind the newest adjustment of every stock: the later of two adjustments of a product has the larger event id. */
const timeOfAll = (products: readonly ProductPlan[], now: Date, behind: number): Date =>
  new Date(Math.max(now.getTime(), behind + 1, ...products.map(({ adjustedAt }) => adjustedAt + 1)))

async function planned(businessId: string, adjustment: StockAdjustment): Promise<ProductMoves[]> {
  const { plans, faults } = await planProducts(businessId, adjustment.changes, adjustment.named)
  if (faults.length > 0) throw new AdjustmentRefused(faults.sort((a, b) => a.index - b.index))
  const products: ProductMoves[] = plans
  await eachOf(
    products.filter(({ moves }) => moves.some(({ isFlip }) => isFlip)),
    async (product) => {
      product.flip = await flipOf(businessId, product)
    },
  )
  return products.sort((a, b) => (a.productId < b.productId ? -1 : 1))
}

/** Throws the `Refusal` `version_changed` if the product was deleted since its stock was read. */
async function flipOf(businessId: string, { productId, moves }: ProductPlan) {
  const before = await findWholeProduct(businessId, productId)
  if (!before) throw new Refusal('version_changed')
  const after = moves.map(
    ({ variantId, before, after: quantity }) => [variantId, { ...before, quantity }] as const,
  )
  return { before, changed: withStockFlags(before, new Map(after)) }
}

function stepsOf(
  businessId: string,
  { productId, moves, flip, bytes }: ProductMoves,
  { now, time, spreadMs }: { now: Date; time: Date; spreadMs: number },
): Step[] {
  const move = { ...moveStep(businessId, productId, moves, { time: time.getTime(), spreadMs }), bytes }
  if (!flip) return [move]
  try {
    return [move, ...transition(businessId, changeOf(flip, now), now)]
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    throw new ProductRefused(
      error,
      moves.map(({ index }) => index),
    )
  }
}

function changeOf({ before, changed }: NonNullable<ProductMoves['flip']>, now: Date): ProductChange {
  const after = { ...changed, product: anotherVersion(before.product, changed.product, now) }
  const variants = { before: optionVariants(before), after: optionVariants(after) }
  return { before: before.product, after: after.product, variants }
}

const adjustedOf = (products: readonly ProductPlan[]): AdjustedStock[] =>
  products
    .flatMap(({ productId, moves }) => moves.map((move) => adjustedBy(productId, move)))
    .sort((a, b) => a.index - b.index)

const adjustedBy = (
  productId: string,
  { index, variantId, delta, before, after }: StockMove,
): AdjustedStock => ({
  index,
  variantId,
  productId,
  sku: before.sku,
  delta,
  quantity: after,
})

/** The event of an adjustment: its changes, the products with a flip, and the variants whose stock became low. */
function happening(
  { reason, reference, left = [] }: StockAdjustment,
  products: readonly ProductMoves[],
  done: readonly AdjustedStock[],
  now: Date,
) {
  return {
    type: 'inventory.adjusted' as const,
    data: {
      id: newId(now),
      reason,
      reference,
      changes: done.map(({ variantId, productId, delta, quantity }) => ({
        variant_id: variantId,
        product_id: productId,
        delta,
        quantity,
      })),
      availability_changed: products
        .filter(({ moves }) => moves.some(({ isAvailabilityFlip }) => isAvailabilityFlip))
        .map(({ productId }) => productId),
      low: products
        .flatMap(({ moves }) => moves)
        .filter(({ before, after }) => !isLow(before) && isLow({ ...before, quantity: after }))
        .map(({ variantId }) => variantId),
      ...(left.length > 0 && { left }),
    },
    previous: {},
    products: [
      ...new Set([...products.map(({ productId }) => productId), ...left.map((id) => id.slice(0, 36))]),
    ],
  }
}
