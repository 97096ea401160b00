import { expect, test } from 'vitest'
import { readDeliveries } from '../../lib/data/webhooks/deliveries.ts'
import { requestDelivery } from '../../lib/data/webhooks/delivery-requests.ts'
import { updateWebhook } from '../../lib/data/webhooks/webhook-writes.ts'
import type { Webhook } from '../../lib/domain/webhooks/webhook.ts'
import { begin, callsOf, HOUR, MINUTE, useSimulation } from './simulation/simulated.ts'

await useSimulation()

/** A webhook whose endpoint refuses everything, and how to change it. */
async function scene() {
  const endpoint = { status: 500 }
  const made = await begin(() => endpoint, ['product.*', 'category.*'])
  const { world, business, webhook, of } = made
  const now = () => new Date(world.clock.now)
  const change = async (patch: Partial<Webhook>, replayFrom?: string) => {
    const changed = (stored: Webhook) => ({ webhook: { ...stored, ...patch }, replayFrom })
    await updateWebhook(business, webhook.id, changed, { now: now() })
    world.webhookChanged(business, webhook)
  }
  const count = (id: string | undefined) => callsOf(world, webhook).filter((call) => call.id === id).length
  const rowOf = async (id: string) => (await readDeliveries(of, [id])).get(id)
  return { ...made, endpoint, now, change, count, rowOf }
}

test('what was pending when a webhook was disabled has failed once that is enabled without a replay, and can be redelivered', async () => {
  const { world, business, webhook, of, endpoint, change, count, rowOf, now } = await scene()
  const old = await world.commitEvent(business)
  await world.pass(10 * MINUTE)
  await change({ is_enabled: false })
  await world.pass(HOUR)
  const before = count(old)
  endpoint.status = 200
  await change({ is_enabled: true })
  await world.pass(MINUTE)
  const fresh = await world.commitEvent(business)
  await world.pass(6 * HOUR)
  expect([count(old), count(fresh)]).toEqual([before, 1])
  expect(await rowOf(old)).toMatchObject({ status: 'failed', nextTryAt: null })
  await requestDelivery(of, old, { now: now() })
  world.wake(business, webhook)
  await world.pass(MINUTE)
  expect(await rowOf(old)).toMatchObject({ status: 'succeeded' })
})

test('what was pending when a webhook was disabled is sent after a replay of that time', async () => {
  const { world, business, endpoint, change, count, now } = await scene()
  const from = now().toISOString()
  const old = await world.commitEvent(business)
  await world.pass(10 * MINUTE)
  await change({ is_enabled: false })
  await world.pass(HOUR)
  const before = count(old)
  endpoint.status = 200
  await change({ is_enabled: true }, from)
  await world.pass(6 * HOUR)
  expect(count(old)).toBe(before + 1)
})

test('what is pending of a type that was taken off a webhook has failed; of the others it is sent', async () => {
  const { world, business, endpoint, change, count, rowOf } = await scene()
  const unwanted = await world.commitEvent(business, { type: 'category.updated' })
  const wanted = await world.commitEvent(business)
  await world.pass(10 * MINUTE)
  await change({ events: ['product.*'] })
  const before = count(unwanted)
  endpoint.status = 200
  await world.pass(3 * HOUR)
  expect([count(unwanted), (await rowOf(unwanted))?.status]).toEqual([before, 'failed'])
  expect((await rowOf(wanted))?.status).toBe('succeeded')
})

test('of 200 redeliveries of an endpoint that does not respond in time each is tried, without a pause in between', async () => {
  const { world, business, webhook, of, endpoint, count, now } = await scene()
  endpoint.status = 200
  const ids: string[] = []
  for (let n = 0; n < 200; n++) ids.push(await world.commitEvent(business))
  await world.pass(2 * MINUTE)
  Object.assign(endpoint, { status: undefined, error: 'timeout', ms: 14_000 })
  for (const id of ids) await requestDelivery(of, id, { now: now() })
  world.wake(business, webhook)
  await world.pass(6 * MINUTE)
  expect(ids.filter((id) => count(id) < 2)).toEqual([])
})
