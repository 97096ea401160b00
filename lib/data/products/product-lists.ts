import { MOST_ADDITIONAL_CATEGORIES } from '../../domain/products/additional-categories.ts'
import type { Product } from '../../domain/products/product.ts'
import { listItems } from '../table/item-pages.ts'
import * as keys from '../table/keys.ts'
import type { Page, PageRequest } from '../table/pages.ts'
import { type ProductItem, productOf } from './product-item.ts'

/** The document paths at which a product names its categories. */
const CATEGORY_PATHS = [
  'category_id',
  ...Array.from({ length: MOST_ADDITIONAL_CATEGORIES }, (_, n) => `additional_categories[${n}].id`),
]

/**
 * Which products a merchant wants to see, in any status: of a category those that have it for their own or an additional one.
 * `reverse` is newest first.
 */
export interface ProductFilter {
  status?: Product['status'] | undefined
  category?: string | undefined
  reverse: boolean
}

/** The conditions of a filter, for the items of products. */
export const whereOf = ({ status, category }: Omit<ProductFilter, 'reverse'>) => [
  ...(status ? [{ paths: ['status'], value: status }] : []),
  ...(category ? [{ paths: CATEGORY_PATHS, value: category }] : []),
]

/** A page of products in order of creation; positions are product ids. */
export const listProducts = (
  businessId: string,
  { reverse, ...filter }: ProductFilter,
  page: PageRequest,
): Promise<Page<Product>> =>
  listItems<ProductItem, Product>(
    {
      start: keys.productKey(businessId, ''),
      type: 'product',
      reverse,
      where: whereOf(filter),
      read: productOf,
    },
    page,
  )
