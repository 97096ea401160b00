import { MAX_VARIANTS_BYTES } from '../../domain/limits.ts'
import { withUnknown } from '../../domain/newer-members.ts'
import { pick, pickOrNull } from '../../domain/pick.ts'
import { SPARSE_OF_VARIANTS, VARIANT_FIELDS } from '../../domain/products/fields.ts'
import { hasOptions, type Product } from '../../domain/products/product.ts'
import type { Option, Variant, VariantSet } from '../../domain/products/variant.ts'
import { backorderOf } from '../../domain/stock/stock.ts'
import { imageOf } from '../stored-image.ts'
import { BESIDE_MEMBERS, variantsStorefront } from '../storefront/storefront.ts'
import { readItem } from '../table/calls/writer.ts'
import { Refusal } from '../table/commit.ts'
import * as keys from '../table/keys.ts'
import { allowedSize } from '../table/versions.ts'

/** All variants of a product with options, in one item, as they have been since a version of the product. */
export type SheetItem = keys.Key &
  VariantSet & { type: 'variants'; product_id: string; version: number; created_at: string }

/** The variants of a product, if they are not too large. Throws the `Refusal` `object_too_large`. */
export const allowedSheet = (set: VariantSet): VariantSet => allowedSize(set, MAX_VARIANTS_BYTES)

/** The item of the variants of a product. */
export function sheetItem(businessId: string, product: Product, set: VariantSet): SheetItem {
  const { id: product_id, version, created_at } = product
  return {
    ...keys.variantSheetKey(businessId, product_id),
    type: 'variants',
    product_id,
    version,
    created_at,
    ...set,
    ...variantsStorefront(businessId, product, set),
  }
}

/** The item of a product's variants, read consistently, or undefined. */
export const findSheet = (businessId: string, productId: string): Promise<SheetItem | undefined> =>
  readItem<SheetItem>(keys.variantSheetKey(businessId, productId))

/**
 * The variants of a product that was read before; undefined if it has no options. Throws the `Refusal` `version_changed`
 * if others have changed them since: `againstNewest` reads both again.
 */
export async function readVariants(businessId: string, product: Product): Promise<VariantSet | undefined> {
  if (!hasOptions(product)) return undefined
  const item = await findSheet(businessId, product.id)
  if (!item || item.version > product.version) throw new Refusal('version_changed')
  return variantSetOf(item)
}

/** The variants in an item, with members in the order of their schema: DynamoDB keeps an order of its own. */
export function variantSetOf(item: VariantSet): VariantSet {
  const { options, variants } = item
  const set = {
    options: options.map(optionOf),
    variants: variants.map((variant) => variantOf(variant, options)),
  }
  return withUnknown(set, item, BESIDE_SET)
}

const BESIDE_SET = [...BESIDE_MEMBERS, 'product_id', 'version', 'created_at']

const optionOf = (option: Option): Option => withUnknown(pick(option, ['name', 'values']), option)

function variantOf(stored: Variant, options: readonly Option[]): Variant {
  const variant: Variant = {
    ...pick(stored, VARIANT_FIELDS),
    ...pickOrNull(stored, SPARSE_OF_VARIANTS),
    ...backorderOf(stored),
    option_values: Object.fromEntries(options.map(({ name }) => [name, `${stored.option_values[name]}`])),
    image: stored.image && imageOf(stored.image),
  }
  return withUnknown(variant, stored, ['is_on_backorder'])
}
