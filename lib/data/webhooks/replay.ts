/** The replay that a request asks for, when a webhook is enabled again. */
import type { JsonObject } from '../../domain/body/json-object.ts'
import { eventsAt } from '../../domain/events.ts'
import { isTime } from '../../domain/text/text.ts'
import type { Webhook } from '../../domain/webhooks/webhook.ts'
import { readState } from './state.ts'

/** A webhook gets no event of the millisecond in which it was created: that of its own creation is among them. */
export const firstEventOf = ({ created_at }: Webhook): number => Date.parse(created_at) + 1

/** From when on a webhook that is enabled gets events: never before there was one. In milliseconds since the epoch. */
export const sinceOf = (webhook: Webhook, replayFrom: string | undefined, now: Date): number =>
  Math.min(now.getTime(), Math.max(firstEventOf(webhook), Date.parse(replayFrom ?? now.toISOString())))

/**
 * True if a patch enables a webhook that is enabled and was so with the events from this time on: it comes once more, because its
 * response was lost.
 */
export async function isReplayedFrom(
  businessId: string,
  webhook: Webhook,
  { is_enabled, replay_from }: JsonObject,
): Promise<boolean> {
  if (!webhook.is_enabled || is_enabled !== true) return false
  if (typeof replay_from !== 'string' || !isTime(replay_from)) return false
  const state = await readState({ businessId, webhookId: webhook.id })
  return state?.since === eventsAt(Math.max(firstEventOf(webhook), Date.parse(replay_from)))
}
