import type { components } from '../api.ts'
import type { Operation } from './syncing.ts'

type Image = components['schemas']['NewImage']

type Fields = Record<string, unknown>

/** The values that null means in a merge. A row of an import leaves what it has null for as it is. */
const CLEARED: Readonly<Fields> = { description: '', images: [], tags: [], position: 0 }

/** An operation as a row of an import. */
export const rowOf = ({ external_id, data }: Operation): object => ({
  external_id,
  ...Object.fromEntries(
    Object.entries(data).map(([name, value]) => [name, value === null ? (CLEARED[name] ?? null) : value]),
  ),
  ...(data.images && { images: data.images.map(withSize) }),
  ...(data.variants && {
    variants: data.variants.map((one) => (one.image ? { ...one, image: withSize(one.image) } : one)),
  }),
})

/** A picture without a size has none, as in a merge. A row of an import that has no word of it leaves it the one that is stored. */
const withSize = (image: Image): Image => ({
  ...image,
  width: image.width ?? null,
  height: image.height ?? null,
})

type Rule = (value: unknown) => boolean

const isText: Rule = (value) => typeof value === 'string' && value.trim() === value
const isNumber: Rule = (value) => Number.isInteger(value)
const isFlag: Rule = (value) => typeof value === 'boolean'
const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const orNull =
  (rule: Rule): Rule =>
  (value) =>
    value === null || rule(value)
const listOf =
  (rule: Rule): Rule =>
  (value) =>
    Array.isArray(value) && value.every(rule)

/** An object without other members than these, each as its rule says. */
const objectOf =
  (rules: Readonly<Record<string, Rule>>): Rule =>
  (value) =>
    isObject(value) &&
    Object.entries(value).every(
      ([name, one]) => one === undefined || (Object.hasOwn(rules, name) && rules[name]?.(one) === true),
    )

const isUrl: Rule = (value) =>
  isText(value) && URL.canParse(String(value)) && String(value).startsWith('https://')
const isImage = objectOf({ url: isUrl, alt: isText, width: orNull(isNumber), height: orNull(isNumber) })
const isTexts: Rule = (value) =>
  isObject(value) && Object.values(value).every((one) => typeof one === 'string')

/** An import leaves out a picture that a list has twice. */
const isImages: Rule = (value) =>
  listOf(isImage)(value) &&
  Array.isArray(value) &&
  new Set(value.map((one: unknown) => (isObject(one) ? one.url : one))).size === value.length

/** Fields of a product and of its variants. */
const SOLD: Readonly<Record<string, Rule>> = {
  price: isNumber,
  compare_at_price: orNull(isNumber),
  sku: orNull(isText),
  cost: orNull(isNumber),
  is_available: isFlag,
  track_inventory: isFlag,
  allow_backorder: isFlag,
  low_stock_at: orNull(isNumber),
  quantity: isNumber,
  gtin: orNull(isText),
  mpn: orNull(isText),
  weight_grams: orNull(isNumber),
}

/** The fields of a variant of a row. */
export const VARIANT_FIELDS: Readonly<Record<string, Rule>> = {
  ...SOLD,
  id: isText,
  option_values: isTexts,
  image: orNull(isImage),
  position: isNumber,
  is_enabled: isFlag,
}

const isVariant = objectOf(VARIANT_FIELDS)

/** The fields of a row, and the values that an import reads exactly as a body. */
export const PRODUCT_FIELDS: Readonly<Record<string, Rule>> = {
  ...SOLD,
  name: isText,
  description: orNull((value) => typeof value === 'string'),
  category_id: isText,
  additional_categories: listOf(objectOf({ id: isText, position: isNumber })),
  slug: (value) => isText(value) && String(value).toLowerCase() === value,
  images: orNull(isImages),
  tags: orNull(listOf(isText)),
  position: orNull(isNumber),
  status: isText,
  metadata: isTexts,
  brand: orNull(isText),
  condition: orNull(isText),
  options: (value) => listOf(isObject)(value) && Array.isArray(value) && value.length > 0,
  variants: (value) => listOf(isVariant)(value) && Array.isArray(value) && value.length > 0,
}

const isProduct = objectOf(PRODUCT_FIELDS)

/** A quantity makes an import track the stock. A body has to say that. */
const isCounted = ({ quantity, track_inventory }: Fields): boolean =>
  quantity === undefined || track_inventory === true

/**
 * True for an operation that an import carries out as a bulk request does. Imports read more than a body may have, such as `true`
 * for a status, leave out what they do not know, and take no metadata away.
 */
export const isRow = ({ external_id, data }: Operation): boolean =>
  isText(external_id) &&
  isProduct(data) &&
  isCounted(data) &&
  (data.variants ?? []).every((one) => isCounted(one))
