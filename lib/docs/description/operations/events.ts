import { ref } from '../json-schema.ts'
import type { OperationSpec } from '../operation.ts'
import { pathParameter, QUERIES } from '../parameters.ts'
import { AN_EVENT } from '../schemas/event.ts'
import { listExample } from '../schemas/list.ts'

const LATER = '2026-11-20T10:14:30.120Z'

/** The operations on events, by the function that handles them. */
export const EVENTS = {
  'admin/events/list': {
    operationId: 'listEvents',
    summary: 'Follow the changes',
    description:
      'Returns a page of the change feed, the oldest events first. The feed shows an event 15 s after its change and for 30 days, always in the order of the ids, and never adds one before an event that it has shown. To follow it, send `next_after` of each response as `after` of the next request. To look back, read it with `order=newest`. With a filter a page can be short, even empty, although more pages follow, because a request reads at most 4 MB of the table.',
    tag: 'Events',
    parameters: QUERIES.events,
    answers: {
      200: {
        description: 'A page of events.',
        schema: ref('EventList'),
        example: { ...listExample(AN_EVENT), next_after: AN_EVENT.id, complete_until: LATER },
        headers: ['Link'],
      },
    },
    problems: ['events_expired'],
  },
  'admin/events/get': {
    operationId: 'getEvent',
    summary: 'Get an event',
    description:
      'Returns one event, immediately after its change and for 30 days. The feed shows it 15 s later.',
    tag: 'Events',
    parameters: [pathParameter('id', 'The id of the event.')],
    answers: { 200: { description: 'The event.', schema: ref('Event'), example: AN_EVENT } },
    problems: ['event_not_found'],
  },
} as const satisfies Record<string, OperationSpec>
