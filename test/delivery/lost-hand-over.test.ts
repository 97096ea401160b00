import { randomUUID } from 'node:crypto'
import { afterAll, expect, inject, test } from 'vitest'
import { webhookStateKey } from '../../lib/data/table/keys.ts'
import { readState, type WebhookState } from '../../lib/data/webhooks/state.ts'
import type { Effects } from '../../lib/delivery/effects.ts'
import { end } from '../../lib/delivery/lease.ts'
import { newRun } from '../../lib/delivery/run.ts'
import type { WakeUp } from '../../lib/delivery/wake-ups.ts'
import { eventsAt } from '../../lib/domain/events.ts'
import { tableName, useTable } from '../../lib/environment.ts'
import { dynamoProxy } from '../support/dynamo-proxy.ts'
import { plantItem } from '../support/items.ts'
import { useOwnTable } from '../support/own-table.ts'

await useOwnTable({ indexes: [] })

/** True if the answer to the next update is lost, which was carried out. */
let isLost = false
const proxy = await dynamoProxy({
  endpoint: inject('table').endpoint,
  onCall: async ({ operation, send }) => {
    const reply = await send()
    if (!isLost || operation !== 'UpdateItem') return reply
    isLost = false
    return { status: 500, body: JSON.stringify({ __type: 'com.amazonaws.dynamodb#InternalServerError' }) }
  },
})
afterAll(() => proxy.close())
useTable({ name: tableName(), endpoint: proxy.endpoint })

/** A run out of time gives its lease back, of which the table holds a state of this kind. */
async function handOver(stored: Partial<WebhookState>) {
  const of = { businessId: randomUUID(), webhookId: randomUUID() }
  const watermark = eventsAt(Date.now() - 60_000)
  const state = { watermark, since: watermark, run: 'own', lease_until: Date.now() + 60_000 }
  await plantItem({
    ...webhookStateKey(of.businessId, of.webhookId),
    type: 'webhook_state',
    ...state,
    ...stored,
  })
  const woken: WakeUp[] = []
  const nothing = () => Promise.reject(new Error('not to be called'))
  let heldBy: string | undefined
  const wake = async (wakeUps: readonly WakeUp[]) => {
    woken.push(...wakeUps)
    heldBy = (await readState(of))?.run
  }
  const world: Effects = { now: () => Date.now(), random: () => 0, wait: nothing, send: nothing, wake }
  const again = await end(newRun({ ...of, run: 'own' }, world, state), 'out_of_time')
  return { woken, again, heldBy, state: await readState(of) }
}

test('a run that hands over, and does not learn that the table took it, wakes the next one all the same', async () => {
  isLost = true
  const { woken, again, state } = await handOver({})
  expect(isLost).toBe(false)
  expect([woken.length, again, state?.run]).toEqual([1, undefined, undefined])
})

test('a run whose lease another one has taken wakes nobody', async () => {
  const { woken, again, state } = await handOver({ run: 'another' })
  expect([woken.length, again, state?.run]).toEqual([0, undefined, 'another'])
})

test('a run does another round after a request in the meantime', async () => {
  const next_at = new Date().toISOString()
  const { woken, again } = await handOver({ next_at })
  expect([woken.length, again?.state.next_at]).toEqual([0, next_at])
})

test('a run that hands over has given its lease back when the next one is woken', async () => {
  const { woken, heldBy } = await handOver({})
  expect(woken).toHaveLength(1)
  expect(heldBy).toBeUndefined()
})
