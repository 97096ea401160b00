import { isDeepStrictEqual } from 'node:util'
import * as v from 'valibot'
import type { JsonObject } from '../body/json-object.ts'
import {
  applyPatch,
  checkPatch,
  checkReplacement,
  type Resource,
  readNew,
  readNewFromPatch,
  replace,
  validator,
} from '../body/resource.ts'
import { breaksOf, type RuleBreak, throwAny } from '../body/rule-breaks.ts'
import { isSellable, type QuantityRules, quantityFaults } from '../stock/stock.ts'
import { OF_VARIANTS } from './fields.ts'
import {
  firstQuantity,
  hasOptions,
  type NewProduct,
  PRODUCT,
  PRODUCT_WITH_OPTIONS,
  type Product,
  productResource,
} from './product.ts'
import { readNewVariantSet, readVariantSet, replaceVariants } from './replace-variants.ts'
import type { NewVariantSet } from './variant.ts'
import { decidedBy, type WholeProduct, withFirstQuantities, withProduct } from './variant-set.ts'

/** A product to create, and its options and variants if the body has them. */
export interface NewWholeProduct {
  input: NewProduct
  set?: NewVariantSet | undefined
}

/** `options` and `variants` of a body, and all the rest of it that can change something: the stock decides `is_on_backorder`. */
function split({ options, variants, is_on_backorder: _, ...product }: JsonObject): {
  product: JsonObject
  set?: JsonObject
} {
  if (options === undefined && variants === undefined) return { product }
  return {
    product,
    set: { ...(options !== undefined && { options }), variants },
  }
}

type ReadNew = (resource: Resource<NewProduct>, body: JsonObject) => NewProduct

/** Reads a body that creates a product; its variants decide the price, SKU, cost and availability. Throws `InvalidFields`. */
export const newWholeProduct = (body: JsonObject): NewWholeProduct => read(body, readNew)

/** The same of a merge patch. */
export const newWholeFromPatch = (patch: JsonObject): NewWholeProduct => read(patch, readNewFromPatch)

function read(body: JsonObject, readProduct: ReadNew): NewWholeProduct {
  const { product, set: sent } = split(body)
  if (!sent) {
    const input = readProduct(PRODUCT, product)
    throwAny(quantityFaults(input, undefined, {}))
    return { input: { ...input, is_available: availabilityOf(input) } }
  }
  const faults = breaksOf(() => readNewVariantSet(sent))
  const set = faults.length === 0 ? readNewVariantSet(sent) : undefined
  const decided: JsonObject = set ? decidedBy(set) : { price: 0 }
  const { is_available = decided.is_available } = product
  throwAny([
    ...faults,
    ...quantityBesideVariants(body),
    ...(set ? contradictions(product, decided) : []),
    ...breaksOf(() => readProduct(PRODUCT, { ...product, ...decided, is_available })),
  ])
  return { input: readProduct(PRODUCT, { ...product, ...decided }), set }
}

const availabilityOf = ({ track_inventory, allow_backorder, quantity = 0, is_available }: NewProduct) =>
  track_inventory ? isSellable({ quantity, allow_backorder }) : is_available

const contradictions = (product: JsonObject, decided: JsonObject): RuleBreak[] =>
  OF_VARIANTS.filter(
    (name) => Object.hasOwn(product, name) && !isDeepStrictEqual(product[name], decided[name]),
  ).map((name) => ({ path: [name], code: 'read_only', detail: 'is decided by the variants' }))

type Write = typeof replace<WholeProduct['product'], NewProduct>

/**
 * A product replaced by a body that can be sent again. Its variants stay if the body has none; quantities are where a stock
 * begins. Throws `InvalidFields`.
 */
export const replaceWhole = (whole: WholeProduct, body: JsonObject): WholeProduct =>
  upsert(whole, body, replace)

/** The same of a merge patch; `variants` in it replace all variants. */
export const mergeWhole = (whole: WholeProduct, { quantity, ...patch }: JsonObject): WholeProduct =>
  upsert(whole, { ...patch, ...(quantity !== null && { quantity }) }, applyPatch)

/** A product with a merge patch applied that has no quantity of anything that exists. Throws `InvalidFields`. */
export const patchWhole = (whole: WholeProduct, patch: JsonObject): WholeProduct =>
  write(whole, patch, applyPatch)

