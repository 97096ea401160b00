/** The stored stock of a product, with what the product and its variants say of it. */

import { type StockItem, stockOf } from '../../../data/inventory/stock-item.ts'
import type { StoredItem } from '../../../data/table/patient-reads.ts'
import { hasOptions } from '../../../domain/products/product.ts'
import type { Variant } from '../../../domain/products/variant.ts'
import { onlyVariant, type WholeProduct } from '../../../domain/products/variant-set.ts'
import { type Stock, withLevel } from '../../../domain/stock/stock.ts'
import { renderAgain, storedProduct } from './rendering.ts'
import { judgeSheet, storedSet } from './variants.ts'

/** The stock in an item that has no faults. */
export const storedStock = (item: object): Stock => stockOf(item as StockItem)

/** The checks of a variant's attributes, by the first letter of their names. */
const KINDS: Record<string, (value: unknown) => boolean> = {
  q: Number.isSafeInteger,
  b: (value) => value === true,
  l: Number.isSafeInteger,
  s: (value) => typeof value === 'string',
}

const ATTRIBUTE = /^([qbls])(0|[1-9][0-9]*)$/

/** Why an item is not the stock of the product of its key. */
export function faultsOfStock(item: StoredItem): string[] {
  const attributes = Object.keys(item).flatMap((name) => {
    const [, kind, n] = ATTRIBUTE.exec(name) ?? []
    return kind === undefined ? [] : [{ name, kind, n }]
  })
  return [
    ...(item.type === 'stock' ? [] : [`its type is ${JSON.stringify(item.type)}, not "stock"`]),
    ...(item.product_id === item.sk
      ? []
      : [`its product_id is ${JSON.stringify(item.product_id)}, not that of its key`]),
    ...(attributes.some(({ kind }) => kind === 'q') ? [] : ['it has no quantity']),
    ...attributes
      .filter(({ name, kind }) => !KINDS[kind]?.(item[name]))
      .map(({ name }) => `${name} has a wrong type`),
    ...attributes.filter(({ n }) => item[`q${n}`] === undefined).map(({ name, n }) => `${name} has no q${n}`),
  ]
}

/** A product and its variants as they were read; undefined if either has faults, or if others changed them meanwhile. */
export function storedWhole(
  businessId: string,
  item: StoredItem,
  sheet: StoredItem | undefined,
): WholeProduct | undefined {
  if (renderAgain(businessId, item)?.faults.length !== 0) return undefined
  const product = storedProduct(item)
  if (!hasOptions(product)) return { product, set: onlyVariant(product) }
  const isItsOwn = sheet && judgeSheet(sheet).faults.length === 0 && Number(sheet.version) <= product.version
  return isItsOwn ? { product, set: storedSet(sheet) } : undefined
}

/** The contradictions between stock and variants, by the ids of variants. */
export interface StockJudgement {
  /** Tracked, without a quantity. */
  missing: string[]
  /** A quantity of an untracked variant, or of one that does not exist. */
  left: string[]
  /** The members in which the stock and its variant differ. */
  differing: { id: string; name: string }[]
}

export function judgeStock(stock: Stock, { set }: WholeProduct): StockJudgement {
  const tracked = set.variants.filter(({ track_inventory }) => track_inventory)
  const ids = new Set(tracked.map(({ id }) => id))
  return {
    missing: [...ids].filter((id) => !stock.has(id)),
    left: [...stock.keys()].filter((id) => !ids.has(id)),
    differing: tracked.flatMap((variant) =>
      differingIn(stock, variant).map((name) => ({ id: variant.id, name })),
    ),
  }
}

const RULES = ['allow_backorder', 'low_stock_at', 'sku'] as const

/** The members that differ. The flags must follow from the quantity and the variant's own `allow_backorder`. */
function differingIn(stock: Stock, variant: Variant): string[] {
  const level = stock.get(variant.id)
  if (!level) return []
  const { is_available, is_on_backorder } = withLevel(variant, {
    ...level,
    allow_backorder: variant.allow_backorder,
  })
  return [
    ...RULES.filter((name) => level[name] !== variant[name]),
    ...(variant.is_available === is_available ? [] : ['is_available']),
    ...(variant.is_on_backorder === is_on_backorder ? [] : ['is_on_backorder']),
  ]
}
