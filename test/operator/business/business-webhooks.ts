/** Webhooks in every state, as the API and the deliveries leave them. */
import { randomUUID } from 'node:crypto'
import { newId } from '../../../lib/data/table/ids.ts'
import * as keys from '../../../lib/data/table/keys.ts'
import { type StoredDelivery, untried, writeDelivery } from '../../../lib/data/webhooks/deliveries.ts'
import { giveBack, markAgain, takeLease } from '../../../lib/data/webhooks/state.ts'
import {
  createWebhook,
  deleteWebhook,
  rotateSecret,
  updateWebhook,
} from '../../../lib/data/webhooks/webhook-writes.ts'
import type { Webhook } from '../../../lib/domain/webhooks/webhook.ts'
import { storedItem } from '../../support/items.ts'

const HOOK = { events: ['*'], description: '', is_enabled: true }

export const makeWebhook = async (
  businessId: string,
  changes: Partial<typeof HOOK & { url: string }> = {},
): Promise<Webhook> => {
  const url = `https://hooks.example/${randomUUID()}`
  return (await createWebhook(businessId, { url, ...HOOK, ...changes })).webhook
}

/** A delivery of an event that is made now; one that waits for its next try has a due row too. */
export async function makeDelivery(
  businessId: string,
  webhookId: string,
  changes: Partial<StoredDelivery> = {},
): Promise<StoredDelivery> {
  const delivery: StoredDelivery = {
    ...untried({ id: `evt_${newId(new Date())}`, type: 'product.updated' }),
    status: 'succeeded',
    tries: [{ at: new Date().toISOString(), status_code: 200, error: null, duration_ms: 12 }],
    attempts: 1,
    ...changes,
  }
  await writeDelivery({ businessId, webhookId }, undefined, delivery)
  return delivery
}

/** A delivery that failed and is to be tried again in an hour. */
export const makeFailedDelivery = (
  businessId: string,
  webhookId: string,
  changes: Partial<StoredDelivery> = {},
) => {
  const tries = [{ at: new Date().toISOString(), status_code: 500, error: null, duration_ms: 12 }]
  const nextTryAt = new Date(Date.now() + 3_600_000).toISOString()
  return makeDelivery(businessId, webhookId, { status: 'pending', tries, nextTryAt, ...changes })
}

/** A run under way, which another wake-up has marked. */
export async function beginRun(businessId: string, webhookId: string): Promise<void> {
  const now = Date.now()
  const watermark = await watermarkOf(businessId, webhookId)
  const holder = { businessId, webhookId, run: 'a-run', watermark }
  await takeLease(holder, { watermark, now, until: now + 75_000 })
  await markAgain(holder, { watermark, now })
}

/** Deliveries failed, and nothing is sent for an hour. */
export async function pause(businessId: string, webhookId: string): Promise<string> {
  const now = Date.now()
  const watermark = await watermarkOf(businessId, webhookId)
  const holder = { businessId, webhookId, run: 'a-run', watermark }
  await takeLease(holder, { watermark, now, until: now + 75_000 })
  const probe_at = new Date(now + 3_600_000).toISOString()
  const failing_since = new Date(now - 60_000).toISOString()
  await giveBack(holder, {
    watermark,
    next_at: probe_at,
    probe_at,
    probes: 1,
    outages: 5,
    failures: 5,
    failing_since,
  })
  return probe_at
}

const watermarkOf = async (businessId: string, webhookId: string) =>
  String((await storedItem(keys.webhookStateKey(businessId, webhookId))).watermark)

/** One webhook with both kinds of deliveries. */
async function makeUsed(businessId: string): Promise<string> {
  const { id } = await makeWebhook(businessId)
  await makeDelivery(businessId, id)
  await makeFailedDelivery(businessId, id)
  return id
}

/** Webhooks that have every kind of item that there is, with a deleted one whose deliveries are still there. */
export async function makeFewWebhooks(businessId: string) {
  const running = await makeUsed(businessId)
  await beginRun(businessId, running)
  const disabled = await makeUsed(businessId)
  await updateWebhook(businessId, disabled, (webhook) => ({ webhook: { ...webhook, is_enabled: false } }))
  const deleted = await makeUsed(businessId)
  await deleteWebhook(businessId, deleted)
  return { running, disabled, deleted }
}

/** One webhook in each state that there is. */
export async function makeWebhooks(businessId: string) {
  const few = await makeFewWebhooks(businessId)
  const fresh = await makeWebhook(businessId)
  const paused = await makeUsed(businessId)
  await pause(businessId, paused)
  const rotated = await makeUsed(businessId)
  await rotateSecret(businessId, rotated)
  return { ...few, fresh: fresh.id, paused, rotated }
}
