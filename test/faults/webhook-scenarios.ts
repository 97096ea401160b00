import { commit } from '../../lib/data/table/commit.ts'
import { itemOf, untried } from '../../lib/data/webhooks/deliveries.ts'
import { createWebhook, updateWebhook } from '../../lib/data/webhooks/webhook-writes.ts'
import type { Business } from '../../lib/domain/business.ts'
import { deliveryId } from '../../lib/domain/webhooks/delivery.ts'
import type { Webhook } from '../../lib/domain/webhooks/webhook.ts'
import { recordEvent } from '../admin/webhooks/hooks.ts'
import type { Scenario } from './scenarios.ts'

const KEY = { 'idempotency-key': 'once-and-only-once' }
const A_DAY_MS = 24 * 60 * 60 * 1000
const NEW = { url: 'https://hooks.example/', events: ['*'], description: 'New' }

/** A webhook of version 2 that nothing is to be done for: another URL would have it looked after at once. */
export async function makeOldHook(business: Business, change: Partial<Webhook> = {}) {
  const { webhook } = await createWebhook(business.id, { ...NEW, description: 'First', is_enabled: true })
  await updateWebhook(business.id, webhook.id, (old) => ({
    webhook: { ...old, description: 'Old', ...change },
  }))
  return { path: { id: webhook.id } }
}

/** An event at a webhook: one that failed, or one that waits for its first try. */
export async function makeDelivery(business: Business, isTried: boolean) {
  const { path } = await makeOldHook(business)
  const eventId = isTried ? await makeTried(business, path.id) : await recordLater(business)
  return { path: { ...path, delivery_id: deliveryId(eventId) }, headers: KEY }
}

/** Each attempt is a day after the one before it, and an event is delivered for 30 days. */
const recordLater = ({ id }: Business) => recordEvent(id, { at: new Date(Date.now() + 1_000 * A_DAY_MS) })

/** A delivery that failed. Returns its event. */
async function makeTried(business: Business, webhookId: string): Promise<string> {
  const eventId = await recordLater(business)
  const waiting = untried({ id: eventId, type: 'product.updated' })
  const Item = itemOf(business.id, webhookId, { ...waiting, status: 'failed', attempts: 3 })
  await commit([{ write: { Put: { Item } } }])
  return eventId
}

/** Every write of webhooks. */
export const WEBHOOKS: readonly Scenario[] = [
  { route: 'POST /admin/webhooks', prepare: async () => ({ body: NEW, headers: KEY }) },
  {
    route: 'PATCH /admin/webhooks/{id}',
    variant: 'disable',
    prepare: async (business) => ({ ...(await makeOldHook(business)), body: { is_enabled: false } }),
  },
  {
    route: 'PATCH /admin/webhooks/{id}',
    variant: 'enable',
    prepare: async (business) => ({
      ...(await makeOldHook(business, { is_enabled: false })),
      body: { is_enabled: true },
    }),
  },
  {
    route: 'PATCH /admin/webhooks/{id}',
    variant: 'move',
    prepare: async (business) => ({
      ...(await makeOldHook(business)),
      body: { url: 'https://other.example/' },
    }),
  },
  { route: 'DELETE /admin/webhooks/{id}', prepare: (business) => makeOldHook(business) },
  {
    route: 'POST /admin/webhooks/{id}/rotate-secret',
    prepare: async (business) => ({ ...(await makeOldHook(business)), headers: KEY }),
  },
  {
    route: 'POST /admin/webhooks/{id}/test',
    prepare: async (business) => ({ ...(await makeOldHook(business)), headers: KEY }),
  },
  {
    route: 'POST /admin/webhooks/{id}/deliveries/redeliver',
    prepare: async (business) => {
      const { path } = await makeOldHook(business)
      for (let n = 0; n < 2; n++) await makeTried(business, path.id)
      const body = { status: 'failed', from: '2026-01-01T00:00:00Z', until: '2099-01-01T00:00:00Z' }
      return { path, body, headers: KEY }
    },
  },
  {
    route: 'POST /admin/webhooks/{id}/deliveries/{delivery_id}/redeliver',
    variant: 'tried',
    prepare: (business) => makeDelivery(business, true),
  },
  {
    route: 'POST /admin/webhooks/{id}/deliveries/{delivery_id}/redeliver',
    variant: 'waiting',
    prepare: (business) => makeDelivery(business, false),
  },
]
