import { afterAll, beforeAll, expect, test } from 'vitest'
import { catchLog } from '../support/log.ts'
import { useOwnTable } from '../support/own-table.ts'
import { type FaultyQueues, faultyQueues } from './queue-proxy.ts'
import { SENDERS } from './senders.ts'

await useOwnTable()
catchLog()

let queues: FaultyQueues
beforeAll(async () => {
  queues = await faultyQueues()
})
afterAll(() => queues.close())

// A try is given up after 3 s: three of them are the most.
test.each(Object.entries(SENDERS))(
  '%s gives up a silent queue',
  async (_, { prepare, calls, refused }) => {
    const invoke = await prepare()
    queues.fail('silence')
    expect(await invoke()).toEqual(refused)
    expect(queues.calls).toHaveLength(calls)
    expect(calls).toBeLessThanOrEqual(3)
  },
  60_000,
)
