import { expect, test } from 'vitest'
import { webhookStateKey } from '../../lib/data/table/keys.ts'
import { readState } from '../../lib/data/webhooks/state.ts'
import { getWebhook } from '../../lib/data/webhooks/webhooks.ts'
import { corruptItem, itemsIn } from '../support/items.ts'
import { aBusiness, callsOf, DAY, HOUR, MINUTE, secondsOf, useSimulation } from './simulation/simulated.ts'
import { Simulation } from './simulation/simulation.ts'

await useSimulation()

test('a dead endpoint is called once for each step of the schedule, whatever waits for it, and costs no row', async () => {
  const world = new Simulation()
  world.startSweeping()
  const business = aBusiness()
  const dead = await world.makeWebhook(business, () => ({ status: 503, ms: 0 }))
  const alive = await world.makeWebhook(business, () => ({ status: 200 }))
  await world.pass(MINUTE)
  for (let n = 0; n < 60; n++) {
    await world.commitEvent(business)
    if (n % 20 === 0) await world.pass(1_000)
  }
  await world.pass(2 * MINUTE)
  expect(callsOf(world, alive)).toHaveLength(60)
  const early = callsOf(world, dead).length
  expect(early).toBeLessThanOrEqual(14 + 1)
  const rows = await itemsIn(webhookStateKey(business, dead.id).pk)
  expect(rows.filter(({ type }) => type === 'delivery').length).toBeLessThanOrEqual(14)
  const messages = world.messages
  await world.pass(3 * HOUR)
  // A long wait is a chain of messages, one every 15 minutes at most, and those of the sweep, which finds nothing to do.
  expect((world.messages - messages) / 3).toBeLessThanOrEqual(5)
  world.sweeps = false
  await world.pass(21 * HOUR)
  // 5 min, 30 min, 2 h, 5 h, 10 h
  expect(callsOf(world, dead).length - early).toBe(5)
  // It is disabled by the first try that fails five days after the first.
  const { failing_since = '' } = (await readState({ businessId: business, webhookId: dead.id })) ?? {}
  const since = new Date(Date.parse(failing_since) - 4 * DAY).toISOString()
  await corruptItem(webhookStateKey(business, dead.id), { failing_since: since })
  await world.pass(11 * HOUR)
  expect(await getWebhook(business, dead.id)).toMatchObject({ disabled_reason: 'endpoint_failing' })
  const last = callsOf(world, dead).length
  expect(last - early).toBe(6)
  await world.pass(12 * HOUR)
  expect(callsOf(world, dead)).toHaveLength(last)
})

test('after a success everything that waited is delivered at once, each event once', async () => {
  const world = new Simulation()
  const business = aBusiness()
  let isDown = true
  const webhook = await world.makeWebhook(business, () => ({ status: isDown ? 503 : 200, ms: 10 }))
  await world.pass(MINUTE)
  const ids = []
  for (let n = 0; n < 60; n++) {
    ids.push(await world.commitEvent(business))
    await world.pass(100)
  }
  await world.pass(MINUTE)
  expect((await readState({ businessId: business, webhookId: webhook.id }))?.probe_at).toBeDefined()
  isDown = false
  await world.pass(10 * MINUTE)
  const delivered = callsOf(world, webhook).filter(({ status }) => status === 200)
  expect(delivered.map(({ id }) => id).sort()).toEqual(ids)
  const state = await readState({ businessId: business, webhookId: webhook.id })
  expect(state).not.toHaveProperty('probe_at')
  expect(state).not.toHaveProperty('failures')
})

test('while a webhook is paused, new events bring no call', async () => {
  const world = new Simulation()
  const business = aBusiness()
  const webhook = await world.makeWebhook(business, () => ({ status: 503, ms: 0 }))
  await world.pass(MINUTE)
  for (let n = 0; n < 5; n++) await world.commitEvent(business)
  // Five failures and the probe of 5 s later.
  await world.pass(MINUTE)
  expect(callsOf(world, webhook)).toHaveLength(6)
  for (let n = 0; n < 20; n++) {
    await world.commitEvent(business)
    await world.pass(5_000)
  }
  expect(callsOf(world, webhook)).toHaveLength(6)
  await world.pass(4 * MINUTE)
  expect(secondsOf(callsOf(world, webhook)).slice(5)).toEqual([5, 305])
})

test('probes are the oldest event that is due and the newest that was not tried, in turn, never one twice in a row', async () => {
  const world = new Simulation()
  const business = aBusiness()
  const webhook = await world.makeWebhook(business, () => ({ status: 503, ms: 0 }))
  await world.pass(MINUTE)
  const ids: string[] = []
  for (let n = 0; n < 20; n++) {
    ids.push(await world.commitEvent(business))
    // Ids of one millisecond have no order.
    world.clock.now++
  }
  await world.pass(3_000)
  const tried = callsOf(world, webhook).length
  ids.push(await world.commitEvent(business))
  await world.pass(8 * HOUR)
  const probes = callsOf(world, webhook).slice(tried)
  const [first, second, third, fourth] = probes.map(({ id }) => ids.indexOf(id))
  expect([first, second, fourth]).toEqual([0, 20, 19])
  expect(third).toBeLessThan(tried)
  const repeated = probes.filter(({ id }, n) => id === probes[n - 1]?.id)
  expect(repeated).toEqual([])
})

test('when all that waits was tried before, another event is probed each time', async () => {
  const world = new Simulation()
  const business = aBusiness()
  const webhook = await world.makeWebhook(business, () => ({ status: 503, ms: 0 }))
  await world.pass(MINUTE)
  for (let n = 0; n < 5; n++) await world.commitEvent(business)
  await world.pass(8 * HOUR)
  const probes = callsOf(world, webhook)
    .slice(5)
    .map(({ id }) => id)
  expect(probes.length).toBeGreaterThan(3)
  expect(probes.filter((id, n) => id === probes[n - 1])).toEqual([])
})

test('a dead endpoint does not delay the others', async () => {
  const world = new Simulation()
  const business = aBusiness()
  await world.makeWebhook(business, () => ({ error: 'timeout', ms: 15_000 }))
  const alive = await world.makeWebhook(business, () => ({ status: 200, ms: 10 }))
  await world.pass(MINUTE)
  const committed = new Map<string, number>()
  for (let n = 0; n < 20; n++) {
    committed.set(await world.commitEvent(business), world.clock.now)
    await world.pass(1_000)
  }
  await world.pass(MINUTE)
  const waits = callsOf(world, alive).map(({ id, at }) => at - (committed.get(id) ?? 0))
  expect(waits).toHaveLength(20)
  expect(Math.max(...waits)).toBeLessThan(1_000)
})
