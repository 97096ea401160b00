import { isDeepStrictEqual } from 'node:util'
import type { JsonObject } from '../body/json-object.ts'
import { validator } from '../body/resource.ts'
import { InvalidFields, type RuleBreak } from '../body/rule-breaks.ts'
import { type QuantityRules, quantityFaults } from '../stock/stock.ts'
import { hasOptions, type Product } from './product.ts'
import { productBreaks, readOnlyBreaks, settableIn } from './read-only-members.ts'
import { soundPart } from './sound-variants.ts'
import {
  type NewVariant,
  type NewVariantSet,
  newVariantSet,
  type SentVariantSet,
  type Variant,
  type VariantSet,
} from './variant.ts'
import { variantFaults } from './variant-rules.ts'
import { completed, draftOf, type WholeProduct } from './variant-set.ts'

const read = validator(newVariantSet)

/**
 * Reads the new variants of a product, and its options unless they stay. Throws `InvalidFields` for everything that is
 * wrong for any stored product.
 */
export const readVariantSet = (body: JsonObject): SentVariantSet => readJudged(body, () => [])

function readJudged(
  body: JsonObject,
  faultsOf: (set: SentVariantSet) => RuleBreak[],
  others: RuleBreak[] = [],
): SentVariantSet {
  const { set, breaks, placed } = soundPart(read, settableIn(body))
  const all = [...breaks, ...others, ...placed(set ? [...variantFaults(set), ...faultsOf(set)] : [])]
  if (!set || all.length > 0) throw new InvalidFields(all)
  return set
}

/** Reads all options and variants of a new product: it has the options that are sent. Throws `InvalidFields`. */
export const readNewVariantSet = (body: JsonObject): NewVariantSet => ({
  options: [],
  ...readJudged(
    { options: [], ...body },
    ({ variants }) => [
      ...variants.flatMap((one, n) => quantityFaults(one, undefined, {}, ['variants', `${n}`])),
      ...variants.flatMap(({ id }, n) => (id === undefined ? [] : [madeByServer(n)])),
    ],
    productBreaks(body),
  ),
})

/** A new product has no variant that an id could name. */
const madeByServer = (n: number): RuleBreak => ({
  path: ['variants', `${n}`, 'id'],
  code: 'read_only',
  detail: 'is made by the server',
})

/**
 * A product with all its variants replaced. One that has a variant's id, else its SKU, else its option values, is that
 * variant: it keeps its id, and `sku`, `is_available` and `is_enabled` unless they are sent. The others are new, and a
 * variant that is not sent is gone. Without `options` in the body those of the product stay. Throws `InvalidFields`.
 */
export function replaceVariants(
  { product, set }: WholeProduct,
  body: JsonObject,
  rules: QuantityRules = {},
): WholeProduct {
  const { set: sent = { variants: [] }, ...part } = soundPart(read, settableIn(body))
  const { options, variants } = repeatable(product, { ...sent, options: sent.options ?? set.options })
  const known = recognized(set, variants)
  const breaks = [
    ...readOnlyBreaks(product, body),
    ...part.breaks,
    ...part.placed([
      ...variantFaults({ options, variants }),
      ...variants.flatMap((one, n) => quantityFaults(one, known[n], rules, ['variants', `${n}`])),
      ...variants.flatMap((one, n) => (known[n] ? [] : unknownId(set, one, n))),
    ]),
  ]
  if (breaks.length > 0) throw new InvalidFields(breaks)
  return completed(product, draftOf({ options, variants }, known))
}

/**
 * A PUT whose response was lost comes again. If it was the one that gave the product its options, the product's own id in
 * it names no variant any more, which is then recognized by the rest.
 */
const repeatable = (product: Product, { options, variants }: NewVariantSet): NewVariantSet => ({
  options,
  variants: variants.map((one) => {
    if (!hasOptions(product) || one.id !== product.id) return one
    const { id: _, ...rest } = one
    return rest
  }),
})

/** The members of a variant by which it is recognized, as they are stored. */
export type Recognizable = Pick<NewVariant, 'id' | 'sku' | 'option_values'>

/** The variant that each of those that were sent is; no two are the same one. */
export function recognized({ variants }: VariantSet, sent: readonly Recognizable[]): (Variant | undefined)[] {
  const free = new Set(variants)
  const found = new Map<Recognizable, Variant>()
  const ways: ((one: Recognizable, variant: Variant) => boolean)[] = [
    ({ id }, variant) => id === variant.id,
    ({ id, sku }, variant) => id === undefined && typeof sku === 'string' && sku === variant.sku,
    ({ id, option_values }, variant) =>
      id === undefined && isDeepStrictEqual(option_values, variant.option_values),
  ]
  for (const isSame of ways)
    for (const one of sent) {
      const variant = found.has(one) ? undefined : [...free].find((each) => isSame(one, each))
      if (!variant) continue
      found.set(one, variant)
      free.delete(variant)
    }
  return sent.map((one) => found.get(one))
}

function unknownId({ variants }: VariantSet, { id }: NewVariant, n: number): RuleBreak[] {
  if (id === undefined) return []
  const isKnown = variants.some((variant) => variant.id === id)
  const detail = isKnown ? 'is the id of another variant' : 'is not the id of a variant of this product'
  return [{ path: ['variants', `${n}`, 'id'], code: 'invalid', detail }]
}
