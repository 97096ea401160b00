/** A deleted category leaves its id a tombstone, so that a new category under this id is newer than the deletion. */
import type { Category } from '../domain/category.ts'
import { readItem } from './table/calls/writer.ts'
import type { Step } from './table/commit.ts'
import { when } from './table/expressions.ts'
import { categoryTombstoneKey, type Key } from './table/keys.ts'
import { TTL_ATTRIBUTE } from './table/schema.ts'
import { timeOfNext } from './table/versions.ts'

interface Tombstone extends Key {
  type: 'category_tombstone'
  deleted_at: string
}

/** A creation that began before the deletion ends within seconds: a day is more than enough. */
const KEPT_S = 24 * 60 * 60

/** The time at which a category is created under an id: now, or right after the deletion of the one before it. */
export async function timeOfCreation(businessId: string, categoryId: string, now: Date): Promise<Date> {
  const tombstone = await readItem<Tombstone>(categoryTombstoneKey(businessId, categoryId))
  return tombstone ? timeOfNext({ updated_at: tombstone.deleted_at }, now) : now
}

/** The step of a deletion; `updated_at` is its time. */
export function leaveTombstone(businessId: string, { id, updated_at }: Category): Step {
  const Item: Tombstone & Record<typeof TTL_ATTRIBUTE, number> = {
    ...categoryTombstoneKey(businessId, id),
    type: 'category_tombstone',
    deleted_at: updated_at,
    [TTL_ATTRIBUTE]: Math.floor(Date.parse(updated_at) / 1000) + KEPT_S,
  }
  return { write: { Put: { Item } } }
}

/** The step of a creation. It fails if a deletion of the id has the same time or a later one: then the time is read again. */
export const removeTombstone = (businessId: string, { id, created_at }: Category): Step => ({
  write: {
    Delete: {
      Key: categoryTombstoneKey(businessId, id),
      ...when`attribute_not_exists(pk) OR #deleted_at < ${created_at}`,
    },
  },
  refusal: 'version_changed',
})
