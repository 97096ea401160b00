import { InvalidFields } from '../../domain/body/rule-breaks.ts'
import type { WholeProduct } from '../../domain/products/variant-set.ts'
import { nextTimeOf, type Schedule } from '../../domain/schedules/schedule.ts'
import { begun, ended, type Half, namesIn } from '../../domain/schedules/schedule-plan.ts'
import { changeProduct } from '../products/products.ts'
import { actingAs } from '../table/actor.ts'
import { commit, Refusal, type Step } from '../table/commit.ts'
import { eventSteps } from '../table/events.ts'
import { newId } from '../table/ids.ts'
import { SCHEDULE_PREFIX } from '../table/keys.ts'
import type { WriteOptions } from '../table/versions.ts'
import { onNewest, type ScheduleItem, scheduleStep } from './schedule-item.ts'

/**
 * Does what a schedule, by its sort key, has for a time in milliseconds since the epoch: makes its change, or ends it, in the name of
 * who planned it. Returns false if it is not due, or not there any more. Throws `TableUnavailable`.
 */
export const runSchedule = (businessId: string, sortKey: string, now: number): Promise<boolean> =>
  onNewest(businessId, sortKey.slice(SCHEDULE_PREFIX.length), async (schedule) => {
    if (!schedule || Date.parse(nextTimeOf(schedule)) > now) return false
    const actor = { kind: 'system', ...schedule.planned_by } as const
    await actingAs({ actor, requestId: null }, () =>
      schedule.replaced ? endChange(businessId, schedule) : beginChange(businessId, schedule, now),
    )
    return true
  })

/** Why a schedule did not do all it was to do, and which fields it left as they were. */
interface Failure {
  half: 'at' | 'until'
  /** `missed`: its end was over before it could begin. `invalid`: the product does not allow it now. `left`: see `Half`. */
  code: 'missed' | 'invalid' | 'left'
  fields: readonly string[]
}

/** Makes the change, or records why it cannot be made: then the schedule is over. */
async function beginChange(businessId: string, schedule: ScheduleItem, now: number): Promise<void> {
  const { patch, until } = schedule
  const drop = (failure: Pick<Failure, 'code' | 'fields'>) =>
    commit([
      scheduleStep(businessId, schedule, undefined),
      ...failed(businessId, schedule, { half: 'at', ...failure }, new Date()),
    ])
  if (until !== null && Date.parse(until) <= now) return drop({ code: 'missed', fields: namesIn(patch) })
  try {
    await changeAndNote(businessId, schedule, 'at', (whole) => {
      const { contradictions, replaced, ...half } = begun(whole, patch)
      if (contradictions.length > 0) throw new InvalidFields(contradictions)
      const hasEnd = until !== null && namesIn(replaced).length > 0
      return { ...half, next: hasEnd ? { ...schedule, replaced } : undefined }
    })
  } catch (error) {
    if (!isOfContent(error)) throw error
    const faults = error instanceof InvalidFields ? error.breaks.map(({ path }) => path.join('/')) : undefined
    await drop({ code: 'invalid', fields: faults ?? namesIn(patch) })
  }
}

/** True for what trying again does not change. */
const isOfContent = (error: unknown): boolean =>
  error instanceof InvalidFields || (error instanceof Refusal && error.reason !== 'moved_on')

/**
 * Gives back what the change of a schedule replaced and nobody has changed since, however large the product is. The schedule is
 * over.
 */
export const endChange = (businessId: string, schedule: ScheduleItem): Promise<void> =>
  changeAndNote(businessId, schedule, 'until', (whole) => ({ ...ended(whole, schedule), next: undefined }), {
    isOfAnySize: true,
  })

/** Changes the product and its schedule together. Without the product the schedule is over. */
async function changeAndNote(
  businessId: string,
  schedule: ScheduleItem,
  half: Failure['half'],
  change: (whole: WholeProduct) => Half & { next: Schedule | undefined },
  options: Pick<WriteOptions<never>, 'isOfAnySize'> = {},
): Promise<void> {
  let further: (updatedAt: string) => Step[] = () => []
  const found = await changeProduct(
    businessId,
    schedule.product_id,
    (before) => {
      const { whole, left, next } = change(before)
      further = (updatedAt) => {
        // Behind the event of the product: ids of one millisecond are in no order.
        const time = new Date(Math.max(Date.now(), Date.parse(updatedAt) + 1))
        const after = next && { ...next, updated_at: time.toISOString() }
        const failure = { half, code: 'left', fields: left } as const
        return [
          scheduleStep(businessId, schedule, after),
          ...(left.length > 0 ? failed(businessId, schedule, failure, time) : []),
        ]
      }
      return whole
    },
    { ...options, also: ({ updated_at }) => further(updated_at) },
  )
  if (!found) await commit([scheduleStep(businessId, schedule, undefined)])
}

/** The event of a schedule that did not do all it was to do. */
function failed(businessId: string, { product_id }: Schedule, failure: Failure, time: Date): Step[] {
  const data = { id: newId(time), product_id, ...failure }
  return eventSteps(businessId, { type: 'schedule.failed', data, previous: {}, products: [product_id] }, time)
}
