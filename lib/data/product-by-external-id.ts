import type { NewProduct, Product } from '../domain/product.ts'
import { Refusal } from './commit.ts'
import { createProduct, findIdByExternalId, updateProduct } from './products.ts'
import { TableUnavailable } from './table-fault.ts'
import type { WriteOptions } from './versions.ts'

/** Every repetition means that somebody created or deleted this very product in between. */
const TRIES = 10

/** What a PUT does in either case. Each of them may throw to leave everything as it is. */
export interface Upsert {
  create: () => { input: NewProduct; currency: string }
  change: (product: Product) => Product
}

/**
 * Creates the product of an external id or changes the one there is, whatever others do to it meanwhile. Throws
 * the `Refusal`s of `createProduct`.
 */
export async function upsertProduct(
  businessId: string,
  externalId: string,
  { create, change }: Upsert,
  options: WriteOptions<Product> = {},
): Promise<{ product: Product; isNew: boolean }> {
  for (let tries = 0; tries < TRIES; tries++) {
    const id = await findIdByExternalId(businessId, externalId)
    if (id !== undefined) {
      const product = await updateProduct(businessId, id, change, options)
      if (product) return { product, isNew: false }
      continue
    }
    const { input, currency } = create()
    try {
      return { product: await createProduct(businessId, input, currency, options), isNew: true }
    } catch (error) {
      if (!(error instanceof Refusal && error.reason === 'external_id_taken')) throw error
    }
  }
  throw new TableUnavailable('others kept creating and deleting this product')
}