function upsert(whole: WholeProduct, body: JsonObject, writeProduct: Write): WholeProduct {
  const { quantity, ...rest } = body
  const change = () => write(whole, rest, writeProduct, { isUpsert: true })
  throwAny([
    ...breaksOf(() => readQuantity({ quantity })),
    ...quantityBesideVariants(body),
    ...(isPlainBody(whole, body) ? quantityFaults(body, whole.product, { isUpsert: true }) : []),
    ...breaksOf(change),
  ])
  const after = change()
  return isPlainBody(whole, body)
    ? withFirstQuantities(whole, after, () => readQuantity({ quantity }).quantity)
    : after
}

/** The error in the quantity of a body that says of how many variants it could be. */
function quantityBesideVariants({ quantity, options, variants }: JsonObject): RuleBreak[] {
  const hasVariants = variants !== undefined || (Array.isArray(options) && options.length > 0)
  if (quantity === undefined || quantity === null || !hasVariants) return []
  return [{ path: ['quantity'], code: 'invalid', detail: 'belongs to each variant: send it in variants' }]
}

const readQuantity = validator(v.object({ quantity: firstQuantity }))

/** True if the product has no options, and the body says nothing of variants. */
const isPlainBody = ({ product }: WholeProduct, { options, variants }: JsonObject) =>
  !hasOptions(product) && options === undefined && variants === undefined

function write(
  stored: WholeProduct,
  body: JsonObject,
  writeProduct: Write,
  rules: QuantityRules = {},
): WholeProduct {
  const { product, set } = split(body)
  const whole = withoutPlaceIn(stored, product)
  if (!set) {
    const sent = withoutAvailability(whole.product, product)
    return withProduct(whole, writeProduct(productResource(whole.product), whole.product, sent))
  }
  const { is_available: _, ...rest } = product
  const sent = withoutStored(whole.product, rest)
  const faults = breaksOf(() => replaceVariants(whole, set, rules))
  const next = faults.length === 0 ? replaceVariants(whole, set, rules) : whole
  // Invalid variants leave the fields unknown that they decide: these are not checked.
  const judged = faults.length === 0 ? sent : withoutDecided(sent)
  throwAny([...faults, ...breaksOf(() => writeProduct(PRODUCT_WITH_OPTIONS, next.product, judged))])
  return { ...next, product: writeProduct(PRODUCT_WITH_OPTIONS, next.product, sent) }
}

/**
 * A product that can move into a category that was an additional one until now: a body that does not mention additional
 * categories does not know of them, and one that does replaces them.
 */
function withoutPlaceIn(whole: WholeProduct, body: JsonObject): WholeProduct {
  const { product } = whole
  const left = product.additional_categories.filter(({ id }) => id !== body.category_id)
  return { ...whole, product: { ...product, additional_categories: left } }
}

/** A body without `is_available` where the stock or the variants decide it: as it was read it can be outdated. */
function withoutAvailability(product: Product, body: JsonObject): JsonObject {
  const { is_available: _, ...rest } = body
  const { track_inventory = product.track_inventory } = body
  return hasOptions(product) || track_inventory === true ? rest : body
}

/** A body without what variants decide where it repeats the stored product: as it was read, and the variants change it. */
const withoutStored = (product: Product, body: JsonObject): JsonObject => {
  const stored: JsonObject = { ...product }
  const repeats = (name: string) => isDeepStrictEqual(body[name], stored[name])
  return Object.fromEntries(
    Object.entries(body).filter(([name]) => !(PRODUCT_WITH_OPTIONS.readOnly.includes(name) && repeats(name))),
  )
}

const withoutDecided = (product: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(product).filter(([name]) => !OF_VARIANTS.some((one) => one === name)))

/** Throws `InvalidFields` if a merge patch could be right for no product at all. `fixed` is decided elsewhere. */
export const checkWholePatch = (patch: JsonObject, fixed: JsonObject = {}): void =>
  check(patch, fixed, checkPatch)

/** The same of a body that replaces a product. */
export const checkWholeReplacement = (body: JsonObject, fixed: JsonObject): void =>
  check(body, fixed, (resource, sent) =>
    // Without a price the variants that are sent, or those that are stored, decide it.
    checkReplacement(resource, { price: 0, ...sent }, fixed),
  )

function check(body: JsonObject, fixed: JsonObject, checkProduct: typeof checkPatch): void {
  const { product, set } = split(body)
  throwAny([
    ...(set ? breaksOf(() => readVariantSet(set)) : []),
    ...breaksOf(() => checkProduct(PRODUCT, product, fixed)),
  ])
}
