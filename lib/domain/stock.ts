import type { RuleBreak } from './rule-breaks.ts'

/** How much there is of a variant whose inventory is tracked, and how that is judged. */
export interface StockLevel {
  quantity: number
  allow_backorder: boolean
  low_stock_at: number | null
  /** That of the variant, so that a list of stock reads nothing else. */
  sku: string | null
}

/** By the id of the variant. */
export type Stock = ReadonlyMap<string, StockLevel>

/** Whether it can be sold: a variant of which this is the stock is available exactly then. */
export const isSellable = ({ quantity, allow_backorder }: Pick<StockLevel, 'quantity' | 'allow_backorder'>) =>
  quantity > 0 || allow_backorder

/** Whether it is time to order more. */
export const isLow = ({ quantity, low_stock_at }: Pick<StockLevel, 'quantity' | 'low_stock_at'>) =>
  low_stock_at !== null && quantity <= low_stock_at

/** What a body says of the stock of a variant, or of a product without options. */
interface SentStock {
  is_available?: boolean | undefined
  track_inventory?: boolean | undefined
  allow_backorder?: boolean | undefined
  quantity?: number | undefined
}

/** What is stored of it, if it exists. */
type KnownStock = { is_available: boolean; track_inventory: boolean } | undefined

/** What is wrong with it: a quantity is set once, and it decides whether the variant is available. */
export function stockFaults(sent: SentStock, known: KnownStock, path: readonly string[] = []): RuleBreak[] {
  const { quantity, is_available, track_inventory = known?.track_inventory ?? false } = sent
  const at = (name: string, code: RuleBreak['code'], detail: string) => ({
    path: [...path, name],
    code,
    detail,
  })
  const breaks: RuleBreak[] = []
  if (quantity !== undefined && known) breaks.push(at('quantity', 'read_only', BY_ADJUSTMENT))
  else if (quantity !== undefined && !track_inventory)
    breaks.push(at('quantity', 'invalid', 'needs track_inventory true'))
  if (!track_inventory || is_available === undefined) return breaks
  const { allow_backorder = false } = sent
  const stands = known ? known.is_available : isSellable({ quantity: quantity ?? 0, allow_backorder })
  if (is_available !== stands) breaks.push(at('is_available', 'read_only', 'is decided by the stock'))
  return breaks
}

export const BY_ADJUSTMENT = 'is changed by POST /admin/inventory/adjust'
