import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useOwnTable } from '../support/own-table.ts'
import { Simulation } from './simulation/simulation.ts'
import { watchTable } from './simulation/tasks.ts'

await useOwnTable({ hasIndexes: false })
let unwatch: () => void
beforeAll(() => {
  unwatch = watchTable()
})
afterAll(() => unwatch())

test('an event is delivered once, at once', async () => {
  const world = new Simulation()
  const business = randomUUID()
  const webhook = await world.makeWebhook(business, () => ({ status: 204 }))
  await world.pass(60_000)
  const id = await world.commitEvent(business)
  const began = world.clock.now
  await world.pass(3 * 60_000)
  expect(world.calls).toEqual([{ url: webhook.url, id, at: expect.any(Number), status: 204 }])
  expect((world.calls[0]?.at ?? 0) - began).toBeLessThan(1000)
  expect(world.messages).toBe(1)
})

test('a dead endpoint is tried ten times, when the contract says', async () => {
  const world = new Simulation()
  const business = randomUUID()
  await world.makeWebhook(business, () => ({ status: 500, ms: 0 }))
  await world.pass(60_000)
  await world.commitEvent(business)
  await world.pass(6 * 24 * 3_600_000)
  const times = world.calls.map(({ at }) => at)
  console.log(
    times.map((at) => Math.round((at - (times[0] ?? 0)) / 100) / 10),
    world.messages,
  )
})
