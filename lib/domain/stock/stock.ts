import type { RuleBreak } from '../body/rule-breaks.ts'
import type { Variant } from '../products/variant.ts'

/** The quantity of a variant whose inventory is tracked, with the rules for it. */
export interface StockLevel {
  quantity: number
  allow_backorder: boolean
  low_stock_at: number | null
  /** That of the variant, so that a list of stock reads nothing else. */
  sku: string | null
}

/** By the id of the variant. */
export type Stock = ReadonlyMap<string, StockLevel>

/** True if one can be sold. A tracked variant is available exactly then. */
export const isSellable = ({ quantity, allow_backorder }: Pick<StockLevel, 'quantity' | 'allow_backorder'>) =>
  quantity > 0 || allow_backorder

/** True if one can be sold although none is left. A tracked variant is on backorder exactly then. */
export const isOnBackorder = ({
  quantity,
  allow_backorder,
}: Pick<StockLevel, 'quantity' | 'allow_backorder'>) => quantity <= 0 && allow_backorder

type WithRules = Pick<Variant, 'is_on_backorder' | 'track_inventory' | 'allow_backorder'>

/** `is_on_backorder` where it is true; nothing if the variant is not tracked any more, or allows no backorders. */
export const backorderOf = ({ is_on_backorder, track_inventory, allow_backorder }: WithRules) =>
  is_on_backorder && track_inventory && allow_backorder ? { is_on_backorder } : {}

/** A variant with the flags that its stock gives it. */
export function withLevel({ is_on_backorder: _, ...variant }: Variant, level: StockLevel): Variant {
  const sold = { ...variant, is_available: isSellable(level) }
  return isOnBackorder(level) ? { ...sold, is_on_backorder: true } : sold
}

/** True for a quantity at or below `low_stock_at`. */
export const isLow = ({ quantity, low_stock_at }: Pick<StockLevel, 'quantity' | 'low_stock_at'>) =>
  low_stock_at !== null && quantity <= low_stock_at

/** Which quantities of a body are accepted. */
export interface QuantityRules {
  /**
   * True where the same body can be sent again: the quantity of a variant that exists is where its stock begins, and is
   * left alone if it has one. False where it is refused.
   */
  isUpsert?: boolean
}

/** The fields of a body, not yet checked, for the stock of a variant or of a product without options. */
interface SentStock {
  quantity?: unknown
  track_inventory?: unknown
}

/** The errors in the quantity of a body; `known` is what is stored, if it exists. */
export function quantityFaults(
  { quantity, track_inventory }: SentStock,
  known: { track_inventory: boolean } | undefined,
  { isUpsert = false }: QuantityRules,
  path: readonly string[] = [],
): RuleBreak[] {
  const at = (code: RuleBreak['code'], detail: string) => [{ path: [...path, 'quantity'], code, detail }]
  if (quantity === undefined) return []
  if (known && !isUpsert) return at('read_only', BY_ADJUSTMENT)
  // An object that exists keeps its stock, or has none.
  const isLeftAlone = known !== undefined && track_inventory === undefined
  return isLeftAlone || track_inventory === true ? [] : at('invalid', 'needs track_inventory true')
}

export const BY_ADJUSTMENT = 'is changed by POST /admin/inventory/adjust'
