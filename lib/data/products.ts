import { hasOptions, isPublic, type NewProduct, type Product, WITHOUT_OPTIONS } from '../domain/product.ts'
import { slugCandidates } from '../domain/slug.ts'
import { requireRoomForProduct } from './limits.ts'
import { type VariantChange, writeProduct } from './product-transition.ts'
import { skusOf } from './sku-guards.ts'
import { commit, Refusal } from './table/commit.ts'
import { newId, randomSuffix } from './table/ids.ts'
import { listItems } from './table/item-pages.ts'
import * as keys from './table/keys.ts'
import type { Page, PageRequest } from './table/pages.ts'
import { asOneWrite } from './table/times.ts'
import { againstNewest, allowedSize, nextVersion, type WriteOptions } from './table/versions.ts'
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
  { now = new Date(), also }: WriteOptions<Product> = {},
): Promise<Product> =>
  asOneWrite(async () => {
    await requireRoomForProduct(businessId)
    const time = now.toISOString()
    const draft = {
      ...input,
      ...WITHOUT_OPTIONS,
      last_variant: 0,
      id: newId(now),
      currency,
      created_at: time,
      updated_at: time,
      version: 1,
    }
    for (const slug of input.slug === undefined ? slugCandidates(input.name, randomSuffix) : [input.slug]) {
      const product: Product = allowedSize({ ...draft, slug })
      try {
        await writeProduct(businessId, { before: undefined, after: product }, now, also?.(product, true))
        return product
      } catch (error) {
        if (!(error instanceof Refusal && input.slug === undefined)) throw error
        throwUnlessByChance(error)
      }
    }
    throw new Refusal('slug_taken')
  })

/** A slug that was made from a name may be taken by chance, which leaves what else was refused, if anything. */
function throwUnlessByChance({ reasons, values }: Refusal): void {
  const [first, ...others] = reasons.filter((reason) => reason !== 'slug_taken')
  if (!first) return
  const rest = new Refusal(first, ...others)
  rest.values = values
  throw rest
}

/**
 * Changes a product by a pure function of its newest state, again if another writer was first. A change that
 * changes nothing writes nothing. Returns the product as it is now, or undefined if it does not exist.
 * Throws the same `Refusal`s as `createProduct`.
 */
export const updateProduct = (
  businessId: string,
  name: ProductName,
  change: (product: Product) => Product,
  { now = new Date(), check, also }: WriteOptions<Product> = {},
): Promise<Product | undefined> =>
  againstNewest(async () => {
    const before = await findProduct(businessId, name)
    if (!before) return undefined
    check?.(before)
    const after = nextVersion(before, change(before), now)
    const further = also?.(after, false) ?? []
    if (after !== before) {
      const variants = await variantsMoved(businessId, before, after)
      await writeProduct(businessId, { before, after, variants }, now, further)
    } else if (further.length > 0) await commit(further)
    return after
  })

/** Deletes a product for good. Returns what it was, or undefined if it does not exist. */
export const deleteProduct = (
  businessId: string,
  name: ProductName,
  { now = new Date(), check, also }: WriteOptions<Product> = {},
): Promise<Product | undefined> =>
  againstNewest(async () => {
    const before = await findProduct(businessId, name)
    if (!before) return undefined
    check?.(before)
    const variants = await variantsMoved(businessId, before, undefined)
    await writeProduct(businessId, { before, after: undefined, variants }, now, also?.(before, false))
    return before
  })

/** The variants of a product that must be written or counted anew because the product itself changes. */
async function variantsMoved(
  businessId: string,
  before: Product,
  after: Product | undefined,
): Promise<VariantChange | undefined> {
  const isMoved = !after || isPublic(before) !== isPublic(after) || before.category_id !== after.category_id
  const set = isMoved ? await readVariants(businessId, before) : undefined
  return set && { before: set, after: after && set }
}

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
  }
}

/** Of products that earlier versions wrote. */
const BEFORE_OPTIONS = { ...WITHOUT_OPTIONS, last_variant: 0 }
