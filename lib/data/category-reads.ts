import { CATEGORY_FIELDS } from '../domain/admin-view.ts'
import type { Category } from '../domain/category.ts'
import { withUnknown } from '../domain/newer-members.ts'
import { pick } from '../domain/pick.ts'
import { imageOf } from './stored-image.ts'
import { BESIDE_MEMBERS } from './storefront/storefront.ts'
import { readItem } from './table/calls/writer.ts'
import * as keys from './table/keys.ts'

export type CategoryItem = Category & keys.Key & { type: 'category' }

/** The category of an id, read consistently, or undefined. */
export async function getCategory(businessId: string, categoryId: string): Promise<Category | undefined> {
  const item = await readItem<CategoryItem>(keys.categoryKey(businessId, categoryId))
  return item && categoryOf(item)
}

/** The category in an item, without what only the table needs. */
export function categoryOf(item: CategoryItem): Category {
  const category = {
    ...pick(item, CATEGORY_FIELDS),
    // Categories that were written before there were these.
    parent_id: item.parent_id ?? null,
    is_listed: item.is_listed ?? true,
    image: item.image && imageOf(item.image),
  }
  return withUnknown(category, item, BESIDE_MEMBERS)
}
