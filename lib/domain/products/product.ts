import * as v from 'valibot'
import { judgedBy, type Resource } from '../body/resource.ts'
import { listOf } from '../text/list.ts'
import { nameLine } from '../text/name.ts'
import { productSlug, slug } from '../text/slug.ts'
import { integer, knownMembers, metadata, text, trimmedLine } from '../text/text.ts'
import { additionalCategories, areNotItsOwn, idsOf } from './additional-categories.ts'
import {
  KEPT_FIELDS,
  OF_VARIANTS,
  READ_ONLY_FIELDS,
  REMOVABLE_FIELDS,
  SPARSE_FIELDS,
  type WritableField,
} from './fields.ts'
import { image } from './image.ts'
import { PRODUCT_TRADE } from './trade.ts'

/** The largest price, in the currency's minor unit. */
export const MAX_PRICE = 1e12

/** Whole number of the currency's ISO 4217 minor unit. */
export const price = integer(0, MAX_PRICE)

/** The id of a product in another system. The words that end other paths are reserved. */
const EXTERNAL_ID = /^[A-Za-z0-9._:~-]{1,128}$/
const RESERVED_EXTERNAL_IDS = ['variants', 'schedule']
export const externalId = v.pipe(
  v.string('must be a string'),
  v.regex(EXTERNAL_ID, 'must be 1 to 128 ASCII letters, digits or ._:~- characters'),
  v.check((id) => !RESERVED_EXTERNAL_IDS.includes(id), 'is a reserved word'),
)
export const isExternalId = (value: string) => v.is(externalId, value)

export const PRODUCT_STATUSES = ['draft', 'active', 'archived'] as const
export const status = v.picklist(PRODUCT_STATUSES, 'must be draft, active or archived')

export const tags = v.pipe(
  listOf(trimmedLine(50), 20, 'must have at most 20 tags'),
  v.transform((all) => [...new Set(all)]),
)

/** The stock keeping unit, or null; as long as those of Shopify. */
export const sku = v.nullable(trimmedLine(255))

/** True if a product or a variant can have this SKU. */
export function isSku(value: string): boolean {
  const { success, output } = v.safeParse(sku, value)
  return success && output === value
}

/** The largest quantity that a request can name. */
export const MAX_QUANTITY = 1e9

/** The schema of `track_inventory` and `allow_backorder`. */
export const isTracked = v.boolean('must be true or false')

/** The quantity from which on down a stock is low, or null. */
export const threshold = v.nullable(integer(0, MAX_QUANTITY))

const fields = {
  name: nameLine(200),
  description: v.optional(text(0, 5000), ''),
  price,
  is_available: v.optional(v.boolean('must be true or false'), true),
  category_id: slug,
  compare_at_price: v.optional(v.nullable(price), null),
  slug: v.optional(productSlug),
  images: v.optional(listOf(image, 10, 'must have at most 10 images'), []),
  tags: v.optional(tags, []),
  position: v.optional(integer(0, 1e9), 0),
  additional_categories: v.optional(additionalCategories, []),
  status: v.optional(status, 'draft'),
  sku: v.optional(sku, null),
  external_id: v.optional(v.nullable(externalId), null),
  cost: v.optional(v.nullable(price), null),
  metadata: v.optional(metadata, {}),
  track_inventory: v.optional(isTracked, false),
  allow_backorder: v.optional(isTracked, false),
  low_stock_at: v.optional(threshold, null),
  brand: v.optional(PRODUCT_TRADE.brand, null),
  condition: v.optional(PRODUCT_TRADE.condition, null),
  gtin: v.optional(PRODUCT_TRADE.gtin, null),
  mpn: v.optional(PRODUCT_TRADE.mpn, null),
  weight_grams: v.optional(PRODUCT_TRADE.weight_grams, null),
} satisfies Record<WritableField, v.GenericSchema>

/** How much there is where a stock begins; later `POST /admin/inventory/adjust` changes it. */
export const firstQuantity = v.optional(integer(0, MAX_QUANTITY))

/** The earlier price, which a page shows crossed out, is not below the price. */
function isReduced(sold: { price: number; compare_at_price: number | null }): boolean {
  return sold.compare_at_price === null || sold.compare_at_price >= sold.price
}
const BELOW_PRICE = 'must not be below price'

/** The body of a request that creates a product. Output has every field, with the defaults filled in. */
export const newProduct = v.pipe(
  knownMembers({ ...fields, quantity: firstQuantity }),
  v.forward(v.partialCheck([['price'], ['compare_at_price']], isReduced, BELOW_PRICE), ['compare_at_price']),
  areNotItsOwn(),
)

export type NewProduct = v.InferOutput<typeof newProduct>

/** The lowest and the highest price of several variants, in the minor unit. */
interface PriceRange {
  min: number
  max: number
}

/** A product as stored. Times are RFC 3339 UTC with milliseconds. */
export interface Product extends Omit<NewProduct, 'slug' | 'quantity'> {
  id: string
  slug: string
  currency: string
  created_at: string
  updated_at: string
  /** Of the enabled variants; null if none is enabled, and without options. */
  price_range: PriceRange | null
  /** How many variants are enabled; 1 without options. */
  variant_count: number
  /** The number of the variant that was made last: no id is used again. In no view. */
  last_variant: number
  /** As of a variant, of a product without options. */
  is_on_backorder?: true
  /** Grows by one with every change. */
  version: number
}

/** THE predicate: what it refuses no public path shows. */
export const isPublic = (product: Pick<Product, 'status'>) => product.status === 'active'

/** True if variants decide the price, SKU, cost and availability of a product, also while none of them is enabled. */
export const hasOptions = ({ price_range, variant_count }: Pick<Product, 'price_range' | 'variant_count'>) =>
  price_range !== null || variant_count === 0

/** Fields of every product without options: its only variant is the product itself. */
export const WITHOUT_OPTIONS = { price_range: null, variant_count: 1 } as const

/** How bodies become products. */
export const PRODUCT: Resource<NewProduct> = {
  ...judgedBy(newProduct),
  writable: [...Object.keys(fields), 'quantity'],
  // The quantity of a product that exists is set by adjustments alone, which no version guards.
  readOnly: [...READ_ONLY_FIELDS, 'quantity'],
  derived: (product) => ({ additional_category_ids: idsOf(product) }),
  setElsewhere: { additional_category_ids: 'is set by additional_categories' },
  optional: ['quantity', 'additional_category_ids', 'additional_categories', ...SPARSE_FIELDS],
  kept: KEPT_FIELDS,
  removable: REMOVABLE_FIELDS,
  sample: { name: 'A name', price: 0, category_id: 'a-category' },
}

/** How a body changes a product whose variants decide what they can. */
export const PRODUCT_WITH_OPTIONS: Resource<NewProduct> = {
  ...PRODUCT,
  readOnly: [...PRODUCT.readOnly, ...OF_VARIANTS],
  setElsewhere: {
    ...PRODUCT.setElsewhere,
    ...Object.fromEntries(
      OF_VARIANTS.map((name) => [name, 'belongs to its variants: PATCH /admin/products/{id}/variants']),
    ),
  },
  kept: [...new Set([...PRODUCT.kept, ...OF_VARIANTS])],
}

/** How a body changes this product. */
export const productResource = (product: Product): Resource<NewProduct> =>
  hasOptions(product) ? PRODUCT_WITH_OPTIONS : PRODUCT
