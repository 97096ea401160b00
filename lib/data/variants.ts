import { isDeepStrictEqual } from 'node:util'
import { hasOptions, type Product } from '../domain/product.ts'
import type { Variant, VariantSet } from '../domain/variant.ts'
import { onlyVariant, type Sold } from '../domain/variant-set.ts'
import { requireRoomForVariants } from './limits.ts'
import { writeProduct } from './product-transition.ts'
import { findProduct, getProduct } from './products.ts'
import { Refusal } from './table/commit.ts'
import { againstNewest, anotherVersion, type WriteOptions } from './table/versions.ts'
import { readVariants } from './variant-sheet.ts'

/**
 * A product in any status and its variants, as they stand after every acknowledged write, or undefined. The one variant of
 * a product without options is the product itself.
 */
export const getVariants = (businessId: string, productId: string): Promise<Sold | undefined> =>
  againstNewest(() => readSold(businessId, productId))

async function readSold(businessId: string, productId: string): Promise<Sold | undefined> {
  const product = await getProduct(businessId, productId)
  return product && soldOf(businessId, product)
}

const soldOf = async (businessId: string, product: Product): Promise<Sold> => ({
  product,
  set: (await readVariants(businessId, product)) ?? onlyVariant(product),
})

/**
 * Changes a product and its variants by a pure function of their newest state, again if another writer was first. A
 * change that changes nothing writes nothing. Returns both as they are now, or undefined if there is no such product.
 * Throws the `Refusal`s `sku_taken` with the SKUs that are, `too_many_sku_changes`, `object_too_large`, `limit_reached`.
 */
export const changeVariants = (
  businessId: string,
  productId: string,
  change: (sold: Sold) => Sold,
  { now = new Date(), check }: Pick<WriteOptions<Product>, 'now' | 'check'> = {},
): Promise<Sold | undefined> =>
  againstNewest(async () => {
    const before = await readSold(businessId, productId)
    if (!before) return undefined
    check?.(before.product)
    const changed = change(before)
    if (isDeepStrictEqual(changed, before)) return before
    const more = storedIn(changed).length - storedIn(before).length
    if (more > 0) await requireRoomForVariants(businessId, more)
    const after = { ...changed, product: anotherVersion(before.product, changed.product, now) }
    const variants = { before: ofOptions(before), after: ofOptions(after) }
    await writeProduct(businessId, { before: before.product, after: after.product, variants }, now)
    return after
  })

/** The variants that have an item; a product without options has none. */
const ofOptions = ({ product, set }: Sold): VariantSet | undefined => (hasOptions(product) ? set : undefined)
const storedIn = (sold: Sold): readonly Variant[] => ofOptions(sold)?.variants ?? []

/** The variant with a SKU, and its product, in any status; or undefined. */
export const findVariantBySku = (
  businessId: string,
  sku: string,
): Promise<{ product: Product; variant: Variant } | undefined> =>
  againstNewest(async () => {
    const product = await findProduct(businessId, { sku })
    if (!product) return undefined
    const { set } = await soldOf(businessId, product)
    const variant = set.variants.find((one) => one.sku === sku)
    // It was given to another one, or to none, between the two reads.
    if (!variant) throw new Refusal('version_changed')
    return { product, variant }
  })
