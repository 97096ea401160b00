import type { ImportFailure, ImportFault, ImportJob } from '../../domain/imports/import-job.ts'
import { IMPORT_PREFIX, isOver } from '../../domain/imports/import-job.ts'
import { actingAs } from '../table/actor.ts'
import { readItem } from '../table/calls/writer.ts'
import { commit, Refusal, type Step } from '../table/commit.ts'
import { eventSteps } from '../table/events.ts'
import { type AttributeChange, type Condition, updateOf, when } from '../table/expressions.ts'
import { listItems } from '../table/item-pages.ts'
import * as keys from '../table/keys.ts'
import type { Page, PageRequest } from '../table/pages.ts'
import { TTL_ATTRIBUTE } from '../table/schema.ts'
import { againstNewest } from '../table/versions.ts'
import { endNotices, type ImportItem, isStalled, shownImport, stalledSince } from './import-item.ts'
import type { NewImport } from './new-import.ts'
import { markOf, type RunningMark } from './running-imports.ts'

export const THIRTY_DAYS_S = 30 * 24 * 60 * 60

/** An import with what only its runs need, read consistently, or undefined. */
export const readImport = (businessId: string, importId: string): Promise<ImportItem | undefined> =>
  readItem<ImportItem>(keys.importKey(businessId, importId))

/** A page of imports, the newest first. */
export const listImports = (
  businessId: string,
  page: PageRequest,
  now = Date.now(),
): Promise<Page<ImportJob>> =>
  listItems<ImportItem, ImportJob>(
    {
      start: keys.importKey(businessId, IMPORT_PREFIX),
      type: 'import',
      reverse: true,
      where: [],
      read: (item) => shownImport(item, now),
    },
    page,
  )

interface FaultItem extends keys.Key, ImportFault {
  type: 'import_fault'
}

/** A page of the rows that an import refused or left out, in the order of its file. */
export const listImportFaults = (
  businessId: string,
  importId: string,
  page: PageRequest,
): Promise<Page<ImportFault>> =>
  listItems<FaultItem, ImportFault>(
    {
      start: keys.importFaultKey(businessId, importId),
      type: 'import_fault',
      reverse: false,
      where: [],
      read: ({ row, line, name, external_id, outcome, reasons }) => ({
        row,
        line,
        name,
        external_id,
        outcome,
        reasons,
      }),
    },
    page,
  )

/** The import of a business that is under way, or undefined: the one that its marker names, unless that is over. */
export async function findRunningImport(
  businessId: string,
  now = Date.now(),
): Promise<ImportItem | undefined> {
  const { running } = await readRunning(businessId)
  return running && isUnderWay(running, now) ? running : undefined
}

const isUnderWay = (item: ImportItem, now: number) => !isOver(item) && !isStalled(item, now)

/** The marker of the import under way, and that import. */
async function readRunning(businessId: string) {
  const marker = await readItem<RunningMark>(keys.runningImportKey(businessId))
  return { marker, running: marker && (await readImport(businessId, marker.import_id)) }
}

/**
 * Begins an import whose file is stored, if no other one is under way. One that was left alone for too long ends here as
 * stalled. Throws the `Refusal`s `import_running`, and `already_answered` for a repeated call.
 */
export const beginImport = (
  businessId: string,
  item: NewImport,
  { now, also = [] }: { now: Date; also?: readonly Step[] },
): Promise<void> =>
  // The one that was left alone can be taken up again meanwhile.
  againstNewest(async () => {
    const { marker, running } = await readRunning(businessId)
    if (running && isUnderWay(running, now.getTime())) throw new Refusal('import_running')
    const expiry = { [TTL_ATTRIBUTE]: Math.floor(now.getTime() / 1000) + THIRTY_DAYS_S }
    const isFree = marker
      ? when`attribute_not_exists(pk) OR #import_id = ${marker.import_id}`
      : when`attribute_not_exists(pk)`
    await commit([
      ...also,
      { write: { Put: { Item: markOf(businessId, item.id, expiry), ...isFree } }, refusal: 'import_running' },
      {
        write: {
          Put: {
            Item: { ...keys.importKey(businessId, item.id), type: 'import', ...item, ...expiry },
            ...when`attribute_not_exists(pk)`,
          },
        },
      },
      ...(running && !isOver(running) ? stalledSteps(businessId, running, now) : []),
    ])
  })

