import { adminVariants } from '../../../domain/admin-view.ts'
import {
  PUBLIC_VARIANT_FIELDS,
  SPARSE_OF_VARIANTS,
  UNSET_OF_VARIANTS,
} from '../../../domain/products/fields.ts'
import type { Product } from '../../../domain/products/product.ts'
import {
  MOST_OPTIONS,
  MOST_VARIANTS,
  newVariantSet,
  type Variant,
  variantSetPatch,
} from '../../../domain/products/variant.ts'
import { publicVariants } from '../../../domain/public-view.ts'
import { closed, membersOf, patchOf, ref } from '../json-schema.ts'
import type { JsonSchema } from '../openapi.ts'
import { listOf as pageOf } from './list.ts'
import { answered, described, input, pick, STAMPS, UUID } from './members.ts'
import { ADMIN_PRODUCT } from './product.ts'

/** The id of a variant in a response. */
export const VARIANT_ID: JsonSchema = {
  type: 'string',
  pattern: `${UUID.pattern?.slice(0, -1)}(?:-[1-9][0-9]{0,8})?$`,
}

const TEXTS: Record<keyof Variant, string> = {
  id: "The id of the variant: the product's id, a hyphen and a number that is never used again. The only variant of a product without options has the product's id.",
  option_values: 'The value of each option, by the name of the option.',
  price: "A whole number of the currency's ISO 4217 minor unit.",
  compare_at_price: 'The earlier price, shown crossed out. In the unit of `price`, and not below it.',
  image: "The variant's own picture, or null.",
  position: 'The order of the variants, smallest first.',
  is_available:
    '`false` if the variant is sold out. If its stock is tracked, the stock decides it, and a write leaves it alone.',
  sku: 'The stock keeping unit, in one line, unique among all products and variants of the business.',
  cost: 'The price that the merchant pays, in the unit of `price`. Never public.',
  is_enabled: '`false` hides the variant from the public.',
  track_inventory:
    'True if the variant has a quantity, which `POST /admin/inventory/adjust` changes and which decides `is_available`.',
  allow_backorder: 'True if a tracked variant can be sold beyond its quantity.',
  low_stock_at: 'The quantity at or below which the stock is low, or null.',
  gtin: 'The GTIN (EAN, UPC, ISBN-13): 8, 12, 13 or 14 digits with a valid check digit.',
  is_on_backorder:
    'True while the variant can be sold although none is left: it is tracked, allows backorders, and its quantity is 0 or less. Absent otherwise. The stock decides it, and a write leaves it alone.',
  mpn: "The manufacturer's part number, in one line.",
  weight_grams: 'The weight with packaging, in grams.',
}

const OPTION_TEXTS = {
  name: 'The name of the option, such as `Size`. It is stored in Unicode NFC, with single spaces.',
  values:
    'Its values, in the order in which a page shows them. They are stored in Unicode NFC, with single spaces, and two that differ only in case, width or invisible characters are refused.',
}

const QUANTITY =
  'The first quantity of a stock; it needs `track_inventory`. It counts for a new variant, and in an upsert or merge of its product also for an untracked one; existing stock is left alone there, so that the same body can be sent again. Afterwards `POST /admin/inventory/adjust` changes it.'

const { options, variants } = membersOf(newVariantSet)
const sent = variants?.items?.properties ?? {}
const option = described(OPTION_TEXTS, options?.items?.properties ?? {})

const { default: _, additionalProperties, ...names } = sent.option_values ?? {}
const value = Object(additionalProperties) as JsonSchema

const settable = described(
  { ...TEXTS, quantity: QUANTITY },
  {
    ...sent,
    id: { ...VARIANT_ID },
    option_values: { ...names, additionalProperties: value },
    image: { anyOf: [ref('NewImage'), { type: 'null' }] },
  },
)

const shown = described(TEXTS, {
  ...answered(pick(sent, Object.keys(TEXTS))),
  id: VARIANT_ID,
  option_values: { type: 'object', additionalProperties: { type: 'string' } },
  image: { anyOf: [ref('Image'), { type: 'null' }] },
  is_on_backorder: { type: 'boolean' },
})

