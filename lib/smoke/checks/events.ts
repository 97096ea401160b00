import { EVENT_PREFIX, eventsAt } from '../../domain/events.ts'
import { asKey, type Group } from '../context.ts'
import { described, expectProblem, expectThat, jsonOf, listIn } from '../expect.ts'

/** The form of an event's id of a minute ago, which no event has and no position: the feed can show it, and it has not expired. */
const unknownEvent = () => `${eventsAt(Date.now() - 60_000)}-7000-8000-000000000001`

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
        expectThat(isPosition, '"next_after" as a position in the feed, or null', { next_after })
        const { complete_until } = jsonOf(response)
        const isTime = !Number.isNaN(Date.parse(String(complete_until)))
        expectThat(isTime, '"complete_until" as a time', { complete_until })
      },
    },
    {
      name: 'GET /admin/events reads the feed from its end, and begins there',
      needs: ['events:read'],
      async run(context) {
        const { client } = context
        const newest = await client.send('/admin/events?order=newest&limit=200', { headers: asKey(context) })
        const ids = listIn(newest).map(({ id }) => String(id))
        expectThat(
          ids.every((id, n) => n === 0 || id < (ids[n - 1] ?? '')),
          'events with smaller and smaller ids',
          described(newest),
        )
        const now = await client.send('/admin/events?after=now', { headers: asKey(context) })
        expectThat(listIn(now).length === 0, 'no event behind "now"', described(now))
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
