import { hasOptions, isExternalId, isSku, type Product } from '../../domain/products/product.ts'
import type { Variant } from '../../domain/products/variant.ts'
import { onlyVariant, type WholeProduct } from '../../domain/products/variant-set.ts'
import { readItem } from '../table/calls/writer.ts'
import { Refusal } from '../table/commit.ts'
import * as keys from '../table/keys.ts'
import { againstNewest } from '../table/versions.ts'
import { type ProductItem, productOf } from './product-item.ts'
import { skusOf } from './sku-guards.ts'
import { findSheet, readVariants } from './variant-sheet.ts'

/**
 * A product in any status and its variants, read consistently, or undefined. The one variant of
 * a product without options is the product itself.
 */
export const findWholeProduct = (businessId: string, name: ProductName): Promise<WholeProduct | undefined> =>
  againstNewest(() => readWhole(businessId, name))

/** Throws the `Refusal` `version_changed` if others change both while they are read. */
export async function readWhole(businessId: string, name: ProductName): Promise<WholeProduct | undefined> {
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

/** A product in any status, read consistently, or undefined. */
export async function getProduct(businessId: string, productId: string): Promise<Product | undefined> {
  const item = await readItem<ProductItem>(keys.productKey(businessId, productId))
  return item && productOf(item)
}

/** The id, the external id or the SKU of a product. */
export type ProductName = string | { external_id: string } | { sku: string }

/** Two reads that contradict each other this often are not a race: a guard was left behind by a product. */
const MOST_LOOKUPS = 5

/**
 * The product of a name in any status, read consistently, or undefined. One that is found by
 * what another system calls it has that very value: a write on condition of its version writes what is called so then.
 * A name that no product can have is not looked up: it may be longer than a key of the table.
 */
export async function findProduct(businessId: string, name: ProductName): Promise<Product | undefined> {
  if (typeof name === 'string') return getProduct(businessId, name)
  if (!isPossible(name)) return undefined
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

const isPossible = (name: Exclude<ProductName, string>) =>
  'sku' in name ? isSku(name.sku) : isExternalId(name.external_id)

const guardKey = (businessId: string, name: Exclude<ProductName, string>) =>
  'sku' in name
    ? keys.skuGuardKey(businessId, name.sku)
    : keys.externalIdGuardKey(businessId, name.external_id)

/** True if a product, as it was read, has this external id or SKU. */
const holds = async (businessId: string, product: Product, name: Exclude<ProductName, string>) =>
  'sku' in name ? hasSku(businessId, product, name.sku) : product.external_id === name.external_id

/** True if the product or one of its variants has this SKU. */
async function hasSku(businessId: string, product: Product, sku: string): Promise<boolean> {
  const sheet = hasOptions(product) ? await findSheet(businessId, product.id) : undefined
  return skusOf(product, sheet).has(sku)
}

/** The id of the product that holds an external id, or undefined. It may have another one a moment later. */
export const findIdByExternalId = (businessId: string, externalId: string) =>
  findGuarded(keys.externalIdGuardKey(businessId, externalId))

/** The id of the product that holds a SKU, or undefined. It may have another one a moment later. */
export const findIdBySku = (businessId: string, sku: string) => findGuarded(keys.skuGuardKey(businessId, sku))

/** The id of the product in any status that has a slug, or undefined. */
export const findIdOfSlug = (businessId: string, slug: string) =>
  findGuarded(keys.slugGuardKey(businessId, slug))

async function findGuarded(key: keys.Key): Promise<string | undefined> {
  const guard = await readItem<{ product_id: string }>(key)
  return guard?.product_id
}
