import { EVENT_PREFIX } from '../../../domain/events.ts'
import { asKey, type Group } from '../context.ts'
import { described, expectThat, jsonOf, listIn } from '../expect.ts'

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
  ],
}
