import {
  IMPORT_FIELDS,
  type ImportJob,
  isOver,
  type Lost,
  type Notice,
  PROGRESS_FIELDS,
} from '../../domain/imports/import-job.ts'
import { missingNotice } from '../../domain/imports/missing-notice.ts'
import { pick } from '../../domain/pick.ts'
import type { Key } from '../table/keys.ts'

/** An import as it is stored: what its merchant sees, and what its runs need. */
export interface ImportItem extends Key, ImportJob {
  type: 'import'
  /** The request that began it, as events name it. */
  request_id: string | null
  /** The currency and the time zone of the business then: a file is planned once like the other time. */
  currency: string
  timezone: string
  /** The number of the items with its file. */
  parts: number
  /** The run that works on it. While it waits for its turn there is none: before the first run, and where one handed it back. */
  run?: string
  /** In milliseconds since the epoch: until when at most the run works on it, or since when it waits. */
  lease_until: number
  /** Runs that began since the last one that finished a product, or changed one that the file does not have. */
  starts: number
  /** Somebody wants it to end. */
  is_cancelled?: true
  /** Losses of the products that are finished. */
  lost: readonly Lost[]
  categories_created: number
  /** The first of them by name. */
  first_categories?: readonly string[]
  /** Products that the file does not have and that were changed. */
  missing_changed: number
}

/** An import whose run was not heard of for so long is over: five runs of a message take half of it. */
const SILENT_MS = 60 * 60 * 1000

/** One that waited for its turn for so long is over. The queue keeps a message for four days. */
const WAITING_MS = 24 * 60 * 60 * 1000

const STAYS = 'what was imported stays, and the file can be sent again'
const STALLED = {
  silent: { afterMs: SILENT_MS, detail: `no function has worked on it for an hour; ${STAYS}` },
  waiting: { afterMs: WAITING_MS, detail: `no function had time for it within 24 hours; ${STAYS}` },
}

type Left = Pick<ImportItem, 'run' | 'lease_until'>

const patienceWith = ({ run }: Left) => STALLED[run === undefined ? 'waiting' : 'silent']

/** True if an import is over without anybody having written so. */
export const isStalled = (item: Left & Pick<ImportItem, 'status'>, now: number): boolean =>
  !isOver(item) && item.lease_until + patienceWith(item).afterMs < now

/** The members that say so. */
export function stalledSince(item: Left) {
  const { afterMs, detail } = patienceWith(item)
  const finished_at = new Date(item.lease_until + afterMs).toISOString()
  return { status: 'failed' as const, reason: 'stalled' as const, detail, finished_at }
}

/** The notices of an import that ends: also how many products that its file does not have were changed, if any were. */
export function endNotices(item: ImportItem): readonly Notice[] {
  const { notices, missing_changed, parameters, dry_run } = item
  const { on_missing: action = 'keep' } = parameters
  const isSaid = notices.some(({ code }) => code === 'missing_changed')
  if (isSaid || missing_changed === 0 || action === 'keep') return notices
  return [...notices, missingNotice(action, missing_changed, dry_run)]
}

/** An import as its merchant sees it. */
export function shownImport(item: ImportItem, now: number): ImportJob {
  const ended = isStalled(item, now) ? { ...item, ...stalledSince(item), notices: endNotices(item) } : item
  const { progress, notices, started_by } = ended
  return pick(
    {
      ...ended,
      // DynamoDB keeps the members of a map in an order of its own.
      progress: pick(progress, PROGRESS_FIELDS),
      notices: notices.map(({ code, detail }) => ({ code, detail })),
      started_by: pick(started_by, ['kind', 'key_id', 'key_name']),
    },
    IMPORT_FIELDS,
  )
}

/** The oldest times at which an import can have begun to wait, or have been heard of, and still be taken up. */
export const oldestLeases = (now: number) => ({ waiting: now - WAITING_MS, silent: now - SILENT_MS })
