import { TransactionConflictException } from '@aws-sdk/client-dynamodb'
import { afterEach, expect, test } from 'vitest'
import { letPausesPass } from '../../lib/data/table/calls/pause.ts'
import { begin, callsOf, MINUTE, useSimulation } from './simulation/simulated.ts'
import { beforeSteps } from './simulation/tasks.ts'

await useSimulation()
// The simulated clock does not move while a call waits for its next try.
letPausesPass(async () => {})

afterEach(() => beforeSteps(async () => {}))

test.each([1, 2, 5, 10, 20])(
  'write %i of a run meets a transaction: each event is sent once, and at once',
  async (at) => {
    const { world, business, webhook } = await begin(() => ({ status: 200, ms: 500 }))
    for (let n = 0; n < 30; n++) await world.commitEvent(business)
    let writes = 0
    beforeSteps(async (step) => {
      if (!/^(Put|Update|Delete)Command$/.test(step) || ++writes !== at) return
      throw new TransactionConflictException({
        message: 'Transaction is ongoing for the item',
        $metadata: { httpStatusCode: 400 },
      })
    })
    const began = world.clock.now
    await world.pass(10 * MINUTE)
    const calls = callsOf(world, webhook)
    expect(calls).toHaveLength(30)
    expect(Math.max(...calls.map((call) => call.at)) - began).toBeLessThan(10_000)
  },
)
