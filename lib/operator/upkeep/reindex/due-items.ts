import { type HoldItem, STATUS_ATTRIBUTES, statusAttributes } from '../../../data/holds/hold-item.ts'
import { type ScheduleItem, TIME_ATTRIBUTES, timeAttributes } from '../../../data/schedules/schedule-item.ts'
import { commit } from '../../../data/table/commit.ts'
import { type Condition, replacing, updateOf, when } from '../../../data/table/expressions.ts'
import * as keys from '../../../data/table/keys.ts'
import {
  differences,
  nameOf,
  pagesOf,
  readItems,
  type StoredItem,
} from '../../../data/table/patient-reads.ts'
import { againstNewest } from '../../../data/table/versions.ts'
import { isJsonObject } from '../../../domain/body/json-object.ts'
import { HOLD_STATUSES } from '../../../domain/stock/hold.ts'

/** Items that the clock finds by attributes of their own, which follow from the rest of the item. */
export interface DueKind {
  type: 'hold' | 'schedule'
  /** Any key of their partition. */
  start: (businessId: string) => keys.Key
  /** The attributes by which they are found. */
  names: readonly string[]
  /** Those that an item should have; undefined for one that cannot be read. */
  attributesOf: (businessId: string, item: StoredItem) => Record<string, unknown> | undefined
  /** The attribute that grows with every write, and the condition that it is as it was read. */
  counter: 'rev' | 'version'
  isStill: (item: StoredItem) => Condition
}

export const HOLDS: DueKind = {
  type: 'hold',
  start: (businessId) => keys.holdKey(businessId, ''),
  names: STATUS_ATTRIBUTES,
  attributesOf: (businessId, item) => (isStoredHold(item) ? statusAttributes(businessId, item) : undefined),
  counter: 'rev',
  isStill: ({ rev }) => when`#rev = ${rev}`,
}

export const SCHEDULES: DueKind = {
  type: 'schedule',
  start: (businessId) => keys.scheduleKey(businessId, ''),
  names: TIME_ATTRIBUTES,
  attributesOf: (businessId, item) => (isStoredSchedule(item) ? timeAttributes(businessId, item) : undefined),
  counter: 'version',
  isStill: ({ version }) => when`#version = ${version}`,
}

const areTimes = (...times: unknown[]) => times.every((time) => Number.isFinite(Date.parse(String(time))))

function isStoredHold(item: StoredItem): item is StoredItem & HoldItem {
  const { type, sk, reference, status, items, expires_at, updated_at, rev } = item
  return (
    type === 'hold' &&
    sk === `${keys.HOLD_PREFIX}${reference}` &&
    HOLD_STATUSES.some((one) => one === status) &&
    Array.isArray(items) &&
    areTimes(expires_at, updated_at) &&
    typeof rev === 'number'
  )
}

function isStoredSchedule(item: StoredItem): item is StoredItem & ScheduleItem {
  const { type, sk, product_id, at, until, patch, replaced, planned_by, version } = item
  return (
    type === 'schedule' &&
    sk === `${keys.SCHEDULE_PREFIX}${product_id}` &&
    areTimes(at) &&
    // A change that was made has an end: without one the schedule would be over.
    (replaced === null ? until === null || areTimes(until) : isJsonObject(replaced) && areTimes(until)) &&
    isJsonObject(patch) &&
    isJsonObject(planned_by) &&
    typeof version === 'number'
  )
}

/** The attributes of an item that are not as they should be; undefined for one that cannot be read. */
export function differingIn(kind: DueKind, businessId: string, item: StoredItem): string[] | undefined {
  const attributes = kind.attributesOf(businessId, item)
  return attributes && differences(kind.names, item, attributes)
}

/** Lists the items of a kind where the clock finds them, and no others. Returns how many were to be written. */
export async function mendDue(
  kind: DueKind,
  businessId: string,
  signal: AbortSignal | undefined,
): Promise<number> {
  let written = 0
  for await (const page of pagesOf({ ...kind.start(businessId), sk: '' }, signal))
    for (const item of page)
      if (isToBeWritten(kind, businessId, item) && (await writeNewest(kind, businessId, item))) written++
  return written
}

const isToBeWritten = (kind: DueKind, businessId: string, item: StoredItem): boolean =>
  (differingIn(kind, businessId, item) ?? []).length > 0

const writeNewest = (kind: DueKind, businessId: string, { pk, sk }: keys.Key): Promise<boolean> =>
  againstNewest(async () => {
    const item = (await readItems([{ pk, sk }])).get(nameOf({ pk, sk }))
    if (!item || !isToBeWritten(kind, businessId, item)) return false
    const change = {
      ...replacing(kind.names, kind.attributesOf(businessId, item) ?? {}),
      add: { [kind.counter]: 1 },
      if: kind.isStill(item),
    }
    await commit([
      { write: { Update: { Key: { pk, sk }, ...updateOf(change) } }, refusal: 'version_changed' },
    ])
    return true
  })
