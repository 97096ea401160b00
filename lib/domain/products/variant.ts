import * as v from 'valibot'
import { UUID } from '../text/identifiers.ts'
import { listOf } from '../text/list.ts'
import {
  closedObject,
  integer,
  knownMembers,
  normalLine,
  TRIMMED_LINE,
  textsByName,
  visibleLine,
} from '../text/text.ts'
import { image } from './image.ts'
import { firstQuantity, isTracked, price, sku, threshold } from './product.ts'
import { VARIANT_TRADE } from './trade.ts'

export const MOST_OPTIONS = 3
export const MOST_VARIANTS = 100
const MOST_VALUES = 100
/** As long as the names and values of options in Shopify. */
const LONGEST_TEXT = 255

/** An option, with its values in the order in which a page shows them. */
export interface Option {
  name: string
  values: string[]
}

const text = visibleLine(LONGEST_TEXT)

const optionName = v.pipe(
  text,
  v.check((name) => name !== '__proto__', 'must not have the name __proto__'),
)

const option = closedObject({
  name: optionName,
  values: v.pipe(
    listOf(text, MOST_VALUES, `must have 1 to ${MOST_VALUES} values`),
    v.minLength(1, `must have 1 to ${MOST_VALUES} values`),
  ),
})

const options = listOf(option, MOST_OPTIONS, `must have at most ${MOST_OPTIONS} options`)

const optionValues = textsByName({
  most: MOST_OPTIONS,
  longestName: LONGEST_TEXT,
  value: text,
  valueSchema: { type: 'string', minLength: 1, maxLength: LONGEST_TEXT, pattern: TRIMMED_LINE },
  storedName: normalLine,
})

/** The id of a variant: its product's, and a number unless it is the product itself. */
const VARIANT_ID = new RegExp(UUID.source.replace('$', '(?:-[1-9][0-9]{0,8})?$'), 'i')

export const variantId = v.pipe(
  v.string('must be a string'),
  v.regex(VARIANT_ID, 'must be the id of a variant'),
  v.transform((id) => id.toLowerCase()),
)

/** The fields of a variant in a body. For an existing variant, one that is not sent and has no default here is kept. */
const fields = {
  // One value for each option, by its name: `{"Size": "M"}`.
  option_values: v.optional(optionValues, {}),
  price,
  compare_at_price: v.optional(v.nullable(price), null),
  image: v.optional(v.nullable(image), null),
  position: v.optional(integer(0, 1e9)),
  is_available: v.optional(v.boolean('must be true or false')),
  sku: v.optional(sku),
  cost: v.optional(v.nullable(price), null),
  is_enabled: v.optional(v.boolean('must be true or false')),
  track_inventory: v.optional(isTracked),
  allow_backorder: v.optional(isTracked),
  low_stock_at: v.optional(threshold),
  gtin: v.optional(VARIANT_TRADE.gtin),
  mpn: v.optional(VARIANT_TRADE.mpn),
  weight_grams: v.optional(VARIANT_TRADE.weight_grams),
}

/** One variant of a whole set; with `id` it is one that exists. */
const newVariant = knownMembers({ id: v.optional(variantId), ...fields, quantity: firstQuantity })

export type NewVariant = v.InferOutput<typeof newVariant>

const count = `must have 1 to ${MOST_VARIANTS} variants`

/** All new variants of a product. Options that are not sent stay as they are. */
export const newVariantSet = knownMembers({
  options: v.optional(options),
  variants: v.pipe(listOf(newVariant, MOST_VARIANTS, count), v.minLength(1, count)),
})

export type SentVariantSet = v.InferOutput<typeof newVariantSet>

/** All new options and variants of a product. */
export interface NewVariantSet extends SentVariantSet {
  options: Option[]
}

/** One variant as a merge patch leaves it: all members but its id. */
export const patchedVariant = knownMembers({
  ...fields,
  position: integer(0, 1e9),
  is_available: v.boolean('must be true or false'),
  is_enabled: v.boolean('must be true or false'),
  track_inventory: isTracked,
  allow_backorder: isTracked,
})

/** All members that a variant has by now, also those that a body can leave out. */
type Complete<T> = { [Name in keyof T]-?: Exclude<T[Name], undefined> }

/** One thing that is sold. Money in the currency's minor unit. */
export interface Variant extends Complete<v.InferOutput<typeof patchedVariant>> {
  /** `<product id>-<n>`, never used again; that of the product, if it has no options. */
  id: string
  /** There only while the variant can be sold although none is left. The stock decides it. */
  is_on_backorder?: true
}

/** All variants of a product, in their order, and the options that distinguish them. */
export interface VariantSet {
  options: Option[]
  variants: Variant[]
}

/** Which variant a patch is for. Its changes are checked when the variant is known. */
const named = v.looseObject(
  { id: v.optional(variantId), sku: v.optional(sku), option_values: v.optional(optionValues) },
  'must be an object',
)

const variantPatch = v.pipe(
  named,
  v.check(
    ({ id, sku, option_values }) =>
      id !== undefined || typeof sku === 'string' || option_values !== undefined,
    'must have an id, a SKU or option_values',
  ),
)

/** Changes to some variants, and new names for options and their values. */
export const variantSetPatch = knownMembers({
  options: v.optional(options),
  variants: v.optional(
    listOf(variantPatch, MOST_VARIANTS, `must have at most ${MOST_VARIANTS} variants`),
    [],
  ),
})

export type VariantSetPatch = v.InferOutput<typeof variantSetPatch>
