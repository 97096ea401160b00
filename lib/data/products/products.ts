import { isDeepStrictEqual } from 'node:util'
import { hasOptions, type NewProduct, type Product, WITHOUT_OPTIONS } from '../../domain/products/product.ts'
import type { NewVariantSet, VariantSet } from '../../domain/products/variant.ts'
import {
  completed,
  draftOf,
  keepingUnknown,
  onlyVariant,
  type WholeProduct,
  withProduct,
} from '../../domain/products/variant-set.ts'
import { slugCandidates } from '../../domain/text/slug.ts'
import { tracksAny, withFirstStock, withStock } from '../inventory/settle.ts'
import { readStockItem } from '../inventory/stock-item.ts'
import { requireRoomForProduct, requireRoomForVariants } from '../limits.ts'
import { asOneWrite } from '../table/calls/times.ts'
import { commit, Refusal } from '../table/commit.ts'
import { isWrittenEarlier } from '../table/dry-run.ts'
import { newId, randomSuffix } from '../table/ids.ts'
import * as keys from '../table/keys.ts'
import {
  againstNewest,
  allowedSize,
  anotherVersion,
  versionAfter,
  type WriteOptions,
} from '../table/versions.ts'
import { type ProductName, readWhole } from './product-reads.ts'
import { writeProduct } from './product-transition.ts'

/** Options of `createProduct`. */
interface CreationOptions extends WriteOptions<Product> {
  set?: NewVariantSet | undefined
  /** The slug that is tried first where one is made from the name. */
  askedSlug?: string | undefined
  /** True for a slug that is not to be made from the name, because another product is going to have it. */
  isReserved?: ((slug: string) => boolean) | undefined
}

/**
 * Creates a product of a business whose currency is `currency`. Without a slug one is made from the name.
 * Throws the `Refusal`s `slug_taken`, `sku_taken`, `external_id_taken` (all that are), `category_unknown`,
 * `object_too_large`, `limit_reached`.
 */
export const createProduct = (
  businessId: string,
  input: NewProduct,
  currency: string,
  { now = new Date(), also, set, askedSlug, isReserved = () => false }: CreationOptions = {},
): Promise<Product> =>
  asOneWrite(async () => {
    const time = now.toISOString()
    const { quantity, ...rest } = input
    const draft = {
      ...rest,
      ...WITHOUT_OPTIONS,
      last_variant: 0,
      id: newId(now),
      currency,
      created_at: time,
      updated_at: time,
      version: 1,
    }
    await requireRoomForProduct(businessId)
    if (set?.options.length) await requireRoomForVariants(businessId, set.variants.length)
    const made = slugCandidates(input.name, randomSuffix, 'product', askedSlug)
    for (const slug of input.slug === undefined ? made : [input.slug]) {
      if (
        input.slug === undefined &&
        (isReserved(slug) || isWrittenEarlier(keys.slugGuardKey(businessId, slug)))
      )
        continue
      const { whole, stock } = withFirstStock(firstWhole({ ...draft, slug }, quantity, set))
      const product = allowedSize(whole.product)
      const variants = { after: optionVariants(whole) }
      try {
        await writeProduct(
          businessId,
          { before: undefined, after: product, variants, stock },
          now,
          also?.(product, true),
        )
        return product
      } catch (error) {
        if (!(error instanceof Refusal && input.slug === undefined)) throw error
        throwUnlessByChance(error)
      }
    }
    throw new Refusal('slug_taken')
  })

function firstWhole(
  product: Product,
  quantity: number | undefined,
  set: NewVariantSet | undefined,
): WholeProduct {
  if (set) return completed(product, draftOf(set))
  const origins = quantity !== undefined && { origins: new Map([[product.id, { quantity }]]) }
  return { product, set: onlyVariant(product), ...origins }
}

/** A slug that was made from a name may be taken by chance, which leaves what else was refused, if anything. */
function throwUnlessByChance({ reasons, values, holders }: Refusal): void {
  const [first, ...others] = reasons.filter((reason) => reason !== 'slug_taken')
  if (!first) return
  const rest = new Refusal(first, ...others)
  rest.values = values
  rest.holders = holders
  throw rest
}

