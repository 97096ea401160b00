/** One try to deliver an event, and what it means for the delivery, the endpoint and the webhook. */

import { isAsked, writeDelivery } from '../data/webhooks/deliveries.ts'
import { updateWebhook } from '../data/webhooks/webhook-writes.ts'
import { HEALTHY, healthAfterFailure } from '../domain/webhooks/endpoint-health.ts'
import type { DisabledReason, Webhook } from '../domain/webhooks/webhook.ts'
import { isDelivered, isLate, type Job, nextTryOf, outcomeOf, reasonToDisable } from './outcome.ts'
import type { Run, Target } from './run.ts'

/** Sends an event and writes what became of it. Returns `off` if the webhook is disabled by that, or was meanwhile. */
export async function tryOnce(run: Run, target: Target, job: Job): Promise<'off' | undefined> {
  const { effects, counts } = run
  const { event, before } = job
  const at = effects.now()
  const { webhook, secrets } = target
  counts.sent++
  if (isLate(job, at)) counts.late++
  const sent = await effects.send({
    url: webhook.url,
    id: event.id,
    type: event.type,
    tryNumber: nextTryOf(job),
    body: event.json,
    secrets,
    at: new Date(at),
  })
  await writeDelivery(run, before, outcomeOf(job, sent, { at, random: effects.random() }))
  if (isDelivered(sent)) {
    counts.succeeded++
    run.health = HEALTHY
    return undefined
  }
  counts.failed++
  run.health = healthAfterFailure(run.health, sent, { at, isAsked: before !== undefined && isAsked(before) })
  const reason = reasonToDisable(sent, run.health, effects.now())
  return reason && disable(run, target, reason)
}

/** Disables the webhook, with an event, unless it has another endpoint by now. */
async function disable(
  run: Run,
  { webhook: { url } }: Target,
  reason: DisabledReason,
): Promise<'off' | undefined> {
  const { businessId, webhookId, effects } = run
  const change = (webhook: Webhook) => ({
    webhook: webhook.url === url ? { ...webhook, is_enabled: false } : webhook,
    reason,
  })
  const now = new Date(effects.now())
  const webhook = await updateWebhook(businessId, webhookId, change, { now })
  return webhook?.is_enabled ? undefined : 'off'
}
