import type { Category } from '../domain/category.ts'
import { type CategoryItem, categoryOf } from './category-reads.ts'
import { listItems } from './table/item-pages.ts'
import * as keys from './table/keys.ts'
import type { Page, PageRequest } from './table/pages.ts'

/** A page of categories in the order of their ids, which are also the positions. */
export const listCategories = (businessId: string, page: PageRequest): Promise<Page<Category>> =>
  listItems<CategoryItem, Category>(
    {
      start: keys.categoryKey(businessId, ''),
      type: 'category',
      reverse: false,
      where: [],
      read: categoryOf,
    },
    page,
  )
