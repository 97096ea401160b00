import { isLow, type Stock, type StockLevel } from '../../domain/stock/stock.ts'
import { findVariantBySku } from '../products/product-reads.ts'
import { queryItems } from '../table/calls/writer.ts'
import { Refusal } from '../table/commit.ts'
import { isOf } from '../table/item-pages.ts'
import * as keys from '../table/keys.ts'
import { ADMIN_READ_BYTES, gatherPage, type Page, type PageRequest } from '../table/pages.ts'
import { againstNewest } from '../table/versions.ts'
import { numberOf, readStock, type StockItem, stockOf, variantIdOf } from './stock-item.ts'

/** How much there is of one variant. */
export interface StockRow extends StockLevel {
  variant_id: string
  product_id: string
}

/** Behind all variants of a product. */
const LAST_NUMBER = 999_999_999

/** The rows of one product, in the order of the numbers of its variants. */
export const rowsOf = (productId: string, stock: Stock): StockRow[] =>
  [...stock].map(([variant_id, level]) => ({ variant_id, product_id: productId, ...level }))

/** The row of the variant that has a SKU, as acknowledged writes left it; none if its inventory is not tracked. */
export const stockOfSku = (businessId: string, sku: string): Promise<StockRow[]> =>
  againstNewest(async () => {
    const found = await findVariantBySku(businessId, sku)
    if (!found) return []
    const rows = rowsOf(found.product.id, await readStock(businessId, found.product.id))
    const row = rows.find((one) => one.sku === sku)
    // The SKU was given to another variant, or options came or went, between the two reads.
    if (!row && found.variant.track_inventory) throw new Refusal('version_changed')
    return row ? [row] : []
  })

/** A page of what is tracked, by product and variant, or only of what is low; positions are ids of variants. */
export const listStock = (
  businessId: string,
  { onlyLow }: { onlyLow: boolean },
  page: PageRequest,
): Promise<Page<StockRow>> =>
  gatherPage(page, { isFiltered: onlyLow, mostBytes: ADMIN_READ_BYTES }, async (position, limit) => {
    const { items, lastKey, consumed } = await queryItems<StockItem>(stretch(businessId, position, limit))
    const stocks = items.filter((item) => isOf('stock', item))
    const rows = stocks.flatMap((item) => rowsOf(item.product_id, stockOf(item)))
    const found = rows
      .filter((row) => isBehind(row, position) && (!onlyLow || isLow(row)))
      .map((item) => ({ item, position: item.variant_id, bytes: Buffer.byteLength(JSON.stringify(item)) }))
    return { found, stoppedAt: lastKey ? variantIdOf(lastKey.sk, LAST_NUMBER) : null, consumed }
  })

/** From the product of the position on, of which some variants can be left. */
function stretch(businessId: string, position: string | null, Limit: number) {
  const { pk, sk } = keys.stockKey(businessId, position?.slice(0, 36) ?? '')
  const isFirst = sk === ''
  return {
    KeyConditionExpression: isFirst ? 'pk = :pk' : 'pk = :pk AND sk >= :sk',
    ExpressionAttributeValues: { ':pk': pk, ...(!isFirst && { ':sk': sk }) },
    Limit,
    ReturnConsumedCapacity: 'TOTAL' as const,
  }
}

const isBehind = ({ variant_id, product_id }: StockRow, position: string | null): boolean =>
  position === null || product_id !== position.slice(0, 36) || numberOf(variant_id) > numberOf(position)
