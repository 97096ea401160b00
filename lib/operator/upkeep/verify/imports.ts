/** The check of the import under way. */
import { isStalled } from '../../../data/imports/import-item.ts'
import { findRunningImport, listImports, readImport } from '../../../data/imports/imports.ts'
import { listedAs } from '../../../data/imports/running-imports.ts'
import * as keys from '../../../data/table/keys.ts'
import { differences, readItems } from '../../../data/table/patient-reads.ts'
import { isOver } from '../../../domain/imports/import-job.ts'
import { type Finding, finding } from './findings.ts'

/** Imports begin seldom, and one at a time: whatever is under way is among the newest. */
const NEWEST = 50

/** Finds imports that are under way, and that nothing keeps a second import from running at the same time. */
export async function checkImports(businessId: string): Promise<Finding[]> {
  const listing = await checkMark(businessId)
  const { items } = await listImports(businessId, { after: undefined, limit: NEWEST })
  const begun = items.filter((one) => !isOver(one))
  if (begun.length === 0) return listing
  const running = await findRunningImport(businessId)
  // One that ended since it was listed has no mark, and needs none.
  const others = begun.filter(({ id }) => id !== running?.id)
  const now = await Promise.all(others.map(({ id }) => readImport(businessId, id)))
  return [
    ...listing,
    ...now.flatMap((item) =>
      item && !isOver(item) && !isStalled(item, Date.now())
        ? finding('import_unmarked', item, 'it is under way, and its mark is missing')
        : [],
    ),
  ]
}

/** Finds a mark that the sweep does not find, or finds at another place. */
async function checkMark(businessId: string): Promise<Finding[]> {
  const mark = (await readItems([keys.runningImportKey(businessId)])).values().next().value
  if (!mark) return []
  const place = listedAs(businessId, String(mark.import_id))
  const differing = differences(Object.keys(place), mark, place)
  return differing.length > 0
    ? [finding('import_unlisted', mark, `${differing.join(', ')} should be different`)]
    : []
}
