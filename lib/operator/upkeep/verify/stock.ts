/** The stock of tracked products and variants, and the products themselves, which say the same of what can be sold. */

import { isVaried } from '../../../data/products/product-item.ts'
import * as keys from '../../../data/table/keys.ts'
import type { StoredItem } from '../../../data/table/patient-reads.ts'
import type { VariantSet } from '../../../domain/products/variant.ts'
import { plural } from '../../../domain/text/plural.ts'
import { isAnother } from '../reindex/rendering.ts'
import { faultsOfStock, judgeStock, storedStock, storedWhole } from '../reindex/stock.ts'
import {
  alone,
  type Finding,
  finding,
  foreignOwner,
  type Inspect,
  type Reference,
  unknown,
} from './findings.ts'

/** The stock that there must be of what is tracked. Its content is checked on its own. */
export function stockReferences(businessId: string, productId: string, set: VariantSet): Reference[] {
  const tracked = set.variants.filter(({ track_inventory }) => track_inventory)
  if (tracked.length === 0) return []
  const key = keys.stockKey(businessId, productId)
  const isOfOptions = set.options.length > 0
  const { length } = tracked
  return [
    {
      key,
      beside: keys.productKey(businessId, productId),
      judge(stock, product) {
        // Of variants that are left over nothing is tracked.
        if (stock || !product || isVaried(product) !== isOfOptions) return undefined
        const text = `the product ${productId} has no stock, and ${length} tracked ${plural(length, 'variant')}`
        return finding('stock_missing', key, text)
      },
    },
  ]
}

/**
 * Inspects stock: its product, which is read after it, must have the variants that it counts. Adjustments that change what
 * is available change the version of the product. So what contradicts it is a finding only if the product is of the same
 * version at the second look: the stock was read between the two, while nobody changed the product.
 */
export function inspectStock(businessId: string): Inspect {
  const suspected = new Map<string, string>()
  return (item) => {
    if (isAnother({ ...item, id: item.product_id }, { type: 'stock', id: item.sk }))
      return alone([unknown(item)])
    const faults = faultsOfStock(item)
    if (faults.length > 0) return alone([finding('invalid_item', item, faults.join('; '))])
    return {
      findings: foreignOwner(businessId, item),
      references: [
        {
          key: keys.productKey(businessId, item.sk),
          beside: keys.variantSheetKey(businessId, item.sk),
          judge(product, sheet) {
            const findings = contradictions(businessId, item, product, sheet)
            if (findings.length === 0) return undefined
            const version = `${product?.version} ${product?.created_at}`
            const before = suspected.get(item.sk) ?? version
            suspected.set(item.sk, version)
            return before === version ? findings : undefined
          },
        },
      ],
    }
  }
}

function contradictions(
  businessId: string,
  item: StoredItem,
  product: StoredItem | undefined,
  sheet: StoredItem | undefined,
): Finding[] {
  if (!product) return [finding('stock_left', item, `the product ${item.sk} does not exist`)]
  const whole = storedWhole(businessId, product, sheet)
  // The faults of the product and of its variants are reported with them.
  if (!whole) return []
  const { missing, left, differing } = judgeStock(storedStock(item), whole)
  const said = differing.map(({ id, name }) => `${name} of ${id}`)
  return [
    ...(missing.length > 0 ? [finding('stock_missing', item, `no quantity of ${missing.join(', ')}`)] : []),
    ...(left.length > 0 ? [finding('stock_left', item, `not tracked: ${left.join(', ')}`)] : []),
    ...(said.length > 0
      ? [finding('stock_differs', item, `stock and variant differ: ${said.join(', ')}`)]
      : []),
  ]
}
