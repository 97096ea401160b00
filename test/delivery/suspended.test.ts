import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { createBusiness, updateBusiness } from '../../lib/data/businesses.ts'
import { webhookStateKey } from '../../lib/data/table/keys.ts'
import { requestTest } from '../../lib/data/webhooks/delivery-requests.ts'
import { readState } from '../../lib/data/webhooks/state.ts'
import { getWebhook } from '../../lib/data/webhooks/webhooks.ts'
import { type Business, newBusiness } from '../../lib/domain/business.ts'
import { corruptItem } from '../support/items.ts'
import { callsOf, DAY, HOUR, MINUTE, useSimulation } from './simulation/simulated.ts'
import { type Reply, Simulation } from './simulation/simulation.ts'

await useSimulation()

/** A business with a webhook, which can be suspended and resumed. */
async function scene(endpoint: () => Reply) {
  const world = new Simulation()
  const slug = `s-${randomUUID()}`
  const { id: business } = await createBusiness(v.parse(newBusiness, { slug, name: 'S', currency: 'EUR' }))
  const webhook = await world.makeWebhook(business, endpoint, ['product.*'])
  await world.pass(MINUTE)
  const change = async (status: Business['status']) => {
    const now = new Date(world.clock.now)
    await updateBusiness(business, (stored) => ({ ...stored, status }), { now })
    await world.newestCommitted(business)
    await world.pass(1_000)
  }
  const sent = () => callsOf(world, webhook).map(({ id }) => id)
  const of = { businessId: business, webhookId: webhook.id }
  return {
    world,
    business,
    webhook,
    of,
    sent,
    suspend: () => change('suspended'),
    resume: () => change('active'),
  }
}

test('a suspended business is sent nothing, not what waits for its retry either; resumed, it gets all at once', async () => {
  let status = 500
  const { world, business, webhook, of, sent, suspend, resume } = await scene(() => ({ status }))
  const pending = await world.commitEvent(business)
  await world.pass(10 * MINUTE)
  await suspend()
  status = 200
  const before = sent().length
  world.startSweeping()
  const missed = await world.commitEvent(business)
  const { messages } = world
  await world.pass(HOUR)
  expect(sent()).toHaveLength(before)
  // The one of the event; the sweep passes over the webhook.
  expect(world.messages - messages).toBeLessThanOrEqual(2)
  expect((await getWebhook(business, webhook.id))?.is_enabled).toBe(true)
  world.sweeps = false
  await resume()
  expect(sent().slice(before).sort()).toEqual([pending, missed].sort())
  expect(await readState(of)).not.toHaveProperty('suspended_at')
})

test('a suspension in the middle of a run ends that before its next page, and what is left is sent after it', async () => {
  const { world, business, sent, suspend, resume } = await scene(() => ({ status: 200, ms: 5_000 }))
  const ids: string[] = []
  for (let n = 0; n < 60; n++) ids.push(await world.commitEvent(business))
  await world.pass(6_000)
  await suspend()
  world.startSweeping()
  await world.pass(HOUR)
  expect(sent()).toHaveLength(25)
  world.sweeps = false
  await resume()
  await world.pass(MINUTE)
  expect(sent().sort()).toEqual(ids.sort())
})

test('a suspension within a pause: what the pause was to end with is not sent, and all is sent once both are over', async () => {
  const reply = { status: 503, ms: 5_000 }
  const { world, business, sent, suspend, resume } = await scene(() => reply)
  const ids: string[] = []
  for (let n = 0; n < 25; n++) ids.push(await world.commitEvent(business))
  // In the middle of the run that then pauses the webhook.
  await world.pass(4_000)
  await suspend()
  await world.pass(MINUTE)
  const before = sent().length
  expect(before).toBeLessThan(ids.length)
  world.startSweeping()
  await world.pass(HOUR)
  expect(sent()).toHaveLength(before)
  world.sweeps = false
  Object.assign(reply, { status: 200, ms: 20 })
  await resume()
  await world.pass(HOUR)
  expect([...new Set(sent().slice(before))].sort()).toEqual(ids.sort())
})

