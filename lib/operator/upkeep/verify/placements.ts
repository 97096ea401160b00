/** Products and their places in additional categories, each from its own side. */

import { placements } from '../../../data/storefront/storefront.ts'
import * as keys from '../../../data/table/keys.ts'
import type { StoredItem } from '../../../data/table/patient-reads.ts'
import type { Product } from '../../../domain/products/product.ts'
import { differencesOf, duePlacements, placedProductKey } from '../reindex/placements.ts'
import { finding, foreignOwner, type Inspection, type Reference } from './findings.ts'

/** The places that a product must have. */
export const placementReferences = (businessId: string, product: Product): Reference[] =>
  placements(businessId, product).map((due) => ({
    key: due,
    judge(item) {
      const { pk, sk } = due
      if (!item)
        return finding('placement_missing', { pk, sk }, `the product ${product.id} is not listed there`)
      const differing = differencesOf(item, due)
      if (differing.length === 0) return undefined
      return finding(
        'placement_differs',
        item,
        `${differing.join(', ')} not as the product ${product.id} says`,
      )
    },
  }))

/** Inspects a place: its product must be public, and have its category for an additional one. */
export const inspectPlacement = (businessId: string, item: StoredItem): Inspection => {
  const key = placedProductKey(businessId, item)
  const id = key.sk.slice(keys.PRODUCT_PREFIX.length)
  return {
    findings: foreignOwner(businessId, item),
    references: [
      {
        key,
        judge(product) {
          const due = duePlacements(businessId, product)
          if (!due || due.some(({ sk }) => sk === item.sk)) return undefined
          return finding(
            'placement_left',
            item,
            `the product ${id} ${product ? 'is not listed there' : 'does not exist'}`,
          )
        },
      },
    ],
  }
}