/**
 * Changes a product and its variants by a pure function of their newest state, again if another writer was first. A
 * change that changes nothing writes nothing. Returns both as they are now, or undefined if there is no such product.
 * Throws the `Refusal`s of `createProduct`, with the SKUs that are taken, and `too_many_sku_changes`.
 */
export const changeProduct = (
  businessId: string,
  name: ProductName,
  change: (whole: WholeProduct) => WholeProduct,
  { now, check, also, isOfAnySize }: WriteOptions<Product> = {},
): Promise<WholeProduct | undefined> =>
  againstNewest(async () => {
    const before = await readWhole(businessId, name)
    requireIndependent(businessId, name, before)
    if (!before) return undefined
    check?.(before.product)
    const { whole, stock, adjustedAt } = await withStock(
      businessId,
      before,
      keepingUnknown(before, change(before)),
    )
    const time = laterThan(adjustedAt, now)
    const after = nextWhole(before, whole, time, isOfAnySize)
    const further = also?.(after.product, false) ?? []
    if (after !== before) {
      const variants = { before: optionVariants(before), after: optionVariants(after) }
      const more = (variants.after?.variants.length ?? 0) - (variants.before?.variants.length ?? 0)
      if (more > 0) await requireRoomForVariants(businessId, more)
      const both = { before: before.product, after: after.product, variants, stock, isOfAnySize }
      await writeProduct(businessId, both, time, further)
    } else if (further.length > 0) await commit(further)
    return after
  })

/**
 * Throws the `Refusal` `depends_on_operation` in a dry run in which an earlier write would change the product, or which product
 * has the name.
 */
function requireIndependent(businessId: string, name: ProductName, whole: WholeProduct | undefined): void {
  const isRenamed =
    typeof name === 'object' &&
    'external_id' in name &&
    isWrittenEarlier(keys.externalIdGuardKey(businessId, name.external_id))
  if (isRenamed || (whole && isWrittenEarlier(keys.productKey(businessId, whole.product.id))))
    throw new Refusal('depends_on_operation')
}

/** The product to write, with its next version, also if only its variants change; `before` itself if nothing does. */
function nextWhole(
  before: WholeProduct,
  changed: WholeProduct,
  now: Date,
  isOfAnySize = false,
): WholeProduct {
  if (isDeepStrictEqual(changed, before)) return before
  const { origins: _, ...rest } = changed
  const next = isOfAnySize ? versionAfter : anotherVersion
  return { ...rest, product: next(before.product, changed.product, now) }
}

/** The variants that have an item of their own; a product without options has none. */
export const optionVariants = ({ product, set }: WholeProduct): VariantSet | undefined =>
  hasOptions(product) ? set : undefined

/** The same for a change of the product alone. Returns it as it is now. */
export const updateProduct = async (
  businessId: string,
  name: ProductName,
  change: (product: Product) => Product,
  options: WriteOptions<Product> = {},
): Promise<Product | undefined> =>
  (await changeProduct(businessId, name, (whole) => withProduct(whole, change(whole.product)), options))
    ?.product

/** Deletes a product for good, and its variants. Returns it as its event has it, or undefined if it does not exist. */
export const deleteProduct = (
  businessId: string,
  name: ProductName,
  { now, check, also }: WriteOptions<Product> = {},
): Promise<Product | undefined> =>
  againstNewest(async () => {
    const before = await readWhole(businessId, name)
    requireIndependent(businessId, name, before)
    if (!before) return undefined
    check?.(before.product)
    const isTracked = tracksAny(before)
    const stock = isTracked ? await readStockItem(businessId, before.product.id) : undefined
    const time = laterThan(stock?.adjustedAt ?? 0, now)
    const variants = { before: optionVariants(before) }
    const deleted = versionAfter(before.product, before.product, time)
    const change = { before: before.product, after: undefined, variants, isTracked, ending: stock?.stock }
    await writeProduct(businessId, change, time, also?.(deleted, false))
    return deleted
  })

/**
 * The time of a try, not that at which the request began, and behind the newest event of the stock: the events of sales
 * that were committed meanwhile have a smaller id than the event that ends this stock.
 */
const laterThan = (adjustedAt: number, now = new Date()): Date =>
  new Date(Math.max(now.getTime(), adjustedAt + 1))
