import { isSellable, type Stock, type StockLevel } from './stock.ts'

/** A change of the quantity of a known variant. `index` is its place in the request. */
export interface PlannedChange {
  index: number
  variantId: string
  delta?: number | undefined
  quantity?: number | undefined
  expected?: number | undefined
}

/** Why a change cannot be made, and how much there is. */
export interface StockFault {
  index: number
  code: 'insufficient_stock' | 'stock_differs' | 'not_tracked'
  quantity?: number
}

/** A change that can be made: what was there, and what will be. */
export interface StockMove {
  variantId: string
  delta: number
  before: StockLevel
  after: number
  /** True if it is another quantity that decides: then nobody must have changed it since it was read. */
  isExact: boolean
  /** True if the variant becomes available, or stops being it. */
  isFlip: boolean
}

/** What changes do to the stock of one product as it was read. A quantity can be below zero only by what is allowed. */
export function planMoves(
  stock: Stock,
  changes: readonly PlannedChange[],
): { moves: StockMove[]; faults: StockFault[] } {
  const moves: StockMove[] = []
  const faults: StockFault[] = []
  for (const change of changes) {
    const { index, variantId } = change
    const before = stock.get(variantId)
    const move = before && moveOf(change, before)
    if (!before) faults.push({ index, code: 'not_tracked' })
    else if (typeof move === 'string') faults.push({ index, code: move, quantity: before.quantity })
    else if (move) moves.push(move)
  }
  return { moves, faults }
}

function moveOf(
  { variantId, delta, quantity, expected }: PlannedChange,
  before: StockLevel,
): StockMove | 'insufficient_stock' | 'stock_differs' {
  if (expected !== undefined && before.quantity !== expected) return 'stock_differs'
  const after = quantity ?? before.quantity + (delta ?? 0)
  const isLess = after < before.quantity
  if (after < 0 && isLess && !before.allow_backorder) return 'insufficient_stock'
  const isFlip = isSellable(before) !== isSellable({ ...before, quantity: after })
  return {
    variantId,
    delta: after - before.quantity,
    before,
    after,
    isExact: isFlip || quantity !== undefined,
    isFlip,
  }
}
