import { heldOf } from '../../../data/holds/ended.ts'
import { listStock, rowsOf, type StockRow, stockOfSku } from '../../../data/inventory/list.ts'
import { readStock } from '../../../data/inventory/stock-item.ts'
import type { Page, PageRequest } from '../../../data/table/pages.ts'
import { isLow } from '../../../domain/stock/stock.ts'
import { isUuid } from '../../../domain/text/identifiers.ts'
import { anyText, boolean, type Parameters, pageParameters, skuText } from '../parameters/parameters.ts'
import { type ListIdentity, listIdentity, pageRequest } from './cursor.ts'

/** The query parameters of `GET /admin/inventory`. */
export const inventoryParameters = {
  product: anyText,
  sku: skuText,
  low_stock: boolean,
  ...pageParameters,
}

type InventoryParameters = Parameters<typeof inventoryParameters>

/** The requested page of a list of stock. Throws `invalid_cursor`. */
export function readStockList(
  businessId: string,
  parameters: InventoryParameters,
): { page: PageRequest; identity: ListIdentity } {
  const identity = listIdentity(businessId, '/admin/inventory', parameters)
  return { page: pageRequest(parameters, identity), identity }
}

/** A page of stock, as JSON. That of one product or SKU is one page. */
export async function stockPage(
  businessId: string,
  parameters: InventoryParameters,
  page: PageRequest,
): Promise<Page<string>> {
  const { product, sku, low_stock = false } = parameters
  const { items, position } =
    product === undefined && sku === undefined
      ? await listStock(businessId, { onlyLow: low_stock }, page)
      : { items: await named(businessId, parameters), position: null }
  const held = items.length > 0 ? await heldOf(businessId) : undefined
  return { items: items.map((row) => JSON.stringify(shown(row, held))), position }
}

/** The rows of one product, or the one of a SKU. */
async function named(
  businessId: string,
  { product, sku, low_stock = false }: InventoryParameters,
): Promise<StockRow[]> {
  const id = product?.toLowerCase()
  if (id !== undefined && !isUuid(id)) return []
  const rows = sku === undefined ? await rowsOfProduct(businessId, id) : await stockOfSku(businessId, sku)
  return rows.filter((row) => (id === undefined || row.product_id === id) && (!low_stock || isLow(row)))
}

const rowsOfProduct = async (businessId: string, id: string | undefined) =>
  id === undefined ? [] : rowsOf(id, await readStock(businessId, id))

/** How much there is of a variant, as a response shows it. How much is held is null where there are too many holds to add up. */
const shown = (row: StockRow, held: ReadonlyMap<string, number> | undefined) => {
  const { variant_id, product_id, sku, quantity, allow_backorder, low_stock_at } = row
  return {
    variant_id,
    product_id,
    sku,
    quantity,
    held: held ? (held.get(variant_id) ?? 0) : null,
    allow_backorder,
    low_stock_at,
    is_low: isLow(row),
  }
}
