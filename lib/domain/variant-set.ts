import type { JsonObject } from './json-object.ts'
import { type Product, WITHOUT_OPTIONS } from './product.ts'
import { breaksOf, InvalidFields, type RuleBreak } from './rule-breaks.ts'
import type { NewVariantSet, Option, Variant, VariantSet } from './variant.ts'
import { variantFaults } from './variant-rules.ts'

/** A product and its variants, as they are or are going to be. */
export interface WholeProduct {
  product: Product
  set: VariantSet
}

/** The variants of a product without options: the product itself. */
export const onlyVariant = (product: Product): VariantSet => {
  const { id, price, compare_at_price, is_available, sku, cost } = product
  const variant = {
    id,
    option_values: {},
    price,
    compare_at_price,
    image: null,
    position: 0,
    is_available,
    sku,
    cost,
    is_enabled: true,
  }
  return { options: [], variants: [variant] }
}

/** What has to be said of a new set before it is complete: those without an id get the next one. */
export interface Draft {
  options: readonly Option[]
  variants: readonly (Omit<Variant, 'id'> & { id: string | undefined })[]
}

/**
 * The product with these variants: new ones have ids, values that no variant has are gone, the variants are in their
 * order, and the product says of them what lists show. Throws `InvalidFields` if they do not fit together.
 */
export function completed(product: Product, { options, variants }: Draft): WholeProduct {
  const breaks = [
    ...variantFaults({ options, variants }),
    ...(options.length === 0 ? plainFaults(variants) : []),
  ]
  if (breaks.length > 0) throw new InvalidFields(breaks)
  let last = product.last_variant
  const isPlain = options.length === 0
  const idOf = (id: string | undefined) => {
    if (isPlain) return product.id
    return id === undefined || id === product.id ? `${product.id}-${++last}` : id
  }
  const set = {
    options: inUse(options, variants),
    variants: variants
      .map((variant) => ({ ...variant, id: idOf(variant.id) }))
      .sort((a, b) => a.position - b.position),
  }
  return { product: { ...product, ...decided(set), last_variant: last }, set }
}

/** What a product without options has in its own fields, or does not have at all. */
function plainFaults(variants: Draft['variants']): RuleBreak[] {
  const { image, position, is_enabled } = variants[0] ?? {}
  const broken = (name: string, detail: string): RuleBreak => ({
    path: ['variants', '0', name],
    code: 'invalid',
    detail,
  })
  return [
    ...(image ? [broken('image', 'must be null: a product without options has its own images')] : []),
    ...(position ? [broken('position', 'must be 0: a product without options has its own position')] : []),
    ...(is_enabled === false
      ? [broken('is_enabled', 'must be true: the status of a product without options hides it')]
      : []),
  ]
}

const inUse = (options: readonly Option[], variants: Draft['variants']): Option[] =>
  options.map(({ name, values }) => ({
    name,
    values: values.filter((value) => variants.some(({ option_values }) => option_values[name] === value)),
  }))

/** What new variants decide of their product. */
export const decidedBy = (set: NewVariantSet) => {
  const { price_range: _, variant_count: __, ...rest } = decided(draftOf(set))
  return rest
}

/** A new variant is available and enabled, has no SKU, and stands where it was sent. */
export const draftOf = (
  { options, variants }: NewVariantSet,
  known: readonly (Variant | undefined)[] = [],
) => ({
  options,
  variants: variants.map((sent, n) => ({
    ...sent,
    id: known[n]?.id,
    sku: sent.sku === undefined ? (known[n]?.sku ?? null) : sent.sku,
    is_available: sent.is_available ?? known[n]?.is_available ?? true,
    is_enabled: sent.is_enabled ?? known[n]?.is_enabled ?? true,
    position: sent.position ?? n,
  })),
})

/** What the variants decide of their product. */
function decided({ options, variants }: Draft) {
  const enabled = variants.filter(({ is_enabled }) => is_enabled)
  const priced = enabled.length > 0 ? enabled : variants
  const [cheapest] = [...priced].sort((a, b) => a.price - b.price)
  if (!cheapest) throw new Error('a product has no variant')
  const { price, compare_at_price, sku, cost, is_available } = cheapest
  if (options.length === 0) return { price, compare_at_price, sku, cost, is_available, ...WITHOUT_OPTIONS }
  return {
    price,
    compare_at_price,
    sku: null,
    cost: null,
    is_available: enabled.some((variant) => variant.is_available),
    price_range: { min: price, max: Math.max(...priced.map((variant) => variant.price)) },
    variant_count: enabled.length,
  }
}

/** What a response has beside the set: a body may only repeat it. */
const READ_ONLY = ['id', 'created_at', 'updated_at', 'version'] as const satisfies readonly (keyof Product)[]

/** The members of a body that can change something. */
export const settableIn = (body: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(body).filter(([name]) => !READ_ONLY.some((one) => one === name)))

/** The members of a body that differ from what cannot be changed. */
export const readOnlyBreaks = (product: Product, body: JsonObject): RuleBreak[] =>
  READ_ONLY.filter((name) => Object.hasOwn(body, name) && body[name] !== product[name]).map((name) => ({
    path: [name],
    code: 'read_only',
    detail: 'is read-only',
  }))

/** The breaks of a part of a body, with the path that leads to it. */
export const breaksAt = (path: readonly string[], judging: () => unknown): RuleBreak[] =>
  breaksOf(judging).map((one) => ({ ...one, path: [...path, ...one.path] }))
