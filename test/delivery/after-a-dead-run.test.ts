import { expect, test } from 'vitest'
import { begin, callsOf, HOUR, secondsOf, useSimulation } from './simulation/simulated.ts'
import { killWhen } from './simulation/tasks.ts'

await useSimulation()

test('behind a run that died events are sent one at a time, and behind that together again', async () => {
  const { world, business, webhook } = await begin(() => ({ status: 200, ms: 1_000 }))
  let isDead = false
  // All are sent, and the outcome of none of them is written.
  killWhen((step) => {
    const isFirst = step === 'PutCommand' && !isDead
    isDead ||= isFirst
    return isFirst
  })
  const commitThree = async () => {
    for (let n = 0; n < 3; n++) await world.commitEvent(business)
    await world.pass(HOUR)
  }
  await commitThree()
  const [first = 0, ...later] = secondsOf(callsOf(world, webhook)).slice(-3)
  expect(secondsOf(callsOf(world, webhook)).slice(0, 3)).toEqual([0, 0, 0])
  expect(later.map((second) => second - first)).toEqual([1, 2])
  await commitThree()
  const [last, ...others] = secondsOf(callsOf(world, webhook)).slice(-3)
  expect(others).toEqual([last, last])
})
