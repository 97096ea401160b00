import { expect, test } from 'vitest'
import { aBusiness, callsOf, HOUR, MINUTE, useSimulation } from './simulation/simulated.ts'
import { Simulation } from './simulation/simulation.ts'
import { killWhen } from './simulation/tasks.ts'

await useSimulation()

/**
 * An event for an endpoint that fails once, with a kill before one step of dispatch or deliver. Returns how often it
 * arrived, and the step.
 */
async function scene(killBefore: number) {
  const world = new Simulation()
  const business = aBusiness()
  let call = 0
  const webhook = await world.makeWebhook(business, () => ({ status: call++ === 0 ? 500 : 200 }))
  await world.pass(MINUTE)
  let steps = 0
  let step = ''
  killWhen((name) => {
    steps++
    if (steps === killBefore) step = name
    return steps === killBefore
  })
  const id = await world.commitEvent(business)
  await world.pass(10 * MINUTE)
  world.startSweeping()
  await world.pass(2 * HOUR)
  killWhen(() => false)
  const arrived = callsOf(world, webhook).filter(({ status }) => status === 200)
  return {
    steps,
    step,
    times: arrived.filter((one) => one.id === id).length,
    dead: world.dead,
    kills: world.kills,
  }
}

test('whatever step dispatch or a delivery is killed before, every event arrives, and at most twice', async () => {
  const { steps, times } = await scene(0)
  expect(times).toBe(1)
  expect(steps).toBeGreaterThan(20)
  let twice = 0
  for (let n = 1; n <= steps; n++) {
    const killed = await scene(n)
    expect(killed, `${n}, ${killed.step}`).toMatchObject({ kills: 1, dead: 0 })
    // Twice if the endpoint had answered, and that was not written yet.
    expect([1, 2], `${n}, ${killed.step}`).toContain(killed.times)
    if (killed.times === 2) twice++
  }
  expect(twice).toBeLessThan(steps / 4)
})
