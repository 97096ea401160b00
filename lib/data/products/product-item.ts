import { STORED_PRODUCT_FIELDS } from '../../domain/admin-view.ts'
import { withUnknown } from '../../domain/newer-members.ts'
import { pick, pickOrNull } from '../../domain/pick.ts'
import type { AdditionalCategory } from '../../domain/products/additional-categories.ts'
import { SPARSE_FIELDS } from '../../domain/products/fields.ts'
import type { Product } from '../../domain/products/product.ts'
import { backorderOf } from '../../domain/stock/stock.ts'
import { imageOf } from '../stored-image.ts'
import { BESIDE_MEMBERS } from '../storefront/storefront.ts'
import type * as keys from '../table/keys.ts'

/** A product in the table. */
export type ProductItem = Product & keys.Key & { type: 'product' }

/** True if the item of a product, or these two members of it, says that the product has options. */
export const isVaried = ({ price_range, variant_count }: Record<string, unknown>): boolean =>
  Boolean(price_range) || variant_count === 0

/** The number of the last variant is in no view. */
const STORED_FIELDS = [...STORED_PRODUCT_FIELDS, 'last_variant'] as const

/** The product in an item, without what only the table needs. DynamoDB keeps the members of a map in an order of its own. */
export function productOf(item: ProductItem): Product {
  const product: Product = {
    ...pick(item, STORED_FIELDS),
    ...pickOrNull(item, SPARSE_FIELDS),
    ...backorderOf(item),
    images: item.images.map(imageOf),
    // Products that were written before there were these have none.
    additional_categories: (item.additional_categories ?? []).map(additionalCategoryOf),
    price_range: item.price_range && pick(item.price_range, ['min', 'max']),
  }
  return withUnknown(product, item, [...BESIDE_MEMBERS, 'is_on_backorder'])
}

function additionalCategoryOf(category: AdditionalCategory): AdditionalCategory {
  const { id, position } = category
  return withUnknown({ id, ...(position !== undefined && { position }) }, category)
}
