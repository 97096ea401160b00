import { hasOptions } from '../../domain/products/product.ts'
import { onlyVariant, type WholeProduct } from '../../domain/products/variant-set.ts'
import type { Stock } from '../../domain/stock/stock.ts'
import { type StockItem, stockOf } from '../inventory/stock-item.ts'
import { Refusal } from '../table/commit.ts'
import * as keys from '../table/keys.ts'
import { nameOf, readItems, type StoredItem } from '../table/patient-reads.ts'
import { isVaried, type ProductItem, productOf } from './product-item.ts'
import { type SheetItem, variantSetOf } from './variant-sheet.ts'

/** A product with its variants and their stock, as they were at one moment. */
export interface StockedProduct extends WholeProduct {
  stock: Stock
}

/** Variants and stock of products, by the names of their items. */
export type Beside = ReadonlyMap<string, StoredItem | undefined>

/** The id of a product, from the key of its item. */
export const productIdOf = ({ sk }: keys.Key) => sk.slice(keys.PRODUCT_PREFIX.length)

/** The keys of the variants and of the stock of a product, if it can have some. */
export function keysBeside(businessId: string, item: StoredItem) {
  const id = productIdOf(item)
  const hasSheet = isVaried(item)
  return {
    sheet: hasSheet ? keys.variantSheetKey(businessId, id) : undefined,
    stock: hasSheet || item.track_inventory === true ? keys.stockKey(businessId, id) : undefined,
  }
}

/** A product of items without faults that were read one after the other; undefined if they do not fit together. */
export function stockedProduct(
  businessId: string,
  item: StoredItem,
  beside: Beside,
): StockedProduct | undefined {
  const product = productOf(item as unknown as ProductItem)
  const sheet = beside.get(nameOf(keys.variantSheetKey(businessId, product.id))) as SheetItem | undefined
  const stock = stockOf(beside.get(nameOf(keys.stockKey(businessId, product.id))) as StockItem | undefined)
  if (!hasOptions(product)) return counted({ product, set: onlyVariant(product), stock })
  return sheet && sheet.version <= product.version
    ? counted({ product, set: variantSetOf(sheet), stock })
    : undefined
}

/** The product, if every tracked variant has a quantity. */
const counted = (stocked: StockedProduct): StockedProduct | undefined =>
  stocked.set.variants.every(({ id, track_inventory }) => !track_inventory || stocked.stock.has(id))
    ? stocked
    : undefined

/**
 * A product, its variants and its stock, read together; undefined if it does not exist. Throws the `Refusal`
 * `version_changed` if others change it while it is read.
 */
export async function readStocked(
  businessId: string,
  productId: string,
  read: (wanted: readonly keys.Key[]) => Promise<Beside> = readItems,
): Promise<StockedProduct | undefined> {
  const key = keys.productKey(businessId, productId)
  const found = await read([
    key,
    keys.variantSheetKey(businessId, productId),
    keys.stockKey(businessId, productId),
  ])
  const item = found.get(nameOf(key))
  if (!item) return undefined
  const stocked = stockedProduct(businessId, item, found)
  if (!stocked) throw new Refusal('version_changed')
  return stocked
}
