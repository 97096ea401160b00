import { findWholeProduct } from '../../../data/products/product-reads.ts'
import { MAX_QUANTITY } from '../../../domain/products/product.ts'
import { NAMED_TWICE, type StockChange } from '../../../domain/stock/inventory.ts'
import type { StockFault } from '../../../domain/stock/stock-plan.ts'
import type { FieldFault, Problem, StockFaultEntry } from '../problems/problem.ts'
import { insufficientStock, stockDiffers } from '../problems/problems.ts'
import { validationProblem } from '../problems/validation.ts'

/** Why one change of a request is refused: for what it says (422), or for how much there is (409). */
export type Refused = FieldFault | StockFaultEntry

/** The name of a variant in a request. */
type Named = Pick<StockChange, 'sku' | 'variant_id'>

/** A name of a variant that leads nowhere, or to one whose inventory is not tracked. */
export const unusable = (
  index: number,
  change: Named,
  detail: string,
  list: 'changes' | 'items' = 'changes',
): FieldFault => ({
  pointer: `/${list}/${index}/${change.sku === undefined ? 'variant_id' : 'sku'}`,
  code: 'invalid',
  detail,
})

export const NO_VARIANT = 'belongs to no variant of this business'

/** Explains a change that was refused by the stock as it is. */
export async function explainFault(
  businessId: string,
  { index, code, quantity = 0 }: StockFault,
  change: StockChange,
): Promise<Refused> {
  if (code === 'unknown_variant') return unusable(index, change, NO_VARIANT)
  if (code === 'named_twice') return unusable(index, change, NAMED_TWICE)
  if (code === 'out_of_range')
    return { pointer: `/changes/${index}/delta`, code: 'invalid', detail: outOfRange(quantity) }
  if (code === 'not_tracked') {
    const isThere = change.sku !== undefined || (await isVariant(businessId, change.variant_id ?? ''))
    return unusable(
      index,
      change,
      isThere ? 'does not track its inventory' : 'is not a variant of this business',
    )
  }
  return { pointer: `/changes/${index}`, code, detail: `there are ${quantity}`, quantity }
}

export const outOfRange = (quantity: number) =>
  `must lead to a quantity from -${MAX_QUANTITY} to ${MAX_QUANTITY}: there are ${quantity}`

async function isVariant(businessId: string, id: string): Promise<boolean> {
  const whole = await findWholeProduct(businessId, id.slice(0, 36))
  return whole?.set.variants.some((variant) => variant.id === id) ?? false
}

const isStock = (refused: Refused): refused is StockFaultEntry => 'quantity' in refused

/** The problem of changes that are refused together: the request is checked before the stock. */
export function refusedProblem(refused: readonly Refused[]): Problem {
  const said = refused.filter((one): one is FieldFault => !isStock(one))
  if (said.length > 0) return validationProblem(said)
  const errors = refused.filter(isStock)
  const [first] = errors
  if (first?.code === 'stock_differs')
    return stockDiffers({ detail: 'The quantity is not the expected one; see the member errors.', errors })
  return insufficientStock({ detail: 'There is not enough of everything; see the member errors.', errors })
}
