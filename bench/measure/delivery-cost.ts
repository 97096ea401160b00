import { commit } from '../../lib/data/table/commit.ts'
import { eventSteps } from '../../lib/data/table/events.ts'
import { createWebhook } from '../../lib/data/webhooks/webhook-writes.ts'
import { deliver } from '../../lib/delivery/deliver.ts'
import { dispatch } from '../../lib/delivery/dispatch.ts'
import type { WakeUp } from '../../lib/delivery/wake-ups.ts'
import type { DeliveryCost, UnitsPart } from '../report/figures.ts'
import type { TableMeter } from './table-meter.ts'

/** A business of its own: whatever else is written has events too. */
const BUSINESS = '0d5c2f6e-5a0b-4d1c-9a63-6f0f4b7f0a11'

/**
 * The consumption of deliveries to one webhook, from the record of the stream to the outcome of the first try: of one
 * event, and of ten that the stream brings together. For this process alone, whose table must be behind the meter.
 */
export async function deliveryCosts(meter: TableMeter): Promise<UnitsPart['delivery']> {
  const webhook = { url: 'https://hooks.example/', events: ['*'], description: '', is_enabled: true }
  await createWebhook(BUSINESS, webhook)
  // The first run sees a webhook that is new.
  await costOf(meter, 1)
  return { alone: await costOf(meter, 1), of_ten: await costOf(meter, 10) }
}

const A_MINUTE_MS = 60_000
let later = 0

async function costOf(meter: TableMeter, events: number): Promise<DeliveryCost> {
  const records = []
  for (let n = 0; n < events; n++) records.push(await commitEvent())
  meter.take()
  const messages: WakeUp[] = []
  const world = {
    now: () => Date.now(),
    random: () => 0,
    wait: async () => {},
    send: async () => ({ status_code: 204, error: null, duration_ms: 1, retry_after_s: null }),
    wake: async (wakeUps: readonly WakeUp[]) => void messages.push(...wakeUps),
  }
  // Each event comes to an instance that remembers no webhooks.
  later += A_MINUTE_MS
  await dispatch(records, { ...world, now: () => Date.now() + later })
  for (const wakeUp of [...messages]) await deliver(wakeUp, 'run', world)
  if (messages.length === 0) throw new Error('no event was delivered')
  const { requests, reported_read_units, reported_write_units } = meter.take()
  return {
    write_units: reported_write_units,
    read_units: reported_read_units,
    requests,
    messages: messages.length,
  }
}

/** Commits an event, and returns the record that the stream has of it. */
async function commitEvent() {
  const steps = eventSteps(
    BUSINESS,
    { type: 'product.updated', data: { id: BUSINESS }, previous: {} },
    new Date(),
  )
  await commit(steps)
  const { pk, sk } = steps[0]?.write.Put?.Item ?? {}
  return { dynamodb: { SequenceNumber: '1', Keys: { pk: { S: String(pk) }, sk: { S: String(sk) } } } }
}
