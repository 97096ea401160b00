import { type FeedPage, findEvent, isExpired } from '../../data/events.ts'
import { EVENT_TYPE_FILTERS, isEventId } from '../../domain/events.ts'
import { isUuid } from '../../domain/identifiers.ts'
import { Unreadable } from '../../domain/unreadable.ts'
import type { AdminResult } from '../answer/admin-result.ts'
import { anyText, oneOf, type ParameterReader, pageParameters, refuse } from '../parameters/parameters.ts'
import { eventsExpired } from '../problems/problems.ts'
import type { ListIdentity } from './cursor.ts'
import { listAnswer } from './list-answer.ts'

const eventId: ParameterReader<string> = (text) => {
  if (isEventId(text)) return text
  throw new Unreadable('must be the id of an event')
}

const actor: ParameterReader<string> = (text) => {
  if (text === 'operator' || text === 'system') return text
  if (isUuid(text)) return text.toLowerCase()
  throw new Unreadable('must be the id of an API key, operator or system')
}

/** The query parameters of `GET /admin/events`. */
export const eventParameters = {
  after: eventId,
  type: oneOf(EVENT_TYPE_FILTERS),
  actor,
  object: anyText,
  ...pageParameters,
}

/**
 * The event to go on from, if one was sent and it is one of the caller's own feed. Throws `events_expired` if it is too old by its id,
 * whether there was one or not, and `invalid_parameter`.
 */
export async function startOf(
  businessId: string,
  eventId: string | undefined,
  now: Date,
): Promise<string | undefined> {
  if (eventId === undefined) return undefined
  if (isExpired(eventId, now))
    throw eventsExpired({
      detail:
        'The event in "after" is older than 30 days, so later events may be gone. Read the objects that you follow again, then follow the feed from its beginning, without "after".',
    })
  if ((await findEvent(businessId, eventId, now)) === undefined)
    refuse([{ parameter: 'after', code: 'invalid_parameter', detail: 'is not an event of this feed' }])
  return eventId
}

/** The list envelope, and beside it the event to go on from: where the cursor ends, a follower goes on. */
export function feedAnswer(
  request: Parameters<typeof listAnswer>[0],
  { items, position, lastScanned }: FeedPage,
  identity: ListIdentity,
): AdminResult {
  const { json, headers = {} } = listAnswer(request, items, position, identity)
  return { json: `${json.slice(0, -1)},"next_after":${JSON.stringify(lastScanned)}}`, headers }
}
