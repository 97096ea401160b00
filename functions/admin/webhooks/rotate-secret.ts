import { adminEndpoint } from '../../../lib/api/http/admin-endpoint.ts'
import { issuedWebhookResult } from '../../../lib/api/http/answer/issued-result.ts'
import { emptyBody } from '../../../lib/api/http/body/body-kinds.ts'
import { pathUuid } from '../../../lib/api/http/parameters/path.ts'
import { notFound } from '../../../lib/api/http/problems/resource-problems.ts'
import { readHealth } from '../../../lib/data/webhooks/health.ts'
import { rotateSecret } from '../../../lib/data/webhooks/webhook-writes.ts'

/** POST /admin/webhooks/{id}/rotate-secret: a new secret; those before it sign for 24 hours more. */
export const handler = adminEndpoint({ parameters: {}, body: emptyBody }, async (request) => {
  const { businessId, path, ifMatch, keep } = request
  const webhookId = pathUuid('webhook', path.id)
  const health = await readHealth({ businessId, webhookId })
  const issued = await rotateSecret(businessId, webhookId, {
    check: ifMatch,
    also: (webhook) => keep(issuedWebhookResult({ webhook, secret: null }, health)),
  })
  if (!issued) throw notFound('webhook')
  return issuedWebhookResult(issued, health)
})
