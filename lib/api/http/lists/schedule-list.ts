import { findSchedule, listSchedules } from '../../../data/schedules/list-schedules.ts'
import type { Page, PageRequest } from '../../../data/table/pages.ts'
import type { Schedule } from '../../../domain/schedules/schedule.ts'
import { isUuid } from '../../../domain/text/identifiers.ts'
import { anyText, type Parameters, pageParameters } from '../parameters/parameters.ts'
import { type ListIdentity, listIdentity, pageRequest } from './cursor.ts'

/** The query parameters of `GET /admin/schedules`. */
export const scheduleParameters = { product: anyText, ...pageParameters }

/** The requested page of schedules, as JSON, and the list that it belongs to. Throws `invalid_cursor`. */
export async function schedulePage(
  businessId: string,
  parameters: Parameters<typeof scheduleParameters>,
): Promise<Page<string> & { identity: ListIdentity }> {
  const identity = listIdentity(businessId, '/admin/schedules', parameters)
  const page = pageRequest(parameters, identity)
  const { items, position } = await schedulesOf(businessId, parameters.product?.toLowerCase(), page)
  return { items: items.map((schedule) => JSON.stringify(schedule)), position, identity }
}

/** The schedule of one product is a page, read consistently. */
async function schedulesOf(
  businessId: string,
  product: string | undefined,
  page: PageRequest,
): Promise<Page<Schedule>> {
  if (product === undefined) return listSchedules(businessId, page)
  const schedule = isUuid(product) ? await findSchedule(businessId, product) : undefined
  return { items: schedule ? [schedule] : [], position: null }
}
