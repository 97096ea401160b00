import {
  IMPORT_FIELDS,
  type ImportJob,
  isOver,
  type Lost,
  PROGRESS_FIELDS,
} from '../../domain/imports/import-job.ts'
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
  /** The run that works on it, and until when at most, in milliseconds since the epoch; when it began before the first. */
  run?: string
  lease_until: number
  /** Runs that began since the last one that finished a product. */
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

/** An import that nobody has worked on for so long is over: its message is lost, or its function never starts. */
const STALLED_MS = 60 * 60 * 1000

const STALLED =
  'no function has worked on it for an hour; what was imported stays, and the file can be sent again'

/** True if an import is over without anybody having written so. */
export const isStalled = (item: Pick<ImportItem, 'status' | 'lease_until'>, now: number): boolean =>
  !isOver(item) && item.lease_until + STALLED_MS < now

/** The members that say so. */
export const stalledSince = ({ lease_until }: Pick<ImportItem, 'lease_until'>) => ({
  status: 'failed' as const,
  reason: 'stalled' as const,
  detail: STALLED,
  finished_at: new Date(lease_until + STALLED_MS).toISOString(),
})

/** An import as its merchant sees it. */
export function shownImport(item: ImportItem, now: number): ImportJob {
  const ended = isStalled(item, now) ? { ...item, ...stalledSince(item) } : item
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

/** The oldest time at which an import may have been left alone, and still be taken up. */
export const oldestLease = (now: number) => now - STALLED_MS
