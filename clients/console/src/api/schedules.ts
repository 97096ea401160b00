import type { components } from '../../../typescript/src/api.ts'
import { unwrap } from '../../../typescript/src/problem.ts'
import { tagOf } from '../rules/rows.ts'
import type { Schedule } from '../rules/scheduled/schedule-words.ts'
import type { Api } from './client.ts'
import type { Page } from './reading.ts'

/** As many as fit into a few screens. */
const PAGE = 50

/** The schedules from a cursor on: of one product, or of all. */
export function readSchedules(
  api: Api,
  product: string | undefined,
  cursor?: string,
): Promise<Page<Schedule>> {
  const query = { limit: PAGE, ...(product && { product }), ...(cursor && { cursor }) }
  return unwrap(api.GET('/admin/schedules', { params: { query } }))
}

/** Cancels a planned change, or ends one in force, if it is still the one that was read. */
export async function endSchedule(api: Api, schedule: Schedule): Promise<void> {
  const params = { path: { id: schedule.product_id }, header: { 'If-Match': tagOf(schedule) } }
  await unwrap(api.DELETE('/admin/products/{id}/schedule', { params }))
}

/** Plans a change in place of the one that was read; without one only if there is still none. */
export function putSchedule(
  api: Api,
  id: string,
  body: components['schemas']['NewSchedule'],
  before: Schedule | undefined,
): Promise<Schedule> {
  const header = before ? { 'If-Match': tagOf(before) } : { 'If-None-Match': '*' as const }
  return unwrap(api.PUT('/admin/products/{id}/schedule', { params: { path: { id }, header }, body }))
}