/** The steps that end an import which nobody works on, so that another can begin. */
function stalledSteps(businessId: string, item: ImportItem, now: Date): Step[] {
  const ended = { ...stalledSince(item), notices: endNotices(item), updated_at: now.toISOString() }
  return [
    changeStep(businessId, item.id, { set: ended, if: when`#lease_until = ${item.lease_until}` }),
    ...endedEvent(businessId, { ...item, ...ended }, now),
  ]
}

/**
 * Ends the import of a business that is under way, if nobody works on it any more, in the name of the key that began it. A mark
 * whose import is over, or is not stored any more, goes. Returns the id of the import that it ended.
 */
export const endStalledImport = (businessId: string, now = new Date()): Promise<string | undefined> =>
  againstNewest(async () => {
    const { marker, running } = await readRunning(businessId)
    if (!marker || (running && isUnderWay(running, now.getTime()))) return undefined
    const isNamed = when`#import_id = ${marker.import_id}`
    const freed: Step = {
      write: { Delete: { Key: keys.runningImportKey(businessId), ...isNamed } },
      refusal: 'version_changed',
    }
    if (!running || isOver(running)) {
      await commit([freed])
      return undefined
    }
    const { key_id, key_name } = running.started_by
    const actor = { kind: 'api_key', key_id, key_name } as const
    await actingAs({ actor, requestId: running.request_id }, () =>
      commit([freed, ...stalledSteps(businessId, running, now)]),
    )
    return running.id
  })

/** The fate of an import that is over. */
export interface ImportEnd {
  status: Exclude<ImportJob['status'], 'queued' | 'running'>
  reason?: ImportFailure
  detail?: string
}

/**
 * Ends an import under a condition: others can begin, and its event says what came of it. Throws the `Refusal`
 * `version_changed` if the condition does not hold.
 */
export async function endImport(
  businessId: string,
  item: ImportItem,
  { end, changes = {}, condition }: { end: ImportEnd; changes?: Partial<ImportItem>; condition: Condition },
  now = new Date(),
): Promise<ImportItem> {
  const time = now.toISOString()
  const { status, reason = null, detail = null } = end
  const notices = endNotices({ ...item, ...changes })
  const fate = { status, reason, detail, updated_at: time, finished_at: time, lease_until: 0 }
  // Missing products are counted in the transactions that change them.
  const { missing_changed: _, ...others } = changes
  const ended = { ...others, ...fate, notices }
  const after = { ...item, ...ended }
  await commit([
    changeStep(businessId, item.id, { set: ended, if: condition }),
    {
      write: {
        Delete: {
          Key: keys.runningImportKey(businessId),
          ...when`attribute_not_exists(pk) OR #import_id = ${item.id}`,
        },
      },
      refusal: 'version_changed',
    },
    ...endedEvent(businessId, after, now),
  ])
  return after
}

function endedEvent(businessId: string, item: ImportItem, now: Date): Step[] {
  const data = shownImport(item, now.getTime())
  const { status } = data
  if (status === 'queued' || status === 'running') return []
  return eventSteps(businessId, { type: `import.${status}`, data, previous: {} }, now)
}

/** A change of an import, in a transaction; refused as `version_changed`. */
const changeStep = (businessId: string, importId: string, change: AttributeChange): Step => ({
  write: { Update: { Key: keys.importKey(businessId, importId), ...updateOf(change) } },
  refusal: 'version_changed',
})

/** The condition that an import is not over, and that nobody works on it. */
const isLeft = (now: number) =>
  when`(#status = ${'queued'} OR #status = ${'running'}) AND (attribute_not_exists(#run) OR #lease_until <= ${now})`

/**
 * Has an import end at its next checkpoint, or now if no run works on it. Returns it, also if it is over already; undefined
 * if there is none. Throws `TableUnavailable` if others keep changing it.
 */
export async function cancelImport(
  businessId: string,
  importId: string,
  now = new Date(),
): Promise<ImportItem | undefined> {
  // A run can take it up, or end, meanwhile.
  return againstNewest(async () => {
    const item = await readImport(businessId, importId)
    if (!item || !isUnderWay(item, now.getTime())) return item
    if (item.run === undefined || item.lease_until <= now.getTime()) {
      const end = { end: { status: 'cancelled' }, condition: isLeft(now.getTime()) } as const
      return endImport(businessId, item, end, now)
    }
    const isHeld = when`#run = ${item.run} AND #status = ${'running'}`
    await commit([changeStep(businessId, importId, { set: { is_cancelled: true }, if: isHeld })])
    return item
  })
}
