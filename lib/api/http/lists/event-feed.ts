import { EVENT_ORDERS } from '../../../data/event-filter.ts'
import { type FeedPage, findEvent, isExpired } from '../../../data/events.ts'
import { eventTime, isEventId, isPosition } from '../../../domain/events.ts'
import { EVENT_TYPE_FILTERS } from '../../../domain/resources.ts'
import { isUuid } from '../../../domain/text/identifiers.ts'
import { isTime } from '../../../domain/text/text.ts'
import { Unreadable } from '../../../domain/text/unreadable.ts'
import type { AdminResult } from '../answer/admin-result.ts'
import {
  anyText,
  listOf,
  oneOf,
  type ParameterReader,
  type Parameters,
  pageParameters,
  refuse,
} from '../parameters/parameters.ts'
import type { ParameterFault } from '../problems/problem.ts'
import { eventsExpired } from '../problems/problems.ts'
import type { ListIdentity } from './cursor.ts'
import { type ListRequest, listAnswer } from './list-answer.ts'

/** The `after` of a follower that begins with the events from now on. */
export const NOW = 'now'

/** The most types in one filter. */
export const MOST_EVENT_TYPES = 20

const eventIdOrNow: ParameterReader<string> = (text) => {
  if (text === NOW || isEventId(text)) return text
  throw new Unreadable(`must be the id of an event, or ${NOW}`)
}

const actor: ParameterReader<string> = (text) => {
  if (text === 'operator' || text === 'system') return text
  if (isUuid(text)) return text.toLowerCase()
  throw new Unreadable('must be the id of an API key, operator or system')
}

const requestId: ParameterReader<string> = (text) => {
  if (isUuid(text)) return text.toLowerCase()
  throw new Unreadable('must be the id of a request, as in X-Request-Id')
}

const time: ParameterReader<Date> = (text) => {
  if (isTime(text)) return new Date(text)
  throw new Unreadable('must be an RFC 3339 time such as 2026-11-20T10:12:05Z; a "+" in a URL is %2B')
}

/** The query parameters of `GET /admin/events`. */
export const eventParameters = {
  after: eventIdOrNow,
  order: oneOf(EVENT_ORDERS),
  from: time,
  until: time,
  type: listOf(oneOf(EVENT_TYPE_FILTERS), MOST_EVENT_TYPES),
  actor,
  object: anyText,
  request_id: requestId,
  ...pageParameters,
}

/** Throws `invalid_parameter` for parameters that contradict each other. */
export function checkFeed({ after, order, from, until }: Parameters<typeof eventParameters>): void {
  const fault = (parameter: string, detail: string): ParameterFault => ({
    parameter,
    code: 'invalid_parameter',
    detail,
  })
  refuse([
    ...(after === NOW && order === 'newest' ? [fault('after', `can be ${NOW} only with order=oldest`)] : []),
    ...(from && until && from >= until ? [fault('until', 'must be later than "from"')] : []),
  ])
}

/**
 * The event to continue from, if one was sent and it is one of the caller's own feed, or a position of the past. Throws `events_expired` if it is too old by its id,
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
        'The event in "after" is older than 30 days, so later events may be gone. Request the feed with after=now, read the objects that you follow again, and follow the feed from the "next_after" of that response.',
    })
  if (isPosition(eventId) && eventTime(eventId) <= now.getTime()) return eventId
  if ((await findEvent(businessId, eventId, now)) === undefined)
    refuse([{ parameter: 'after', code: 'invalid_parameter', detail: 'is not an event of this feed' }])
  return eventId
}

/** The list envelope with `next_after`, the event from which a follower continues after the last cursor. */
export function feedAnswer(
  request: ListRequest,
  { items, position, lastScanned, completeUntil }: FeedPage,
  identity: ListIdentity,
): AdminResult {
  const { json, headers = {} } = listAnswer(request, items, position, identity)
  const more = JSON.stringify({ next_after: lastScanned, complete_until: completeUntil.toISOString() })
  return { json: `${json.slice(0, -1)},${more.slice(1)}`, headers }
}
