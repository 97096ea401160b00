/** The checks between products and the guards of their slugs, SKUs and external ids, from both sides. */

import { isVaried } from '../../../data/products/product-item.ts'
import { slugStorefront } from '../../../data/storefront/storefront.ts'
import * as keys from '../../../data/table/keys.ts'
import { differences, type StoredItem } from '../../../data/table/patient-reads.ts'
import { STOREFRONT } from '../../../data/table/schema.ts'
import { hasOptions, type Product } from '../../../domain/products/product.ts'
import type { VariantSet } from '../../../domain/products/variant.ts'
import { renderAgain, storedProduct } from '../reindex/rendering.ts'
import { judgeSheet, storedSet } from '../reindex/variants.ts'
import { type Finding, finding, foreignOwner, type Inspect, type Reference } from './findings.ts'

/** A guard that must be held, and its content for the storefront. */
interface Held {
  key: keys.Key
  rendered: Record<string, unknown>
}

/** The guards that a product itself must hold. */
const guardsHeldBy = (businessId: string, product: Product): Held[] => [
  { key: keys.slugGuardKey(businessId, product.slug), rendered: slugStorefront(businessId, product) },
  ...(product.sku === null ? [] : [{ key: keys.skuGuardKey(businessId, product.sku), rendered: {} }]),
  ...(product.external_id === null
    ? []
    : [{ key: keys.externalIdGuardKey(businessId, product.external_id), rendered: {} }]),
]

/** The guards that a product must hold for its variants. */
const guardsHeldFor = (businessId: string, { variants }: VariantSet): Held[] =>
  variants.flatMap(({ sku }) =>
    sku === null ? [] : [{ key: keys.skuGuardKey(businessId, sku), rendered: {} }],
  )

export const guardReferences = (businessId: string, product: Product): Reference[] =>
  guardsHeldBy(businessId, product).map((held) => ({
    key: held.key,
    judge: (guard) => judgeGuard(product.id, held, guard),
  }))

/** The guards of the SKUs of variants. Those of a product that has no options any more hold none. */
export const variantGuardReferences = (businessId: string, productId: string, set: VariantSet): Reference[] =>
  guardsHeldFor(businessId, set).map((held) => ({
    key: held.key,
    beside: keys.productKey(businessId, productId),
    judge: (guard, item) => (item && isVaried(item) ? judgeGuard(productId, held, guard) : undefined),
  }))

function judgeGuard(productId: string, { key, rendered }: Held, guard: StoredItem | undefined) {
  if (!guard) return finding('guard_missing', key, `the product ${productId} should hold it`)
  if (guard.type !== 'guard')
    return finding('invalid_item', key, `its type is ${JSON.stringify(guard.type)}, not "guard"`)
  if (guard.product_id !== productId) {
    const detail = `held by ${JSON.stringify(guard.product_id)}, but ${productId} has the value`
    return finding('guard_elsewhere', key, detail)
  }
  const differing = differences(Object.values(STOREFRONT), guard, rendered)
  if (differing.length === 0) return undefined
  return finding('guard_index_differs', key, `${differing.join(', ')} should be different`)
}

const isWhole = (businessId: string, item: StoredItem) => renderAgain(businessId, item)?.faults.length === 0

const skuPrefix = (businessId: string) => keys.skuGuardKey(businessId, '').pk

/** The SKU whose guard this is; undefined if it is not a guard of a SKU. */
export const skuIn = (businessId: string, { pk }: keys.Key): string | undefined =>
  pk.startsWith(skuPrefix(businessId)) ? pk.slice(skuPrefix(businessId).length) : undefined

/** Inspects a guard from its own side: its product must be there and have the value, or a variant of it. */
export const inspectGuard =
  (businessId: string): Inspect =>
  (guard) => {
    const id = String(guard.product_id)
    const isOfSku = skuIn(businessId, guard) !== undefined
    return {
      findings: foreignOwner(businessId, guard),
      references: [
        {
          key: keys.productKey(businessId, id),
          ...(isOfSku && { beside: keys.variantSheetKey(businessId, id) }),
          judge: (item, sheet) => judgeHolder(businessId, guard, item, sheet),
        },
      ],
    }
  }

const HARMLESS = '; harmless: the next product that takes the SKU removes it'

function judgeHolder(
  businessId: string,
  guard: StoredItem,
  item: StoredItem | undefined,
  sheet: StoredItem | undefined,
): Finding | undefined {
  const left = (why: string) => {
    const text = `held by ${JSON.stringify(String(guard.product_id))}, ${why}`
    return finding('guard_left', guard, skuIn(businessId, guard) === undefined ? text : `${text}${HARMLESS}`)
  }
  if (!item) return left('which does not exist')
  // The faults of the product itself, and of its variants, are reported elsewhere.
  if (!isWhole(businessId, item)) return undefined
  const product = storedProduct(item)
  const isUnclear = sheet ? judgeSheet(sheet).faults.length > 0 : hasOptions(product)
  if (isUnclear && skuIn(businessId, guard) !== undefined) return undefined
  const held = [
    ...guardsHeldBy(businessId, product),
    ...(sheet ? guardsHeldFor(businessId, storedSet(sheet)) : []),
  ]
  return held.some(({ key }) => key.pk === guard.pk) ? undefined : left('which has another value')
}
