import { runSchedule } from '../../lib/data/schedules/run-schedule.ts'
import { endSchedule, putSchedule } from '../../lib/data/schedules/schedules.ts'
import { scheduleKey } from '../../lib/data/table/keys.ts'
import type { WriteCost } from '../report/figures.ts'
import { SHOP } from './questions.ts'

/** The consumption of a sale price of a published product without options; `cost` meters one write. */
export async function scheduleCosts(
  productId: string,
  price: number,
  cost: (work: () => Promise<unknown>) => Promise<WriteCost>,
) {
  const [at = '', until = ''] = [1, 2].map((days) => new Date(Date.now() + days * 86_400_000).toISOString())
  const wanted = { at, until, patch: { price: price - 100, compare_at_price: price } }
  const plan = () => putSchedule(SHOP.id, productId, wanted)
  const run = (time: string) => runSchedule(SHOP.id, scheduleKey(SHOP.id, productId).sk, Date.parse(time))
  await plan()
  const cancel_schedule = await cost(() => endSchedule(SHOP.id, productId))
  return {
    put_schedule: await cost(plan),
    put_schedule_again: await cost(plan),
    cancel_schedule,
    begin_schedule: await cost(() => run(at)),
    end_schedule: await cost(() => run(until)),
  }
}
