import { MAX_QUANTITY } from '../products/product.ts'
import { isOnBackorder, isSellable, type Stock, type StockLevel } from './stock.ts'

/** A change of a quantity, of the variant with this id or with this SKU. `index` is its place in the request. */
export interface NamedChange {
  index: number
  variantId?: string | undefined
  sku?: string | undefined
  delta?: number | undefined
  quantity?: number | undefined
  expected?: number | undefined
}

/** A change of a variant whose id is known. */
export type PlannedChange = NamedChange & { variantId: string }

/** Why a change cannot be made, and how much there is; `variantId` if its name leads to a variant. */
export interface StockFault {
  index: number
  code:
    | 'insufficient_stock'
    | 'stock_differs'
    | 'out_of_range'
    | 'not_tracked'
    | 'unknown_variant'
    | 'named_twice'
  variantId?: string
  quantity?: number
  /** How many of them the hold has that the change is for. */
  held?: number
}

/** A change that can be made: the level before it, and the quantity after it. */
export interface StockMove {
  index: number
  variantId: string
  delta: number
  before: StockLevel
  after: number
  /** True if `is_available` or `is_on_backorder` of the variant changes. */
  isFlip: boolean
  /** True if the variant becomes available, or stops being it. */
  isAvailabilityFlip: boolean
}

/** The changes of one product that can be made, and the reasons against the others. */
export interface MovePlan {
  moves: StockMove[]
  faults: StockFault[]
}

/**
 * Plans changes of the stock of one product, in the order of their places. A variant is changed once: `named` has those that
 * earlier parts of the request have named. A quantity can be below zero only where backorders are allowed, and no change
 * leads further from zero than `MAX_QUANTITY`; one that is there already can come back.
 */
export function planMoves(
  stock: Stock,
  changes: readonly PlannedChange[],
  named: ReadonlySet<string> = new Set(),
): MovePlan {
  const seen = new Set(named)
  const moves: StockMove[] = []
  const faults: StockFault[] = []
  for (const change of changes) {
    const { index, variantId } = change
    const before = stock.get(variantId)
    const move = seen.has(variantId) ? 'named_twice' : before ? moveOf(change, before) : 'not_tracked'
    seen.add(variantId)
    if (typeof move !== 'string') moves.push(move)
    else faults.push({ index, variantId, code: move, ...(before && { quantity: before.quantity }) })
  }
  return { moves, faults }
}

function moveOf(
  { index, variantId, delta, quantity, expected }: PlannedChange,
  before: StockLevel,
): StockMove | 'insufficient_stock' | 'stock_differs' | 'out_of_range' {
  if (expected !== undefined && before.quantity !== expected) return 'stock_differs'
  const after = quantity ?? before.quantity + (delta ?? 0)
  const isLess = after < before.quantity
  if (after < 0 && isLess && !before.allow_backorder) return 'insufficient_stock'
  if (Math.abs(after) > Math.max(MAX_QUANTITY, Math.abs(before.quantity))) return 'out_of_range'
  const level = { ...before, quantity: after }
  const isAvailabilityFlip = isSellable(before) !== isSellable(level)
  const isFlip = isAvailabilityFlip || isOnBackorder(before) !== isOnBackorder(level)
  return { index, variantId, delta: after - before.quantity, before, after, isFlip, isAvailabilityFlip }
}
