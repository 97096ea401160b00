import type { JsonObject } from '../../domain/body/json-object.ts'
import {
  type OF_VARIANTS,
  type SPARSE_FIELDS,
  SPARSE_OF_PRODUCTS,
  SPARSE_OF_VARIANTS,
} from '../../domain/products/fields.ts'
import { hasOptions, type Product } from '../../domain/products/product.ts'
import type { Variant } from '../../domain/products/variant.ts'
import type { WholeProduct } from '../../domain/products/variant-set.ts'
import type { Stock } from '../../domain/stock/stock.ts'

/** A product as a catalogue file has it. */
export interface CatalogueProduct extends WholeProduct {
  stock: Stock
  /** The name of its category. */
  category: string
  /** The names of its additional categories. */
  additional: readonly string[]
}

/**
 * A product as one JSON object: every field that a merchant may set and nothing that the server makes, so that an import
 * into another business makes the same product. Members have the same order in every line. Prices are in the currency's
 * minor unit.
 */
export function catalogueLine({ product, set, stock, category, additional }: CatalogueProduct): JsonObject {
  const { slug, external_id, name, description, category_id, status, position } = product
  const { tags, images, metadata, currency } = product
  return {
    slug,
    external_id,
    name,
    description,
    category,
    category_id,
    additional_categories: product.additional_categories.map((place, n) => ({
      category: additional[n],
      ...place,
    })),
    status,
    position,
    tags,
    images,
    ...setOf(product, SPARSE_OF_PRODUCTS),
    metadata: Object.fromEntries(Object.entries(metadata).sort(([a], [b]) => (a < b ? -1 : 1))),
    currency,
    ...(hasOptions(product)
      ? { options: set.options, variants: set.variants.map((variant) => variantLine(variant, stock)) }
      : sold(product, product.id, stock)),
  }
}

function variantLine(variant: Variant, stock: Stock): JsonObject {
  const { id, option_values, image, position, is_enabled } = variant
  return { option_values, ...sold(variant, id, stock), image, position, is_enabled }
}

/** The fields that a variant and a product without options have in common. */
type Sold = Pick<Product, (typeof OF_VARIANTS)[number] | 'is_available'>

/** Of what is tracked the stock decides whether it is available. */
function sold(of: Sold, id: string, stock: Stock): JsonObject {
  const { sku, price, compare_at_price, cost, is_available } = of
  const { track_inventory, allow_backorder, low_stock_at } = of
  return {
    sku,
    price,
    compare_at_price,
    cost,
    track_inventory,
    ...(track_inventory ? { quantity: stock.get(id)?.quantity ?? 0 } : { is_available }),
    allow_backorder,
    low_stock_at,
    ...setOf(of, SPARSE_OF_VARIANTS),
  }
}

/** Those of the fields that are set: a product that uses none has the line that it always had. */
const setOf = <Name extends (typeof SPARSE_FIELDS)[number]>(
  of: Readonly<Record<Name, string | number | null>>,
  fields: readonly Name[],
): JsonObject =>
  Object.fromEntries(fields.flatMap((field) => (of[field] === null ? [] : [[field, of[field]]])))
