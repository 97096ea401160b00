import { adminApiKey } from '../../../domain/admin-view.ts'
import type { ApiKey } from '../../../domain/api-keys/api-key.ts'
import type { Webhook, WebhookHealth } from '../../../domain/webhooks/webhook.ts'
import { adminWebhookWithHealth } from '../../../domain/webhooks/webhook-view.ts'
import { type AdminResult, objectResult } from './admin-result.ts'

/**
 * The response that shows a new token, the only one that ever does. The response that is stored for a retried request
 * has null in its place: a client that lost the token rotates the key.
 */
export function issuedResult({ apiKey, token }: { apiKey: ApiKey; token: string | null }): AdminResult {
  const shown = { ...adminApiKey(apiKey), token }
  return objectResult(shown, { status: 201, location: `/admin/api-keys/${apiKey.id}` })
}

/** The same for a webhook and its secret, which is shown after its creation and after each rotation. */
export function issuedWebhookResult(
  { webhook, secret }: { webhook: Webhook; secret: string | null },
  health: WebhookHealth,
): AdminResult {
  const shown = { ...adminWebhookWithHealth(webhook, health), secret }
  return objectResult(shown, { status: 201, location: `/admin/webhooks/${webhook.id}` })
}
