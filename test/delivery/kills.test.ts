import { expect, test } from 'vitest'
import { aBusiness, callsOf, HOUR, MINUTE, useSimulation } from './simulation/simulated.ts'
import { Simulation } from './simulation/simulation.ts'
import { killWhen } from './simulation/tasks.ts'

await useSimulation()

/**
 * Two events for an endpoint that fails once, with a kill before one step of dispatch or deliver. Returns how often each
 * event arrived, and the step.
 */
async function scene(killBefore: number) {
  const world = new Simulation()
  const business = aBusiness()
  let call = 0
  const webhook = await world.makeWebhook(business, () => ({ status: call++ === 1 ? 500 : 200 }))
  await world.pass(MINUTE)
  let steps = 0
  let step = ''
  killWhen((name) => {
    steps++
    if (steps === killBefore) step = name
    return steps === killBefore
  })
  const ids = [await world.commitEvent(business), await world.commitEvent(business)]
  await world.pass(10 * MINUTE)
  world.startSweeping()
  await world.pass(2 * HOUR)
  killWhen(() => false)
  const arrived = callsOf(world, webhook).filter(({ status }) => status === 200)
  return {
    steps,
    step,
    times: ids.map((id) => arrived.filter((one) => one.id === id).length),
    dead: world.dead,
    kills: world.kills,
  }
}

test('whatever step a run is killed before, every event arrives, and twice only if it had arrived before', async () => {
  const { steps, times } = await scene(0)
  expect(times).toEqual([1, 1])
  expect(steps).toBeGreaterThan(20)
  for (let n = 1; n <= steps; n++) {
    const killed = await scene(n)
    expect(killed).toMatchObject({ kills: 1, dead: 0 })
    const most = killed.step === 'PutCommand' ? 2 : 1
    for (const time of killed.times) {
      expect(time, `${n}, ${killed.step}`).toBeGreaterThanOrEqual(1)
      expect(time, `${n}, ${killed.step}`).toBeLessThanOrEqual(most)
    }
  }
})
