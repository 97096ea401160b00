import type { Product } from '../../domain/products/product.ts'
import type * as keys from '../table/keys.ts'

/** A product in the table. */
export type ProductItem = Product & keys.Key & { type: 'product' }

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
  } = item
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
