import type { Checkpoint } from '../../data/imports/import-runs.ts'
import { endHeldImport } from '../../data/imports/import-runs.ts'
import type { ImportEnd } from '../../data/imports/imports.ts'
import { Refusal } from '../../data/table/commit.ts'
import type { Notice } from '../../domain/imports/import-job.ts'
import type { ImportRefused } from '../import-refused.ts'
import { lossLine } from '../report/loss-count.ts'
import { categoriesLine } from '../report/new-categories.ts'
import type { Run } from './checkpoints.ts'
import { LONGEST_SENTENCE, storedText } from './stored-text.ts'

/** The outcome of a run, for the log. */
export interface RunOutcome {
  /** The fate of its import; `not_taken` if there was nothing to do, `left` if the next run continues. */
  status: ImportEnd['status'] | 'not_taken' | 'left' | 'lost'
}

/** The fate of an import, and what its last run says of the file. */
export interface RunEnd extends ImportEnd {
  notices?: readonly Notice[]
}

/** Ends the import of a run. */
export async function endRun(
  { held, item }: Run,
  { notices = [], ...end }: RunEnd,
  state: Checkpoint,
): Promise<RunOutcome> {
  const all = [...noticesOf({ ...item, ...state }, item.dry_run), ...notices]
  const changes = { ...state, notices: all.map(shortened) }
  try {
    await endHeldImport(held, item, end, changes)
    return { status: end.status }
  } catch (error) {
    if (error instanceof Refusal && error.reason === 'version_changed') return { status: 'lost' }
    throw error
  }
}

/** The end of an import for a reason that its sender can remove. */
export const failedFor = ({ reason, message }: ImportRefused): RunEnd => ({
  status: 'failed',
  reason,
  detail: storedText(message, LONGEST_SENTENCE),
})

/** The notices of a whole import: those of its file, and what its runs have counted. */
function noticesOf(
  { notices = [], lost = [], categories_created: categories = 0, first_categories: first = [] }: Checkpoint,
  isDryRun: boolean,
): Notice[] {
  const created = categoriesLine(categories, first, isDryRun)
  return [
    ...notices,
    ...lost.map((one): Notice => ({ code: 'lost', detail: lossLine(one) })),
    ...(categories > 0 ? [{ code: 'categories_created' as const, detail: created }] : []),
  ]
}

/** A notice that can be stored. */
export const shortened = ({ code, detail }: Notice): Notice => ({
  code,
  detail: storedText(detail, LONGEST_SENTENCE),
})
