import { expect, test } from 'vitest'
import { readDeliveries, untried, writeDelivery } from '../../lib/data/webhooks/deliveries.ts'
import { requestDelivery } from '../../lib/data/webhooks/delivery-requests.ts'
import { firstDue } from '../../lib/data/webhooks/due-items.ts'
import { eventsAt } from '../../lib/domain/events.ts'
import { begin, callsOf, HOUR, MINUTE, useSimulation } from './simulation/simulated.ts'

await useSimulation()

test.each([500, 200])(
  'a delivery that is requested again during a try that ends with %i is tried again',
  async (status) => {
    const answers = [500, status, 204]
    const { world, business, webhook, of } = await begin(() => ({
      status: answers.shift() ?? 204,
      ms: 10_000,
    }))
    const id = await world.commitEvent(business)
    // The first try ends after 10 s, and the second begins 5 s later.
    await world.pass(20_000)
    await requestDelivery(of, id, { now: new Date(world.clock.now) })
    world.wake(business, webhook)
    await world.pass(MINUTE)
    expect(callsOf(world, webhook).map((call) => call.status)).toEqual([500, status, 204])
    const row = (await readDeliveries(of, [id])).get(id)
    expect(row).toMatchObject({ status: 'succeeded', attempts: 1, nextTryAt: null })
    expect(row?.tries.map(({ status_code }) => status_code)).toEqual([500, status, 204])
    expect(await firstDue(of)).toBeUndefined()
  },
)

test('a try whose outcome is written twice, because the response was lost, is one try', async () => {
  const { world, of } = await begin(() => ({ status: 200 }))
  const tries = [
    { at: new Date(world.clock.now).toISOString(), status_code: 500, error: null, duration_ms: 1 },
  ]
  const waiting = untried({ id: eventsAt(world.clock.now), type: 'product.updated' })
  const after = { ...waiting, tries, attempts: 1, nextTryAt: new Date(world.clock.now + HOUR).toISOString() }
  await writeDelivery(of, undefined, after)
  await writeDelivery(of, undefined, after)
  expect((await readDeliveries(of, [waiting.eventId])).get(waiting.eventId)?.tries).toEqual(tries)
})
