/**
 * Schedules: changes of products at a given time, and their ends. A change that is made notes what it replaced, so that its end
 * gives back exactly what nobody has changed since.
 */
import { isDeepStrictEqual } from 'node:util'
import { breaksOf, throwAny } from '../../domain/body/rule-breaks.ts'
import {
  requireTimes,
  type Schedule,
  type ScheduledValues,
  type WantedSchedule,
} from '../../domain/schedules/schedule.ts'
import { type NamedPatch, requireFit, withIds } from '../../domain/schedules/schedule-plan.ts'
import { findWholeProduct } from '../products/product-reads.ts'
import { whoActs } from '../table/actor.ts'
import { commit, Refusal } from '../table/commit.ts'
import { timeOfNext } from '../table/versions.ts'
import { endChange } from './run-schedule.ts'
import { onNewest, type ScheduleItem, scheduleStep, shownSchedule } from './schedule-item.ts'

/** Looks at a schedule before it is changed, and can throw. */
type Check = (schedule: Schedule | undefined) => void

/**
 * Plans the change of a product, in place of one that was planned before. Of a change that was made already only the end can change: without one it stays for good, and the schedule is over.
 * Returns undefined if there is no such product. Throws `InvalidFields`, and the `Refusal` `schedule_running` while another change
 * is made.
 */
export const putSchedule = (
  businessId: string,
  productId: string,
  wanted: WantedSchedule,
  check: Check = () => {},
): Promise<{ schedule: Schedule; isNew: boolean } | undefined> =>
  onNewest(businessId, productId, async (before) => {
    const whole = await findWholeProduct(businessId, productId)
    if (!whole) return undefined
    check(before)
    const { at, until } = wanted
    const named = withIds(wanted.patch, whole)
    const isSame = before?.at === at && isSamePatch(before, named)
    if (before && isSame && before.until === until) return { schedule: shownSchedule(before), isNew: false }
    if (before?.replaced && !isSame) throw new Refusal('schedule_running')
    const now = new Date()
    throwAny([
      ...breaksOf(() => requireTimes(wanted, now.getTime(), before?.at === at)),
      ...breaksOf(() => before?.replaced ?? requireFit(whole, named)),
    ])
    const { key_id, key_name } = whoActs().actor
    const time = (before ? timeOfNext(before, now) : now).toISOString()
    const schedule: Schedule = {
      product_id: productId,
      at,
      until,
      patch: named.patch,
      replaced: before?.replaced ?? null,
      planned_by: { key_id, key_name },
      created_at: before?.created_at ?? time,
      updated_at: time,
      version: (before?.version ?? 0) + 1,
    }
    const isOver = schedule.replaced !== null && until === null
    await commit([scheduleStep(businessId, before, isOver ? undefined : schedule)])
    return { schedule: shownSchedule(schedule), isNew: before === undefined }
  })

const isSamePatch = ({ patch }: ScheduleItem, named: NamedPatch): boolean =>
  isDeepStrictEqual(byId(patch), byId(named.patch))

/** A patch with its variants in the order of their ids: their order in a body means nothing. */
const byId = ({ variants = [], ...own }: ScheduledValues) => ({
  ...own,
  variants: variants.toSorted((one, other) => (one.id < other.id ? -1 : 1)),
})

/**
 * Ends the schedule of a product: what was planned is not done, and what was done is taken back now. Returns false if there is none.
 * Throws the `Refusal`s of `changeProduct`.
 */
export const endSchedule = (
  businessId: string,
  productId: string,
  check: Check = () => {},
): Promise<boolean> =>
  onNewest(businessId, productId, async (before) => {
    check(before)
    if (!before) return false
    if (before.replaced) await endChange(businessId, before)
    else await commit([scheduleStep(businessId, before, undefined)])
    return true
  })
