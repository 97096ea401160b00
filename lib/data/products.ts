import { isDeepStrictEqual } from 'node:util'
import type { NewProduct, Product } from '../domain/product.ts'
import { slugCandidates } from '../domain/slug.ts'
import { commit, Refusal } from './commit.ts'
import { newId, randomSuffix } from './ids.ts'
import * as keys from './keys.ts'
import { transition } from './product-transition.ts'
import { readItem } from './writer.ts'

type ProductItem = Product & { pk: string; sk: string; type: 'product' }

/**
 * Creates a product of a business whose currency is `currency`. Without a slug one is made from the name.
 * Throws the `Refusal`s `slug_taken`, `sku_taken`, `external_id_taken`, `category_unknown`.
 */
export async function createProduct(
  businessId: string,
  input: NewProduct,
  currency: string,
  now = new Date(),
): Promise<Product> {
  const time = now.toISOString()
  const draft = { ...input, id: newId(now), currency, created_at: time, updated_at: time, version: 1 }
  for (const slug of input.slug === undefined ? slugCandidates(input.name, randomSuffix) : [input.slug]) {
    const product: Product = { ...draft, slug }
    try {
      await commit(transition(businessId, undefined, product))
      return product
    } catch (error) {
      const takenByChance =
        error instanceof Refusal && error.reason === 'slug_taken' && input.slug === undefined
      if (!takenByChance) throw error
    }
  }
  throw new Refusal('slug_taken')
}

/**
 * Changes a product by a pure function of its newest state, again if another writer was first. A change that
 * changes nothing writes nothing. Returns the product as it is now, or undefined if it does not exist.
 * Throws the same `Refusal`s as `createProduct`.
 */
export async function updateProduct(
  businessId: string,
  productId: string,
  change: (product: Product) => Product,
  now = new Date(),
): Promise<Product | undefined> {
  while (true) {
    const before = await getProduct(businessId, productId)
    if (!before) return undefined
    const changed = change(before)
    // Not by their JSON: DynamoDB keeps the members of a map in an order of its own.
    if (isDeepStrictEqual(changed, before)) return before
    const after = { ...changed, updated_at: now.toISOString(), version: before.version + 1 }
    try {
      await commit(transition(businessId, before, after))
      return after
    } catch (error) {
      if (!(error instanceof Refusal && error.reason === 'version_changed')) throw error
    }
  }
}

/** A product in any status, as it stands after every acknowledged write, or undefined. */
export async function getProduct(businessId: string, productId: string): Promise<Product | undefined> {
  const item = await readItem<ProductItem>(keys.productKey(businessId, productId))
  return item && productOf(item)
}

/** The id of the product that holds an external id, or undefined. */
export const findIdByExternalId = (businessId: string, externalId: string) =>
  findGuarded(keys.externalIdGuardKey(businessId, externalId))

/** The id of the product that holds a SKU, or undefined. */
export const findIdBySku = (businessId: string, sku: string) => findGuarded(keys.skuGuardKey(businessId, sku))

async function findGuarded(key: keys.Key): Promise<string | undefined> {
  const guard = await readItem<{ product_id: string }>(key)
  return guard?.product_id
}

function productOf(item: ProductItem): Product {
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
  } = item
  return {
    ...{ id, name, description, price, is_available, category_id, currency, compare_at_price, slug },
    ...{ images, tags, position, created_at, updated_at, status, sku, external_id, cost, metadata, version },
  }
}
