import type { Category, NewCategory } from '../domain/category.ts'
import { slugCandidates } from '../domain/text/slug.ts'
import { getCategory } from './category-reads.ts'
import { leaveTombstone, removeTombstone, timeOfCreation } from './category-tombstones.ts'
import { parentSteps } from './category-tree.ts'
import { requireRoomForCategory } from './limits.ts'
import { categoryStorefront } from './storefront/storefront.ts'
import { asOneWrite } from './table/calls/times.ts'
import { commit, Refusal, type Step } from './table/commit.ts'
import { changedCategory, eventSteps, previousOf } from './table/events.ts'
import { when } from './table/expressions.ts'
import { randomSuffix } from './table/ids.ts'
import * as keys from './table/keys.ts'
import {
  againstNewest,
  allowedSize,
  isStill,
  nextVersion,
  versionAfter,
  type WriteOptions,
} from './table/versions.ts'

/**
 * Creates a category, under an id made from its name unless one is given. Throws `InvalidFields` for a parent that it cannot
 * have, and the `Refusal`s `category_exists` if a given id is taken, `object_too_large` and `limit_reached`.
 */
export const createCategory = (
  businessId: string,
  input: NewCategory,
  { now = new Date(), also }: WriteOptions<Category> = {},
): Promise<Category> =>
  asOneWrite(async () => {
    await requireRoomForCategory(businessId)
    const candidates =
      input.id === undefined ? slugCandidates(input.name, randomSuffix, 'category') : [input.id]
    for (const id of candidates) {
      try {
        return await createUnder(businessId, { ...input, id }, now, also)
      } catch (error) {
        const takenByChance =
          error instanceof Refusal && error.reason === 'category_exists' && input.id === undefined
        if (!takenByChance) throw error
      }
    }
    throw new Refusal('category_exists')
  })

/** Creates a category under an id, again with a later time if the category that had this id was deleted meanwhile. */
const createUnder = (
  businessId: string,
  input: NewCategory & { id: string },
  now: Date,
  also: WriteOptions<Category>['also'],
): Promise<Category> =>
  againstNewest(async () => {
    const time = (await timeOfCreation(businessId, input.id, now)).toISOString()
    const category = allowedSize({ ...input, created_at: time, updated_at: time, version: 1 })
    await commit([
      ...(also?.(category, true) ?? []),
      ...transition(businessId, undefined, category),
      ...(await parentSteps(businessId, undefined, category)),
    ])
    return category
  })

/**
 * Changes a category by a pure function of its newest state, again if another writer was first. A change that
 * changes nothing writes nothing. Returns the category as it is now, or undefined if there is none. Throws
 * `InvalidFields` for a parent that it cannot have, and the `Refusal` `object_too_large`.
 */
export const updateCategory = (
  businessId: string,
  categoryId: string,
  change: (category: Category) => Category,
  { now = new Date(), check }: WriteOptions<Category> = {},
): Promise<Category | undefined> =>
  againstNewest(async () => {
    const before = await getCategory(businessId, categoryId)
    if (!before) return undefined
    check?.(before)
    const after = nextVersion(before, change(before), now)
    if (after === before) return after
    const steps = await parentSteps(businessId, before, after)
    await commit([...transition(businessId, before, after), ...steps])
    return after
  })

/**
 * Deletes a category that has no product of any status, and no category below it. Returns false if there is none. Throws the `Refusal`
 * `category_not_empty`.
 */
export const deleteCategory = (
  businessId: string,
  categoryId: string,
  { now = new Date(), check }: WriteOptions<Category> = {},
): Promise<boolean> =>
  againstNewest(async () => {
    const before = await getCategory(businessId, categoryId)
    if (!before) return false
    check?.(before)
    const steps = await parentSteps(businessId, before, undefined)
    await commit([...removal(businessId, before, versionAfter(before, before, now)), ...steps])
    return true
  })

/** A new category comes with its counts at zero: a product can only be created where these are. */
function transition(businessId: string, before: Category | undefined, after: Category): Step[] {
  const type = before ? 'category.updated' : 'category.created'
  const previous = before ? previousOf(before, after) : {}
  const seen = before && isAlike(before, after) ? undefined : changedCategory(after.id)
  return [
    {
      write: {
        Put: {
          Item: {
            ...keys.categoryKey(businessId, after.id),
            type: 'category',
            ...after,
            ...categoryStorefront(businessId, after),
          },
          ...isStill(before),
        },
      },
      refusal: before ? 'version_changed' : 'category_exists',
    },
    ...(before ? [] : beside(businessId, after)),
    ...eventSteps(businessId, { type, data: after, previous, seen }, new Date(after.updated_at)),
  ]
}

/** True for categories by which the same products are found. */
const isAlike = (before: Category, after: Category) =>
  (['name', 'parent_id', 'is_listed'] as const).every((field) => before[field] === after[field])

/** The counts are deleted on condition that they are zero, so a product that is being created meanwhile wins or waits. */
function removal(businessId: string, before: Category, deleted: Category): Step[] {
  return [
    {
      write: { Delete: { Key: keys.categoryKey(businessId, before.id), ...isStill(before) } },
      refusal: 'version_changed',
    },
    ...shards.map((shard) => emptyCount(keys.categoryCountKey(businessId, before.id, shard))),
    leaveTombstone(businessId, deleted),
    ...eventSteps(
      businessId,
      { type: 'category.deleted', data: deleted, previous: {} },
      new Date(deleted.updated_at),
    ),
  ]
}

const beside = (businessId: string, category: Category): Step[] => [
  ...shards.map((shard) => newCount(keys.categoryCountKey(businessId, category.id, shard))),
  removeTombstone(businessId, category),
]

const shards = Array.from({ length: keys.SHARDS }, (_, shard) => shard)

const newCount = (key: keys.Key): Step => ({
  write: {
    Put: {
      Item: { ...key, type: 'category_count', n: 0 },
      ConditionExpression: 'attribute_not_exists(pk)',
    },
  },
  refusal: 'category_exists',
})

const emptyCount = (Key: keys.Key): Step => ({
  write: {
    Delete: {
      Key,
      ...when`#n = ${0} AND (attribute_not_exists(#c) OR #c = ${0}) AND (attribute_not_exists(#p) OR #p = ${0})`,
    },
  },
  refusal: 'category_not_empty',
})
