import { adminEndpoint } from '../../../lib/api/http/admin-endpoint.ts'
import { objectResult } from '../../../lib/api/http/answer/admin-result.ts'
import { noBody } from '../../../lib/api/http/body/body-kinds.ts'
import { pathUuid } from '../../../lib/api/http/parameters/path.ts'
import { notFound } from '../../../lib/api/http/problems/resource-problems.ts'
import { readHealth } from '../../../lib/data/webhooks/health.ts'
import { getWebhook } from '../../../lib/data/webhooks/webhooks.ts'
import { adminWebhookWithHealth } from '../../../lib/domain/webhooks/webhook-view.ts'

/** GET /admin/webhooks/{id}: one webhook, without its secret. */
export const handler = adminEndpoint({ parameters: {}, body: noBody }, async ({ businessId, path }) => {
  const webhookId = pathUuid('webhook', path.id)
  const [webhook, health] = await Promise.all([
    getWebhook(businessId, webhookId),
    readHealth({ businessId, webhookId }),
  ])
  if (!webhook) throw notFound('webhook')
  return objectResult(adminWebhookWithHealth(webhook, health))
})
