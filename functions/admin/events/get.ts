import { findEvent } from '../../../lib/data/events.ts'
import { adminEndpoint } from '../../../lib/http/admin-endpoint.ts'
import { noBody } from '../../../lib/http/body/body-kinds.ts'
import { eventNotFound } from '../../../lib/http/problems/problems.ts'

/** GET /admin/events/{id}: one event, while the feed shows it. */
export const handler = adminEndpoint({ parameters: {}, body: noBody }, async ({ businessId, path }) => {
  const json = await findEvent(businessId, `${path.id}`)
  if (json === undefined)
    throw eventNotFound({ detail: 'There is no such event, or the feed does not show it now.' })
  return { json }
})
