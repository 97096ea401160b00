import { adminEndpoint } from '../../../../lib/api/http/admin-endpoint.ts'
import { objectResult } from '../../../../lib/api/http/answer/admin-result.ts'
import { newBodyOf } from '../../../../lib/api/http/body/body-kinds.ts'
import { versionDiffers } from '../../../../lib/api/http/conditional/etag.ts'
import { pathUuid } from '../../../../lib/api/http/parameters/path.ts'
import { costOf } from '../../../../lib/api/http/pipeline/cost.ts'
import { notFound } from '../../../../lib/api/http/problems/resource-problems.ts'
import { putSchedule } from '../../../../lib/data/schedules/schedules.ts'
import { readWantedSchedule } from '../../../../lib/domain/schedules/schedule.ts'

/** PUT /admin/products/{id}/schedule: plans a change of a product, in place of one that was planned. */
export const handler = adminEndpoint(
  {
    parameters: {},
    body: newBodyOf(readWantedSchedule),
    cost: ({ patch }) => costOf(patch.variants?.length ?? 0),
  },
  async ({ businessId, path, body, ifMatch, mustBeNew }) => {
    const planned = await putSchedule(businessId, pathUuid('product', path.id), body, (before) => {
      if (before && mustBeNew) throw versionDiffers()
      if (before) ifMatch?.(before)
      else if (ifMatch) throw notFound('schedule')
    })
    if (!planned) throw notFound('product')
    return objectResult(planned.schedule, planned.isNew ? { status: 201 } : {})
  },
)
