import { adminEndpoint } from '../../../lib/api/http/admin-endpoint.ts'
import { noBody } from '../../../lib/api/http/body/body-kinds.ts'
import { listAnswer } from '../../../lib/api/http/lists/list-answer.ts'
import { schedulePage, scheduleParameters } from '../../../lib/api/http/lists/schedule-list.ts'

/** GET /admin/schedules: a page of schedules, by the ids of their products. */
export const handler = adminEndpoint({ parameters: scheduleParameters, body: noBody }, async (request) => {
  const { items, position, identity } = await schedulePage(request.businessId, request.parameters)
  return listAnswer(request, items, position, identity)
})
