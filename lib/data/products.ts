import { isDeepStrictEqual } from 'node:util'
import { hasOptions, type NewProduct, type Product, WITHOUT_OPTIONS } from '../domain/product.ts'
import { slugCandidates } from '../domain/slug.ts'
import type { NewVariantSet, Variant, VariantSet } from '../domain/variant.ts'
import { completed, draftOf, onlyVariant, type WholeProduct, withProduct } from '../domain/variant-set.ts'
import { settled, settledAtFirst, tracksAny } from './inventory/settle.ts'
import { requireRoomForProduct, requireRoomForVariants } from './limits.ts'
import { writeProduct } from './product-transition.ts'
import { skusOf } from './sku-guards.ts'
import { commit, Refusal } from './table/commit.ts'
import { newId, randomSuffix } from './table/ids.ts'
import { listItems } from './table/item-pages.ts'
import * as keys from './table/keys.ts'
import type { Page, PageRequest } from './table/pages.ts'
import { asOneWrite } from './table/times.ts'
import { againstNewest, allowedSize, anotherVersion, type WriteOptions } from './table/versions.ts'
import { readItem } from './table/writer.ts'
import { findSheet, readVariants } from './variant-sheet.ts'

export type ProductItem = Product & keys.Key & { type: 'product' }

/**
 * Creates a product of a business whose currency is `currency`. Without a slug one is made from the name.
 * Throws the `Refusal`s `slug_taken`, `sku_taken`, `external_id_taken` (all that are), `category_unknown`,
 * `object_too_large`, `limit_reached`.
 */
