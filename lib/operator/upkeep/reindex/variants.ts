/** All stored variants of a product, with what the storefront should show of them. */

import { type SheetItem, variantSetOf } from '../../../data/products/variant-sheet.ts'
import { RENDERED, variantsStorefront } from '../../../data/storefront/storefront.ts'
import * as keys from '../../../data/table/keys.ts'
import { differences, type StoredItem } from '../../../data/table/patient-reads.ts'
import { judgedBy } from '../../../domain/body/resource.ts'
import { SPARSE_OF_VARIANTS, VARIANT_FIELDS } from '../../../domain/products/fields.ts'
import { hasOptions, type Product } from '../../../domain/products/product.ts'
import { newVariantSet, type VariantSet } from '../../../domain/products/variant.ts'
import { variantFaults } from '../../../domain/products/variant-rules.ts'
import { isAnother, judgeStored, type Rendering, renderAgain, storedProduct } from './rendering.ts'

/** How a body becomes a set of variants. */
const VARIANT_SET = { ...judgedBy(newVariantSet), writable: ['options', 'variants'] }

export const isSheet = (item: StoredItem): boolean =>
  item.sk.startsWith(keys.VARIANTS_PREFIX) &&
  !isAnother({ ...item, id: item.product_id }, { type: 'variants', id: productIdIn(item) })

/** The product whose variants have this key. */
export const productIdIn = ({ sk }: keys.Key): string => sk.slice(keys.VARIANTS_PREFIX.length)

/** The variants in an item that has no faults. */
export const storedSet = (item: object): VariantSet => variantSetOf(item as SheetItem)

/** Why an item is not a set of variants, and the rules of today that its texts break all the same. */
export function judgeSheet(item: StoredItem): Pick<Rendering, 'faults' | 'brokenRules'> {
  const judged = judgeStored(VARIANT_SET, item)
  const faults = [...faultsOf(item), ...judged.faults]
  return { ...judged, faults: faults.length > 0 ? faults : contradictionsIn(storedSet(item)) }
}

const faultsOf = (item: StoredItem): string[] => [
  ...(item.type === 'variants' ? [] : [`its type is ${JSON.stringify(item.type)}, not "variants"`]),
  ...(item.product_id === productIdIn(item)
    ? []
    : [`its product_id is ${JSON.stringify(item.product_id)}, not that of its key`]),
  ...(Number.isInteger(item.version) ? [] : ['version must be an integer']),
  ...(typeof item.created_at === 'string' ? [] : ['created_at is missing']),
  ...VARIANT_SET.writable.filter((name) => item[name] === undefined).map((name) => `${name} is missing`),
  ...(Array.isArray(item.variants) ? item.variants.flatMap(missingIn) : []),
]

/** Fields without which a stored variant is not complete: those of trade came later. */
const NEEDED = VARIANT_FIELDS.filter((name) => !SPARSE_OF_VARIANTS.some((one) => one === name))

const missingIn = (variant: unknown, n: number): string[] =>
  NEEDED.filter((name) => Object(variant)[name] === undefined).map(
    (name) => `variants.${n}.${name} is missing`,
  )

const contradictionsIn = (set: VariantSet): string[] => [
  ...(set.options.length === 0 ? ['options must have at least one option'] : []),
  ...(set.variants.length === 0 ? ['variants must have at least one variant'] : []),
  ...variantFaults(set).map(({ path, detail }) => `${path.join('.')} ${detail}`),
]

/** The rendered attributes of a variant sheet without faults as they should be, and the names of those that differ. */
export function renderSheet(
  businessId: string,
  product: Product,
  item: StoredItem,
): Pick<Rendering, 'rendered' | 'differing'> {
  const rendered = variantsStorefront(businessId, product, storedSet(item))
  return { rendered, differing: differences(RENDERED, item, rendered) }
}

/**
 * The same of an item that was read before its product, both with or without faults; undefined if nothing can be rendered.
 * The item must still be the one that was read when it is written: a write that changes what it shows, be it the status of
 * the product, writes the item as well.
 */
export function renderRead(businessId: string, item: StoredItem, stored: StoredItem | undefined) {
  if (!stored || renderAgain(businessId, stored)?.faults.length !== 0) return undefined
  const product = storedProduct(stored)
  const isItsOwn = hasOptions(product) && Number(item.version) <= product.version
  return isItsOwn && judgeSheet(item).faults.length === 0 ? renderSheet(businessId, product, item) : undefined
}
