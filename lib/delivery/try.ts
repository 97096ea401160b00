/** One try to deliver an event, and what it means for the delivery, the endpoint and the webhook. */

import { isAsked, type StoredDelivery, writeDelivery } from '../data/webhooks/deliveries.ts'
import type { FeedEvent } from '../data/webhooks/feed-events.ts'
import { updateWebhook } from '../data/webhooks/webhook-writes.ts'
import { eventTime } from '../domain/events.ts'
import { isGivenUp, MOST_TRIES, waitAfter } from '../domain/webhooks/delivery.ts'
import { HEALTHY, healthAfterFailure } from '../domain/webhooks/endpoint-health.ts'
import type { DisabledReason, Webhook } from '../domain/webhooks/webhook.ts'
import type { Run, Target } from './run.ts'
import type { Sent } from './send/send.ts'

/** An event to deliver, and what has become of it until now. */
export interface Job {
  event: FeedEvent
  before?: StoredDelivery
}

/** RFC 9110 §15.5.11: what is gone will not come back. */
const GONE = 410

/** Sends an event and writes what became of it. Returns `off` if the webhook is disabled by that, or was meanwhile. */
export async function tryOnce(run: Run, target: Target, { event, before }: Job): Promise<'off' | undefined> {
  const { world, counts } = run
  const at = world.now()
  const { webhook, secrets } = target
  counts.sent++
  if (isLate(at, event, before)) counts.late++
  const sent = await world.send({
    url: webhook.url,
    id: event.id,
    type: event.type,
    tryNumber: attemptsOf(before) + 1,
    body: event.json,
    secrets,
    at: new Date(at),
  })
  const hasSucceeded = sent.status_code !== null && sent.status_code >= 200 && sent.status_code < 300
  await writeDelivery(run, before, outcome(run, { event, before, sent, at, hasSucceeded }))
  if (hasSucceeded) {
    counts.succeeded++
    run.health = HEALTHY
    return undefined
  }
  counts.failed++
  run.health = healthAfterFailure(run.health, sent, { at, isAsked: before !== undefined && isAsked(before) })
  const reason = reasonToDisable(run, sent)
  return reason && disable(run, target, reason)
}

const LATE_MS = 60_000

/** True if something has been lost on the way: an event waits for seconds only, and so does one that is due. */
const isLate = (now: number, { id }: FeedEvent, before: StoredDelivery | undefined) =>
  now - (before?.nextTryAt ? Date.parse(before.nextTryAt) : eventTime(id)) > LATE_MS

interface TryOutcome extends Pick<Job, 'event'> {
  before: StoredDelivery | undefined
  sent: Sent
  at: number
  hasSucceeded: boolean
}

const attemptsOf = (before: StoredDelivery | undefined) => before?.attempts ?? 0

/** The delivery behind a try. */
function outcome(run: Run, { event, before, sent, at, hasSucceeded }: TryOutcome): StoredDelivery {
  const { status_code, error, duration_ms, retry_after_s } = sent
  const attempts = attemptsOf(before) + 1
  const isLast = attempts >= MOST_TRIES || status_code === GONE
  const wait = waitAfter(attempts, retry_after_s, run.world.random())
  return {
    eventId: event.id,
    eventType: event.type,
    status: hasSucceeded ? 'succeeded' : isLast ? 'failed' : 'pending',
    tries: [...(before?.tries ?? []), { at: new Date(at).toISOString(), status_code, error, duration_ms }],
    attempts,
    nextTryAt: hasSucceeded || isLast ? null : new Date(at + wait).toISOString(),
    ...(before?.isByHand && { isByHand: true }),
    ...(before?.json !== undefined && { json: before.json }),
  }
}

function reasonToDisable(run: Run, { status_code }: Sent): DisabledReason | undefined {
  if (status_code === GONE) return 'endpoint_gone'
  const { failures, failing_since } = run.health
  return isGivenUp(failures, Date.parse(failing_since ?? ''), run.world.now())
    ? 'endpoint_failing'
    : undefined
}

/** Disables the webhook, with an event, unless it has another endpoint by now. */
async function disable(
  run: Run,
  { webhook: { url } }: Target,
  reason: DisabledReason,
): Promise<'off' | undefined> {
  const { businessId, webhookId, world } = run
  const change = (webhook: Webhook) => ({
    webhook: webhook.url === url ? { ...webhook, is_enabled: false } : webhook,
    reason,
  })
  const now = new Date(world.now())
  const webhook = await updateWebhook(businessId, webhookId, change, { now })
  return webhook?.is_enabled ? undefined : 'off'
}
