/** The properties of a field of products. Its rule is in `product.ts`, and its text in the description. */
interface Field {
  /** `own`: only the merchant sees it. */
  view: 'public' | 'own'
  /** No body sets it. */
  isReadOnly?: true
  /** A public response has it only where it is set, and an item without it has null. */
  isSparse?: true
  /** A replacement that leaves it out leaves it as it is. */
  isKept?: true
  /** Null is a value of its own: it takes away the value that is there, as an empty cell of a file does. */
  isNullable?: true
  /** Variants have it too: those of a product with options decide it. */
  isOfVariants?: true
}

const SPARSE = { isSparse: true, isKept: true, isNullable: true } as const

/**
 * Every field of a product, in the order of responses. A new one needs its line here, its rule in `product.ts`, its text in
 * the description and its reader for files; without one of them nothing compiles.
 */
const FIELDS = {
  id: { view: 'public', isReadOnly: true },
  name: { view: 'public' },
  description: { view: 'public' },
  price: { view: 'public', isOfVariants: true },
  is_available: { view: 'public', isKept: true },
  category_id: { view: 'public' },
  additional_category_ids: { view: 'public', isReadOnly: true },
  currency: { view: 'public', isReadOnly: true },
  compare_at_price: { view: 'public', isNullable: true, isOfVariants: true },
  slug: { view: 'public', isKept: true },
  images: { view: 'public' },
  tags: { view: 'public' },
  position: { view: 'public' },
  brand: { view: 'public', ...SPARSE },
  condition: { view: 'public', ...SPARSE },
  gtin: { view: 'public', ...SPARSE, isOfVariants: true },
  mpn: { view: 'public', ...SPARSE, isOfVariants: true },
  weight_grams: { view: 'public', ...SPARSE, isOfVariants: true },
  created_at: { view: 'public', isReadOnly: true },
  updated_at: { view: 'public', isReadOnly: true },
  price_range: { view: 'public', isReadOnly: true },
  variant_count: { view: 'public', isReadOnly: true },
  status: { view: 'own', isKept: true },
  sku: { view: 'own', isNullable: true, isOfVariants: true },
  external_id: { view: 'own', isNullable: true },
  cost: { view: 'own', isNullable: true, isOfVariants: true },
  metadata: { view: 'own' },
  additional_categories: { view: 'own', isKept: true },
  track_inventory: { view: 'own', isKept: true, isOfVariants: true },
  allow_backorder: { view: 'own', isKept: true, isOfVariants: true },
  low_stock_at: { view: 'own', isKept: true, isNullable: true, isOfVariants: true },
  version: { view: 'own', isReadOnly: true },
} as const satisfies Record<string, Field>

type Fields = typeof FIELDS

/** The names of the fields of which this is true. */
type Named<Wanted extends Partial<Field>> = {
  [Name in keyof Fields]: Fields[Name] extends Wanted ? Name : never
}[keyof Fields]

/** A field of products that a body sets. */
export type WritableField = Exclude<keyof Fields, Named<{ isReadOnly: true }>>

/** All fields of the admin view. */
export const PRODUCT_FIELDS = /* @__PURE__ */ Object.keys(FIELDS) as (keyof Fields)[]

const entries = /* @__PURE__ */ Object.entries<Field>(FIELDS)

/** The names of the fields of which this is true, in the order of responses. */
const named = <const Wanted extends Partial<Field>>(wanted: Wanted) =>
  entries
    .filter(([, field]) =>
      (Object.keys(wanted) as (keyof Field)[]).every((property) => field[property] === wanted[property]),
    )
    .map(([name]) => name) as Named<Wanted>[]

function nullOf<Name extends string>(names: readonly Name[]): Record<Name, null> {
  return Object.fromEntries(names.map((name) => [name, null])) as Record<Name, null>
}

/** The fields of the public view. */
export const PUBLIC_PRODUCT_FIELDS = /* @__PURE__ */ named({ view: 'public' })
export const READ_ONLY_FIELDS = /* @__PURE__ */ named({ isReadOnly: true })
/** The fields that a body sets. */
export const WRITABLE_FIELDS = /* @__PURE__ */ PRODUCT_FIELDS.filter(
  (name): name is WritableField => !READ_ONLY_FIELDS.some((one) => one === name),
)
export const SPARSE_FIELDS = /* @__PURE__ */ named({ isSparse: true })
export const SPARSE_OF_VARIANTS = /* @__PURE__ */ named({ isSparse: true, isOfVariants: true })
/** No sparse field set, of a product or a variant. */
export const UNSET = /* @__PURE__ */ nullOf(SPARSE_FIELDS)
export const UNSET_OF_VARIANTS = /* @__PURE__ */ nullOf(SPARSE_OF_VARIANTS)
/** Those that variants do not have. */
export const SPARSE_OF_PRODUCTS = /* @__PURE__ */ SPARSE_FIELDS.filter(
  (name): name is Exclude<Named<{ isSparse: true }>, Named<{ isOfVariants: true }>> =>
    !SPARSE_OF_VARIANTS.some((one) => one === name),
)
export const KEPT_FIELDS = /* @__PURE__ */ named({ isKept: true })
/** Fields that a replacement keeps, and that null takes away. */
export const REMOVABLE_FIELDS = /* @__PURE__ */ named({ isKept: true, isNullable: true })
export const NULLABLE_FIELDS = /* @__PURE__ */ named({ isNullable: true })

/** The fields that the variants of a product with options decide: a body can only repeat them. */
export const OF_VARIANTS = /* @__PURE__ */ named({ isOfVariants: true })

/** The fields of the public view of a variant, in the order of responses. */
export const PUBLIC_VARIANT_FIELDS = [
  'id',
  'option_values',
  'price',
  'compare_at_price',
  'image',
  'position',
  ...SPARSE_OF_VARIANTS,
  'is_available',
] as const

/** All fields of the admin view of a variant. */
export const VARIANT_FIELDS = [
  ...PUBLIC_VARIANT_FIELDS,
  'sku',
  'cost',
  'is_enabled',
  'track_inventory',
  'allow_backorder',
  'low_stock_at',
] as const
