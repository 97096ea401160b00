import { type CategoryItem, categoryOf } from './category-reads.ts'
import * as keys from './table/keys.ts'
import { nameOf } from './table/patient-reads.ts'
import { type ReadBudget, readAffordable } from './table/read-budget.ts'

/** A category has 32 KB at most as JSON, and less than that again in its card. */
const CATEGORY_BYTES = 64 * 1024

/** Racing writers can make a tree deeper than it may be, or a circle. Above this, nobody looks. */
const MOST_LEVELS_READ = 8

/** The names of categories, each of which is read once. */
export interface CategoryPaths {
  /** Reads these categories and those above them, as far as the budget goes. */
  learn(ids: readonly string[]): Promise<void>
  /**
   * The names of the categories above it from the top, and its own; its id, if there is no such category. Undefined while one of
   * them has not been read.
   */
  pathOf(id: string): string[] | undefined
}

/** The categories of a business, none of which is known yet. */
export function categoryPaths(businessId: string, budget: ReadBudget): CategoryPaths {
  const known = new Map<string, { name: string; parent_id: string | null }>()
  return {
    async learn(ids) {
      for (let unknown = ids; unknown.length > 0; ) {
        const next = [...new Set(unknown)].filter((id) => !known.has(id))
        const read = await readAffordable(
          next.map((id) => ({ key: keys.categoryKey(businessId, id), most: CATEGORY_BYTES })),
          budget,
        )
        const parents: string[] = []
        for (const id of next) {
          const name = nameOf(keys.categoryKey(businessId, id))
          if (!read.has(name)) continue
          const item = read.get(name)
          const category = item && categoryOf(item as unknown as CategoryItem)
          known.set(id, { name: category?.name ?? id, parent_id: category?.parent_id ?? null })
          if (category?.parent_id) parents.push(category.parent_id)
        }
        unknown = parents
      }
    },
    pathOf(id) {
      const path: string[] = []
      for (let next: string | null = id; next !== null && path.length < MOST_LEVELS_READ; ) {
        const category = known.get(next)
        if (!category) return undefined
        path.unshift(category.name)
        next = category.parent_id
      }
      return path
    },
  }
}
