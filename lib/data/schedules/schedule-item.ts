import { pick } from '../../domain/pick.ts'
import { inOrder, nextTimeOf, SCHEDULE_FIELDS, type Schedule } from '../../domain/schedules/schedule.ts'
import { readItem } from '../table/calls/writer.ts'
import type { Step } from '../table/commit.ts'
import * as keys from '../table/keys.ts'
import { STOREFRONT } from '../table/schema.ts'
import { againstNewest, isStill } from '../table/versions.ts'

/**
 * A schedule as it is stored: one of each product, where the clock finds it by its next time. It is there until it is over, and
 * has no TTL: the table must not delete the end of a change while the clock is stopped.
 */
export interface ScheduleItem extends keys.Key, Schedule {
  type: 'schedule'
}

/** A schedule as its merchant sees it. */
export const shownSchedule = (schedule: Schedule): Schedule => ({
  ...pick(schedule, SCHEDULE_FIELDS),
  // DynamoDB keeps the members of a map in an order of its own.
  patch: inOrder(schedule.patch),
  replaced: schedule.replaced && inOrder(schedule.replaced),
  planned_by: pick(schedule.planned_by, ['key_id', 'key_name']),
})

/** Reads the schedule of a product consistently and acts on it, again whenever somebody else was first. Throws `TableUnavailable`. */
export const onNewest = <T>(
  businessId: string,
  productId: string,
  act: (schedule: ScheduleItem | undefined) => Promise<T>,
): Promise<T> =>
  againstNewest(
    async () => act(await readItem<ScheduleItem>(keys.scheduleKey(businessId, productId))),
    'moved_on',
  )

/** The attributes of a schedule that depend on its next time: its place among what is due. */
export const TIME_ATTRIBUTES = [STOREFRONT.store, STOREFRONT.byCreated] as const

/** Those that a schedule should have. Not among what its business holds: that is read for the sums of held stock. */
export function timeAttributes(
  businessId: string,
  schedule: Schedule,
): Record<(typeof TIME_ATTRIBUTES)[number], string> {
  const key = keys.scheduleKey(businessId, schedule.product_id)
  const { partition, sort } = keys.duePlace(businessId, key, Date.parse(nextTimeOf(schedule)))
  return { [STOREFRONT.store]: partition, [STOREFRONT.byCreated]: sort }
}

/** The step that writes a schedule, or deletes one that is over, if it is still as it was read. Refused as `moved_on`. */
export function scheduleStep(
  businessId: string,
  before: ScheduleItem | undefined,
  after: Schedule | undefined,
): Step {
  const Key = keys.scheduleKey(businessId, (after ?? before)?.product_id ?? '')
  const condition = isStill(before)
  const Item = after && {
    ...before,
    ...Key,
    type: 'schedule',
    ...pick(after, SCHEDULE_FIELDS),
    version: (before?.version ?? 0) + 1,
    ...timeAttributes(businessId, after),
  }
  return {
    write: Item ? { Put: { Item, ...condition } } : { Delete: { Key, ...condition } },
    refusal: 'moved_on',
  }
}
