import { adminEndpoint } from '../../../lib/api/http/admin-endpoint.ts'
import { noBody } from '../../../lib/api/http/body/body-kinds.ts'
import { eventNotFound } from '../../../lib/api/http/problems/problems.ts'
import { findEvent } from '../../../lib/data/events.ts'

/** GET /admin/events/{id}: one event, from its change on, for 30 days. */
export const handler = adminEndpoint({ parameters: {}, body: noBody }, async ({ businessId, path }) => {
  const json = await findEvent(businessId, `${path.id}`)
  if (json === undefined)
    throw eventNotFound({ detail: 'There is no such event, or it is older than 30 days.' })
  return { json }
})
