import { changeProduct } from '../../lib/data/products/products.ts'
import { runSchedule } from '../../lib/data/schedules/run-schedule.ts'
import { putSchedule } from '../../lib/data/schedules/schedules.ts'
import { scheduleKey } from '../../lib/data/table/keys.ts'
import type { Business } from '../../lib/domain/business.ts'
import { makeOld, makeSized } from './old-product.ts'
import type { Scenario } from './scenarios.ts'

const SCHEDULE = '/admin/products/{id}/schedule'

/** Far away: each try is a day later than the one before. */
const sale = (patch: Parameters<typeof putSchedule>[2]['patch']) => {
  const [at = '', until = ''] = [300, 390].map((days) =>
    new Date(Date.now() + days * 86_400_000).toISOString(),
  )
  return { at, until, patch }
}

const CHEAPER = { price: 6, compare_at_price: 7 }

async function makePlanned(business: Business) {
  const id = await makeOld(business)
  await putSchedule(business.id, id, sale(CHEAPER))
  return { path: { id } }
}

/** A product that is published with other prices of its variants, and placed: the end takes all of it back. */
async function makeRunning(business: Business) {
  const id = await makeSized(business)
  await changeProduct(business.id, id, (whole) => ({
    ...whole,
    product: { ...whole.product, additional_categories: [{ id: 'pots' }] },
  }))
  const wanted = sale({ status: 'active', variants: [{ sku: 'Old-M', price: 6, is_enabled: true }] })
  await putSchedule(business.id, id, wanted)
  await runSchedule(business.id, scheduleKey(business.id, id).sk, Date.parse(wanted.at))
  return { path: { id } }
}

/** The list of a business with a schedule. */
export async function makeSchedule(business: Business) {
  await makePlanned(business)
  return {}
}

/** Every way to write a schedule. */
export const SCHEDULES: readonly Scenario[] = [
  {
    route: `PUT ${SCHEDULE}`,
    variant: 'new',
    prepare: async (business) => ({ path: { id: await makeOld(business) }, body: sale(CHEAPER) }),
  },
  {
    route: `PUT ${SCHEDULE}`,
    variant: 'in place of another',
    prepare: async (business) => ({ ...(await makePlanned(business)), body: sale({ tags: ['sale'] }) }),
  },
  { route: `DELETE ${SCHEDULE}`, variant: 'that is planned', prepare: makePlanned },
  { route: `DELETE ${SCHEDULE}`, variant: 'that is in force', prepare: makeRunning },
]
