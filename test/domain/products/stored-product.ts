import type { JsonObject } from '../../../lib/domain/body/json-object.ts'
import { newWholeProduct } from '../../../lib/domain/products/product-body.ts'
import {
  completed,
  draftOf,
  onlyVariant,
  type WholeProduct,
} from '../../../lib/domain/products/variant-set.ts'

/** A product as it is stored after it was created by this body. */
export function storedProduct(body: JsonObject): WholeProduct {
  const { input, set } = newWholeProduct(body)
  const { quantity: _, ...fields } = input
  const product = {
    ...fields,
    id: '01980000-0000-7000-8000-000000000001',
    slug: 'stored',
    currency: 'EUR',
    created_at: '2026-01-01T00:00:00.000Z',
    updated_at: '2026-01-01T00:00:00.000Z',
    price_range: null,
    variant_count: 1,
    last_variant: 0,
    version: 1,
  }
  if (!set) return { product, set: onlyVariant(product) }
  const { origins: _origins, ...whole } = completed(product, draftOf(set))
  return whole
}
