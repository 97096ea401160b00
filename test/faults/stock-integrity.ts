import { isDeepStrictEqual } from 'node:util'
import { numberOf, type StockItem, stockOf } from '../../lib/data/inventory/stock-item.ts'
import { hasOptions, type Product } from '../../lib/domain/products/product.ts'
import type { VariantSet } from '../../lib/domain/products/variant.ts'
import { onlyVariant } from '../../lib/domain/products/variant-set.ts'
import { isOnBackorder, isSellable } from '../../lib/domain/stock/stock.ts'
import type { Item } from '../support/items.ts'
import { variantsOf } from './variant-integrity.ts'

type Variants = VariantSet['variants']

/** The contradictions between some products and their stock, in both directions. */
export function wrongStock(products: readonly Product[], items: readonly Item[]): string[] {
  const stocks = items.filter(({ type }) => type === 'stock') as unknown as StockItem[]
  const owned = products.map(({ id }) => id)
  return [
    ...stocks
      .filter(({ product_id }) => !owned.includes(product_id))
      .map(({ sk }) => `stock of nothing: ${sk}`),
    ...products.flatMap((product) => {
      const item = stocks.find(({ product_id }) => product_id === product.id)
      const { variants } = hasOptions(product)
        ? { variants: variantsOf(product, items) }
        : onlyVariant(product)
      return faultsOfStock(
        variants.filter(({ track_inventory }) => track_inventory),
        item,
      ).map((fault) => `${product.id}: ${fault}`)
    }),
  ]
}

/** Each tracked variant has a quantity that decides whether it is available, and nothing else has one. */
function faultsOfStock(tracked: Variants, item: StockItem | undefined): string[] {
  const stock = stockOf(item)
  const due = tracked.map(({ id, allow_backorder, low_stock_at, sku }) => ({
    id,
    allow_backorder,
    low_stock_at,
    sku,
  }))
  const found = [...stock].map(([id, { quantity: _, ...rules }]) => ({ id, ...rules }))
  const byNumber = (a: { id: string }, b: { id: string }) => numberOf(a.id) - numberOf(b.id)
  return [
    ...(item && stock.size === 0 ? ['an empty stock'] : []),
    ...strayIn(item).map((name) => `${name} without a quantity`),
    ...(isDeepStrictEqual(found, due.sort(byNumber))
      ? []
      : [`has the stock ${JSON.stringify(found)}, not ${JSON.stringify(due)}`]),
    ...tracked.flatMap(({ id, is_available, is_on_backorder = false }) => {
      const level = stock.get(id)
      if (level && is_on_backorder !== isOnBackorder(level))
        return [`${id} is on backorder: ${is_on_backorder}`]
      return level && is_available !== isSellable(level)
        ? [`${id} is ${is_available ? '' : 'not '}available, and there are ${level.quantity}`]
        : []
    }),
  ]
}

/** Rules of a variant that has no quantity. */
const strayIn = (item: object = {}) =>
  Object.keys(item).filter((name) => /^[bls]\d+$/.test(name) && !(`q${name.slice(1)}` in item))
