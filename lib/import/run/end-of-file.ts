import { countMissing } from '../../data/imports/import-runs.ts'
import type { Business } from '../../domain/business.ts'
import type { Notice } from '../../domain/imports/import-job.ts'
import { missingNotice } from '../../domain/imports/missing-notice.ts'
import type { ImportPlan } from '../import-plan.ts'
import type { ImportRules, ReadFile } from '../plan-file.ts'
import { productExamples } from '../read/price-examples.ts'
import { failedNotices } from '../report/notices.ts'
import { changeMissing, findMissing } from '../write/missing-products.ts'
import type { Checkpoints, Run } from './checkpoints.ts'

/** The work behind the last product of a file. */
export interface EndOfFile {
  notices: readonly Notice[]
  /** Products that the file does not have and that could not be changed. */
  failed: readonly string[]
}

export const NOTHING_LEFT: EndOfFile = { notices: [], failed: [] }

/**
 * The work behind the last product: changes of products that the file does not have. Returns what is said of them, and
 * examples of those that it has.
 */
export async function endOfFile(
  { run: { held, item }, checkpoints }: { run: Run; checkpoints: Checkpoints },
  business: Business,
  { read, plan, rules }: { read: ReadFile; plan: ImportPlan; rules: ImportRules },
): Promise<EndOfFile> {
  const { database, hasUnknown } = plan
  const { source = read.file.dialect?.source, onMissing: action } = rules
  const examples = productExamples(database.imported(), business.currency).map(
    (detail): Notice => ({ code: 'example', detail }),
  )
  if (action === 'keep' || source === undefined || hasUnknown) return { notices: examples, failed: [] }
  const { signal } = checkpoints
  const missing = await findMissing(business, database, { source, action, isSure: true, signal })
  const { dry_run: dryRun, id: importId } = item
  // A dry run finds all of them each time.
  const before = dryRun ? 0 : item.missing_changed
  const count = () => countMissing(held)
  const onChanged = (changed: number) => checkpoints.note({ missing_changed: before + changed })
  const { changed, failed } = await changeMissing(business, missing, {
    signal,
    dryRun,
    importId,
    onChanged,
    count,
  })
  onChanged(changed)
  const notice = missingNotice(action, before + changed, dryRun)
  return { notices: [notice, ...failedNotices(failed), ...examples], failed }
}