export const createProduct = (
  businessId: string,
  input: NewProduct,
  currency: string,
  { now = new Date(), also, set }: WriteOptions<Product> & { set?: NewVariantSet | undefined } = {},
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
    if (set) await requireRoomForVariants(businessId, set.variants.length)
    for (const slug of input.slug === undefined ? slugCandidates(input.name, randomSuffix) : [input.slug]) {
      const { whole, stock } = settledAtFirst(firstWhole({ ...draft, slug }, quantity, set))
      const product = allowedSize(whole.product)
      const variants = { after: ofOptions(whole) }
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
function throwUnlessByChance({ reasons, values }: Refusal): void {
  const [first, ...others] = reasons.filter((reason) => reason !== 'slug_taken')
  if (!first) return
  const rest = new Refusal(first, ...others)
  rest.values = values
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
  { now = new Date(), check, also }: WriteOptions<Product> = {},
): Promise<WholeProduct | undefined> =>
  againstNewest(async () => {
    const before = await readWhole(businessId, name)
    if (!before) return undefined
    check?.(before.product)
    const { whole, stock } = await settled(businessId, before, change(before))
    const after = nextWhole(before, whole, now)
    const further = also?.(after.product, false) ?? []
    if (after !== before) {
      const variants = { before: ofOptions(before), after: ofOptions(after) }
      const more = (variants.after?.variants.length ?? 0) - (variants.before?.variants.length ?? 0)
      if (more > 0) await requireRoomForVariants(businessId, more)
      const both = { before: before.product, after: after.product, variants, stock }
      await writeProduct(businessId, both, now, further)
    } else if (further.length > 0) await commit(further)
    return after
  })

/** What was read, if the change changes nothing. A change of the variants alone is one of the product too. */
function nextWhole(before: WholeProduct, changed: WholeProduct, now: Date): WholeProduct {
  if (isDeepStrictEqual(changed, before)) return before
  const { origins: _, ...rest } = changed
  return { ...rest, product: anotherVersion(before.product, changed.product, now) }
}

/** The variants that have an item of their own; a product without options has none. */
export const ofOptions = ({ product, set }: WholeProduct): VariantSet | undefined =>
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

/** Deletes a product for good, and its variants. Returns what it was, or undefined if it does not exist. */
export const deleteProduct = (
  businessId: string,
  name: ProductName,
  { now = new Date(), check, also }: WriteOptions<Product> = {},
): Promise<Product | undefined> =>
  againstNewest(async () => {
    const before = await readWhole(businessId, name)
    if (!before) return undefined
    check?.(before.product)
    const change = {
      before: before.product,
      after: undefined,
      variants: { before: ofOptions(before) },
      isTracked: tracksAny(before),
    }
    await writeProduct(businessId, change, now, also?.(before.product, false))
    return before.product
  })

/**
 * A product in any status and its variants, as they stand after every acknowledged write, or undefined. The one variant of
 * a product without options is the product itself.
 */
export const findWholeProduct = (businessId: string, name: ProductName): Promise<WholeProduct | undefined> =>
  againstNewest(() => readWhole(businessId, name))

/** Throws the `Refusal` `version_changed` if others change both while they are read. */
async function readWhole(businessId: string, name: ProductName): Promise<WholeProduct | undefined> {
  const product = await findProduct(businessId, name)
  if (!product) return undefined
  return { product, set: (await readVariants(businessId, product)) ?? onlyVariant(product) }
}

/** The variant with a SKU, and its product, in any status; or undefined. */
export const findVariantBySku = (
  businessId: string,
  sku: string,
): Promise<{ product: Product; variant: Variant } | undefined> =>
  againstNewest(async () => {
    const whole = await readWhole(businessId, { sku })
    if (!whole) return undefined
    const variant = whole.set.variants.find((one) => one.sku === sku)
    // It was given to another one, or to none, between the two reads.
    if (!variant) throw new Refusal('version_changed')
    return { product: whole.product, variant }
  })

/** A product in any status, as it stands after every acknowledged write, or undefined. */
export async function getProduct(businessId: string, productId: string): Promise<Product | undefined> {
  const item = await readItem<ProductItem>(keys.productKey(businessId, productId))
  return item && productOf(item)
}

/** What a product is called: its id, or what another system calls it. */
export type ProductName = string | { external_id: string } | { sku: string }

/** Two reads that contradict each other this often are no race: a guard was left behind by a product. */
const MOST_LOOKUPS = 5

/**
 * The product of a name in any status, as it stands after every acknowledged write, or undefined. One that is found by
 * what another system calls it has that very value: a write on condition of its version writes what is called so then.
 */
export async function findProduct(businessId: string, name: ProductName): Promise<Product | undefined> {
  if (typeof name === 'string') return getProduct(businessId, name)
  const key = guardKey(businessId, name)
  for (let lookups = 0; lookups < MOST_LOOKUPS; lookups++) {
    const id = await findGuarded(key)
    if (id === undefined) return undefined
    const product = await getProduct(businessId, id)
    if (product && (await holds(businessId, product, name))) return product
    // Renamed or deleted between the two reads; another one may have the value by now.
  }
  return undefined
}

const guardKey = (businessId: string, name: Exclude<ProductName, string>) =>
  'sku' in name
    ? keys.skuGuardKey(businessId, name.sku)
    : keys.externalIdGuardKey(businessId, name.external_id)

/** Whether a product, as it was read, has a name. */
const holds = async (businessId: string, product: Product, name: Exclude<ProductName, string>) =>
  'sku' in name ? hasSku(businessId, product, name.sku) : product.external_id === name.external_id

/** Whether a product has a SKU, or one of its variants. */
export async function hasSku(businessId: string, product: Product, sku: string): Promise<boolean> {
  const sheet = hasOptions(product) ? await findSheet(businessId, product.id) : undefined
  return skusOf(product, sheet).has(sku)
}

/** Which products a merchant wants to see, in any status; `reverse` is newest first. */
export interface ProductFilter {
  status?: Product['status'] | undefined
  category?: string | undefined
  reverse: boolean
}

/** A page of products in order of creation; positions are product ids. */
export const listProducts = (
  businessId: string,
  { status, category, reverse }: ProductFilter,
  page: PageRequest,
): Promise<Page<Product>> =>
  listItems<ProductItem, Product>(
    {
      start: keys.productKey(businessId, ''),
      reverse,
      where: { ...(status && { status }), ...(category && { category_id: category }) },
      read: productOf,
    },
    page,
  )

/** The id of the product that holds an external id, or undefined. It may have another one a moment later. */
export const findIdByExternalId = (businessId: string, externalId: string) =>
  findGuarded(keys.externalIdGuardKey(businessId, externalId))

/** The id of the product that holds a SKU, or undefined. It may have another one a moment later. */
export const findIdBySku = (businessId: string, sku: string) => findGuarded(keys.skuGuardKey(businessId, sku))

async function findGuarded(key: keys.Key): Promise<string | undefined> {
  const guard = await readItem<{ product_id: string }>(key)
  return guard?.product_id
}

/** The product in an item, without what only the table needs, and with members in the order of its schema. */
export function productOf(item: ProductItem): Product {
  const { id, name, description, price, is_available, category_id, currency, compare_at_price, slug } = item
  const {
    images,
    tags,
    position,
    created_at,
    updated_at,
    status,
    sku,
    external_id,
    cost,
    metadata,
    version,
    price_range,
    variant_count,
    last_variant,
    track_inventory,
    allow_backorder,
    low_stock_at,
  } = { ...BEFORE_OPTIONS, ...item }
  return {
    id,
    name,
    description,
    price,
    is_available,
    category_id,
    currency,
    compare_at_price,
    slug,
    images: images.map(({ url, alt }) => ({ url, alt })),
    tags,
    position,
    created_at,
    updated_at,
    status,
    sku,
    external_id,
    cost,
    metadata,
    version,
    price_range: price_range && { min: price_range.min, max: price_range.max },
    variant_count,
    last_variant,
    track_inventory,
    allow_backorder,
    low_stock_at,
  }
}

/** Of products that earlier versions wrote. */
const BEFORE_OPTIONS = {
  ...WITHOUT_OPTIONS,
  last_variant: 0,
  track_inventory: false,
  allow_backorder: false,
  low_stock_at: null,
}
