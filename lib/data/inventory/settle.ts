import { isDeepStrictEqual } from 'node:util'
import { type WholeProduct, withStockFlags } from '../../domain/products/variant-set.ts'
import type { Stock, StockLevel } from '../../domain/stock/stock.ts'
import { readStockItem, type StockChange } from './stock-item.ts'

/** A product whose flags are as its stock says, and what becomes of that stock. */
export interface ProductAndStock {
  whole: WholeProduct
  stock?: StockChange
  /** The time of the newest event of that stock, in milliseconds since the epoch; 0 where it was not read. */
  adjustedAt: number
}

/** A new product with the quantities that it begins with. */
export function withFirstStock(whole: WholeProduct): ProductAndStock {
  const after = levels(whole, new Map())
  return after.size === 0
    ? { whole, adjustedAt: 0 }
    : { whole: withStockFlags(whole, after), stock: { item: undefined, after }, adjustedAt: 0 }
}

/**
 * A changed product whose availability follows its stock. The stock is read only if the change concerns it: all others
 * leave the quantities to adjustments, which leave the product item alone unless its availability changes.
 */
export async function withStock(
  businessId: string,
  before: WholeProduct,
  whole: WholeProduct,
): Promise<ProductAndStock> {
  if (!whole.origins && isDeepStrictEqual(rulesOf(before), rulesOf(whole))) return { whole, adjustedAt: 0 }
  const { item, stock, adjustedAt } = await readStockItem(businessId, before.product.id)
  const after = levels(whole, stock)
  return { whole: withStockFlags(whole, after), stock: { item, after }, adjustedAt }
}

/** True if a variant of the product is tracked: then the product has a stock item. */
export const tracksAny = ({ set }: WholeProduct): boolean =>
  set.variants.some(({ track_inventory }) => track_inventory)

const rulesOf = ({ set }: WholeProduct) =>
  set.variants
    .filter(({ track_inventory }) => track_inventory)
    .map(({ id, allow_backorder, low_stock_at, sku }) => [id, allow_backorder, low_stock_at, sku])
    .sort(([a], [b]) => (`${a}` < `${b}` ? -1 : 1))

function levels({ set, origins }: WholeProduct, stock: Stock): Stock {
  return new Map(
    set.variants
      .filter(({ track_inventory }) => track_inventory)
      .map(({ id, allow_backorder, low_stock_at, sku }): [string, StockLevel] => {
        const { from = id, quantity = 0 } = origins?.get(id) ?? {}
        return [id, { quantity: stock.get(from)?.quantity ?? quantity, allow_backorder, low_stock_at, sku }]
      })
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  )
}
