import type { Product } from '../../domain/products/product.ts'
import type { NewWholeProduct } from '../../domain/products/product-body.ts'
import type { WholeProduct } from '../../domain/products/variant-set.ts'
import { Refusal } from '../table/commit.ts'
import { againstNewest, type WriteOptions } from '../table/versions.ts'
import { changeProduct, createProduct } from './products.ts'

/** The product to write, for a free external id and for a taken one. If either function throws, nothing is written. */
export interface Upsert {
  create: () => NewWholeProduct & { currency: string }
  change: (whole: WholeProduct) => WholeProduct
}

/**
 * Creates the product of an external id or changes the one there is, whatever others do to it meanwhile. Throws
 * the `Refusal`s of `createProduct`, and `TableUnavailable` if others keep creating and deleting it.
 */
export const upsertProduct = (
  businessId: string,
  externalId: string,
  { create, change }: Upsert,
  options: WriteOptions<Product> = {},
): Promise<{ product: Product; isNew: boolean }> =>
  againstNewest(async () => {
    const whole = await changeProduct(businessId, { external_id: externalId }, change, options)
    if (whole) return { product: whole.product, isNew: false }
    const { input, set, currency } = create()
    try {
      return { product: await createProduct(businessId, input, currency, { ...options, set }), isNew: true }
    } catch (error) {
      // Somebody else has just created it, perhaps with the same SKU: to be changed, not refused.
      const isThere = error instanceof Refusal && error.reasons.includes('external_id_taken')
      throw isThere ? new Refusal('version_changed') : error
    }
  })
