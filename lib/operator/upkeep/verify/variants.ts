/** The variants of products and the products themselves, which say the same of price and availability. */

import * as keys from '../../../data/table/keys.ts'
import { differences, type StoredItem } from '../../../data/table/patient-reads.ts'
import { hasOptions, type Product, WITHOUT_OPTIONS } from '../../../domain/products/product.ts'
import type { VariantSet } from '../../../domain/products/variant.ts'
import { decided } from '../../../domain/products/variant-set.ts'
import { renderAgain, storedProduct } from '../reindex/rendering.ts'
import { judgeSheet, productIdIn, renderSheet, storedSet } from '../reindex/variants.ts'
import {
  alone,
  brokenRules,
  type Finding,
  finding,
  foreignOwner,
  type Inspection,
  type Reference,
} from './findings.ts'
import { variantGuardReferences } from './guards.ts'
import { stockReferences } from './stock.ts'
import { storefrontFindings } from './storefront.ts'

/** A product without options that counts several variants. */
export const countWithoutOptions = (item: keys.Key, product: Product): Finding[] =>
  hasOptions(product) || product.variant_count === WITHOUT_OPTIONS.variant_count
    ? []
    : [finding('invalid_item', item, `its variant_count is ${product.variant_count}, but it has no options`)]

/**
 * The checks of a product against its variant sheet, and of the sheet's rendered attributes. The sheet is read after
 * the product: if its version is not above the product's, it belongs to that product; if it is, it was changed
 * meanwhile.
 */
export function sheetReferences(businessId: string, product: Product): Reference[] {
  if (!hasOptions(product)) return []
  const key = keys.variantSheetKey(businessId, product.id)
  return [
    {
      key,
      judge(sheet) {
        if (!sheet) return finding('variants_missing', key, `the product ${product.id} has options`)
        // Faults of the variants themselves are found when they are inspected.
        if (judgeSheet(sheet).faults.length > 0 || Number(sheet.version) > product.version) return undefined
        return [
          ...undecided(businessId, product, storedSet(sheet)),
          ...storefrontFindings(sheet, renderSheet(businessId, product, sheet)),
        ]
      },
    },
  ]
}

/** The fields of a product that differ from those that its variants decide. */
function undecided(businessId: string, product: Product, set: VariantSet): Finding[] {
  const due: Record<string, unknown> = decided(set, product)
  const stored: Record<string, unknown> = { ...product }
  const differing = differences(Object.keys(due), stored, due)
  if (differing.length === 0) return []
  const said = differing.map(
    (name) => `${name} is ${JSON.stringify(stored[name])}, its variants say ${JSON.stringify(due[name])}`,
  )
  return [finding('variants_differ', keys.productKey(businessId, product.id), said.join('; '))]
}

/** Inspects the item of a product's variants. The product is read after it: its version is not below that of the item. */
export function inspectSheet(businessId: string, item: StoredItem): Inspection {
  const { faults, brokenRules: rules } = judgeSheet(item)
  if (faults.length > 0) return alone([finding('invalid_item', item, faults.join('; '))])
  const set = storedSet(item)
  const productId = productIdIn(item)
  return {
    findings: [...foreignOwner(businessId, item), ...brokenRules(item, rules)],
    references: [
      {
        key: keys.productKey(businessId, productId),
        judge: (product) => judgeProduct(businessId, item, set, product),
      },
      ...variantGuardReferences(businessId, productId, set),
      ...stockReferences(businessId, productId, set),
    ],
  }
}

function judgeProduct(businessId: string, sheet: StoredItem, set: VariantSet, item: StoredItem | undefined) {
  if (!item) return finding('variants_left', sheet, `the product ${productIdIn(sheet)} does not exist`)
  // The faults of the product itself are reported with it.
  if (renderAgain(businessId, item)?.faults.length !== 0) return undefined
  const product = storedProduct(item)
  if (!hasOptions(product)) return finding('variants_left', sheet, `the product ${product.id} has no options`)
  const wrong = [...wrongVersion(sheet, product), ...wrongIds(product, set)]
  return wrong.length > 0 ? finding('variants_differ', sheet, wrong.join('; ')) : undefined
}

const wrongVersion = ({ version }: StoredItem, product: Product): string[] =>
  Number(version) > product.version
    ? [`its version is ${version}, that of the product ${product.version}`]
    : []

/** Each variant has a number of its own, which the product has given out. */
function wrongIds({ id: productId, last_variant }: Product, { variants }: VariantSet): string[] {
  const ids = variants.map(({ id }) => id)
  const isGivenOut = (id: string) => {
    const n = Number(id.slice(productId.length + 1))
    return id === `${productId}-${n}` && n <= last_variant
  }
  return [
    ...ids.filter((id) => !isGivenOut(id)).map((id) => `the product never gave the id ${id}`),
    ...ids.filter((id, n) => ids.indexOf(id) !== n).map((id) => `two variants have the id ${id}`),
  ]
}
