import { adminEndpoint } from '../../../../lib/api/http/admin-endpoint.ts'
import { noBody } from '../../../../lib/api/http/body/body-kinds.ts'
import { pathUuid } from '../../../../lib/api/http/parameters/path.ts'
import { notFound } from '../../../../lib/api/http/problems/resource-problems.ts'
import { endSchedule } from '../../../../lib/data/schedules/schedules.ts'

/** DELETE /admin/products/{id}/schedule: cancels what is planned, and ends now what was begun. */
export const handler = adminEndpoint({ parameters: {}, body: noBody }, async (request) => {
  const { businessId, path, ifMatch } = request
  const wasThere = await endSchedule(businessId, pathUuid('schedule', path.id), (before) => {
    if (before) ifMatch?.(before)
  })
  if (!wasThere) throw notFound('schedule')
  return {}
})
