import { pick } from '../../../lib/domain/pick.ts'
import {
  KEPT_FIELDS,
  REMOVABLE_FIELDS,
  UNSET,
  UNSET_OF_VARIANTS,
  WRITABLE_FIELDS,
  type WritableField,
} from '../../../lib/domain/products/fields.ts'
import { PRODUCT } from '../../../lib/domain/products/product.ts'

/** The least that a product needs, in the category `tea`. */
export const LEAST = { name: 'Mug', price: 900, category_id: 'tea' }

/**
 * A value for each field that a body sets, other than the default. Tests of all fields use it: a new field does not
 * compile without a value here. With `track_inventory` the stock decides `is_available`, so it has a test of its own.
 */
export const EVERY_FIELD = {
  ...LEAST,
  description: 'Blue',
  is_available: false,
  compare_at_price: 1000,
  slug: 'blue-mug',
  images: [{ url: 'https://images.example/1.jpg', alt: 'A mug', width: 800, height: 600 }],
  tags: ['a', 'b'],
  position: 7,
  brand: 'Nordholz',
  condition: 'used',
  gtin: '4006381333931',
  mpn: 'NH-18',
  weight_grams: 420,
  status: 'active',
  sku: 'MUG',
  external_id: 'erp-1',
  cost: 500,
  metadata: { a: 'b' },
  additional_categories: [{ id: 'pots', position: 1 }],
  allow_backorder: true,
  low_stock_at: 2,
} satisfies Record<Exclude<WritableField, 'track_inventory'>, unknown>

const isOneOf = (names: readonly string[], name: string) => names.includes(name)

/** The fields that a body can leave out, with the values of the product then; `product.test.ts` states them. */
export const DEFAULTS: Readonly<Record<string, unknown>> = Object.fromEntries(
  Object.entries(PRODUCT.validate(LEAST)).filter(([name]) => !(name in LEAST)),
)

/** The fields that a replacement gives their default when its body leaves them out. */
export const REPLACED = WRITABLE_FIELDS.filter((name) => name in DEFAULTS && !isOneOf(KEPT_FIELDS, name))

/** The fields that null gives their default. */
export const CLEARED = [...REPLACED, ...REMOVABLE_FIELDS]

/** The fields of trade, with the values of above. */
export const TRADE = pick(EVERY_FIELD, Object.keys(UNSET) as (keyof typeof UNSET)[])
export const TRADE_OF_VARIANTS = pick(
  EVERY_FIELD,
  Object.keys(UNSET_OF_VARIANTS) as (keyof typeof UNSET_OF_VARIANTS)[],
)
