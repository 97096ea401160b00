import { breaksOf, InvalidFields, type RuleBreak } from '../body/rule-breaks.ts'
import { keepUnknown } from '../newer-members.ts'
import { pick } from '../pick.ts'
import { backorderOf, isSellable, type Stock, withLevel } from '../stock/stock.ts'
import { OF_VARIANTS, SPARSE_OF_VARIANTS } from './fields.ts'
import { hasOptions, type Product, WITHOUT_OPTIONS } from './product.ts'
import type { NewVariant, NewVariantSet, Option, Variant, VariantSet } from './variant.ts'
import { variantFaults } from './variant-rules.ts'

/** A product and its variants, as they are or are going to be. */
export interface WholeProduct {
  product: Product
  set: VariantSet
  /** By id, how the stock of a variant begins, where it does not continue. */
  origins?: ReadonlyMap<string, StockOrigin>
}

/** The stock of a variant is that of another id until now, or begins with a quantity. */
interface StockOrigin {
  from?: string | undefined
  quantity?: number | undefined
}

/** The fields that a product without options has in common with its variant. */
const OF_ONLY_VARIANT = [...OF_VARIANTS, 'is_available'] as const

/** The members of a variant that are null until a body sets them, and that stay as they are if one does not mention them. */
const KEPT_OR_NULL = ['sku', 'low_stock_at', ...SPARSE_OF_VARIANTS] as const
type KeptOrNull = Pick<Variant, (typeof KEPT_OR_NULL)[number]>
type Sent = { [Name in keyof KeptOrNull]?: KeptOrNull[Name] | undefined }

/** These members as they are sent, or else as they are known. */
export const keptOrNull = (sent: Sent, known: Sent = {}): KeptOrNull =>
  Object.fromEntries(
    KEPT_OR_NULL.map((name) => [name, (sent[name] === undefined ? known[name] : sent[name]) ?? null]),
  ) as KeptOrNull

/** The variants of a product without options: the product itself. */
export const onlyVariant = (product: Product): VariantSet => {
  const own = { id: product.id, option_values: {}, image: null, position: 0, is_enabled: true }
  const variant = { ...own, ...pick(product, OF_ONLY_VARIANT), ...backorderOf(product) }
  return { options: [], variants: [variant] }
}

/** A new set of variants before `completed` gives those without an id the next one. */
export interface Draft {
  options: readonly Option[]
  variants: readonly DraftVariant[]
}

interface DraftVariant extends Omit<Variant, 'id'> {
  id: string | undefined
  quantity?: number | undefined
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
  const origins = new Map<string, StockOrigin>()
  const all = variants.map(({ id: from, quantity, ...variant }) => {
    const id = idOf(from)
    if (quantity !== undefined) origins.set(id, { quantity })
    else if (from !== undefined && from !== id) origins.set(id, { from })
    return { ...variant, id }
  })
  const set = { options: inUse(options, variants), variants: all.sort((a, b) => a.position - b.position) }
  const changed = { ...asDecided(product, set), last_variant: last }
  return { product: changed, set, ...(origins.size > 0 && { origins }) }
}

/** A changed product and its variants, with the members that another version of this software stored in them. */
export const keepingUnknown = (before: WholeProduct, after: WholeProduct): WholeProduct => ({
  ...after,
  product: keepUnknown(before.product, after.product),
  set: keepUnknown(before.set, after.set),
})

/** The same with a change of the product alone. */
export const withProduct = (whole: WholeProduct, product: Product): WholeProduct => ({
  ...whole,
  product,
  set: hasOptions(product) ? whole.set : onlyVariant(product),
})

/** The product with other variants of the same kind: what it says of them follows. */
export function withVariants(whole: WholeProduct, variants: Variant[]): WholeProduct {
  const set = { ...whole.set, variants }
  return { ...whole, set, product: asDecided(whole.product, set) }
}

/** The product with the flags that this stock gives its tracked variants; those that it does not have stay as they are. */
export const withStockFlags = (whole: WholeProduct, stock: Stock): WholeProduct =>
  withVariants(
    whole,
    whole.set.variants.map((variant) => {
      const level = variant.track_inventory ? stock.get(variant.id) : undefined
      return level ? withLevel(variant, level) : variant
    }),
  )

/** The product with the fields that its variants decide, and without those that they take away. */
const asDecided = ({ is_on_backorder: _, ...product }: Product, set: VariantSet): Product => ({
  ...product,
  ...decided(set, product),
})

