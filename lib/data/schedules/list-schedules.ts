import type { Schedule } from '../../domain/schedules/schedule.ts'
import { readItem } from '../table/calls/writer.ts'
import { listItems } from '../table/item-pages.ts'
import * as keys from '../table/keys.ts'
import type { Page, PageRequest } from '../table/pages.ts'
import { type ScheduleItem, shownSchedule } from './schedule-item.ts'

/** A page of schedules, in the order of the ids of their products, which are their positions. */
export const listSchedules = (businessId: string, page: PageRequest): Promise<Page<Schedule>> =>
  listItems(
    {
      start: keys.scheduleKey(businessId, ''),
      type: 'schedule',
      reverse: false,
      where: [],
      read: (item: ScheduleItem) => shownSchedule(item),
    },
    page,
  )

/** The schedule of a product, read consistently, or undefined. */
export async function findSchedule(businessId: string, productId: string): Promise<Schedule | undefined> {
  const schedule = await readItem<ScheduleItem>(keys.scheduleKey(businessId, productId))
  return schedule && shownSchedule(schedule)
}
