import { isLow, isSellable } from '../../domain/stock.ts'
import { type PlannedChange, planMoves, type StockFault, type StockMove } from '../../domain/stock-plan.ts'
import { type WholeProduct, withVariants } from '../../domain/variant-set.ts'
import { findWholeProduct } from '../product-reads.ts'
import { transition } from '../product-transition.ts'
import { ofOptions } from '../products.ts'
import { commit, Refusal, type Step } from '../table/commit.ts'
import { eventSteps } from '../table/events.ts'
import { newId } from '../table/ids.ts'
import { eachOf } from '../table/patient-reads.ts'
import { againstNewest, anotherVersion } from '../table/versions.ts'
import { moveStep } from './move-steps.ts'
import { readStock } from './stock-item.ts'

/** Changes of one commit, and why. */
export interface StockAdjustment {
  reason: string
  reference: string | null
  changes: readonly (PlannedChange & { productId: string })[]
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

/** What one product has to do with an adjustment. */
interface ProductMoves {
  productId: string
  moves: StockMove[]
  /** The product as it is, and as it is going to be, where a variant of it becomes available or stops being it. */
  flip?: { before: WholeProduct; after: WholeProduct }
}

/**
 * Changes quantities of up to 25 variants in one commit, with one event, again if sales beside it left too little or too
 * much. Throws `AdjustmentRefused` with every change that cannot be made.
 */
export const adjustStock = (
  businessId: string,
  adjustment: StockAdjustment,
  { now = new Date(), also = () => [] }: { now?: Date; also?: () => Step[] } = {},
): Promise<void> =>
  againstNewest(async () => {
    const products = await planned(businessId, adjustment, now)
    const changes = products.flatMap((product) => stepsOf(businessId, product, now))
    const event = changes.length > 0 ? eventSteps(businessId, happening(adjustment, products, now), now) : []
    const steps = [...also(), ...changes, ...event]
    if (steps.length > 0) await commit(steps)
  })

async function planned(businessId: string, { changes }: StockAdjustment, now: Date): Promise<ProductMoves[]> {
  const byProduct = Map.groupBy(changes, ({ productId }) => productId)
  const products: ProductMoves[] = []
  const faults: StockFault[] = []
  await eachOf([...byProduct], async ([productId, own]) => {
    const plan = planMoves(await readStock(businessId, productId), own)
    faults.push(...plan.faults)
    const { moves } = plan
    if (moves.length > 0) products.push({ productId, moves })
  })
  if (faults.length > 0) throw new AdjustmentRefused(faults.sort((a, b) => a.index - b.index))
  await eachOf(
    products.filter(({ moves }) => moves.some(({ isFlip }) => isFlip)),
    async (product) => {
      product.flip = await flipOf(businessId, product, now)
    },
  )
  return products.sort((a, b) => (a.productId < b.productId ? -1 : 1))
}

/** Throws the `Refusal` `version_changed` if the product has gone since its stock was read. */
async function flipOf(businessId: string, { productId, moves }: ProductMoves, now: Date) {
  const before = await findWholeProduct(businessId, productId)
  if (!before) throw new Refusal('version_changed')
  const sellable = new Map(
    moves.map(({ variantId, before: level, after }) => [
      variantId,
      isSellable({ ...level, quantity: after }),
    ]),
  )
  const variants = before.set.variants.map((variant) => ({
    ...variant,
    is_available: sellable.get(variant.id) ?? variant.is_available,
  }))
  const changed = withVariants(before, variants)
  return { before, after: { ...changed, product: anotherVersion(before.product, changed.product, now) } }
}

function stepsOf(businessId: string, { productId, moves, flip }: ProductMoves, now: Date): Step[] {
  return [
    // A quantity that is set to what it is changes nothing, and is still checked against what was expected.
    ...(moves.some(({ delta }) => delta !== 0) ? [moveStep(businessId, productId, moves)] : []),
    ...(flip
      ? transition(
          businessId,
          {
            before: flip.before.product,
            after: flip.after.product,
            variants: { before: ofOptions(flip.before), after: ofOptions(flip.after) },
            isFlip: true,
          },
          now,
        )
      : []),
  ]
}

/** The event of an adjustment: what was changed, what became available or stopped being it, and what is low now. */
function happening(
  { reason, reference, changes }: StockAdjustment,
  products: readonly ProductMoves[],
  now: Date,
) {
  return {
    type: 'inventory.adjusted' as const,
    data: {
      id: newId(now),
      reason,
      reference,
      changes: changes.map(({ variantId, productId, delta, quantity }) => ({
        variant_id: variantId,
        product_id: productId,
        ...(quantity === undefined ? { delta: delta ?? 0 } : { quantity }),
      })),
      availability_changed: products.flatMap(({ productId, flip }) => (flip ? [productId] : [])),
      low: products
        .flatMap(({ moves }) => moves)
        .filter(({ before, after }) => !isLow(before) && isLow({ ...before, quantity: after }))
        .map(({ variantId }) => variantId),
    },
    previous: {},
  }
}
