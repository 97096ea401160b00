import { FEED_DELAY_MS } from '../../data/table/calls/times.ts'
import { newestBefore } from '../../data/webhooks/feed-events.ts'
import { readHealth } from '../../data/webhooks/health.ts'
import { readState } from '../../data/webhooks/state.ts'
import { listWebhooks } from '../../data/webhooks/webhooks.ts'
import type { Business } from '../../domain/business.ts'
import { eventsAt } from '../../domain/events.ts'
import { RESOURCES } from '../../domain/resources.ts'
import { isUuid } from '../../domain/text/identifiers.ts'
import { quoted } from '../../domain/text/quoted.ts'
import type { Webhook } from '../../domain/webhooks/webhook.ts'
import { Failure } from '../command-line/failure.ts'
import type { KnownWebhook } from './webhook-output.ts'

/** Every webhook of a business with the state of its deliveries: few enough for one page. */
export async function knownWebhooks({ id }: Business, now: number): Promise<KnownWebhook[]> {
  const { items } = await listWebhooks(id, { limit: RESOURCES.webhook.limit })
  const newest = await newestEvent(id, now)
  return Promise.all(items.map((webhook) => known(id, webhook, newest, now)))
}

async function known(
  businessId: string,
  webhook: Webhook,
  newest: string | undefined,
  now: number,
): Promise<KnownWebhook> {
  const of = { businessId, webhookId: webhook.id }
  const [health, state] = await Promise.all([readHealth(of, new Date(now)), readState(of)])
  return { webhook, health, state, newest }
}

/** Younger ones can still be joined by older ones: the watermark does not pass them. */
const newestEvent = (businessId: string, now: number) =>
  newestBefore(businessId, eventsAt(now - FEED_DELAY_MS))

/** The id of a webhook as it was typed. Throws a `Failure` for anything else. */
export function webhookIdIn(text: string): string {
  if (!isUuid(text))
    throw new Failure(`${quoted(text)} is not the id of a webhook: use the UUID that webhooks list shows`)
  return text.toLowerCase()
}

/** Throws a `Failure` if there is no such webhook. */
export function requireWebhook<T>(value: T | undefined, { slug }: Business, webhookId: string): T {
  if (value === undefined) throw new Failure(`${slug} has no webhook ${webhookId}`)
  return value
}
