/** Repairs what stock and its product say of each other. Quantities stay as they are: nobody else knows them. */

import { type StockChange, type StockItem, stockSteps } from '../../../data/inventory/stock-item.ts'
import { transition } from '../../../data/products/product-transition.ts'
import { optionVariants } from '../../../data/products/products.ts'
import { commit, type Step } from '../../../data/table/commit.ts'
import * as keys from '../../../data/table/keys.ts'
import { eachOf, nameOf, pagesOf, readItems, type StoredItem } from '../../../data/table/patient-reads.ts'
import { againstNewest, anotherVersion, isStill } from '../../../data/table/versions.ts'
import { type WholeProduct, withStockFlags } from '../../../domain/products/variant-set.ts'
import type { Stock, StockLevel } from '../../../domain/stock/stock.ts'
import type { Failures } from './failures.ts'
import { faultsOfStock, judgeStock, storedStock, storedWhole } from './stock.ts'

/** Returns how many products had stock that differed, and was repaired. */
export async function mendStock(
  businessId: string,
  failures: Failures,
  signal: AbortSignal | undefined,
): Promise<number> {
  let written = 0
  for await (const page of pagesOf(keys.stockKey(businessId, ''), signal))
    await eachOf(page, async (item) => {
      signal?.throwIfAborted()
      await failures.notBeyond(item, async () => {
        if (await mendOne(businessId, item.sk)) written++
      })
    })
  return written
}

const mendOne = (businessId: string, productId: string): Promise<boolean> =>
  againstNewest(async () => {
    const steps = await stepsFor(businessId, productId)
    if (steps.length > 0) await commit(steps)
    return steps.length > 0
  })

const read = async (key: keys.Key): Promise<StoredItem | undefined> =>
  (await readItems([key])).get(nameOf(key))

/** The product is read first: where it is still of its version, its variants and stock are those that were read. */
async function stepsFor(businessId: string, productId: string): Promise<Step[]> {
  const product = await read(keys.productKey(businessId, productId))
  const sheet = await read(keys.variantSheetKey(businessId, productId))
  const item = await read(keys.stockKey(businessId, productId))
  const whole = product && storedWhole(businessId, product, sheet)
  if (!whole || !item || faultsOfStock(item).length > 0) return []
  const before = storedStock(item)
  const { differing } = judgeStock(before, whole)
  if (differing.length === 0) return []
  const stock = { item: item as StockItem, after: withRules(before, whole) }
  if (differing.some(({ name }) => name === 'is_available' || name === 'is_on_backorder'))
    return productSteps(businessId, whole, stock)
  const Key = keys.productKey(businessId, productId)
  return [
    { write: { ConditionCheck: { Key, ...isStill(whole.product) } }, refusal: 'version_changed' },
    ...stockSteps(businessId, productId, stock, new Date()),
  ]
}

/** The stock with the rules and SKUs of its tracked variants; a quantity that is left over keeps its own. */
function withRules(stock: Stock, { set }: WholeProduct): Stock {
  const after = new Map<string, StockLevel>(stock)
  for (const { id, track_inventory, allow_backorder, low_stock_at, sku } of set.variants) {
    const level = stock.get(id)
    if (level && track_inventory) after.set(id, { ...level, allow_backorder, low_stock_at, sku })
  }
  return after
}

function productSteps(businessId: string, whole: WholeProduct, stock: StockChange) {
  const changed = withStockFlags(whole, stock.after)
  const now = new Date()
  const change = {
    before: whole.product,
    after: anotherVersion(whole.product, changed.product, now),
    variants: { before: optionVariants(whole), after: optionVariants(changed) },
    stock,
  }
  return transition(businessId, change, now)
}
