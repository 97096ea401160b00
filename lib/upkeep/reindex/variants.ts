/** All variants of a product as they lie in the table, beside what the storefront should show of them. */

import { variantsStorefront } from '../../data/storefront/storefront.ts'
import type { Step } from '../../data/table/commit.ts'
import * as keys from '../../data/table/keys.ts'
import { differences, type StoredItem } from '../../data/table/patient-reads.ts'
import { isStill } from '../../data/table/versions.ts'
import { type SheetItem, variantSetOf } from '../../data/variant-sheet.ts'
import { hasOptions, type Product } from '../../domain/product.ts'
import { judgedBy } from '../../domain/resource.ts'
import { newVariantSet, type Variant, type VariantSet } from '../../domain/variant.ts'
import { variantFaults } from '../../domain/variant-rules.ts'
import { judgeStored, RENDERED, type Rendering, renderAgain, storedProduct } from './rendering.ts'
import { replacing } from './replacing.ts'

/** How a body becomes a set of variants. */
const VARIANT_SET = { ...judgedBy(newVariantSet), writable: ['options', 'variants'] }

/** The members of a stored variant; a body may leave out some. */
const MEMBERS = Object.keys({
  id: true,
  option_values: true,
  price: true,
  compare_at_price: true,
  image: true,
  position: true,
  is_available: true,
  sku: true,
  cost: true,
  is_enabled: true,
} satisfies Record<keyof Variant, true>)

export const isSheet = ({ sk }: keys.Key): boolean => sk.startsWith(keys.VARIANTS_PREFIX)

/** The product whose variants lie under a key. */
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
  ...VARIANT_SET.writable.filter((name) => item[name] === undefined).map((name) => `${name} is missing`),
  ...(Array.isArray(item.variants) ? item.variants.flatMap(missingIn) : []),
]

const missingIn = (variant: unknown, n: number): string[] =>
  MEMBERS.filter((name) => Object(variant)[name] === undefined).map(
    (name) => `variants.${n}.${name} is missing`,
  )

const contradictionsIn = (set: VariantSet): string[] => [
  ...(set.options.length === 0 ? ['options must have at least one option'] : []),
  ...(set.variants.length === 0 ? ['variants must have at least one variant'] : []),
  ...variantFaults(set).map(({ path, detail }) => `${path.join('.')} ${detail}`),
]

/** What an item without faults should show of the variants of its product. */
export function renderSheet(
  businessId: string,
  product: Product,
  item: StoredItem,
): Pick<Rendering, 'rendered' | 'differing'> {
  const rendered = variantsStorefront(businessId, product, storedSet(item))
  return { rendered, differing: differences(RENDERED, item, rendered) }
}

/** A product and its variants as they were read, the variants first. */
interface Pair {
  businessId: string
  product: StoredItem
  sheet: StoredItem
}

/**
 * Renders variants again on the condition that both are still what was read: that what one shows depends on the other.
 * None if everything is right already, or if nothing can be rendered.
 */
export function renderingSteps({ businessId, product: item, sheet }: Pair, all: boolean): Step[] {
  if (renderAgain(businessId, item)?.faults.length !== 0 || judgeSheet(sheet).faults.length > 0) return []
  const product = storedProduct(item)
  if (!hasOptions(product) || Number(sheet.version) > product.version) return []
  const { rendered, differing } = renderSheet(businessId, product, sheet)
  if (differing.length === 0 && !all) return []
  const { pk, sk } = sheet
  const condition = {
    ConditionExpression: '#version = :version',
    ExpressionAttributeNames: { '#version': 'version' },
    ExpressionAttributeValues: { ':version': sheet.version },
  }
  const check = { Key: { pk: item.pk, sk: item.sk }, ...isStill(product) }
  return [
    { write: { ConditionCheck: check }, refusal: 'version_changed' },
    { write: { Update: replacing({ pk, sk }, RENDERED, rendered, condition) }, refusal: 'version_changed' },
  ]
}
