/** The check of the import under way. */
import { isStalled } from '../../data/imports/import-item.ts'
import { findRunningImport, listImports, readImport } from '../../data/imports/imports.ts'
import { isOver } from '../../domain/imports/import-job.ts'
import { type Finding, finding } from './findings.ts'

/** Imports begin seldom, and one at a time: whatever is under way is among the newest. */
const NEWEST = 50

/** Finds imports that are under way, and that nothing keeps another import from running beside. */
export async function checkImports(businessId: string): Promise<Finding[]> {
  const { items } = await listImports(businessId, { after: undefined, limit: NEWEST })
  const begun = items.filter((one) => !isOver(one))
  if (begun.length === 0) return []
  const running = await findRunningImport(businessId)
  // One that ended since it was listed has no mark, and needs none.
  const others = begun.filter(({ id }) => id !== running?.id)
  const now = await Promise.all(others.map(({ id }) => readImport(businessId, id)))
  return now.flatMap((item) =>
    item && !isOver(item) && !isStalled(item, Date.now())
      ? finding('import_unmarked', item, 'it is under way, and its mark is missing')
      : [],
  )
}
