import { adminEndpoint } from '../../../lib/api/http/admin-endpoint.ts'
import { noBody } from '../../../lib/api/http/body/body-kinds.ts'
import { listIdentity, pageRequest } from '../../../lib/api/http/lists/cursor.ts'
import {
  checkFeed,
  eventParameters,
  feedAnswer,
  NOW,
  startOf,
} from '../../../lib/api/http/lists/event-feed.ts'
import { endOfFeed, readFeed } from '../../../lib/data/events.ts'

/** GET /admin/events: a page of the change feed. A cursor was given behind an `after` that was checked. */
export const handler = adminEndpoint({ parameters: eventParameters, body: noBody }, async (request) => {
  const { businessId, parameters } = request
  checkFeed(parameters)
  const { order = 'oldest' } = parameters
  const identity = listIdentity(businessId, '/admin/events', { ...parameters, order })
  const { after: cursor, limit } = pageRequest(parameters, identity)
  const now = new Date()
  if (parameters.after === NOW) return feedAnswer(request, await endOfFeed(businessId, now), identity)
  const after = cursor ?? (await startOf(businessId, parameters.after, now))
  return feedAnswer(request, await readFeed(businessId, parameters, { after, limit }, now), identity)
})
