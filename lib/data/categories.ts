import type { Category, NewCategory } from '../domain/category.ts'
import { slugCandidates } from '../domain/slug.ts'
import { commit, Refusal, type Step } from './commit.ts'
import { randomSuffix } from './ids.ts'
import { COUNT_SHARDS, categoryCountKey, categoryKey } from './keys.ts'
import { categoryStorefront } from './storefront.ts'
import { readItem } from './writer.ts'

/**
 * Creates a category, under an id made from its name unless one is given. Throws the `Refusal`
 * `category_exists` if a given id is taken.
 */
export async function createCategory(
  businessId: string,
  input: NewCategory,
  now = new Date(),
): Promise<Category> {
  const candidates = input.id === undefined ? slugCandidates(input.name, randomSuffix) : [input.id]
  for (const id of candidates) {
    const time = now.toISOString()
    const category: Category = { ...input, id, created_at: time, updated_at: time, version: 1 }
    try {
      await commit(creation(businessId, category))
      return category
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
    }
  }
  throw new Refusal('category_exists')
}

/** True if the business has a category of this id. */
export async function hasCategory(businessId: string, categoryId: string): Promise<boolean> {
  return (await readItem(categoryKey(businessId, categoryId))) !== undefined
}

/** The category and its product counts, all at zero: a product can only be created where these are. */
function creation(businessId: string, category: Category): Step[] {
  const create = (item: object): Step => ({
    write: { Put: { Item: { ...item }, ConditionExpression: 'attribute_not_exists(pk)' } },
    refusal: 'category_exists',
  })
  return [
    create({
      ...categoryKey(businessId, category.id),
      type: 'category',
      ...category,
      ...categoryStorefront(businessId, category),
    }),
    ...Array.from({ length: COUNT_SHARDS }, (_, shard) =>
      create({ ...categoryCountKey(businessId, category.id, shard), type: 'category_count', n: 0 }),
    ),
  ]
}