const ONLY_IF_TRUE = ['is_on_backorder']

export const optionList: JsonSchema = {
  type: 'array',
  items: ref('Option'),
  maxItems: MOST_OPTIONS,
  description: 'The options; empty for a product without any.',
}

const ofProduct = { ...UUID, description: 'The id of the product.' }

const listOf = (items: JsonSchema, least: number): JsonSchema => ({
  type: 'array',
  items,
  minItems: least,
  maxItems: MOST_VARIANTS,
  description: 'All variants, in their order.',
})

const NewVariant = input(settable, ['price'])
const patches = membersOf(variantSetPatch)

/** The members that a product with `expand=variants` has besides. */
export const EXPANDED: Record<string, JsonSchema> = {
  options: { ...optionList, description: 'The options. Only with `expand=variants`.' },
  variants: { ...listOf(ref('Variant'), 0), description: 'The variants. Only with `expand=variants`.' },
}

export const VARIANT_SCHEMAS: Record<string, JsonSchema> = {
  Option: closed(answered(option)),
  NewOption: input(option, ['name', 'values']),
  Variant: closed(pick(shown, PUBLIC_VARIANT_FIELDS), SPARSE_OF_VARIANTS),
  AdminVariant: closed(shown, ONLY_IF_TRUE),
  FoundVariant: closed({ ...shown, product_id: ofProduct }, ONLY_IF_TRUE),
  FoundVariantList: pageOf(ref('FoundVariant')),
  NewVariant,
  VariantPatch: {
    ...patchOf(NewVariant, ['id', 'price', 'position', 'is_available', 'is_enabled', 'option_values']),
  },
  VariantSet: closed({ id: ofProduct, options: optionList, variants: listOf(ref('Variant'), 0) }),
  AdminVariantSet: closed({
    id: ofProduct,
    options: optionList,
    variants: listOf(ref('AdminVariant'), 1),
    created_at: { ...STAMPS.created_at, description: 'When the product was created.' },
    updated_at: { ...STAMPS.updated_at, description: 'When the product or a variant last changed.' },
    version: { ...STAMPS.version, description: 'The version of the product.' },
  }),
  NewVariantSet: input(
    {
      options: {
        ...options,
        items: ref('NewOption'),
        description: 'The options. Existing ones stay if you leave them out; `[]` removes them.',
      },
      variants: { ...variants, items: ref('NewVariant') },
    },
    ['variants'],
  ),
  VariantSetPatch: input(
    {
      options: {
        ...patches.options,
        items: ref('NewOption'),
        description: 'New names for the options and their values, each in its place.',
      },
      variants: {
        ...patches.variants,
        items: ref('VariantPatch'),
        description:
          'A merge patch for each variant to change, which names it by `id`, else by `sku`, else by `option_values`.',
      },
    },
    [],
  ),
}

const product: Product = {
  ...ADMIN_PRODUCT,
  ...UNSET_OF_VARIANTS,
  price_range: { min: 6400, max: 8900 },
  variant_count: 2,
  last_variant: 2,
}

const variantOf = (n: number, size: string, price: number): Variant => ({
  id: `${ADMIN_PRODUCT.id}-${n}`,
  option_values: { Size: size },
  price,
  compare_at_price: null,
  image: null,
  position: n - 1,
  is_available: true,
  sku: `PEPPER-MILL-${size}`,
  cost: null,
  is_enabled: true,
  track_inventory: false,
  allow_backorder: false,
  low_stock_at: null,
  ...UNSET_OF_VARIANTS,
  mpn: `NH-${size}`,
})

const SET = {
  options: [{ name: 'Size', values: ['18', '25'] }],
  variants: [variantOf(1, '18', 6400), variantOf(2, '25', 8900)],
}

/** The variants of a product, in the admin view and as everybody sees them. */
export const ADMIN_VARIANTS = adminVariants(product, SET)
export const SOME_VARIANTS = publicVariants(ADMIN_PRODUCT.id, SET)
