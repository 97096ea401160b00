import * as v from 'valibot'
import { createCategory, getCategory } from '../../data/categories.ts'
import { Refusal } from '../../data/table/commit.ts'
import { newCategory } from '../../domain/category.ts'
import { quoted } from '../failure.ts'
import { RowRefused } from './schema-faults.ts'

/** The categories of one import: looked up once, and made when the first product comes that needs them. */
export interface CategoryShelf {
  /** Resolves when the category is there. Rejects with `RowRefused` if it is not and has no name to be made of. */
  ensure(categoryId: string): Promise<void>
  /** Ids of the categories made, or in a dry run of those that would be. */
  created: string[]
}

/** `names` are the categories that may be made, by id. */
export function openCategoryShelf(
  businessId: string,
  names: ReadonlyMap<string, string>,
  dryRun: boolean,
): CategoryShelf {
  const created: string[] = []
  const asked = new Map<string, Promise<void>>()
  async function makeIfMissing(id: string): Promise<void> {
    if (await getCategory(businessId, id)) return
    const name = names.get(id)
    if (name === undefined)
      throw new RowRefused([{ field: 'category_id', detail: `there is no category ${quoted(id)}` }])
    if (dryRun || (await makeCategory(businessId, id, name))) created.push(id)
  }
  return {
    created,
    ensure(id) {
      const answer = asked.get(id) ?? makeIfMissing(id)
      asked.set(id, answer)
      answer.catch(() => asked.delete(id))
      return answer
    },
  }
}

/** False if somebody else was first. */
async function makeCategory(businessId: string, id: string, name: string): Promise<boolean> {
  try {
    await createCategory(businessId, v.parse(newCategory, { id, name }))
    return true
  } catch (error) {
    if (error instanceof Refusal && error.reason === 'category_exists') return false
    throw error
  }
}
