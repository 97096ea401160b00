import type { NewProduct, Product } from '../domain/product.ts'
import { createProduct, updateProduct } from './products.ts'
import { Refusal } from './table/commit.ts'
import { againstNewest, type WriteOptions } from './table/versions.ts'

/** What is written in either case. Each of them may throw to leave everything as it is. */
export interface Upsert {
  create: () => { input: NewProduct; currency: string }
  change: (product: Product) => Product
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
    const product = await updateProduct(businessId, { external_id: externalId }, change, options)
    if (product) return { product, isNew: false }
    const { input, currency } = create()
    try {
      return { product: await createProduct(businessId, input, currency, options), isNew: true }
    } catch (error) {
      // Somebody else has just created it, perhaps with the same SKU: to be changed, not refused.
      const isThere = error instanceof Refusal && error.reasons.includes('external_id_taken')
      throw isThere ? new Refusal('version_changed') : error
    }
  })
