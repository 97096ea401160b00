import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { catchLog } from '../support/log.ts'
import { useOwnTable } from '../support/own-table.ts'
import { type FaultyQueues, faultyQueues, QUEUE_FAULTS } from './queue-proxy.ts'
import { SENDERS } from './senders.ts'

// A sweep looks at the webhooks of all businesses.
await useOwnTable()
catchLog()

let queues: FaultyQueues
beforeAll(async () => {
  queues = await faultyQueues()
})
afterAll(() => queues.close())

describe.each(Object.entries(SENDERS))('%s', (_, { prepare, calls, refused, once }) => {
  test.each(QUEUE_FAULTS)(
    'gives up a queue that takes nothing, and loses nothing for good (%s)',
    async (fault) => {
      const invoke = await prepare()
      queues.fail(fault)
      expect(await invoke()).toEqual(refused)
      expect(queues.calls).toHaveLength(calls)
    },
  )

  test.each(QUEUE_FAULTS)('sends again what was not taken once (%s)', async (fault) => {
    const invoke = await prepare()
    queues.fail(fault, 1)
    const outcome = await invoke()
    expect(queues.messages).toHaveLength(once)
    if (once > 0) expect(outcome).not.toBe('failed: it comes again')
  })
})
