import * as v from 'valibot'
import { createCategory, getCategory } from '../../data/categories.ts'
import { Refusal } from '../../data/table/commit.ts'
import { newCategory } from '../../domain/category.ts'
import { quoted } from '../../domain/text/quoted.ts'
import { RowRefused } from '../row.ts'

/** The categories of one import: each is looked up once, and created when the first product needs it. */
export interface ImportCategories {
  /** Resolves when the category exists. Rejects with `RowRefused` if it does not, and has no name to create it with. */
  ensure(categoryId: string): Promise<void>
  /** Ids of the created categories; in a dry run of those that would be created. */
  created: string[]
}

/** `names` are the names of the categories that can be created, by id. */
export function openImportCategories(
  businessId: string,
  names: ReadonlyMap<string, string>,
  dryRun: boolean,
): ImportCategories {
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

/** False if another program created it first. */
async function makeCategory(businessId: string, id: string, name: string): Promise<boolean> {
  try {
    await createCategory(businessId, v.parse(newCategory, { id, name }))
    return true
  } catch (error) {
    if (error instanceof Refusal && error.reason === 'category_exists') return false
    throw error
  }
}