/**
 * The product with quantities for the variants that are tracked from now on. A stock that is there stays as it is, so that
 * the same body or file can be sent again.
 */
export function withFirstQuantities(
  before: WholeProduct,
  after: WholeProduct,
  quantityOf: (variant: Variant) => number | undefined,
): WholeProduct {
  const tracked = before.set.variants.filter(({ track_inventory }) => track_inventory)
  const hadStock = new Set(tracked.map(({ id }) => id))
  const origins = new Map(after.origins)
  for (const variant of after.set.variants) {
    const { from = variant.id } = origins.get(variant.id) ?? {}
    const quantity = variant.track_inventory && !hadStock.has(from) ? quantityOf(variant) : undefined
    if (quantity !== undefined) origins.set(variant.id, { quantity })
  }
  return origins.size > 0 ? { ...after, origins } : after
}

/** The errors in the only variant of a product without options: some fields belong to the product, or cannot be set. */
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
  options.map((option) => ({
    ...option,
    values: option.values.filter((value) =>
      variants.some(({ option_values }) => option_values[option.name] === value),
    ),
  }))

/** The fields of a new product that its variants decide. */
export const decidedBy = (set: NewVariantSet) => {
  const { price_range: _, variant_count: __, ...rest } = decided(draftOf(set))
  return rest
}

/** A new variant is available and enabled, has no SKU, and keeps its place in the body. */
export const draftOf = (
  { options, variants }: NewVariantSet,
  known: readonly (Variant | undefined)[] = [],
): Draft => ({
  options,
  variants: variants.map((sent, n) => ({ ...draftVariant(sent, known[n]), position: sent.position ?? n })),
})

/** A variant that is sent, with what stays of the one that it is. */
function draftVariant(sent: NewVariant, known: Variant | undefined): Omit<DraftVariant, 'position'> {
  const track_inventory = sent.track_inventory ?? known?.track_inventory ?? false
  const allow_backorder = sent.allow_backorder ?? known?.allow_backorder ?? false
  const isAtFirst = track_inventory ? isSellable({ quantity: sent.quantity ?? 0, allow_backorder }) : true
  // The stock decides it, whatever a body says of it.
  const sentAvailability = track_inventory ? undefined : sent.is_available
  return {
    ...sent,
    ...keptOrNull(sent, known),
    id: known?.id,
    is_available: sentAvailability ?? known?.is_available ?? isAtFirst,
    ...backorderOf({ is_on_backorder: known?.is_on_backorder, track_inventory, allow_backorder }),
    is_enabled: sent.is_enabled ?? known?.is_enabled ?? true,
    track_inventory,
    allow_backorder,
    // A stock that is there stays as it is, and none begins of what is not tracked.
    quantity: known?.track_inventory || !track_inventory ? undefined : sent.quantity,
  }
}

/**
 * The fields of a product that its variants decide. Prices of variants that are not enabled are private: if none is, the
 * price stays what it was `before`, and that of a new product is the lowest.
 */
export function decided({ options, variants }: Draft, before?: Pick<Product, 'price'>) {
  const [only] = variants
  if (!only) throw new Error('a product has no variant')
  if (options.length === 0)
    return { ...pick(only, OF_ONLY_VARIANT), ...backorderOf(only), ...WITHOUT_OPTIONS }
  const enabled = variants.filter(({ is_enabled }) => is_enabled)
  const [cheapest = null] = cheapestFirst(enabled)
  return {
    price: cheapest?.price ?? before?.price ?? lowestPrice(variants),
    compare_at_price: cheapest?.compare_at_price ?? null,
    ...keptOrNull({}),
    cost: null,
    track_inventory: false,
    allow_backorder: false,
    is_available: enabled.some((variant) => variant.is_available),
    price_range: cheapest && {
      min: cheapest.price,
      max: Math.max(...enabled.map(({ price }) => price)),
    },
    variant_count: enabled.length,
  }
}

const lowestPrice = (variants: Draft['variants']) => Math.min(...variants.map(({ price }) => price))

const cheapestFirst = (variants: Draft['variants']) => [...variants].sort((a, b) => a.price - b.price)

/** The breaks of a part of a body, with the path that leads to it. */
export const breaksAt = (path: readonly string[], judging: () => unknown): RuleBreak[] =>
  breaksOf(judging).map((one) => ({ ...one, path: [...path, ...one.path] }))
