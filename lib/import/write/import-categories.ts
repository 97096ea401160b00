import * as v from 'valibot'
import { createCategory } from '../../data/categories.ts'
import { getCategory } from '../../data/category-reads.ts'
import { Refusal } from '../../data/table/commit.ts'
import { InvalidFields } from '../../domain/body/rule-breaks.ts'
import { newCategory } from '../../domain/category.ts'
import { quoted } from '../../domain/text/quoted.ts'
import { type FileCategory, RowRefused } from '../row.ts'

/** The categories of one import: each is looked up once, and created when the first product needs it. */
export interface ImportCategories {
  /**
   * Resolves when these categories exist. Rejects with `RowRefused`, for its field, if one does not, and has no name to create
   * it with; then none is created.
   */
  ensure(needed: readonly NeededCategory[]): Promise<void>
  /** Ids of the created categories; in a dry run of those that would be created. */
  created: string[]
}

/** A category that a row needs, and the field of the row that says so. */
interface NeededCategory {
  id: string
  field: string
}

/** `named` are the categories that can be created, by their ids. */
export function openImportCategories(
  businessId: string,
  named: ReadonlyMap<string, NewOne>,
  dryRun: boolean,
): ImportCategories {
  const created: string[] = []
  const asked = new Map<string, Promise<void>>()
  async function makeIfMissing({ id, field }: NeededCategory): Promise<void> {
    if (await getCategory(businessId, id)) return
    const category = named.get(id)
    if (category === undefined)
      throw new RowRefused([{ field, detail: `there is no category ${quoted(id)}` }])
    if (category.parentId !== null) await ensureOne({ id: category.parentId, field })
    if (dryRun || (await makeCategory(businessId, id, category))) created.push(id)
  }
  function ensureOne({ id, field }: NeededCategory): Promise<void> {
    const answer = asked.get(id) ?? makeIfMissing({ id, field })
    asked.set(id, answer)
    answer.catch(() => asked.delete(id))
    return answer
  }
  async function ensure(needed: readonly NeededCategory[]): Promise<void> {
    // Those that cannot be created come first. Two others can be below the same one, which the first of them makes.
    const isNamed = ({ id }: NeededCategory) => Number(named.has(id))
    for (const one of needed.toSorted((a, b) => isNamed(a) - isNamed(b))) await ensureOne(one)
  }
  return { created, ensure }
}

/** A category that may be created. */
type NewOne = Pick<FileCategory, 'name' | 'parentId'>

/** False if another program created it first. */
async function makeCategory(businessId: string, id: string, { name, parentId }: NewOne): Promise<boolean> {
  try {
    await createCategory(businessId, v.parse(newCategory, { id, name, parent_id: parentId }))
    return true
  } catch (error) {
    if (error instanceof Refusal && error.reason === 'category_exists') return false
    // The one that it is to be below has been deleted, or moved to a place below which there is no room.
    if (error instanceof InvalidFields)
      throw new RowRefused(
        error.breaks.map(({ detail }) => ({
          field: 'category',
          detail: `${quoted(String(parentId))} ${detail}`,
        })),
      )
    throw error
  }
}
