import { expect, test } from 'vitest'
import { ENABLED_SHARDS, enabledPartition } from '../../lib/data/table/keys.ts'
import { itemsIn } from '../support/items.ts'
import { aBusiness, callsOf, HOUR, MINUTE, useSimulation } from './simulation/simulated.ts'
import { Simulation } from './simulation/simulation.ts'

await useSimulation()

test('while the stream is cut nothing is lost: it arrives when the stream does', async () => {
  const world = new Simulation()
  const business = aBusiness()
  const webhook = await world.makeWebhook(business, () => ({ status: 200 }))
  await world.pass(MINUTE)
  world.isStreamDown = true
  const ids = []
  for (let n = 0; n < 30; n++) {
    ids.push(await world.commitEvent(business))
    await world.pass(14_000)
  }
  expect(world.calls).toEqual([])
  world.isStreamDown = false
  await world.pass(MINUTE)
  expect(callsOf(world, webhook).map(({ id }) => id)).toEqual(ids)
})

test('an event that never comes through the stream is delivered with the next one, or by the sweep', async () => {
  const world = new Simulation()
  world.startSweeping()
  const business = aBusiness()
  const webhook = await world.makeWebhook(business, () => ({ status: 200 }))
  await world.pass(MINUTE)
  world.loses = (what) => what === 'event'
  const first = await world.commitEvent(business)
  world.loses = () => false
  await world.pass(MINUTE)
  const second = await world.commitEvent(business)
  await world.pass(MINUTE)
  expect(callsOf(world, webhook).map(({ id }) => id)).toEqual([first, second])
  world.loses = (what) => what === 'event'
  const third = await world.commitEvent(business)
  world.loses = () => false
  await world.pass(HOUR)
  expect(callsOf(world, webhook).map(({ id }) => id)).toEqual([first, second, third])
})

test('an event that is committed as late as can be is found by the next run, though clocks are 5 s ahead', async () => {
  const world = new Simulation()
  const business = aBusiness()
  const webhook = await world.makeWebhook(business, () => ({ status: 200 }))
  await world.pass(MINUTE)
  world.skew = () => 5_000
  await world.pass(1_000)
  const ids = [await world.commitEvent(business)]
  await world.pass(11_500)
  // The run for this one must not let the watermark pass the one before.
  ids.push(await world.commitEvent(business))
  await world.pass(500)
  world.loses = (what) => what === 'event'
  ids.push(await world.commitEvent(business, { bornMsAgo: 13_000 }))
  world.loses = () => false
  await world.pass(MINUTE)
  ids.push(await world.commitEvent(business))
  await world.pass(MINUTE)
  expect(callsOf(world, webhook).map(({ id }) => id)).toEqual(ids)
})

test('a wake-up for a next try that is lost is made up for by the sweep', async () => {
  const world = new Simulation()
  world.startSweeping()
  const business = aBusiness()
  let call = 0
  const webhook = await world.makeWebhook(business, () => ({ status: call++ === 0 ? 500 : 200 }))
  await world.pass(MINUTE)
  const id = await world.commitEvent(business)
  // The first message is the one for the event, the second that for its next try.
  let message = 0
  world.loses = (what) => what === 'wake-up' && ++message === 2
  await world.pass(2 * HOUR)
  expect(callsOf(world, webhook).map((each) => [each.id, each.status])).toEqual([
    [id, 500],
    [id, 200],
  ])
})

test('the sweep wakes nobody for whom there is nothing to do', async () => {
  const world = new Simulation()
  const business = aBusiness()
  await world.makeWebhook(business, () => ({ status: 200 }))
  await world.pass(MINUTE)
  await world.commitEvent(business)
  await world.pass(MINUTE)
  world.startSweeping()
  await world.pass(HOUR)
  // Once, because the watermark was too close to the event to move over it.
  const messages = world.messages
  await world.pass(10 * HOUR)
  expect(world.messages).toBe(messages)
  expect(world.calls).toHaveLength(1)
  const shards = Array.from({ length: ENABLED_SHARDS }, (_, shard) => itemsIn(enabledPartition(shard)))
  expect((await Promise.all(shards)).flat().length).toBeGreaterThan(0)
})

test('events beyond what one run has time for are delivered by the next, in their order', async () => {
  const world = new Simulation()
  const business = aBusiness()
  const webhook = await world.makeWebhook(business, () => ({ status: 200, ms: 14_000 }))
  await world.pass(MINUTE)
  const ids = []
  for (let n = 0; n < 100; n++) ids.push(await world.commitEvent(business))
  await world.pass(20 * MINUTE)
  expect(
    callsOf(world, webhook)
      .map(({ id }) => id)
      .sort(),
  ).toEqual(ids.sort())
  expect(world.kills).toBe(0)
})
