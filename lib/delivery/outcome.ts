/** The outcome of a try, and what it means for its delivery and its webhook. */

import type { StoredDelivery } from '../data/webhooks/deliveries.ts'
import type { FeedEvent } from '../data/webhooks/feed-events.ts'
import { eventTime } from '../domain/events.ts'
import { isGivenUp } from '../domain/webhooks/delivery.ts'
import type { Health } from '../domain/webhooks/endpoint-health.ts'
import { MOST_TRIES, waitAfter } from '../domain/webhooks/waits.ts'
import type { DisabledReason } from '../domain/webhooks/webhook.ts'
import type { Sent } from './send/send.ts'

/** An event to deliver, and what has become of it until now. */
export interface Job {
  event: FeedEvent
  before?: StoredDelivery
}

/** RFC 9110 §15.5.11: what is gone will not come back. */
const GONE = 410

const LATE_MS = 60_000

/** True if something has been lost on the way: an event waits for seconds only, and so does one that is due. */
export const isLate = ({ event, before }: Job, now: number): boolean =>
  now - (before?.nextTryAt ? Date.parse(before.nextTryAt) : eventTime(event.id)) > LATE_MS

/** Which try of its delivery the next one is, from 1 on. */
export const nextTryOf = ({ before }: Pick<Job, 'before'>): number => (before?.attempts ?? 0) + 1

/** True for a response that says the endpoint has the event. */
export const isDelivered = ({ status_code }: Pick<Sent, 'status_code'>): boolean =>
  status_code !== null && status_code >= 200 && status_code < 300

/** The delivery behind a try that began at a time, in milliseconds since the epoch. `random` is from 0 to 1. */
export function outcomeOf(
  { event, before }: Job,
  sent: Sent,
  { at, random }: { at: number; random: number },
): StoredDelivery {
  const { status_code, error, duration_ms, retry_after_s } = sent
  const attempts = nextTryOf({ before })
  const hasSucceeded = isDelivered(sent)
  const isLast = attempts >= MOST_TRIES || status_code === GONE
  const wait = waitAfter(attempts, retry_after_s, random)
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

/** Why a failed try disables the webhook, whose health is that behind the try; undefined if it does not. */
export function reasonToDisable(
  { status_code }: Pick<Sent, 'status_code'>,
  { failures, failing_since }: Pick<Health, 'failures' | 'failing_since'>,
  now: number,
): DisabledReason | undefined {
  if (status_code === GONE) return 'endpoint_gone'
  return isGivenUp(failures, Date.parse(failing_since ?? ''), now) ? 'endpoint_failing' : undefined
}
