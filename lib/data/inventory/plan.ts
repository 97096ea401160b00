import type { Stock } from '../../domain/stock/stock.ts'
import {
  type NamedChange,
  type PlannedChange,
  planMoves,
  type StockFault,
  type StockMove,
} from '../../domain/stock/stock-plan.ts'
import { findIdBySku, findVariantBySku } from '../products/product-reads.ts'
import { Refusal } from '../table/commit.ts'
import { eachOf } from '../table/patient-reads.ts'
import type { Seen } from './in-turns.ts'
import { readStockItem } from './stock-item.ts'

/** The changes of one product, planned with the stock that was read. */
export interface ProductPlan extends Seen {
  productId: string
  moves: StockMove[]
  /** The size of the stock item. */
  bytes: number
}

/**
 * Plans changes with the stock as it is now. A SKU is looked up in the stock itself, and the commit checks that it is still
 * there: so the sale is one of the variant that has the SKU, however the options of its product change meanwhile.
 */
export async function planProducts(
  businessId: string,
  changes: readonly NamedChange[],
  named: ReadonlySet<string> = new Set(),
): Promise<{ plans: ProductPlan[]; faults: StockFault[] }> {
  const plans: ProductPlan[] = []
  const faults: StockFault[] = []
  await eachOf([...(await byProduct(businessId, changes, faults))], async ([productId, own]) => {
    const { stock, ...seen } = await readStockItem(businessId, productId)
    const known: PlannedChange[] = []
    for (const change of own) {
      const variantId = change.variantId ?? idBySku(stock, change.sku)
      if (variantId === undefined) faults.push(await faultOfSku(businessId, change))
      else known.push({ ...change, variantId })
    }
    const plan = planMoves(stock, known, named)
    faults.push(...plan.faults)
    if (plan.moves.length > 0) plans.push({ productId, ...seen, moves: plan.moves })
  })
  return { plans, faults }
}

/** The changes of each product, in their order. A SKU that no product has is a fault. */
async function byProduct(businessId: string, changes: readonly NamedChange[], faults: StockFault[]) {
  const products = new Map<number, string>()
  await eachOf(changes, async ({ index, variantId, sku = '' }) => {
    const productId = variantId?.slice(0, 36) ?? (await findIdBySku(businessId, sku))
    if (productId === undefined) faults.push({ index, code: 'unknown_variant' })
    else products.set(index, productId)
  })
  const found = changes.filter(({ index }) => products.has(index))
  return Map.groupBy(found, ({ index }) => `${products.get(index)}`)
}

const idBySku = (stock: Stock, sku: string | undefined): string | undefined =>
  [...stock].find(([, level]) => level.sku === sku)?.[0]

/**
 * The fault of a change whose SKU the stock does not have. Throws the `Refusal` `version_changed` if the variant is tracked:
 * the SKU has come to it since the stock was read.
 */
async function faultOfSku(businessId: string, { index, sku = '' }: NamedChange): Promise<StockFault> {
  const found = await findVariantBySku(businessId, sku)
  if (!found) return { index, code: 'unknown_variant' }
  if (found.variant.track_inventory) throw new Refusal('version_changed')
  return { index, code: 'not_tracked', variantId: found.variant.id }
}
