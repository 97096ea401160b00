import * as keys from '../../../data/table/keys.ts'
import type { StoredItem } from '../../../data/table/patient-reads.ts'
import { isStatus } from '../../../domain/business.ts'
import { idsOf } from '../../../domain/products/additional-categories.ts'
import { hasOptions, type Product } from '../../../domain/products/product.ts'
import { onlyVariant } from '../../../domain/products/variant-set.ts'
import { isPlacement } from '../reindex/placements.ts'
import { renderAgain, storedProduct } from '../reindex/rendering.ts'
import { isSheet } from '../reindex/variants.ts'
import {
  alone,
  brokenRules,
  type Finding,
  finding,
  foreignOwner,
  type Inspect,
  type Reference,
  unknown,
} from './findings.ts'
import { guardReferences } from './guards.ts'
import { inspectPlacement, placementReferences } from './placements.ts'
import { registryReference } from './registry.ts'
import { shopReferences } from './slugs.ts'
import { stockReferences } from './stock.ts'
import { storefrontFindings } from './storefront.ts'
import { countWithoutOptions, inspectSheet, sheetReferences } from './variants.ts'

/** Inspects an item of a business's own partition: profile, category, count, tombstone, product, variants, placement, or what should not be there. */
export const inspectItem =
  (businessId: string, currency: string | undefined): Inspect =>
  (item) => {
    if (isSheet(item)) return inspectSheet(businessId, item)
    if (isPlacement(item)) return inspectPlacement(businessId, item)
    const rendering = renderAgain(businessId, item)
    if (!rendering) return alone(isCount(item) || isTombstone(item) ? [] : [unknown(item)])
    if (rendering.faults.length > 0)
      return alone([finding('invalid_item', item, rendering.faults.join('; '))])
    const findings = [
      ...foreignOwner(businessId, item),
      ...brokenRules(item, rendering.brokenRules),
      ...storefrontFindings(item, rendering),
    ]
    if (rendering.type === 'business') {
      if (!isStatus(item.status))
        findings.push(finding('invalid_item', item, `its status is ${JSON.stringify(item.status)}`))
      return { findings, references: [...shopReferences(item, new Date()), registryReference(businessId)] }
    }
    if (rendering.type === 'category') return { findings, references: parentReferences(businessId, item) }
    if (rendering.type !== 'product') return alone(findings)
    const product = storedProduct(item)
    return {
      findings: [
        ...findings,
        ...wrongCurrency(item, product, currency),
        ...countWithoutOptions(item, product),
      ],
      references: referencesOf(businessId, product),
    }
  }

const wrongCurrency = (item: StoredItem, product: Product, currency: string | undefined): Finding[] =>
  currency === undefined || product.currency === currency
    ? []
    : [finding('invalid_item', item, `its currency is ${product.currency}, not ${currency}`)]

const isCount = (item: StoredItem) => item.sk.startsWith(keys.COUNT_PREFIX) && item.type === 'category_count'

const isTombstone = (item: StoredItem) =>
  item.sk.startsWith(keys.TOMBSTONE_PREFIX) && item.type === 'category_tombstone'

const referencesOf = (businessId: string, product: Product): Reference[] => [
  ...guardReferences(businessId, product),
  ...categoryReferences(businessId, product),
  ...placementReferences(businessId, product),
  ...sheetReferences(businessId, product),
  ...(hasOptions(product) ? [] : stockReferences(businessId, product.id, onlyVariant(product))),
]

const parentReferences = (businessId: string, { pk, sk, parent_id }: StoredItem): Reference[] =>
  typeof parent_id === 'string' ? [existingCategory({ pk, sk }, keys.categoryKey(businessId, parent_id))] : []

const existingCategory = (item: keys.Key, key: keys.Key): Reference => ({
  key,
  judge: (category) =>
    category
      ? undefined
      : finding(
          'category_missing',
          item,
          `there is no category ${key.sk.slice(keys.CATEGORY_PREFIX.length)}`,
        ),
})

const categoryReferences = (businessId: string, product: Product): Reference[] =>
  [product.category_id, ...idsOf(product)].map((category) =>
    existingCategory(keys.productKey(businessId, product.id), keys.categoryKey(businessId, category)),
  )
