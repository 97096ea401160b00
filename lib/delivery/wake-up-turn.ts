/** The decision of a webhook's state about a wake-up that arrives. */

import type { WebhookState } from '../data/webhooks/state.ts'
import { eventsAt, eventTime } from '../domain/events.ts'
import { LONGEST_DELAY_S, type WakeUp } from './wake-ups.ts'

/** True if another run has the lease. */
export const isHeldByAnother = (
  { run, lease_until = 0 }: Pick<WebhookState, 'run' | 'lease_until'>,
  own: string,
  now: number,
): boolean => run !== undefined && run !== own && lease_until > now

/**
 * True for a delayed wake-up that is not the one agreed on, while that one is still to come. A run that has the lease can
 * have sent it and not yet written so: then it is not ignored (`isHeld` in lease.ts).
 */
export const isOutOfDate = (
  { at }: Pick<WakeUp, 'at'>,
  { next_at }: Pick<WebhookState, 'next_at'>,
  now: number,
): boolean => at !== undefined && at !== next_at && !(Date.parse(next_at ?? '') <= now)

/** SQS delays by whole seconds; what is further away is sent on when the message arrives. */
export const delayFor = (ms: number): number => Math.min(LONGEST_DELAY_S, Math.max(0, Math.ceil(ms / 1000)))

/**
 * The watermark for a wake-up that is sent for an event: below that event, though it may have been committed later than
 * its id allows, but not below what the webhook is to get at all.
 */
export function lowered(
  { watermark, since }: Pick<WebhookState, 'watermark' | 'since'>,
  from: string | undefined,
): string {
  if (from === undefined || from > watermark) return watermark
  const below = eventsAt(eventTime(from))
  return below > since ? below : since
}
