import { endOfFeed, readFeed } from '../../../lib/data/events.ts'
import { adminEndpoint } from '../../../lib/http/admin-endpoint.ts'
import { noBody } from '../../../lib/http/body/body-kinds.ts'
import { listIdentity, pageRequest } from '../../../lib/http/lists/cursor.ts'
import { checkFeed, eventParameters, feedAnswer, NOW, startOf } from '../../../lib/http/lists/event-feed.ts'

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
