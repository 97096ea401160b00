import { EVENT_PREFIX, eventsAt } from '../../domain/events.ts'
import { asKey, type Group } from '../context.ts'
import { described, expectProblem, expectThat, jsonOf, listIn } from '../expect.ts'

/** The form of an event's id of a minute ago, which no event has: the feed can show it, and it has not expired. */
const unknownEvent = () => `${eventsAt(Date.now() - 60_000)}-7000-8000-000000000000`

export const events: Group = {
  name: 'Events',
  checks: [
    {
      name: 'GET /admin/events returns a page of the feed, with the position after it',
      needs: ['events:read'],
      async run(context) {
        const response = await context.client.send('/admin/events?limit=5', { headers: asKey(context) })
        const areEvents = listIn(response).every(({ id }) => String(id).startsWith(EVENT_PREFIX))
        expectThat(areEvents, `events with an id that begins with ${EVENT_PREFIX}`, described(response))
        const { has_more, next_after } = jsonOf(response)
        expectThat(typeof has_more === 'boolean', '"has_more" as true or false', described(response))
        // A business in which nothing ever happened has no position.
        const isPosition = next_after === null || String(next_after).startsWith(EVENT_PREFIX)
        expectThat(isPosition, '"next_after" as the id of an event, or null', { next_after })
      },
    },
    {
      name: 'an after that is not an event of the feed is refused',
      needs: ['events:read'],
      async run(context) {
        for (const after of ['smoke', unknownEvent()]) {
          const response = await context.client.send(`/admin/events?after=${after}`, {
            headers: asKey(context),
          })
          expectProblem(response, 400, 'invalid_parameter')
        }
      },
    },
  ],
}
