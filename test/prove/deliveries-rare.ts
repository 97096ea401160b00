import { setTimeout as wait } from 'node:timers/promises'
import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb'
import { newId } from '../../lib/data/table/ids.ts'
import { eventKey, type Key, webhookStateKey } from '../../lib/data/table/keys.ts'
import { eachOf } from '../../lib/data/table/patient-reads.ts'
import { tableName } from '../../lib/environment.ts'
import { plantEvent } from '../support/feed.ts'
import { corruptItem } from '../support/items.ts'
import { tableClient } from '../support/table-client.ts'
import { type Receiver, withReceiver } from './deliveries-receiver.ts'
import type { Place } from './deliveries-stack.ts'
import { makeMerchant } from './merchant.ts'
import { hold, type Run } from './run.ts'

/** On each side of the event that the webhook wants. */
const OTHERS = 75_000
const A_MILLISECOND = 5
const BATCH = 25
const HOUR = 3_600_000
/** The watermark of a webhook stays 20 s behind. */
const BEHIND_MS = 21_000
const LONGEST_MS = 1_800_000

/**
 * A webhook of a rare type, whose endpoint was down and is up again, gets its event amid 150,000 of other types by the next
 * probe, of which no run is killed for its length: the walk to the event is stored, and goes on where it was.
 */
export const proveRareType = (place: Place, run: Run): Promise<void> =>
  withReceiver(
    () => ({ status: 204, afterMs: 0 }),
    (receiver) => probe(place, receiver, run),
  )

async function probe(place: Place, receiver: Receiver, run: Run): Promise<void> {
  const life = place.start()
  const merchant = await makeMerchant(await life.ready, ['tea'])
  const { business } = merchant
  const { id, endpoint } = await receiver.addWebhook(merchant, 'category.*')
  const pauseUntil = (ms: number) => pause(webhookStateKey(business.id, id), ms)
  await pauseUntil(Date.now() + HOUR)
  const begin = Date.now() + 1_000
  const middle = begin + OTHERS / A_MILLISECOND
  await plantOthers(business.id, begin)
  const event = await plantEvent(business.id, { type: 'category.updated', at: new Date(middle) })
  await plantOthers(business.id, middle + 1)
  await wait(Math.max(0, middle + OTHERS / A_MILLISECOND + BEHIND_MS - Date.now()))
  const given = await life.ask('dead letters')
  await pauseUntil(Date.now() - HOUR)
  const woken = performance.now()
  const deadLetters = await life.ask('sweep')
  while (endpoint.events.size === 0) {
    hold(
      performance.now() - woken < LONGEST_MS,
      () => 'a paused webhook of a rare type has not got its event',
    )
    await wait(1_000)
  }
  run.say(
    `a rare event amid ${2 * OTHERS} others came after ${Math.round((performance.now() - woken) / 1_000)} s`,
  )
  hold([...endpoint.events.keys()].join() === event, () => 'another event came to a webhook of a rare type')
  hold(deadLetters === given && (await life.ask('dead letters')) === given, () => 'a wake-up was given up')
  await life.kill(true)
}

/** Has a webhook wait until a time, in milliseconds since the epoch, for its next probe: that of an event. */
async function pause(state: Key, until: number): Promise<void> {
  const probe_at = new Date(until).toISOString()
  const failing_since = new Date().toISOString()
  await corruptItem(state, { outages: 5, failures: 5, failing_since, probes: 4, probe_at, next_at: probe_at })
}

/** Events that no webhook wants, as many in a millisecond as `A_MILLISECOND`. */
async function plantOthers(businessId: string, from: number): Promise<void> {
  const batches = Array.from({ length: OTHERS / BATCH }, (_, n) => from + (n * BATCH) / A_MILLISECOND)
  await eachOf(batches, async (ms) => {
    const items = Array.from({ length: BATCH }, (_, n) => ({
      ...eventKey(businessId, `evt_${newId(new Date(ms + Math.floor(n / A_MILLISECOND)))}`),
      type: 'event',
      event_type: 'product.updated',
      json: '{}',
    }))
    const RequestItems = { [tableName()]: items.map((Item) => ({ PutRequest: { Item } })) }
    await tableClient().send(new BatchWriteCommand({ RequestItems }))
  })
}
