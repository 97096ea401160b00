import { pick } from '../pick.ts'
import { type Webhook, type WebhookHealth, withoutQuery } from './webhook.ts'

export const WEBHOOK_FIELDS = [
  'id',
  'url',
  'events',
  'description',
  'is_enabled',
  'disabled_reason',
  'previous_expires_at',
  'created_by',
  'created_at',
  'updated_at',
  'version',
] as const satisfies readonly (keyof Webhook)[]

/** A webhook without the health of its endpoint: never a secret. */
export const adminWebhook = (webhook: Webhook) => pick(webhook, WEBHOOK_FIELDS)

/** A webhook as its events show it: without the query of its URL. Other keys read the feed. */
export const recordedWebhook = (webhook: Webhook) => {
  const view = adminWebhook(webhook)
  return { ...view, url: withoutQuery(view.url) }
}

/** A webhook with how its endpoint does, which changes without a new version. A disabled one does not wait for a time. */
export const adminWebhookWithHealth = (webhook: Webhook, { paused_until, failing_since }: WebhookHealth) => {
  const { created_by, created_at, updated_at, version, ...fields } = adminWebhook(webhook)
  const pausedUntil = webhook.is_enabled ? paused_until : null
  return {
    ...fields,
    paused_until: pausedUntil,
    failing_since,
    created_by,
    created_at,
    updated_at,
    version,
  }
}
