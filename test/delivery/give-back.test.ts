import { expect, test } from 'vitest'
import { readState } from '../../lib/data/webhooks/state.ts'
import { updateWebhook } from '../../lib/data/webhooks/webhook-writes.ts'
import { aBusiness, callsOf, MINUTE, useSimulation } from './simulation/simulated.ts'
import { type Reply, Simulation } from './simulation/simulation.ts'

await useSimulation()

type Endpoint = () => Reply

/** Has events sent to an endpoint, and returns the simulation so many seconds later. */
async function send(endpoint: Endpoint, { events, seconds }: { events: number; seconds: number }) {
  const world = new Simulation()
  const business = aBusiness()
  const webhook = await world.makeWebhook(business, endpoint, ['product.*'])
  const of = { businessId: business, webhookId: webhook.id }
  await world.pass(MINUTE)
  for (let n = 0; n < events; n++) await world.commitEvent(business)
  await world.pass(seconds * 1000)
  return { world, business, webhook, of }
}

test.each<[string, Endpoint, number]>([
  ['when everything is delivered', () => ({ status: 200 }), 10],
  ['when its endpoint is gone', () => ({ status: 410 }), 10],
  ['when a webhook is paused', () => ({ status: 503, ms: 0 }), 10],
  ['when a delivery is to be tried again', () => ({ status: 500, ms: 0 }), 1],
])('the lease is given back %s', async (_, endpoint, events) => {
  const { of } = await send(endpoint, { events, seconds: 20 })
  const state = await readState(of)
  expect(state).toHaveProperty('watermark')
  expect(state).not.toHaveProperty('run')
  expect(state).not.toHaveProperty('lease_until')
})

test('the lease is given back when a webhook is disabled meanwhile, so that one enabled again continues at once', async () => {
  const { world, business, webhook, of } = await send(() => ({ status: 200, ms: 5_000 }), {
    events: 60,
    seconds: 3,
  })
  const switchTo = (is_enabled: boolean) =>
    updateWebhook(business, of.webhookId, (stored) => ({ webhook: { ...stored, is_enabled } }), {
      now: new Date(world.clock.now),
    })
  await switchTo(false)
  // The page that was read goes out.
  await world.pass(20_000)
  expect(await readState(of)).not.toHaveProperty('run')
  const before = callsOf(world, webhook).length
  await switchTo(true)
  await world.pass(1)
  const id = await world.commitEvent(business)
  await world.pass(10_000)
  expect(
    callsOf(world, webhook)
      .slice(before)
      .map((call) => call.id),
  ).toEqual([id])
})

test('the lease is given back when the time of a run is over, and the next one begins at once', async () => {
  const { world, webhook } = await send(() => ({ status: 200, ms: 14_000 }), { events: 100, seconds: 0 })
  // 40 in the first run: four at a time by ten connections.
  await world.pass(58_000)
  expect(callsOf(world, webhook).length).toBeGreaterThan(40)
  expect(world.messages).toBeLessThanOrEqual(3)
})