test('a webhook that the wake-up of the resumption did not reach is woken by the sweep, though only retries wait', async () => {
  let status = 500
  const { world, business, sent, suspend, resume } = await scene(() => ({ status }))
  const pending = await world.commitEvent(business)
  await world.pass(10 * MINUTE)
  await suspend()
  await world.pass(12 * HOUR)
  status = 200
  const before = sent().length
  world.loses = () => true
  await resume()
  world.loses = () => false
  expect(sent()).toHaveLength(before)
  world.startSweeping()
  await world.pass(16 * MINUTE)
  expect(sent().slice(before)).toEqual([pending])
})

test('a delivery that was requested before a suspension is made after it', async () => {
  const { world, of, sent, suspend, resume } = await scene(() => ({ status: 200 }))
  await suspend()
  const id = (await requestTest(of, { now: new Date(world.clock.now) }))?.event_id
  await world.pass(HOUR)
  expect(sent()).toEqual([])
  await resume()
  expect(sent()).toEqual([id])
})

test('a suspension also stops requested deliveries of many events, and the rest is sent after it', async () => {
  const { world, business, webhook, of, sent, suspend, resume } = await scene(() => ({
    status: 200,
    ms: 5_000,
  }))
  const ids: (string | undefined)[] = []
  for (let n = 0; n < 40; n++) ids.push((await requestTest(of, { now: new Date(world.clock.now) }))?.event_id)
  world.wake(business, webhook)
  await world.pass(6_000)
  await suspend()
  await world.pass(MINUTE)
  expect(sent().length).toBeLessThanOrEqual(25)
  await resume()
  await world.pass(MINUTE)
  expect(sent().sort()).toEqual(ids.sort())
})

test('a requested delivery of a paused webhook of a suspended business is sent once that is resumed', async () => {
  const { world, business, webhook, of, sent, suspend, resume } = await scene(() => ({ status: 503 }))
  const probe_at = new Date(world.clock.now + DAY).toISOString()
  await corruptItem(webhookStateKey(business, webhook.id), { outages: 5, failures: 5, probes: 4, probe_at })
  await suspend()
  const id = (await requestTest(of, { now: new Date(world.clock.now) }))?.event_id
  world.wake(business, webhook)
  await world.pass(HOUR)
  expect(sent()).toEqual([])
  await resume()
  expect(sent()).toEqual([id])
})

test('the days of a suspension do not count towards the five after which a webhook is disabled', async () => {
  const { world, business, webhook, of, suspend, resume } = await scene(() => ({ status: 500 }))
  const isEnabled = async () => (await getWebhook(business, webhook.id))?.is_enabled
  const failing_since = new Date(world.clock.now - 4 * DAY).toISOString()
  await corruptItem(webhookStateKey(business, webhook.id), { failures: 50, failing_since })
  await suspend()
  await world.pass(10 * DAY)
  await resume()
  await world.commitEvent(business)
  await world.pass(HOUR)
  expect(await isEnabled()).toBe(true)
  expect(Date.parse((await readState(of))?.failing_since ?? '')).toBeCloseTo(
    world.clock.now - 4 * DAY - HOUR,
    -4,
  )
  await world.pass(2 * DAY)
  expect(await isEnabled()).toBe(false)
})

test('the hours before the end of a pause in which a business was suspended do not count either', async () => {
  const { world, business, webhook, suspend, resume } = await scene(() => ({ status: 503 }))
  const failing_since = new Date(world.clock.now - 4.75 * DAY).toISOString()
  const probe_at = new Date(world.clock.now + 11 * HOUR).toISOString()
  const paused = { outages: 50, failures: 50, probes: 10, failing_since, probe_at, next_at: probe_at }
  await corruptItem(webhookStateKey(business, webhook.id), paused)
  await suspend()
  await world.pass(11 * HOUR)
  await world.arrive(business, webhook, { at: probe_at })
  await world.pass(5 * DAY)
  await resume()
  await world.commitEvent(business)
  await world.pass(HOUR)
  expect((await getWebhook(business, webhook.id))?.is_enabled).toBe(true)
  await world.pass(2 * DAY)
  expect((await getWebhook(business, webhook.id))?.is_enabled).toBe(false)
})
